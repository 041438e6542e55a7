"""Judging a position: by trained patterns on 8 × 8, else by general features.

The answer is the expected final disc difference for the side to move, in hundredths of a
disc, clipped well inside what a finished game can score.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import inner, load_i16, load_u64, popcount
from engine.games.othello._gather import sum_weights
from engine.games.othello.bitboard import moves
from engine.games.othello.context import BOARD, C_SQUARES, CORNERS, WEIGHTS, X_SQUARES
from engine.games.othello.patterns import (
    EMPTIES_OFFSET,
    MOBILITY_OFFSET,
    STAGE_PLIES,
    STAGE_WEIGHTS,
)
from engine.games.othello.stability import stable

DISC = 100
"""Evaluation units in one disc."""

_NOT_LEFT, _NOT_RIGHT = uint64(0xFEFEFEFEFEFEFEFE), uint64(0x7F7F7F7F7F7F7F7F)
_S1, _S8 = uint64(1), uint64(8)
_ZERO = uint64(0)
_MOST = int64(63 * DISC)
_STAGE_PLIES, _STAGE_BYTES = int64(STAGE_PLIES), uint64(2 * STAGE_WEIGHTS)
_MOBILITY, _EMPTIES = uint64(2 * MOBILITY_OFFSET), uint64(2 * EMPTIES_OFFSET)


@inner("uint64(uint64)")
def neighbours(bits: uint64) -> uint64:
    """The squares beside (also diagonally) any of `bits`, perhaps some of them themselves."""
    wide = bits | ((bits << _S1) & _NOT_LEFT) | ((bits >> _S1) & _NOT_RIGHT)
    return wide | (wide << _S8) | (wide >> _S8)


@inner("int64(uint64, uint64)")
def _difference(own: uint64, other: uint64) -> int64:
    return int64(popcount(own)) - int64(popcount(other))


@inner("int64(uint64, uint64, uint64, int64, uint64)")
def features(own: uint64, other: uint64, empties: uint64, left: int64, context: uint64) -> int64:
    """The score of a position that goes on, by mobility, corners, stability and parity."""
    corners, board = load_u64(context + CORNERS), load_u64(context + BOARD)
    # The squares around a corner are worth their danger only while the corner is empty.
    risky = neighbours(corners & empties)
    score = int64(500) * _difference(own & corners, other & corners)
    near = load_u64(context + X_SQUARES) & risky
    score -= int64(250) * _difference(own & near, other & near)
    near = load_u64(context + C_SQUARES) & risky
    score -= int64(80) * _difference(own & near, other & near)
    score += int64(100) * _difference(stable(own, other, board), stable(other, own, board))
    score += int64(70) * _difference(moves(own, other, empties), moves(other, own, empties))
    score += int64(25) * _difference(neighbours(other) & empties, neighbours(own) & empties)
    # The side that plays last gains; with an even number left that is the opponent.
    score += int64(100) if left & int64(1) else int64(-100)
    most = int64(DISC) * int64(popcount(board)) - int64(DISC)
    return max(-most, min(most, score))


@inner("int64(uint64, uint64, uint64, uint64, int64, uint64)")
def evaluate(
    own: uint64, other: uint64, empties: uint64, choices: uint64, left: int64, context: uint64
) -> int64:
    """The score of a position that goes on; `choices` are the moves of `own`."""
    weights = load_u64(context + WEIGHTS)
    if weights == _ZERO:
        return features(own, other, empties, left, context)
    weights += uint64((left - int64(1)) // _STAGE_PLIES) * _STAGE_BYTES
    mine = min(int64(popcount(choices)), int64(31))
    theirs = min(int64(popcount(moves(other, own, empties))), int64(31))
    score = int64(sum_weights(own, other, weights))
    score += load_i16(weights + _MOBILITY + uint64(mine * int64(64) + theirs * int64(2)))
    score += load_i16(weights + _EMPTIES + uint64(left * int64(2)))
    return max(-_MOST, min(_MOST, score))
