"""Judging a position: by trained patterns on 8 × 8, by traits and corners on 6 × 6.

The answer is the expected final disc difference for the side to move, in hundredths of a
disc, clipped well inside what a finished game can score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine._jit import inner, load_i16, load_u64, popcount
from engine.games.othello.board.bitboard import moves, odd_quadrants
from engine.games.othello.board.memory import (
    BOARD,
    C_SQUARES,
    CORNERS,
    NETWORK,
    READINGS,
    WEIGHTS,
    X_SQUARES,
)
from engine.games.othello.evaluation._gather import store_readings, sum_weights, sum_weights_after
from engine.games.othello.evaluation._units import judge, judge_after
from engine.games.othello.evaluation.evaluation_small import TRAITS, stage_address, sum_corners
from engine.games.othello.evaluation.network import FRONTIER, HEADS, MOST, QUADRANTS, ROW_BYTES
from engine.games.othello.evaluation.patterns import (
    EMPTIES_OFFSET,
    MOBILITY_OFFSET,
    STAGE_PLIES,
    STAGE_WEIGHTS,
)
from engine.games.othello.evaluation.stability import stable

if TYPE_CHECKING:
    from numpy.typing import NDArray

DISC = 100
"""Evaluation units in one disc."""

DECIDED = 60 * DISC
"""Beyond such an estimate all moves look the same, and a deeper one tells no more."""

_NOT_LEFT, _NOT_RIGHT = uint64(0xFEFEFEFEFEFEFEFE), uint64(0x7F7F7F7F7F7F7F7F)
_S1, _S8 = uint64(1), uint64(8)
_ZERO, _ALL = uint64(0), uint64(0xFFFFFFFFFFFFFFFF)
_BY_HAND = np.array([500, -250, -80, 100, 70, 25, 100])
"""Weights of the traits on boards that nothing was trained for."""

_MOST = int64(63 * DISC)
_STAGE_PLIES, _STAGE_BYTES = int64(STAGE_PLIES), uint64(2 * STAGE_WEIGHTS)
_JUDGED, _ROW = int64(MOST), int64(ROW_BYTES)
_MOBILITY, _EMPTIES = uint64(2 * MOBILITY_OFFSET), uint64(2 * EMPTIES_OFFSET)


LIFT_BY_EMPTIES = {
    **{5: 74, 9: 123, 13: 141, 17: 136, 21: 140, 25: 114, 29: 100, 33: 85, 37: 93},
    **{41: 68, 45: 52, 49: 34, 53: 56, 57: 56},
}
"""How much better the side to move stands than `evaluate` says of positions in a search,
hundredths of a disc, by empty squares: what `calibrate` found, see `lift`."""

LAST_MOVE_BY_EMPTIES = {3: 25, 5: 50, 7: 70, 9: 95, 13: 105, 17: 120, 25: 120, 33: 140}
"""How much better than that the side stands that will have the last move if nobody passes: the
side to move where an odd number of squares is empty. By empty squares too, from `calibrate`.
"""


NETWORK_LIFT_BY_EMPTIES = {8: -60, 11: -40, 14: 20, 16: 37, 20: 55, 24: 60, 32: 70}
NETWORK_LAST_MOVE_BY_EMPTIES = {8: -10, 11: 30, 14: 65, 16: 90, 20: 125, 24: 160, 32: 160}
"""The same where the network judges, see `network`."""


def _lifts(lift: dict[int, int], last_move: dict[int, int]) -> NDArray[np.int64]:
    """What `lift` adds, for every number of empty squares."""
    empties = np.arange(65)
    lifts, last_moves = (
        np.interp(empties, list(known), list(known.values())) for known in (lift, last_move)
    )
    lifts += np.where(empties % 2, last_moves, -last_moves)
    return np.rint(lifts).astype(np.int64)


LIFT = _lifts(LIFT_BY_EMPTIES, LAST_MOVE_BY_EMPTIES)
NETWORK_LIFT = _lifts(NETWORK_LIFT_BY_EMPTIES, NETWORK_LAST_MOVE_BY_EMPTIES)


@inner("uint64(uint64)")
def neighbours(bits: uint64) -> uint64:
    """The squares beside (also diagonally) any of `bits`, perhaps some of them themselves."""
    wide = bits | ((bits << _S1) & _NOT_LEFT) | ((bits >> _S1) & _NOT_RIGHT)
    return wide | (wide << _S8) | (wide >> _S8)


@inner("int64(uint64, uint64)")
def _difference(own: uint64, other: uint64) -> int64:
    return int64(popcount(own)) - int64(popcount(other))


@inner("UniTuple(int64, 7)(uint64, uint64, uint64, int64, uint64)")
def traits(
    own: uint64, other: uint64, empties: uint64, left: int64, context: uint64
) -> tuple[int64, int64, int64, int64, int64, int64, int64]:
    """Differences: corners, discs diagonally and straight beside empty ones, stable discs,
    moves, empty squares beside the other's discs; at last 1 if an odd number is left, else -1.
    """
    corners, board = load_u64(context + CORNERS), load_u64(context + BOARD)
    # The squares around a corner are worth their danger only while the corner is empty.
    risky = neighbours(corners & empties)
    diagonal, beside = load_u64(context + X_SQUARES) & risky, load_u64(context + C_SQUARES) & risky
    return (
        _difference(own & corners, other & corners),
        _difference(own & diagonal, other & diagonal),
        _difference(own & beside, other & beside),
        _difference(stable(own, other, board), stable(other, own, board)),
        _difference(moves(own, other, empties), moves(other, own, empties)),
        _difference(neighbours(other) & empties, neighbours(own) & empties),
        # The side that plays last gains; with an even number left that is the opponent.
        int64(1) if left & int64(1) else int64(-1),
    )


@inner("int64(uint64, uint64, uint64, int64, uint64)")
def features(own: uint64, other: uint64, empties: uint64, left: int64, context: uint64) -> int64:
    """The score of a position that goes on, by its traits and, where trained, its corners."""
    found = traits(own, other, empties, left, context)
    weights, score = load_u64(context + WEIGHTS), int64(0)
    if weights == _ZERO:
        for index in range(TRAITS):
            score += _BY_HAND[index] * found[index]
    else:
        stage = stage_address(left, weights)
        for index in range(TRAITS):
            score += load_i16(stage + uint64(2 * index)) * found[index]
        score += sum_corners(own, other, stage)
    most = int64(DISC) * int64(popcount(load_u64(context + BOARD))) - int64(DISC)
    return max(-most, min(most, score))


@inner("boolean(uint64)")
def _reads_patterns(context: uint64) -> bool:
    weights, board = load_u64(context + WEIGHTS), load_u64(context + BOARD)
    return bool(weights != _ZERO and board == _ALL)


@inner("uint64(int64, uint64)")
def _stage(left: int64, context: uint64) -> uint64:
    """The address of the pattern weights for so many empty squares."""
    stage = uint64((left - int64(1)) // _STAGE_PLIES) * _STAGE_BYTES
    return uint64(load_u64(context + WEIGHTS) + stage)


@inner("int64(int64, uint64, uint64, uint64, uint64, int64, uint64)")
def _complete(
    score: int64,
    own: uint64,
    other: uint64,
    empties: uint64,
    choices: uint64,
    left: int64,
    stage: uint64,
) -> int64:
    """The score by patterns with what mobility and the number of empty squares add."""
    mine = min(int64(popcount(choices)), int64(31))
    theirs = min(int64(popcount(moves(other, own, empties))), int64(31))
    score += load_i16(stage + _MOBILITY + uint64(mine * int64(64) + theirs * int64(2)))
    score += load_i16(stage + _EMPTIES + uint64(left * int64(2)))
    return max(-_MOST, min(_MOST, score))


@inner("boolean(int64, uint64)")
def judged(left: int64, context: uint64) -> bool:
    """Whether the network judges positions with so many empty squares."""
    return bool(left <= _JUDGED and load_u64(context + NETWORK) != _ZERO)


@inner("UniTuple(uint64, 4)(uint64, uint64, uint64, uint64, int64, uint64)")
def further_rows(
    own: uint64, other: uint64, empties: uint64, choices: uint64, left: int64, context: uint64
) -> tuple[uint64, uint64, uint64, uint64]:
    """The head's address, and the rows of mobility, frontier and quadrants, see `network`."""
    head = uint64((int64(HEADS) + int64(2) * left) * _ROW)
    mine = min(int64(popcount(choices)), int64(31))
    theirs = min(int64(popcount(moves(other, own, empties))), int64(31))
    beside_theirs = min(int64(popcount(neighbours(other) & empties)), int64(31))
    beside_mine = min(int64(popcount(neighbours(own) & empties)), int64(31))
    odd = int64(popcount(odd_quadrants(empties))) // int64(16)
    return (
        uint64(load_u64(context + NETWORK) + head),
        uint64(int64(MOBILITY_OFFSET) + mine * int64(32) + theirs),
        uint64(int64(FRONTIER) + beside_theirs * int64(32) + beside_mine),
        uint64(int64(QUADRANTS) + odd * int64(64) + left),
    )


@inner("int64(uint64, uint64, uint64, uint64, int64, uint64)")
def evaluate(
    own: uint64, other: uint64, empties: uint64, choices: uint64, left: int64, context: uint64
) -> int64:
    """The score of a position that goes on; `choices` are the moves of `own`."""
    if not _reads_patterns(context):
        return features(own, other, empties, left, context)
    if judged(left, context):
        rows = load_u64(context + NETWORK)
        found = further_rows(own, other, empties, choices, left, context)
        score = int64(judge(own, other, rows, found[0], found[1], found[2], found[3]))
        return max(-_MOST, min(_MOST, score))
    stage = _stage(left, context)
    score = int64(sum_weights(own, other, stage))
    return _complete(score, own, other, empties, choices, left, stage)


@inner("void(uint64, uint64, uint64)")
def look(own: uint64, other: uint64, context: uint64) -> None:
    """Read the patterns of a board for `evaluate_after` the moves of `own`."""
    if _reads_patterns(context):
        store_readings(other, own, context + READINGS)


@inner("int64(uint64, uint64, uint64, uint64, uint64, uint64, int64, uint64)")
def evaluate_after(
    own: uint64,
    other: uint64,
    empties: uint64,
    choices: uint64,
    square: uint64,
    turned: uint64,
    left: int64,
    context: uint64,
) -> int64:
    """What `evaluate` says of a position, at less cost.

    It arose from the board of the latest `look` by a disc of `other` on `square`, which
    `turned` discs of `own`.
    """
    if not _reads_patterns(context):
        return features(own, other, empties, left, context)
    if judged(left, context):
        rows = load_u64(context + NETWORK)
        found = further_rows(own, other, empties, choices, left, context)
        readings = context + READINGS
        score = int64(
            judge_after(readings, square, turned, rows, found[0], found[1], found[2], found[3])
        )
        return max(-_MOST, min(_MOST, score))
    stage = _stage(left, context)
    score = int64(sum_weights_after(context + READINGS, square, turned, stage))
    return _complete(score, own, other, empties, choices, left, stage)


@inner("int64(int64, uint64)")
def lift(left: int64, context: uint64) -> int64:
    """What to add to an estimate at the horizon of a search.

    The side that has moved last has chosen what `evaluate` liked best, its errors included, so
    that it looks better than it is; without a lift every ply deeper the score leans the other way.
    Who has the last move stands better than `evaluate` says, at whatever depth it is asked.
    """
    if load_u64(context + BOARD) != _ALL:
        return int64(0)
    return int64(NETWORK_LIFT[left] if judged(left, context) else LIFT[left])
