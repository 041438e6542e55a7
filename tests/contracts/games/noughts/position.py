"""Each side's marks are one int, bit ``row * side + column``."""

from __future__ import annotations

import reprlib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.errors import GameOver, IllegalMove
from engine.formats.boardtext import board_text
from engine.game import EMPTY, Outcome, Termination, whole_number

if TYPE_CHECKING:
    from engine.games.noughts.game import Noughts


@lru_cache
def lines(game: Noughts) -> tuple[tuple[int, ...], ...]:
    """The squares of every line that wins, each from end to end."""
    side, found = game.side, []
    for square in range(side * side):
        row, column = divmod(square, side)
        for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
            last_row, last = row + down * (game.line - 1), column + across * (game.line - 1)
            if last_row < side and 0 <= last < side:
                step = down * side + across
                found.append(tuple(square + step * i for i in range(game.line)))
    return tuple(found)


@lru_cache
def masks(game: Noughts) -> tuple[int, ...]:
    """The same lines, each as its bits of a board: an outcome is asked for thousands of times."""
    return tuple(sum(1 << square for square in line) for line in lines(game))


def completed(game: Noughts, squares: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The lines among `squares`."""
    return [line for line in lines(game) if set(line) <= set(squares)]


class Ending(Termination):
    LINE = "line"
    FULL_BOARD = "full board"


@dataclass(frozen=True)
class NoughtsPosition:
    game: Noughts
    boards: tuple[int, int]
    last_changes: tuple[int, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return board_text(self)

    @property
    def ply(self) -> int:
        return (self.boards[0] | self.boards[1]).bit_count()

    @property
    def to_move(self) -> int:
        return self.ply % 2

    def legal_moves(self) -> tuple[int, ...]:
        taken = self.boards[0] | self.boards[1]
        squares = range(self.game.side**2)
        return () if self.outcome() else tuple(s for s in squares if not taken >> s & 1)

    def play(self, move: int) -> NoughtsPosition:
        if self.outcome() is not None:
            raise GameOver("The game is over.", move, self)
        square = whole_number(move)
        if square is None or square not in self.legal_moves():
            raise IllegalMove(f"{reprlib.repr(move)} is no empty square.", move, self)
        boards = list(self.boards)
        boards[self.to_move] |= 1 << square
        return NoughtsPosition(self.game, (boards[0], boards[1]), (square,))

    def outcome(self) -> Outcome | None:
        every = lines(self.game), masks(self.game)
        for player, board in enumerate(self.boards):
            marked = [line for line, bits in zip(*every, strict=True) if board & bits == bits]
            if marked:
                return Outcome(Ending.LINE, player, tuple(sorted(set().union(*marked))))
        return Outcome(Ending.FULL_BOARD, None) if self.ply == self.game.side**2 else None

    def cell(self, square: int) -> int:
        return next((p for p, board in enumerate(self.boards) if board >> square & 1), EMPTY)

    def key(self) -> tuple[int, ...]:
        return self.boards
