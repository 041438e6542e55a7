"""Lines of four on a bitboard, all four directions at a time, as vector instructions.

One 256-bit vector holds the board once for each direction; its lanes are shifted by one,
two and three steps of that direction. LLVM turns the vectors into whatever the machine has;
on machines without them the code is slower, not different. `bitboard` has the twins for
other lengths.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from engine._jit import intrinsic, types

_WORD = ir.IntType(64)
_LANES = ir.VectorType(_WORD, 4)
_FULL = (1 << 64) - 1


def _vector(*values: int) -> ir.Constant:
    return ir.Constant(_LANES, [_WORD(value) for value in values])


def _splat(builder: Any, value: Any) -> Any:
    """`value` in all four lanes."""
    undefined = ir.Constant(_LANES, ir.Undefined)
    single = builder.insert_element(undefined, value, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), 4), [ir.IntType(32)(0)] * 4)
    return builder.shuffle_vector(single, undefined, zeros)


def _any_lane(builder: Any, vector: Any) -> Any:
    """The four lanes OR-ed into one word."""
    name, module = "llvm.vector.reduce.or.v4i64", builder.module
    reduce = module.globals.get(name) or ir.Function(module, ir.FunctionType(_WORD, [_LANES]), name)
    return builder.call(reduce, [vector])


def _steps(builder: Any, height: Any) -> Any:
    """Bit steps of the directions up, down-right, right, up-right for a column height."""
    sideways = builder.and_(_splat(builder, height), _vector(0, _FULL, _FULL, _FULL))
    return builder.add(sideways, _vector(1, _FULL, 0, 1))


@intrinsic
def fours_to_complete(typing_context: Any, own: Any, height: Any) -> Any:
    """Squares, occupied ones included, that make four in a row with three of `own`.

    `height` is the bits of a column. Above its board a column has one bit that is never set.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        board = _splat(builder, arguments[0])
        one = _steps(builder, arguments[1])
        two = builder.add(one, one)
        three = builder.add(two, one)
        up1, up2, up3 = (builder.shl(board, step) for step in (one, two, three))
        down1, down2, down3 = (builder.lshr(board, step) for step in (one, two, three))
        above = builder.and_(builder.and_(up1, up2), builder.or_(up3, down1))
        below = builder.and_(builder.and_(down1, down2), builder.or_(up1, down3))
        return _any_lane(builder, builder.or_(above, below))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def fours(typing_context: Any, own: Any, height: Any) -> Any:
    """The lowest squares of every four in a row of `own`; 0 where there is none."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        board = _splat(builder, arguments[0])
        one = _steps(builder, arguments[1])
        two = builder.add(one, one)
        pairs = builder.and_(board, builder.lshr(board, one))
        return _any_lane(builder, builder.and_(pairs, builder.lshr(pairs, two)))

    return types.uint64(types.uint64, types.uint64), generate
