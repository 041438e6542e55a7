"""Where the squares of a board lie in a word, and which boards words of the kernels hold.

It is what `bitboard` says, without any kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition

BITS = 128
"""The largest boards that bitboards serve."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The masks of one board size.

    Attributes:
        height: bits of a column, rows + 1.
        bottom: the lowest square of every column.
        board: every square.
        column: the lowest column's bits.
        upper: the squares that whoever moves second gets when every column is filled turn
            by turn: each second square, counted from the top one.
    """

    columns: int
    rows: int
    connect: int

    @property
    def height(self) -> int:
        return self.rows + 1

    @property
    def bits(self) -> int:
        return self.columns * self.height

    @property
    def bottom(self) -> int:
        return sum(1 << (column * self.height) for column in range(self.columns))

    @property
    def board(self) -> int:
        return self.bottom * ((1 << self.rows) - 1)

    @property
    def upper(self) -> int:
        column = sum(1 << row for row in range(self.rows - 1, -1, -2))
        return self.bottom * column

    def lines_through(self) -> list[int]:
        """How many lines each bit of a word is part of."""
        board, found = self.board, [0] * self.bits
        for step in (1, self.height, self.height - 1, self.height + 1):
            for first in range(self.bits):
                line = range(first, first + self.connect * step, step)
                if all(board >> square & 1 for square in line):
                    for square in line:
                        found[square] += 1
        return found


@lru_cache(maxsize=64)
def layout(game: ConnectFour) -> Layout:
    """The layout of a game's board."""
    return Layout(game.columns, game.rows, game.connect)


def fits(game: ConnectFour) -> bool:
    """Whether bitboards serve a game: two players and at most `BITS` bits."""
    return game.players == 2 and layout(game).bits <= BITS


def centre_first(columns: int) -> list[int]:
    """The columns from the centre outwards, the left one of a pair first."""
    return sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))


def discs(position: ConnectFourPosition) -> tuple[int, int]:
    """A two-player position as the mover's discs and all discs."""
    return position.boards[position.to_move], position.occupied
