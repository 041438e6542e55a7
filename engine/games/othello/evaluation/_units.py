"""The units of the network (`network`) as one vector: rows added up, clipped, weighed.

The slow twin is in the tests.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from engine._jit import intrinsic, types
from engine.games.othello.evaluation._gather import (
    OFFSETS,
    readings_after,
    readings_of,
    single_readings,
)
from engine.games.othello.evaluation.network import HEAVY, LINEAR, TOP, UNITS

_WORD, _HALF, _INDEX = ir.IntType(64), ir.IntType(16), ir.IntType(32)
_UNITS = ir.VectorType(_HALF, UNITS)
_WIDE = ir.VectorType(_INDEX, UNITS)
_LEAST = [-32768] * LINEAR + [0] * (UNITS - LINEAR)
_MOST = [32767] * LINEAR + [TOP] * (UNITS - LINEAR)
_TEN_DISCS = 1000


def _constant(values: list[int]) -> ir.Constant:
    return ir.Constant(_UNITS, [_HALF(value) for value in values])


def _total(builder: Any, vector: Any) -> Any:
    """The sum of a vector's numbers: of neighbours first, as of products machines add those at
    once, then of halves."""
    undefined, count = ir.Constant(vector.type, ir.Undefined), UNITS // 2
    pairs = (range(0, UNITS, 2), range(1, UNITS, 2))
    while True:
        places = ir.VectorType(_INDEX, count)
        first, second = (
            builder.shuffle_vector(
                vector, undefined, ir.Constant(places, [_INDEX(place) for place in side])
            )
            for side in pairs
        )
        vector = builder.add(first, second)
        if count == 1:
            return builder.extract_element(vector, _INDEX(0))
        undefined, count = ir.Constant(vector.type, ir.Undefined), count // 2
        pairs = (range(count), range(count, 2 * count))


def _score(builder: Any, readings: Any, rows: Any, head: Any, further: list[Any]) -> Any:
    """The score in hundredths of a disc; `further` are the indices of rows that no pattern has."""
    table, biases = (builder.inttoptr(at, _UNITS.as_pointer()) for at in (rows, head))
    units = builder.load(biases, align=32)
    for index in further:
        units = builder.add(units, builder.load(builder.gep(table, [index]), align=32))
    for offset, reading in zip(OFFSETS, single_readings(builder, readings), strict=True):
        place = builder.gep(builder.gep(table, [_WORD(offset)]), [reading])
        units = builder.add(units, builder.load(place, align=32))
    for limits, beyond in ((_LEAST, "<"), (_MOST, ">")):
        limit = _constant(limits)
        units = builder.select(builder.icmp_signed(beyond, units, limit), limit, units)
    weights = builder.load(builder.gep(biases, [_WORD(1)]), align=32)
    weighed = builder.mul(builder.sext(units, _WIDE), builder.sext(weights, _WIDE))
    score = builder.mul(builder.sext(_total(builder, weighed), _WORD), _WORD(_TEN_DISCS))
    return builder.ashr(score, _WORD((TOP * HEAVY).bit_length() - 1))


@intrinsic
def judge(
    typing_context: Any,
    own: Any,
    other: Any,
    rows: Any,
    head: Any,
    mobility: Any,
    frontier: Any,
    quadrants: Any,
) -> Any:
    """What the network at `rows` says of a board; the head's address, the other rows' indices."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        own, other, rows, head, *further = arguments
        return _score(builder, readings_of(builder, own, other), rows, head, further)

    return types.int64(*[types.uint64] * 7), generate


@intrinsic
def judge_after(
    typing_context: Any,
    source: Any,
    square: Any,
    turned: Any,
    rows: Any,
    head: Any,
    mobility: Any,
    frontier: Any,
    quadrants: Any,
) -> Any:
    """`judge` of the board whose readings are at `source` after the other side's move, see
    `_gather.sum_weights_after`."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        source, square, turned, rows, head, *further = arguments
        return _score(builder, readings_after(builder, source, square, turned), rows, head, further)

    return types.int64(*[types.uint64] * 8), generate
