"""The mirror image of a line of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import Game, Move


def images(game: Game, moves: Sequence[Move]) -> Iterator[tuple[Move, ...]]:
    """`moves` and its mirror image, if that is another line."""
    line = tuple(moves)
    mirrored = tuple(game.columns - 1 - column for column in line)
    yield line
    if mirrored != line:
        yield mirrored
