"""Words of 64 and of 128 bits for kernels that are written once for both.

A kernel marked `_jit.generic` is compiled for the types it is called with, so that one text
serves ``uint64`` and `uint128`, a type that only kernels know. It has ``& | ^ ~ + - * << >>
== != <``, each with a uint128 or a uint64 on the right. What depends on the width asks
`bits_of`, which is a constant for the compiler.
"""

# mypy: disable-error-code="no-untyped-call, untyped-decorator"
# (Numba's extension points are untyped)

from __future__ import annotations

import operator
from typing import Any, TypeAlias

from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, models, register_model, type_callable

from engine._jit import intrinsic

Word: TypeAlias = Any
"""In signatures of `generic` kernels: uint64 or uint128, all words of one call alike."""

GOLDEN = 0x9E3779B97F4A7C15F39CC0605CEDC835
"""The golden ratio as a binary fraction of 128 bits, made odd; its upper half is odd too."""

_I64, _I128 = ir.IntType(64), ir.IntType(128)


class _Wide(types.Type):
    def __init__(self) -> None:
        super().__init__(name="uint128")


uint128 = _Wide()


@register_model(_Wide)
class _WideModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _I128)


def _of(kind: Any) -> ir.IntType:
    return _I128 if kind is uint128 else _I64


def _widened(builder: Any, value: Any) -> Any:
    return value if value.type == _I128 else builder.zext(value, _I128)


def _operation(name: Any, instruction: str, in_place: Any = None) -> None:
    """Define a binary operator of uint128 with uint128 or uint64."""

    def typer(_context: Any) -> Any:
        def answer(left: Any, right: Any) -> Any:
            fits = left is uint128 and right in {uint128, types.uint64}
            return uint128 if fits else None

        return answer

    def lower(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return getattr(builder, instruction)(*(_widened(builder, value) for value in arguments))

    for function in (name, in_place) if in_place else (name,):
        type_callable(function)(typer)
        for right in (uint128, types.uint64):
            lower_builtin(function, uint128, right)(lower)


def _comparison(name: Any, sign: str) -> None:
    def typer(_context: Any) -> Any:
        def answer(left: Any, right: Any) -> Any:
            fits = left is uint128 and right in {uint128, types.uint64}
            return types.boolean if fits else None

        return answer

    def lower(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        left, right = (_widened(builder, value) for value in arguments)
        return builder.icmp_unsigned(sign, left, right)

    type_callable(name)(typer)
    for right in (uint128, types.uint64):
        lower_builtin(name, uint128, right)(lower)


_operation(operator.and_, "and_", operator.iand)
_operation(operator.or_, "or_", operator.ior)
_operation(operator.xor, "xor", operator.ixor)
_operation(operator.add, "add", operator.iadd)
_operation(operator.sub, "sub", operator.isub)
_operation(operator.mul, "mul", operator.imul)
_operation(operator.lshift, "shl", operator.ilshift)
_operation(operator.rshift, "lshr", operator.irshift)
_comparison(operator.eq, "==")
_comparison(operator.ne, "!=")
_comparison(operator.lt, "<")


@type_callable(operator.invert)
def _invert(_context: Any) -> Any:
    return lambda word: uint128 if word is uint128 else None


@lower_builtin(operator.invert, uint128)
def _lower_invert(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.not_(arguments[0])


# -- For either width ---------------------------------------------------------------------


@intrinsic
def bits_of(typing_context: Any, word: Any) -> Any:
    """64 or 128, as uint64: the width of a word."""
    width = _of(word).width

    def generate(_context: Any, _builder: Any, _signature: Any, _arguments: Any) -> Any:
        return _I64(width)

    return types.uint64(word), generate


@intrinsic
def none_of(typing_context: Any, word: Any) -> Any:
    """Zero, as wide as `word`."""

    def generate(_context: Any, _builder: Any, _signature: Any, _arguments: Any) -> Any:
        return _of(word)(0)

    return word(word), generate


@intrinsic
def low_half(typing_context: Any, word: Any) -> Any:
    """The lowest 64 bits."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.trunc(arguments[0], _I64) if word is uint128 else arguments[0]

    return types.uint64(word), generate


@intrinsic
def joined(typing_context: Any, low: Any, high: Any) -> Any:
    """The uint128 of two uint64 halves."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        low, high = (builder.zext(half, _I128) for half in arguments)
        return builder.or_(low, builder.shl(high, _I128(64)))

    return uint128(types.uint64, types.uint64), generate


@intrinsic
def mixed(typing_context: Any, word: Any) -> Any:
    """`word` times the golden ratio of its width: a permutation whose top bits are mixed best."""
    width = _of(word)

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.mul(arguments[0], width(GOLDEN >> (128 - width.width)))

    return word(word), generate


@intrinsic
def load(typing_context: Any, address: Any, like: Any) -> Any:
    """What is stored at `address` (uint64, a multiple of 8), as wide as `like`."""
    pointer = _of(like).as_pointer()

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        loaded = builder.load(builder.inttoptr(arguments[0], pointer))
        loaded.align = 8
        return loaded

    return like(types.uint64, like), generate


@intrinsic
def constant(typing_context: Any, address: Any, like: Any) -> Any:
    """`load` of what is never written while a kernel runs, see `constant_u64`."""
    pointer = _of(like).as_pointer()

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        loaded = builder.load(builder.inttoptr(arguments[0], pointer))
        loaded.align = 8
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

    return like(types.uint64, like), generate


@intrinsic
def store(typing_context: Any, address: Any, word: Any) -> Any:
    """Store a word at `address` (uint64, a multiple of 8)."""
    pointer = _of(word).as_pointer()

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        stored = builder.store(arguments[1], builder.inttoptr(arguments[0], pointer))
        stored.align = 8
        return context.get_dummy_value()

    return types.void(types.uint64, word), generate
