"""Discs that can never be turned over, and the bound on the score they prove.

A disc is stable when, along each of the four lines through it, the line is full, or the
disc is at the rim, or a neighbour on the line is a stable disc of the same side. Squares
outside a small board count as full and as stable.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import inner, popcount

_ROW_ENDS = uint64(0x8181818181818181)
_COLUMN_ENDS = uint64(0xFF000000000000FF)
_RIM = _ROW_ENDS | _COLUMN_ENDS
_FIRST_COLUMN, _ROW = uint64(0x0101010101010101), uint64(0xFF)
_ALL = uint64(0xFFFFFFFFFFFFFFFF)
UNBOUNDED = int64(127)
"""Above every score."""

_S1, _S2, _S4, _S7, _S8, _S9, _S14, _S16 = (uint64(s) for s in (1, 2, 4, 7, 8, 9, 14, 16))
_S18, _S28, _S32, _S36, _S48, _S56 = (uint64(s) for s in (18, 28, 32, 36, 48, 56))


def _off_board(row_step: int, column_step: int) -> uint64:
    """The squares from which such a step leaves the board."""
    return uint64(
        sum(
            1 << (8 * row + column)
            for row in range(8)
            for column in range(8)
            if not (0 <= row + row_step < 8 and 0 <= column + column_step < 8)
        )
    )


_SOUTHWEST = (_off_board(1, -1), _off_board(2, -2), _off_board(4, -4))
_NORTHEAST = (_off_board(-1, 1), _off_board(-2, 2), _off_board(-4, 4))
_SOUTHEAST = (_off_board(1, 1), _off_board(2, 2), _off_board(4, 4))
_NORTHWEST = (_off_board(-1, -1), _off_board(-2, -2), _off_board(-4, -4))


@inner("uint64(uint64)")
def _full_rows(occupied: uint64) -> uint64:
    full = occupied & (occupied >> _S1)
    full &= full >> _S2
    full &= full >> _S4
    return (full & _FIRST_COLUMN) * _ROW


@inner("uint64(uint64)")
def _full_columns(occupied: uint64) -> uint64:
    full = occupied & ((occupied >> _S8) | (occupied << _S56))
    full &= (full >> _S16) | (full << _S48)
    return full & ((full >> _S32) | (full << _S32))


@inner("uint64(uint64)")
def _full_rising(occupied: uint64) -> uint64:
    """Squares of full diagonals like a8-h1: filled on to the rim both ways."""
    down = occupied & ((occupied >> _S7) | _SOUTHWEST[0])
    down &= (down >> _S14) | _SOUTHWEST[1]
    down &= (down >> _S28) | _SOUTHWEST[2]
    up = occupied & ((occupied << _S7) | _NORTHEAST[0])
    up &= (up << _S14) | _NORTHEAST[1]
    up &= (up << _S28) | _NORTHEAST[2]
    return down & up


@inner("uint64(uint64)")
def _full_falling(occupied: uint64) -> uint64:
    """Squares of full diagonals like a1-h8: filled on to the rim both ways."""
    down = occupied & ((occupied >> _S9) | _SOUTHEAST[0])
    down &= (down >> _S18) | _SOUTHEAST[1]
    down &= (down >> _S36) | _SOUTHEAST[2]
    up = occupied & ((occupied << _S9) | _NORTHWEST[0])
    up &= (up << _S18) | _NORTHWEST[1]
    up &= (up << _S36) | _NORTHWEST[2]
    return down & up


@inner("uint64(uint64, uint64, uint64)")
def stable(own: uint64, other: uint64, board: uint64) -> uint64:
    """Discs of `own` proved stable by the rule above (not all that are)."""
    outside = board ^ _ALL
    occupied = own | other | outside
    rows = _full_rows(occupied) | _ROW_ENDS
    columns = _full_columns(occupied) | _COLUMN_ENDS
    rising = _full_rising(occupied) | _RIM
    falling = _full_falling(occupied) | _RIM
    found = outside
    while True:
        grown = own & (rows | (found << _S1) | (found >> _S1))
        grown &= columns | (found << _S8) | (found >> _S8)
        grown &= rising | (found << _S7) | (found >> _S7)
        grown &= falling | (found << _S9) | (found >> _S9)
        grown |= outside
        if grown == found:
            return found & board
        found = grown


@inner("boolean(uint64, int64, uint64)")
def promising(other: uint64, alpha: int64, board: uint64) -> bool:
    """Whether counting pays: the bound falls to `alpha` with three of four of its discs stable.

    A test for time, not for truth: asking less often cost nodes, more often cost time.
    """
    needed = int64(popcount(board)) - alpha
    return bool(int64(3) * int64(popcount(other)) >= int64(2) * needed)


@inner("int64(uint64, uint64, int64, uint64)", forceinline=True)
def bound(own: uint64, other: uint64, alpha: int64, board: uint64) -> int64:
    """A score that `own` cannot exceed, given the other side's stable discs.

    `UNBOUNDED` where it could hardly be `alpha` or less, as they are not counted there.
    """
    if not promising(other, alpha, board):
        return UNBOUNDED
    return int64(popcount(board)) - int64(2) * int64(popcount(stable(other, own, board)))
