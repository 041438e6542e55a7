"""The directions of a line, as the laboratory's language names them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from engine.errors import NotationError
from engine.games.connectfour.lines import Direction
from engine.laboratory.predicates import SQUARE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Game, Square
    from engine.games.connectfour.position import ConnectFourGame

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

    def domain(self, _game: Game) -> range:
        return range(len(DIRECTIONS))

    def write(self, game: Game, value: int) -> str:
        return DIRECTIONS[value]


@lru_cache
def lines_of(game: ConnectFourGame) -> tuple[tuple[Square, ...], ...]:
    """Every run of squares that wins, by direction, then row, then column."""
    return tuple(run for d in range(len(STEPS)) for run in runs_of(game, game.connect, d))


def runs_of(game: ConnectFourGame, length: int, direction: int) -> Iterator[tuple[Square, ...]]:
    """Every straight run of `length` squares in a direction."""
    step_column, step_row = STEPS[direction]
    for row in range(game.rows):
        for column in range(game.columns):
            end_row = row + step_row * (length - 1)
            if column + step_column * (length - 1) < game.columns and 0 <= end_row < game.rows:
                yield tuple(
                    (row + step_row * i) * game.columns + column + step_column * i
                    for i in range(length)
                )


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that would win, by its two ends: ``a1_d1``; its value is a place in `lines_of`."""

    name: str = "line"

    def read(self, game: Game, text: str) -> int:
        names = [self.write(game, value) for value in self.domain(game)]
        if text in names:
            return names.index(text)
        raise NotationError(f"{text!r} is no line here; write its ends, as in {names[0]}.")

    def domain(self, game: Game) -> range:
        return range(len(lines_of(cast("ConnectFourGame", game))))

    def write(self, game: Game, value: int) -> str:
        line = lines_of(cast("ConnectFourGame", game))[value]
        return "_".join(SQUARE.write(game, square) for square in (line[0], line[-1]))


DIRECTION, LINE = _Direction(), _Line()
