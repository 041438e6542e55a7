"""The one place that calls Numba: the `kernel` decorator, its cache, and machine intrinsics.

Numba's own cache looks at one function's file only, so an edited callee in another file
would leave old code running. Here every kernel's cache folder is named by a hash of its
module and of all engine modules that one imports, with the versions that shape the code.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import stat
import sys
import tempfile
import threading
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import llvmlite
import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic as numba_intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    F = TypeVar("F", bound=Callable[..., Any])

__all__ = [
    "cache_folder",
    "compiled_marker",
    "generic",
    "inlined",
    "inner",
    "intrinsic",
    "kernel",
    "load_i16",
    "load_u64",
    "popcount",
    "prefetch",
    "store_u64",
    "trailing_zeros",
    "types",
]

PACKAGE = Path(__file__).resolve().parent
_CACHE_LOCK = threading.Lock()
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ ]+(engine[\w.]*)[ ]+import[ ]+(\((?:[^)#]|#.*)*\)|.*)"
    r"|import[ ]+(engine[\w.]*))",
    re.M,
)
_NAME = re.compile(r"\w+")


def kernel(signature: str, **options: Any) -> Callable[[F], F]:
    """Compile a function eagerly for one exact signature, without the interpreter lock.

    The result is cached on disk, so only the first import of a module on a machine
    compiles. Options are Numba's (``inline``, ``boundscheck``...).
    """

    def decorate(function: F) -> F:
        with caching_for(function.__module__):
            compiled = numba.njit(signature, nogil=True, cache=True, **options)(function)
        return cast("F", compiled)

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


@lru_cache
def cache_folder(module: str) -> Path:
    """Where the compiled kernels of `module` are kept, for its sources as they are now."""
    digest = hashlib.sha256()
    for path in _sources(module):
        digest.update(path.read_bytes())
    digest.update(f"{numba.__version__} {llvmlite.__version__} {sys.version}".encode())
    digest.update(platform.machine().encode())
    return _cache_root() / f"{module.rpartition('.')[2]}-{digest.hexdigest()[:16]}"


def compiled_marker(module: str) -> Path:
    """The file that says, once it is there, that all kernels of `module` are in the cache."""
    return cache_folder(module) / "complete"


@lru_cache
def _cache_root() -> Path:
    """``.numba`` beside the package where that can be written, else a folder of the user's.

    Whoever can write there chooses the code that runs here, so it must be ours alone.
    """
    candidates = (folder.resolve() for folder in _cache_candidates())
    found = next((folder for folder in candidates if _is_ours(folder)), None)
    return found or Path(tempfile.mkdtemp(prefix="flipfour-kernels-"))


def _cache_candidates() -> Iterator[Path]:
    if chosen := os.environ.get("FLIPFOUR_KERNEL_CACHE"):
        yield Path(chosen)
    if os.access(PACKAGE.parent, os.W_OK) and (PACKAGE.parent / "pyproject.toml").exists():
        yield PACKAGE.parent / ".numba"
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    yield base / "flipfour" / "kernels"
    if os.name == "posix":
        yield Path(tempfile.gettempdir()) / f"flipfour-kernels-{os.getuid()}"


def _is_ours(folder: Path) -> bool:
    """Whether a folder, made if need be, belongs to this user and no other can write to it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
        if not stat.S_ISDIR(status.st_mode) or not os.access(folder, os.W_OK):
            return False
        if os.name != "posix":
            return True
        if status.st_uid != os.getuid():
            return False
        if status.st_mode & 0o022:
            folder.chmod(0o700)
    except OSError:
        return False
    return True


def _sources(module: str) -> list[Path]:
    """The file of `module` and of every engine module it imports, however deeply."""
    found: dict[str, Path] = {}
    pending = [module, __name__]
    while pending:
        name = pending.pop()
        if name in found or (path := _file_of(name)) is None:
            continue
        found[name] = path
        pending += _imports_of(path)
    return [found[name] for name in sorted(found)]


@lru_cache
def _imports_of(path: Path) -> tuple[str, ...]:
    """The engine's modules that a source file may import, and names of theirs, wherever it does.

    Read off the text, as parsing all sources would take a tenth of a later start.
    """
    imported: list[str] = []
    for module, names, whole in _IMPORT.findall(path.read_text(encoding="utf-8")):
        imported += [module or whole, *(f"{module}.{name}" for name in _NAME.findall(names))]
    return tuple(imported)


def _file_of(module: str) -> Path | None:
    """The source file of an engine module (packages and others: None)."""
    parts = module.split(".")
    if parts[0] != "engine":
        spec = sys.modules.get(module)
        file = getattr(spec, "__file__", None)
        return Path(file) if module == "__main__" and file else None
    path = PACKAGE.joinpath(*parts[1:]).with_suffix(".py")
    return path if path.is_file() else None


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
