"""The four symmetries of the board that keep Othello's start."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import Game, Move


def images(game: Game, moves: Sequence[Move]) -> Iterator[tuple[Move, ...]]:
    """`moves` and every different line that a symmetry makes of it."""
    seen = set()
    for swap in (False, True):
        for turn in (False, True):
            image = tuple(_image(game, move, swap, turn) for move in moves)
            if image not in seen:
                seen.add(image)
                yield image


def _image(game: Game, move: Move, swap: bool, turn: bool) -> Move:
    """A move reflected in the long diagonal, then turned by half a circle."""
    if game.is_pass(move):
        return move
    row, column = divmod(move, game.columns)
    if swap:
        row, column = column, row
    if turn:
        row, column = game.columns - 1 - row, game.columns - 1 - column
    return row * game.columns + column
