"""Each side's marks are one int, bit ``row * 3 + column``."""

from __future__ import annotations

import reprlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine import EMPTY, GameOver, IllegalMove, Outcome, Termination, board_text
from engine.game import whole_number

if TYPE_CHECKING:
    from engine.games.noughts.game import Noughts

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


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
        return () if self.outcome() else tuple(s for s in range(9) if self.cell(s) == EMPTY)

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
        for player, board in enumerate(self.boards):
            marked = [line for line in LINES if board & line == line]
            if marked:
                squares = tuple(s for s in range(9) if any(line >> s & 1 for line in marked))
                return Outcome(Termination.LINE, player, squares)
        return Outcome(Termination.FULL_BOARD, None) if self.ply == 9 else None

    def cell(self, square: int) -> int:
        return next((p for p, board in enumerate(self.boards) if board >> square & 1), EMPTY)

    def key(self) -> tuple[int, ...]:
        return self.boards
