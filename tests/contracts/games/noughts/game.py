"""Noughts and crosses: the smallest third game, to prove that a third game is one folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import NotationError, UnsupportedGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.noughts.position import NoughtsPosition


@dataclass(frozen=True, slots=True)
class Noughts:
    """A move is a square, ``row * 3 + column`` from the top left; its text ``a1`` to ``c3``."""

    size: int = 3

    def __post_init__(self) -> None:
        if type(self.size) is not int or self.size != 3:
            raise UnsupportedGame(f"{self.size!r} squares a side: noughts takes 3.")

    @classmethod
    def from_tail(cls, tail: str) -> Noughts:
        if tail:
            raise UnsupportedGame(f"{tail!r} is too much; noughts has one board.")
        return cls()

    key, name, columns, rows, players = "noughts", "Noughts and crosses", 3, 3, 2
    player_names, symbols, bottom_up = ("Cross", "Nought"), "XO.", False

    def start(self) -> NoughtsPosition:
        from engine.games.noughts.position import NoughtsPosition

        return NoughtsPosition(self, (0, 0))

    def format_move(self, move: int) -> str:
        if not 0 <= move < 9:
            raise NotationError(f"Square {move} has no name.")
        return f"{'abc'[move % 3]}{move // 3 + 1}"

    def parse_move(self, text: str) -> int:
        names = [self.format_move(move) for move in range(9)]
        if text.strip().lower() not in names:
            raise NotationError(f"{text[:20]!r} is no square; the squares are a1 to c3.")
        return names.index(text.strip().lower())

    def format_moves(self, moves: Sequence[int]) -> str:
        return "".join(map(self.format_move, moves))

    def parse_moves(self, text: str) -> tuple[int, ...]:
        compact = "".join(text.split())
        return tuple(self.parse_move(compact[i : i + 2]) for i in range(0, len(compact), 2))

    def is_pass(self, _move: int) -> bool:
        return False
