"""The moves of a node, generated into scratch space with a rank each, best first.

A move takes two words of the node's row of scratch: its rank (a signed number that holds
the square in its low seven bits), and the discs it turns over::

      row + 16 * i        rank << 7 | square
      row + 16 * i + 8    turned discs
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import kernel, load_u64, store_u64

MOVE_BYTES = uint64(16)
_TURNED = uint64(8)
_SQUARE = uint64(0x7F)
_SEVEN = uint64(7)
_ONE, _ZERO = uint64(1), uint64(0)
_SIGN = uint64(1 << 63)
WIN_RANK = int64(1 << 40)
"""Rank of a move that leaves the opponent without a disc."""

TABLE_RANK = int64(1 << 30)
"""Rank of the move an earlier search found best."""


@kernel("void(uint64, int64, uint64, uint64)")
def put(move: uint64, rank: int64, square: uint64, turned: uint64) -> None:
    """Write the move at the address `move`; ranks compare as unsigned words afterwards."""
    store_u64(move, ((uint64(rank) << _SEVEN) ^ _SIGN) | square)
    store_u64(move + _TURNED, turned)


@kernel("uint64(uint64)")
def square_of(move: uint64) -> uint64:
    """The square of the move at this address."""
    return uint64(load_u64(move) & _SQUARE)


@kernel("uint64(uint64)")
def turned_by(move: uint64) -> uint64:
    """The discs the move at this address turns over."""
    return uint64(load_u64(move + _TURNED))


@kernel("void(uint64, uint64)")
def bring_best(move: uint64, end: uint64) -> None:
    """Swap the highest ranked of the moves from `move` up to `end` to the front."""
    best, at = move, move + MOVE_BYTES
    key = load_u64(move)
    while at < end:
        if load_u64(at) > key:
            key, best = load_u64(at), at
        at += MOVE_BYTES
    if best != move:
        turned = load_u64(best + _TURNED)
        store_u64(best, load_u64(move))
        store_u64(best + _TURNED, load_u64(move + _TURNED))
        store_u64(move, key)
        store_u64(move + _TURNED, turned)
