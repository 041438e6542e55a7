"""Compiled perft of Othello, for the boards of `bitboard` (4, 6 and 8 squares a side).

Positions that turnings and mirrorings make equal have equal counts, so a table keeps the
counts of one of each eight. An entry is three words: own discs, other's discs, and depth
and count together (the depth in the lowest 8 bits).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine._jit import kernel, load_u64, popcount, store_u64, trailing_zeros
from engine.games.othello.board.bitboard import flips, layout, moves
from engine.games.othello.board.images import canonical
from engine.parts.counting import Convention, Finished

if TYPE_CHECKING:
    from engine.games.othello.position import OthelloPosition

USUAL = Convention(Finished.KEPT)

_TABLE_BITS = 20
_TABLE_FROM = 3
"""The least depth worth a look into the table."""

_ZERO, _ONE, _THREE, _EIGHT = uint64(0), uint64(1), uint64(3), uint64(8)
_DEPTH = uint64(255)
_MASK = uint64((1 << _TABLE_BITS) - 1)
_ENTRY = uint64(24)
_MULTIPLIER = uint64(0x9E3779B97F4A7C15)
_HIGH = uint64(64 - _TABLE_BITS)
_ROTATE = uint64(29)


def count(position: OthelloPosition, depth: int, convention: Convention) -> int | None:
    """The count by compiled code, None for boards of more than 8 squares a side."""
    size = position.game.size
    if size > 8:
        return None
    board = layout(size)
    own, other = board.pack(position)
    table = np.zeros(3 << _TABLE_BITS, dtype=np.uint64)
    depth = min(depth, 2 * size * size)  # longer than any game
    return int(
        _count(
            own,
            other,
            board.board,
            uint64(8 - size),
            uint64(table.ctypes.data),
            int64(depth),
            int64(convention.finished is Finished.KEPT),
            int64(convention.pass_is_ply),
        )
    )


@kernel("uint64(uint64, uint64)")
def _slot(own: uint64, other: uint64) -> uint64:
    """The offset of a position's entry in the table, in bytes."""
    mixed = own * _MULTIPLIER
    mixed ^= ((mixed >> _ROTATE) ^ other) * _MULTIPLIER
    return uint64(((mixed * _MULTIPLIER) >> _HIGH) * _ENTRY)


@kernel("int64(uint64, uint64, uint64, uint64, uint64, int64, int64, int64)")
def _count(
    own: uint64,
    other: uint64,
    board: uint64,
    margin: uint64,
    table: uint64,
    depth: int64,
    kept: int64,
    pass_is_ply: int64,
) -> int64:
    """Sequences of `depth` plies with `own` to move; `table` is the address of the table."""
    if depth == 0:
        return int64(1)
    empties = board & ~(own | other)
    legal = moves(own, other, empties)
    if legal == _ZERO:
        if moves(other, own, empties) == _ZERO:
            return kept
        return _count(other, own, board, margin, table, depth - pass_is_ply, kept, pass_is_ply)
    if depth == 1:
        return int64(popcount(legal))
    entry = _ZERO
    first, second = own, other
    if depth >= _TABLE_FROM:
        first, second = canonical(own, other, margin)
        entry = table + _slot(first, second)
        stored = load_u64(entry + uint64(16))
        if (
            load_u64(entry) == first
            and load_u64(entry + _EIGHT) == second
            and (stored & _DEPTH) == uint64(depth)
        ):
            return int64(stored >> _EIGHT)
    total = int64(0)
    while legal != _ZERO:
        square = trailing_zeros(legal)
        legal &= legal - _ONE
        turned = flips(own, other, square)
        total += _count(
            other ^ turned,
            own | turned | (_ONE << square),
            board,
            margin,
            table,
            depth - 1,
            kept,
            pass_is_ply,
        )
    if depth >= _TABLE_FROM:
        store_u64(entry, first)
        store_u64(entry + _EIGHT, second)
        store_u64(entry + uint64(16), (uint64(total) << _EIGHT) | uint64(depth))
    return total
