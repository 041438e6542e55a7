"""The one place that calls Numba: the `kernel` decorator and machine intrinsics.

Where its results are kept: `engine._kernel_cache`; what later starts load without it:
`engine._native`.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic as numba_intrinsic

from engine import _native
from engine._kernel_cache import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    F = TypeVar("F", bound=Callable[..., Any])

__all__ = [
    "constant_u64",
    "generic",
    "inlined",
    "inner",
    "intrinsic",
    "kernel",
    "load_i16",
    "load_u64",
    "merged",
    "popcount",
    "prefetch",
    "standalone",
    "store_u64",
    "trailing_zeros",
    "types",
]

_CACHE_LOCK = threading.Lock()

_BARE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options without which machine code needs Numba to link: the wrappers that Python calls."""


def kernel(signature: str, **options: Any) -> Callable[[F], F]:
    """Compile a function eagerly for one exact signature, without the interpreter lock.

    The result is cached on disk, so only the first import of a module on a machine
    compiles. Options are Numba's (``inline``, ``boundscheck``...).
    """

    def decorate(function: F) -> F:
        with caching_for(function.__module__):
            compiled = numba.njit(signature, nogil=True, cache=True, **options)(function)
        _refuse_literals(compiled)
        return cast("F", compiled)

    return decorate


def _refuse_literals(compiled: Any) -> None:
    """Refuse a kernel that gives a recursive one a literal, such as ``0`` for ``int64(0)``.

    Numba compiles the recursion once more for that literal, under a name that is found while this
    process lives but not in the code that it keeps: a later start would abort at the first call.
    """
    stats = getattr(compiled, "stats", None)
    if stats is None or stats.cache_hits:
        return
    for overload in compiled.overloads.values():
        code, _bitcode = overload.library.serialize_using_object_code()[2]
        if _LEFT_OPEN in code:
            compiled._cache.flush()
            name = f"{compiled.__module__}.{compiled.__name__}"
            raise TypeError(
                f"{name} gives a recursive kernel a literal; name its type, as int64(0)."
            )


_LEFT_OPEN = b".numba.unresolved$"
"""In the name of what is linked by other means than the kept code."""


def standalone(signature: str) -> Callable[[F], F]:
    """A `kernel` that later starts load without Numba, see `engine._native`.

    It takes whole numbers of 64 bits alone and returns nothing.
    """

    def decorate(function: F) -> F:
        with caching_for(function.__module__):
            dispatcher: Any = numba.njit(signature, nogil=True, cache=True, **_BARE)(function)
        (compiled,) = dispatcher.overloads.values()
        library, symbol = compiled.library, compiled.fndesc.mangled_name
        if not dispatcher.stats.cache_hits:
            code, _bitcode = library.serialize_using_object_code()[2]
            _native.keep(function.__module__, function.__name__, symbol, code)
        address = library.get_pointer_to_function(symbol)
        return cast("F", _native.callable_at(address, len(compiled.signature.args), library))

    return decorate


def inner(signature: str, **options: Any) -> Callable[[F], F]:
    """A `kernel` for other kernels, into whose machine code it goes.

    It is compiled or loaded when one of them is compiled, or when Python calls it as tests
    do; so a later start, which loads the callers' code, need not load it by itself.
    """

    def decorate(function: F) -> F:
        with caching_for(function.__module__):
            dispatcher: Any = numba.njit(nogil=True, cache=True, **options)(function)
        typing, calling = dispatcher.get_call_template, dispatcher._compile_for_args

        def ready() -> None:
            if not dispatcher.overloads:
                dispatcher.compile(signature)
                dispatcher.disable_compile()

        def get_call_template(*arguments: Any, **keywords: Any) -> Any:
            ready()
            return typing(*arguments, **keywords)

        def compile_for_args(*arguments: Any, **keywords: Any) -> Any:
            first = not dispatcher.overloads
            ready()
            (overload,) = dispatcher.overloads.values()
            return overload.entry_point if first else calling(*arguments, **keywords)

        dispatcher.get_call_template = get_call_template
        dispatcher._compile_for_args = compile_for_args
        return cast("F", dispatcher)

    return decorate


def generic(function: F) -> F:
    """A kernel that is compiled along with each `kernel` that calls it, for its types.

    So that one text serves words of different widths (`engine._wide_ints`) and is compiled for
    those in use alone.
    """
    with caching_for(function.__module__):
        return cast("F", numba.njit(nogil=True, cache=True)(function))


def merged(function: F) -> F:
    """A `generic` whose machine code goes into its callers', whatever its size."""
    with caching_for(function.__module__):
        return cast("F", numba.njit(nogil=True, cache=True, forceinline=True)(function))


def inlined(function: F) -> F:
    """A `generic` whose text goes into its callers before they are compiled.

    For what is called once, on the way to much code: compiled by itself it would have all that
    code optimised and turned into machine code once more.
    """
    with caching_for(function.__module__):
        return cast("F", numba.njit(nogil=True, inline="always")(function))


@contextmanager
def caching_for(module: str) -> Iterator[None]:
    """Functions decorated in this block are cached in the folder of `module`."""
    with _CACHE_LOCK:
        numba.config.CACHE_DIR = str(cache_folder(module))  # type: ignore[attr-defined]
        yield


# -- Machine intrinsics -------------------------------------------------------------------
# Recursive kernels keep their tables behind raw addresses: an array argument would cost
# reference counting at every call (a quarter of the time, measured on the Othello solver).


def intrinsic(function: Callable[..., Any]) -> Any:
    """Numba's `intrinsic`; kernels call the result without the typing context."""
    return numba_intrinsic(function)


@intrinsic
def load_u64(typing_context: Any, address: Any) -> Any:
    """The uint64 stored at `address` (uint64)."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load(builder.inttoptr(arguments[0], ir.IntType(64).as_pointer()))

    return types.uint64(types.uint64), generate


@intrinsic
def constant_u64(typing_context: Any, address: Any) -> Any:
    """The uint64 at `address` (uint64), never written while a kernel runs.

    The compiler need not read it again after a store that might have meant it.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        loaded = builder.load(builder.inttoptr(arguments[0], ir.IntType(64).as_pointer()))
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

    return types.uint64(types.uint64), generate


@intrinsic
def load_i16(typing_context: Any, address: Any) -> Any:
    """The int16 stored at `address` (uint64), as int64."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        value = builder.load(builder.inttoptr(arguments[0], ir.IntType(16).as_pointer()))
        return builder.sext(value, ir.IntType(64))

    return types.int64(types.uint64), generate


@intrinsic
def store_u64(typing_context: Any, address: Any, value: Any) -> Any:
    """Store a uint64 at `address` (uint64)."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        builder.store(arguments[1], pointer)
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64), generate


@intrinsic
def prefetch(typing_context: Any, address: Any) -> Any:
    """Ask for the cache line at `address` (uint64) ahead of its use."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        byte_pointer, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        declared = ir.FunctionType(ir.VoidType(), [byte_pointer, word, word, word])
        function = builder.module.declare_intrinsic("llvm.prefetch", [byte_pointer], declared)
        pointer = builder.inttoptr(arguments[0], byte_pointer)
        builder.call(function, [pointer, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.void(types.uint64), generate


@intrinsic
def popcount(typing_context: Any, bits: Any) -> Any:
    """The number of one bits of a uint64, or a uint128 of `_wide_ints`, as uint64."""
    word = types.uint64 if isinstance(bits, types.Integer) else bits

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        count = builder.ctpop(arguments[0])
        return builder.trunc(count, ir.IntType(64)) if count.type.width > 64 else count

    return types.uint64(word), generate


@intrinsic
def trailing_zeros(typing_context: Any, bits: Any) -> Any:
    """The index of the lowest one bit of a uint64, as uint64 (64 for zero)."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(0))

    return types.uint64(types.uint64), generate
