"""The symmetries that map lines of play to lines of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.game import ConnectFour

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import Game, Move


def images(game: Game, moves: Sequence[Move]) -> Iterator[tuple[Move, ...]]:
    """`moves` and every different line that a symmetry of `game` makes of it.

    Connect Four has its mirror image, Othello the four symmetries that keep its start.
    """
    seen = set()
    for image in _all_images(game, tuple(moves)):
        if image not in seen:
            seen.add(image)
            yield image


def _all_images(game: Game, moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    yield moves
    last = game.columns - 1
    if isinstance(game, ConnectFour):
        yield tuple(last - column for column in moves)
        return
    for swap, turn in ((True, False), (False, True), (True, True)):
        image = []
        for move in moves:
            if game.is_pass(move):
                image.append(move)
                continue
            row, column = divmod(move, game.columns)
            if swap:
                row, column = column, row
            if turn:
                row, column = last - row, last - column
            image.append(row * game.columns + column)
        yield tuple(image)
