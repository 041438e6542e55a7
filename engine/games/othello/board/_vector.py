"""Moves and flips of an 8 × 8 board, four directions at a time, as vector instructions.

A board is a uint64 whose bit ``8 * row + column`` counts from the top left. One 256-bit
vector holds the board once for each of the four directions whose step goes to a higher
square, and the same lanes shifted the other way serve the four opposite directions::

      step   lane 0: +1 (east)    lane 1: +8 (south)
             lane 2: +7 (south-west)   lane 3: +9 (south-east)

LLVM turns the vectors into whatever the machine has; on machines without them the code is
slower, not different. The slow twin is `OthelloPosition`, which tests compare with.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from engine._jit import intrinsic, types

_WORD = ir.IntType(64)
_LANES = ir.VectorType(_WORD, 4)
_STEPS = (1, 8, 7, 9)
_INNER = 0x7E7E7E7E7E7E7E7E
"""Squares off the left and right edges: a run of discs going on sideways lies in them."""


def _vector(*values: int) -> ir.Constant:
    return ir.Constant(_LANES, [_WORD(value) for value in values])


def _splat(builder: Any, value: Any) -> Any:
    """`value` in all four lanes."""
    undefined = ir.Constant(_LANES, ir.Undefined)
    single = builder.insert_element(undefined, value, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), 4), [ir.IntType(32)(0)] * 4)
    return builder.shuffle_vector(single, undefined, zeros)


def _machine(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    """An LLVM intrinsic by its full name, declared once in the module being built."""
    module = builder.module
    known = module.globals.get(name)
    return known or ir.Function(module, ir.FunctionType(result, arguments), name)


def _any_lane(builder: Any, vector: Any) -> Any:
    """The four lanes OR-ed into one word."""
    reduce = _machine(builder, "llvm.vector.reduce.or.v4i64", _WORD, [_LANES])
    return builder.call(reduce, [vector])


def _leading_zeros(builder: Any, vector: Any) -> Any:
    """Leading zero bits of each lane; no lane may be zero."""
    flag = ir.IntType(1)
    function = _machine(builder, "llvm.ctlz.v4i64", _LANES, [_LANES, flag])
    return builder.call(function, [vector, flag(1)])


@intrinsic
def moves_anywhere(typing_context: Any, own: Any, other: Any) -> Any:
    """Squares that end a run of `other` starting beside `own`: legal moves where empty.

    A run has at most six discs; three doubling steps fill it in all directions at once.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        step = _vector(*_STEPS)
        two_steps = _vector(*(2 * value for value in _STEPS))
        start = _splat(builder, arguments[0])
        full = (1 << 64) - 1
        inner = _vector(_INNER, full, _INNER, _INNER)
        through = builder.and_(_splat(builder, arguments[1]), inner)

        def fill(shift: Any, pairs: Any) -> Any:
            run = builder.and_(through, shift(start, step))
            run = builder.or_(run, builder.and_(through, shift(run, step)))
            for _ in range(2):
                run = builder.or_(run, builder.and_(pairs, shift(run, two_steps)))
            return shift(run, step)

        pairs_up = builder.and_(through, builder.shl(through, step))
        pairs_down = builder.lshr(pairs_up, step)
        ends = builder.or_(fill(builder.shl, pairs_up), fill(builder.lshr, pairs_down))
        return _any_lane(builder, ends)

    return types.uint64(types.uint64, types.uint64), generate


def _ray(square: int, lane: int, sign: int) -> int:
    """Squares from `square` (not included) to the edge along a lane's direction."""
    row_step, column_step = ((0, 1), (1, 0), (1, -1), (1, 1))[lane]
    row, column = divmod(square, 8)
    bits = 0
    while True:
        row, column = row + sign * row_step, column + sign * column_step
        if not (0 <= row < 8 and 0 <= column < 8):
            return bits
        bits |= 1 << (8 * row + column)


_RAYS = [
    [_vector(*(_ray(square, lane, sign) for lane in range(4))) for sign in (1, -1)]
    for square in range(64)
]


def _ray_table(module: Any) -> Any:
    """The constant rays of all squares: ``[64][towards higher, lower squares] <4 x i64>``."""
    name = "flipfour.othello.rays"
    pair = ir.ArrayType(_LANES, 2)
    table = ir.ArrayType(pair, 64)
    if name in module.globals:
        return module.globals[name]
    variable = ir.GlobalVariable(module, table, name)
    variable.linkage = "internal"
    variable.global_constant = True
    variable.unnamed_addr = True
    variable.align = 64
    variable.initializer = ir.Constant(table, [ir.Constant(pair, rays) for rays in _RAYS])
    return variable


@intrinsic
def flips(typing_context: Any, own: Any, other: Any, square: Any) -> Any:
    """Discs of `other` that a disc of `own` on the empty `square` turns over.

    Towards higher squares, adding one to "other's discs or off the ray" carries to the
    first square of the ray that is not `other`'s; towards lower ones that square is the
    highest bit left of the ray without `other`. Where it is `own`'s, the run turns.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        own_bits, other_bits = (_splat(builder, bits) for bits in arguments[:2])
        index = [ir.IntType(32)(0), arguments[2]]
        table = _ray_table(builder.module)

        def ray(direction: int) -> Any:
            address = builder.gep(table, [*index, ir.IntType(32)(direction)], inbounds=True)
            return builder.load(address, align=32)

        ones = _vector(1, 1, 1, 1)
        up, down = ray(0), ray(1)

        carried = builder.add(builder.or_(other_bits, builder.not_(up)), ones)
        end = builder.and_(builder.and_(carried, own_bits), up)
        found = builder.sext(builder.icmp_unsigned("!=", end, _vector(0, 0, 0, 0)), _LANES)
        turned_up = builder.and_(builder.add(end, found), up)

        stops = builder.or_(builder.and_(builder.not_(other_bits), down), ones)
        top = _vector(*[1 << 63] * 4)
        first = builder.lshr(top, _leading_zeros(builder, stops))
        end = builder.and_(builder.and_(first, own_bits), down)
        turned_down = builder.and_(builder.neg(builder.shl(end, ones)), down)

        return _any_lane(builder, builder.or_(turned_up, turned_down))

    return types.uint64(types.uint64, types.uint64, types.uint64), generate
