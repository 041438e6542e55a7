"""Noughts and crosses: the smallest third game, to prove that a third game is one folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import NotationError, UnsupportedGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.noughts.position import NoughtsPosition


@dataclass(frozen=True, slots=True)
class Noughts:
    """A move is a square, ``row * side + column`` from the top left; its text ``a1`` to ``o15``.

    On 3 × 3 three in a row win, on 4 × 4 four, on larger boards five.
    """

    side: int = 3

    def __post_init__(self) -> None:
        if type(self.side) is not int or not 3 <= self.side <= 15:
            raise UnsupportedGame(f"{self.side!r} squares a side: noughts takes 3 to 15.")

    @classmethod
    def from_tail(cls, tail: str) -> Noughts:
        if tail and not (tail.isascii() and tail.isdigit() and len(tail) < 3):
            raise UnsupportedGame(f"{tail[:20]!r} is no board of noughts; write its side.")
        return cls(int(tail)) if tail else cls()

    name, players = "Noughts and crosses", 2
    player_names, symbols, bottom_up = ("Cross", "Nought"), "XO.", False

    @property
    def key(self) -> str:
        return "noughts" if self.side == 3 else f"noughts:{self.side}"

    @property
    def columns(self) -> int:
        return self.side

    @property
    def rows(self) -> int:
        return self.side

    @property
    def line(self) -> int:
        return min(self.side, 5)

    def start(self) -> NoughtsPosition:
        from engine.games.noughts.position import NoughtsPosition

        return NoughtsPosition(self, (0, 0))

    def format_move(self, move: int) -> str:
        if not 0 <= move < self.side**2:
            raise NotationError(f"Square {move} has no name.")
        return f"{chr(ord('a') + move % self.side)}{move // self.side + 1}"

    def parse_move(self, text: str) -> int:
        names = [self.format_move(move) for move in range(self.side**2)]
        if text.strip().lower() not in names:
            raise NotationError(f"{text[:20]!r} is no square; the squares are a1 to {names[-1]}.")
        return names.index(text.strip().lower())

    def format_moves(self, moves: Sequence[int]) -> str:
        return "".join(map(self.format_move, moves))

    def parse_moves(self, text: str) -> tuple[int, ...]:
        parts: list[str] = []
        for letter in "".join(text.split()):
            if letter.isdigit() and parts:
                parts[-1] += letter
            else:
                parts.append(letter)
        return tuple(map(self.parse_move, parts))

    def is_pass(self, _move: int) -> bool:
        return False
