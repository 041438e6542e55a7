"""Boards of at most 128 bits, and the squares that matter on them.

A column has a bit for every row and one spare bit on top, as in `position`. `own` are the
discs of the side to move, `mask` all discs. Adding the bottom row to `mask` carries every
column's lowest free square out of its discs::

      mask        + bottom       = playable (and the spare bits of full columns)
      . . .         . . .          . . .
      1 . .         . . .          . . 1  <- column 0 is full: its spare bit, not shown
      1 1 .         1 1 1          1 . .

The kernels serve boards of one machine word and of two, see `engine._wide_ints`.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import generic
from engine._wide_ints import Word, bits_of, none_of
from engine.games.connectfour.board._vector import fours, fours_to_complete

_ZERO, _ONE, _FOUR = uint64(0), uint64(1), uint64(4)


@generic
def completing(own: Word, height: uint64, connect: int64) -> Word:
    """Squares that complete a line with discs of `own`; only free ones mean anything."""
    if connect == int64(4):
        return fours_to_complete(own, height)
    return completing_any(own, height, connect)


@generic
def completing_any(own: Word, height: uint64, connect: int64) -> Word:
    """`completing` for other lengths; apart, so that the compiler inlines that of four."""
    found = none_of(own)
    for step in (_ONE, height, height - _ONE, height + _ONE):
        reach = step * uint64(connect - int64(1))
        if reach >= bits_of(own):
            continue  # longer than the board, and than a shift can be
        for hole in range(connect):
            line = ~none_of(own)
            for i in range(connect):
                if i < hole:
                    line &= own << (step * uint64(hole - i))
                elif i > hole:
                    line &= own >> (step * uint64(i - hole))
            found |= line
    return found


@generic
def has_line(own: Word, height: uint64, connect: int64) -> bool:
    """Whether `own` holds `connect` discs in a row."""
    if connect == int64(4):
        return bool(fours(own, height) != _ZERO)
    return has_any_line(own, height, connect)


@generic
def has_any_line(own: Word, height: uint64, connect: int64) -> bool:
    """`has_line` for other lengths."""
    for step in (_ONE, height, height - _ONE, height + _ONE):
        line = own
        if step * uint64(connect - int64(1)) >= bits_of(own):
            continue
        for i in range(int64(1), connect):
            line &= own >> (step * uint64(i))
        if line != _ZERO:
            return True
    return False


@generic
def non_losing(playable: Word, wins_of_other: Word) -> Word:
    """The moves after which the opponent has no line at once.

    `wins_of_other` are the free squares that complete a line of the opponent. One that is
    playable must be taken (two cannot be: the answer is empty), and none may be opened by
    playing below it.
    """
    forced = playable & wins_of_other
    if forced != _ZERO:
        if forced & (forced - _ONE) != _ZERO:
            return none_of(playable)
        playable = forced
    return playable & ~(wins_of_other >> _ONE)
