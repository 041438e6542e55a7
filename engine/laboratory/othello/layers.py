"""Kernels that explore every position of Othello on 4 × 4 and 6 × 6, one ply at a time.

A position is one 64-bit key: ten bits a row, holding the row's discs as a number to base 3
(0 empty, 1 black, 2 white), then a bit for White to move and a bit that is always set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine._jit import kernel, trailing_zeros
from engine.games.othello.bitboard import flips
from engine.laboratory.hashset import insert
from engine.laboratory.othello.lines import PASS, board_bits, choices
from engine.search.control import NODES, STOP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Keys = NDArray[np.uint64]

POSITIONS, FINISHED, MUST_PASS, SET_SIZE = range(4)
"""Indices of the totals of `expand`."""

MAX_CHILDREN = 32

_ONE, _ZERO, _THREE, _TEN = np.uint64(1), np.uint64(0), np.uint64(3), np.uint64(10)
_WHITE_BIT, _ALWAYS_BIT = np.uint64(60), np.uint64(61)


@kernel("uint64(uint64, uint64, int64)")
def key_of(black: np.uint64, white: np.uint64, size: int) -> np.uint64:
    """The key of a position with Black to move."""
    key = _ONE << _ALWAYS_BIT
    for row in range(size):
        number, weight = _ZERO, _ONE
        for column in range(size):
            square = np.uint64(8 * row + column)
            number += weight * ((black >> square & _ONE) + (white >> square & _ONE) * np.uint64(2))
            weight *= _THREE
        key |= number << (_TEN * np.uint64(row))
    return key


@kernel("UniTuple(uint64, 2)(uint64, int64)")
def boards_of(key: np.uint64, size: int) -> tuple[np.uint64, np.uint64]:
    """Black's and White's discs of a key."""
    black, white = _ZERO, _ZERO
    for row in range(size):
        number = key >> (_TEN * np.uint64(row)) & np.uint64(1023)
        for column in range(size):
            square = np.uint64(8 * row + column)
            digit = number % _THREE
            number //= _THREE
            black |= (digit & _ONE) << square
            white |= (digit >> _ONE) << square
    return black, white


@kernel("int64(int64, uint64[::1], int64, uint64[::1], int64[::1], int64[::1])")
def expand(size: int, layer: Keys, start: int, found: Keys, totals: Ints, words: Ints) -> int:
    """Count the positions of a layer and put their successors into the set `found`.

    Returns:
        The index of the first position not expanded, as in
        `engine.laboratory.connectfour.layers.expand`.
    """
    board = board_bits(size)
    at = start
    while at < layer.shape[0]:
        if totals[SET_SIZE] + MAX_CHILDREN > found.shape[0] // 2 or words[STOP] != 0:
            return at
        black, white = boards_of(layer[at], size)
        white_moves = (layer[at] >> _WHITE_BIT) & _ONE != _ZERO
        own, other = (white, black) if white_moves else (black, white)
        left = choices(own, other, board)
        totals[POSITIONS] += 1
        if left == _ZERO:
            totals[FINISHED] += 1
        elif left == PASS:
            totals[MUST_PASS] += 1
            left = _ZERO
            if insert(found, layer[at] ^ (_ONE << _WHITE_BIT)):
                totals[SET_SIZE] += 1
        while left != _ZERO:
            bit = left & (~left + _ONE)
            left ^= bit
            turned = flips(own, other, np.uint64(trailing_zeros(bit)))
            mine, theirs = own | bit | turned, other ^ turned
            words[NODES] += 1
            child = key_of(theirs, mine, size) if white_moves else key_of(mine, theirs, size)
            if not white_moves:
                child |= _ONE << _WHITE_BIT
            if insert(found, child):
                totals[SET_SIZE] += 1
        at += 1
    return at
