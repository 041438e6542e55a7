"""The completed lines among a set of squares, with their directions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.game import Square
    from engine.games.connectfour.position import ConnectFourGame


class Direction(Enum):
    """The four directions of a line, as (column step, row step)."""

    HORIZONTAL = (1, 0)
    VERTICAL = (0, 1)
    RISING = (1, 1)
    FALLING = (1, -1)

    @property
    def step(self) -> tuple[int, int]:
        columns, rows = self.value
        return columns, rows

    @property
    def diagonal(self) -> bool:
        return self in {Direction.RISING, Direction.FALLING}


@dataclass(frozen=True, slots=True)
class Line:
    """One unbroken line of at least `connect` discs, from its leftmost (or lowest) square."""

    direction: Direction
    squares: tuple[Square, ...]


def completed_lines(game: ConnectFourGame, squares: Iterable[Square]) -> tuple[Line, ...]:
    """Every longest unbroken line of at least `connect` among `squares`.

    Given `Outcome.squares` this answers the lines to outline. Lines that cross or touch
    count separately; a line longer than `connect` counts once.
    """
    members = {(square % game.columns, square // game.columns) for square in squares}
    lines = []
    for direction in Direction:
        column_step, row_step = direction.step
        for column, row in sorted(members):
            if (column - column_step, row - row_step) in members:
                continue  # not the first disc of its line
            run = []
            while (column, row) in members:
                run.append(row * game.columns + column)
                column, row = column + column_step, row + row_step  # noqa: PLW2901 (walks the line)
            if len(run) >= game.connect:
                lines.append(Line(direction, tuple(run)))
    return tuple(lines)
