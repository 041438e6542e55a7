"""The pattern readings of a board as vectors, one lane for each reading.

A reading is a number in base three (`patterns`), so it is a sum over the discs: every square
has a vector of what an own disc there adds to each reading, nothing where the pattern does
not hold the square. A disc of the other side adds twice that. A move therefore changes the
readings by a few vector additions::

      lane            0           1           2     ...   49         50 .. 63
      reading   corner 3x3  corner 3x3  corner 3x3     diagonal of 4   unused
      a1              1           0           0     ...    0          0
      b1              3           9           0     ...    0          0

LLVM turns the vectors into whatever the machine has. The slow twin is in the tests.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from engine._jit import intrinsic, types
from engine.games.othello.evaluation.patterns import INSTANCES, PATTERNS, place_values

_WORD, _HALF, _INDEX = ir.IntType(64), ir.IntType(16), ir.IntType(32)
LANES = 64
"""Readings and unused lanes, each of 16 bits."""

_VECTOR = ir.VectorType(_HALF, LANES)
_VALUES = place_values()
_AT_ONCE = 3
"""Discs added in one round: nobody foresees how many there are, and a wrong guess costs more."""

OFFSETS = [pattern.offset for pattern in PATTERNS for _ in pattern.views]
"""Where the weights of each reading begin."""


def _constant(values: list[int]) -> ir.Constant:
    return ir.Constant(_VECTOR, [_HALF(v) for v in values + [0] * (LANES - INSTANCES)])


def _value_table(module: Any) -> Any:
    """The constant ``[square] <lanes x i16>``: what an own disc adds to each reading.

    The 65th, where there is no square left, adds nothing.
    """
    name = "flipfour.othello.values"
    if name in module.globals:
        return module.globals[name]
    table = ir.ArrayType(_VECTOR, 65)
    variable = ir.GlobalVariable(module, table, name)
    variable.linkage = "internal"
    variable.global_constant = True
    variable.unnamed_addr = True
    variable.align = 64
    rows = [*_VALUES, [0] * INSTANCES]
    variable.initializer = ir.Constant(table, [_constant(values) for values in rows])
    return variable


def _value(builder: Any, square: Any) -> Any:
    address = builder.gep(_value_table(builder.module), [_INDEX(0), square], inbounds=True)
    return builder.load(address, align=32)


def _sum_of(builder: Any, start: Any, bits: Any) -> Any:
    """`start` with what own discs on the squares `bits` add."""
    before = builder.block
    loop, done = (builder.append_basic_block(name) for name in ("square", "squares"))
    builder.cbranch(builder.icmp_unsigned("!=", bits, _WORD(0)), loop, done)
    builder.position_at_end(loop)
    rest, total = builder.phi(_WORD), builder.phi(_VECTOR)
    more, fewer = total, rest
    for _ in range(_AT_ONCE):
        more = builder.add(more, _value(builder, builder.cttz(fewer, ir.IntType(1)(0))))
        fewer = builder.and_(fewer, builder.sub(fewer, _WORD(1)))
    for phi, first, later in ((rest, bits, fewer), (total, start, more)):
        phi.add_incoming(first, before)
        phi.add_incoming(later, loop)
    builder.cbranch(builder.icmp_unsigned("!=", fewer, _WORD(0)), loop, done)
    builder.position_at_end(done)
    result = builder.phi(_VECTOR)
    result.add_incoming(start, before)
    result.add_incoming(more, loop)
    return result


def readings_of(builder: Any, own: Any, other: Any) -> Any:
    """The readings of a board: one of own discs alone, without the empty squares, and once
    more the other side's. That is shorter than both sides' discs.
    """
    full = [sum(values[lane] for values in _VALUES) for lane in range(INSTANCES)]
    empties = builder.not_(builder.or_(own, other))
    without = builder.sub(_constant(full), _sum_of(builder, _constant([0] * INSTANCES), empties))
    return _sum_of(builder, without, other)


def readings_after(builder: Any, source: Any, square: Any, turned: Any) -> Any:
    """The readings at `source` after a disc of the other side on `square` that `turned` some."""
    address = builder.inttoptr(source, _VECTOR.as_pointer())
    placed = _value(builder, square)
    placed = builder.add(placed, placed)
    return _sum_of(builder, builder.add(builder.load(address, align=2), placed), turned)


def single_readings(builder: Any, readings: Any) -> list[Any]:
    """Each reading by itself, as a word.

    By way of words of four: out of a vector itself they come one by one, and slowly.
    """
    words = builder.bitcast(readings, ir.VectorType(_WORD, LANES // 4))
    singles = []
    for lane in range(INSTANCES):
        word = builder.extract_element(words, _INDEX(lane // 4))
        shifted = builder.lshr(word, _WORD(16 * (lane % 4)))
        singles.append(builder.and_(shifted, _WORD(0xFFFF)))
    return singles


def _weights(builder: Any, readings: Any, address: Any) -> Any:
    """The sum of the int16 weights that the readings select of those at `address`."""
    table = builder.inttoptr(address, _HALF.as_pointer())
    total = _WORD(0)
    for offset, reading in zip(OFFSETS, single_readings(builder, readings), strict=True):
        place = builder.gep(builder.gep(table, [_WORD(offset)]), [reading])
        total = builder.add(total, builder.sext(builder.load(place), _WORD))
    return total


@intrinsic
def sum_weights(typing_context: Any, own: Any, other: Any, weights: Any) -> Any:
    """The sum (int64) of the int16 weights at `weights` that the board's readings select."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _weights(builder, readings_of(builder, *arguments[:2]), arguments[2])

    return types.int64(types.uint64, types.uint64, types.uint64), generate


@intrinsic
def store_readings(typing_context: Any, own: Any, other: Any, target: Any) -> Any:
    """Write the board's readings to `target`: `LANES` uint16."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        address = builder.inttoptr(arguments[2], _VECTOR.as_pointer())
        builder.store(readings_of(builder, *arguments[:2]), address, align=2)
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64), generate


@intrinsic
def sum_weights_after(
    typing_context: Any, source: Any, square: Any, turned: Any, weights: Any
) -> Any:
    """`sum_weights` of the board whose readings are at `source` after the other side's move.

    `square` becomes a disc of the other side, and so do the own discs `turned`.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        *move, weights = arguments
        return _weights(builder, readings_after(builder, *move), weights)

    return types.int64(types.uint64, types.uint64, types.uint64, types.uint64), generate
