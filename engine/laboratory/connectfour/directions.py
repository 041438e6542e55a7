"""The directions of a line, as the laboratory's language names them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import NotationError
from engine.games.connectfour.lines import Direction

if TYPE_CHECKING:
    from engine.game import Game

DIRECTIONS = tuple(direction.name.lower() for direction in Direction)
"""Horizontal, vertical, and rising and falling as read from left to right."""

STEPS = tuple(direction.step for direction in Direction)
"""Column and row step of each direction."""


@dataclass(frozen=True, slots=True)
class _Direction:
    name: str = "direction"

    def read(self, game: Game, text: str) -> int:
        if text in DIRECTIONS:
            return DIRECTIONS.index(text)
        raise NotationError(f"{text!r} is no direction; they are {', '.join(DIRECTIONS)}.")

    def write(self, game: Game, value: int) -> str:
        return DIRECTIONS[value]


DIRECTION = _Direction()
