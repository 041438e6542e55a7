"""Bitboards of the sizes that fit 64 bits, and what every search asks of them.

Boards of 4 × 4 and 6 × 6 lie in the top left of the 8 × 8 layout; the squares outside are
nobody's, so runs of discs end at them, and they are left out of the `empties` that every
function takes::

      00 01 02 03 04 05 | 06 07        8 * row + column
      08 09 10 11 12 13 | 14 15
      ...                 ...          6 × 6: `board` masks the inner squares
      40 41 42 43 44 45 | 46 47
      ------------------+
      48 49 ...
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine._jit import inner, kernel, popcount, trailing_zeros
from engine.games.othello.board import _vector

if TYPE_CHECKING:
    from engine.game import Move
    from engine.games.othello.position import OthelloPosition

_S1, _S2, _S8, _S16, _S56 = uint64(1), uint64(2), uint64(8), uint64(16), uint64(56)
_LOW3 = uint64(7)
_S3 = uint64(3)
_QUADRANT_ORIGINS = uint64(0x0000001100000011)
_QUADRANT = uint64(0x0F0F0F0F)
_COLUMN = uint64(0x0101010101010101)
_GATHER_COLUMN = uint64(0x0102040810204080)


def _line_flips() -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Discs turned in one full line: ``[place][own's discs]``, all others being other's."""
    table = np.zeros((8, 256), dtype=np.uint8)
    for place in range(8):
        for own in range(256):
            for side in (range(place + 1, 8), range(place - 1, -1, -1)):
                for run, at in enumerate(side):
                    if own >> at & 1:
                        table[place, own] += run
                        break
    return table


def _diagonals() -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """The two diagonals through each square."""
    table = np.zeros((64, 2), dtype=np.uint64)
    for square in range(64):
        for at in range(64):
            rows, columns = at // 8 - square // 8, at % 8 - square % 8
            if rows == columns:
                table[square, 0] |= uint64(1 << at)
            if rows == -columns:
                table[square, 1] |= uint64(1 << at)
    return table


_LINE_FLIPS = _line_flips()
_DIAGONALS = _diagonals()


@kernel("uint64(uint64, uint64, uint64)")
def moves(own: uint64, other: uint64, empties: uint64) -> uint64:
    """The legal moves of `own` among `empties`, as bits."""
    return uint64(_vector.moves_anywhere(own, other) & empties)


@kernel("uint64(uint64, uint64, uint64)")
def flips(own: uint64, other: uint64, square: uint64) -> uint64:
    """The discs of `other` that `own` turns over by a disc on the empty `square`, as bits."""
    return uint64(_vector.flips(own, other, square))


@inner("int64(uint64, uint64)")
def last_flips(own: uint64, square: uint64) -> int64:
    """How many discs `own` turns over on `square`, the only empty one of the board."""
    row, column = square >> _S3, square & _LOW3
    across = _LINE_FLIPS[column, (own >> (row << _S3)) & uint64(0xFF)]
    down = _LINE_FLIPS[row, (((own >> column) & _COLUMN) * _GATHER_COLUMN) >> _S56]
    falling = _LINE_FLIPS[column, ((own & _DIAGONALS[square, 0]) * _COLUMN) >> _S56]
    rising = _LINE_FLIPS[column, ((own & _DIAGONALS[square, 1]) * _COLUMN) >> _S56]
    return int64(across) + int64(down) + int64(falling) + int64(rising)


@inner("uint64(uint64)")
def odd_quadrants(empties: uint64) -> uint64:
    """All squares of the quadrants that hold an odd number of `empties`.

    Folding each quadrant's four rows and four columns together leaves its parity in its
    first square, which the multiplication spreads over the whole quadrant.
    """
    fold = empties ^ (empties >> _S1)
    fold ^= fold >> _S2
    fold ^= fold >> _S8
    fold ^= fold >> _S16
    return (fold & _QUADRANT_ORIGINS) * _QUADRANT


@kernel("int64(uint64, uint64, uint64)")
def final_score(own: uint64, other: uint64, empties: uint64) -> int64:
    """Disc difference of a finished game for `own`, the empty squares to the winner."""
    lead = int64(popcount(own)) - int64(popcount(other))
    rest = int64(popcount(empties))
    if lead > 0:
        return lead + rest
    if lead < 0:
        return lead - rest
    return int64(0)


@inner("uint64(uint64)")
def lowest(bits: uint64) -> uint64:
    """The index of the lowest bit."""
    return uint64(trailing_zeros(bits))


@dataclass(frozen=True)
class Layout:
    """How a board of `size` lies in 64 bits.

    Attributes:
        board: all squares of the board.
        corners: its four corners.
        x_squares: the squares diagonally inside the corners.
        c_squares: the edge squares beside the corners.
    """

    size: int
    board: uint64
    corners: uint64
    x_squares: uint64
    c_squares: uint64

    def pack(self, position: OthelloPosition) -> tuple[uint64, uint64]:
        """The discs of the side to move and of the other side."""
        own, other = position.boards[position.to_move], position.boards[1 - position.to_move]
        return self._spread(own), self._spread(other)

    def _spread(self, bits: int) -> uint64:
        row = (1 << self.size) - 1
        return uint64(sum((bits >> r * self.size & row) << 8 * r for r in range(self.size)))

    def square(self, move: Move) -> int:
        """The bit of a move; a pass is 64."""
        if move == self.size * self.size:
            return 64
        row, column = divmod(move, self.size)
        return 8 * row + column

    def move(self, square: int) -> Move:
        """The move of a bit; 64 is a pass."""
        if square == 64:
            return self.size * self.size
        row, column = divmod(square, 8)
        return self.size * row + column


@lru_cache
def layout(size: int) -> Layout:
    """The layout of a board of 4, 6 or 8 squares a side."""
    last = size - 1

    def bits(*squares: tuple[int, int]) -> uint64:
        return uint64(sum(1 << (8 * row + column) for row, column in squares))

    ends, inner = (0, last), (1, last - 1)
    return Layout(
        size=size,
        board=bits(*((r, c) for r in range(size) for c in range(size))),
        corners=bits(*((r, c) for r in ends for c in ends)),
        x_squares=bits(*((r, c) for r in inner for c in inner)),
        c_squares=bits(*((a, b) for r in ends for c in inner for a, b in ((r, c), (c, r)))),
    )
