"""Kernels that explore every position of Othello up to 8 × 8, one ply at a time.

A state is two words in the layout of `engine.games.othello.board.bitboard`::

    first     Black's discs; with White to move, all discs
    second    White's discs

Whoever has lost every disc is to move, as nobody turns their own discs over; so White is to
move exactly where the words overlap or the second is 0.

A set of states is an open hash table with two words a slot, both 0 where it is empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine._jit import kernel, trailing_zeros
from engine.games.othello.board.bitboard import flips
from engine.laboratory.exhaustion.hashset import slot_of
from engine.laboratory.othello.lines import PASS, board_bits, choices
from engine.search.control import NODES, STOP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    States = NDArray[np.uint64]

POSITIONS, FINISHED, MUST_PASS, SET_SIZE = range(4)
"""Indices of the totals of `expand`."""

MAX_CHILDREN = 64

_ONE, _ZERO = np.uint64(1), np.uint64(0)
_MULTIPLIER, _SHIFT = np.uint64(0xD6E8FEB86659FD93), np.uint64(29)


@kernel("boolean(uint64[:,::1], uint64, uint64)")
def insert(states: States, first: np.uint64, second: np.uint64) -> bool:
    """Add a state; whether it was new. The set must have an empty slot left."""
    mask = np.uint64(states.shape[0] - 1)
    mixed = (second ^ (second >> _SHIFT)) * _MULTIPLIER
    slot = slot_of(first ^ mixed, mask)
    while states[slot, 0] != _ZERO or states[slot, 1] != _ZERO:
        if states[slot, 0] == first and states[slot, 1] == second:
            return False
        slot = (slot + _ONE) & mask
    states[slot, 0], states[slot, 1] = first, second
    return True


@kernel("void(uint64[:,::1], uint64[:,::1])")
def insert_all(found: States, states: States) -> None:
    """Add every state of an array, whose empty slots are skipped."""
    for index in range(states.shape[0]):
        if states[index, 0] != _ZERO or states[index, 1] != _ZERO:
            insert(found, states[index, 0], states[index, 1])


@kernel("void(uint64[:,::1], uint64[:,::1])")
def members(found: States, dense: States) -> None:
    """Copy the states of a set into `dense`."""
    count = 0
    for slot in range(found.shape[0]):
        if found[slot, 0] != _ZERO or found[slot, 1] != _ZERO:
            dense[count, 0], dense[count, 1] = found[slot, 0], found[slot, 1]
            count += 1


@kernel("UniTuple(uint64, 3)(uint64, uint64, uint64)")
def turn_of(
    first: np.uint64, second: np.uint64, board: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The mover's discs of a state, the opponent's, and the mover's `choices`."""
    black = first & ~second
    own, other = black, second
    if first & second != _ZERO or second == _ZERO:
        own, other = second, black
    return own, other, choices(own, other, board)


@kernel("void(int64, uint64[:,::1], int64[::1])")
def count(size: int, layer: States, totals: Ints) -> None:
    """Count the positions of a layer that is not to be expanded."""
    board = board_bits(size)
    for at in range(layer.shape[0]):
        left = turn_of(layer[at, 0], layer[at, 1], board)[2]
        totals[POSITIONS] += 1
        if left == _ZERO:
            totals[FINISHED] += 1
        elif left == PASS:
            totals[MUST_PASS] += 1


@kernel("int64(int64, uint64[:,::1], int64, uint64[:,::1], int64[::1], int64[::1])")
def expand(size: int, layer: States, start: int, found: States, totals: Ints, words: Ints) -> int:
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
        white = layer[at, 1]
        own, other, left = turn_of(layer[at, 0], white, board)
        white_moves = own == white
        totals[POSITIONS] += 1
        if left == _ZERO:
            totals[FINISHED] += 1
        elif left == PASS:
            totals[MUST_PASS] += 1
            left = _ZERO
            if insert(found, other if white_moves else own | other, white):
                totals[SET_SIZE] += 1
        while left != _ZERO:
            bit = left & (~left + _ONE)
            left ^= bit
            turned = flips(own, other, np.uint64(trailing_zeros(bit)))
            mine, theirs = own | bit | turned, other ^ turned
            words[NODES] += 1
            new = (
                insert(found, theirs, mine) if white_moves else insert(found, mine | theirs, theirs)
            )
            if new:
                totals[SET_SIZE] += 1
        at += 1
    return at
