"""Positions of Othello as if seen from one side: the same for all eight ways to turn a board."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from engine.games.othello.board.many import flips, least_images
from engine.games.othello.books.openings import canonical_key
from engine.games.othello.position import squares_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.game import Game, Move
    from engine.games.othello.position import OthelloPosition

_END, _NONE = 255, np.uint64(0)


def canonical(position: OthelloPosition) -> tuple[int, ...]:
    """Who is to move, and the discs of that side and the other's in the least of the images."""
    if position.game.size == 8:
        return (position.to_move, *canonical_key(position))
    own, other = position.boards[position.to_move], position.boards[1 - position.to_move]
    tables = _tables(position.game.size)
    return (position.to_move, *min((_turned(own, t), _turned(other, t)) for t in tables))


def canonical_paths(
    game: Game, games: Sequence[Sequence[Move]], plies: int
) -> tuple[NDArray[np.uint64], ...] | None:
    """`canonical` of every position of many games at once, their first `plies` moves long.

    Answers its three numbers as arrays, a row a ply from the start on; where a game is over the
    rows go on with its last position. The moves must be legal. None for boards other than 8 × 8.
    """
    if game.key != "othello":
        return None
    moves = np.full((len(games), plies), _END, np.uint8)
    for at, line in enumerate(games):
        part = line[:plies]
        moves[at, : len(part)] = part
    shape = (plies + 1, len(games))
    movers, own, other = (np.empty(shape, np.uint64) for _ in range(3))
    black = np.full(len(games), (1 << 28) | (1 << 35), np.uint64)
    white = np.full(len(games), (1 << 27) | (1 << 36), np.uint64)
    mover = np.zeros(len(games), np.uint64)
    for ply in range(plies + 1):
        mine, theirs = np.where(mover, white, black), np.where(mover, black, white)
        movers[ply] = mover
        own[ply], other[ply] = least_images(mine, theirs)
        if ply == plies:
            break
        squares = moves[:, ply]
        disc = np.where(squares < 64, np.uint64(1) << (squares & 63).astype(np.uint64), _NONE)
        turned = flips(disc, mine, theirs)
        mine, theirs = mine | disc | turned, theirs & ~turned
        black, white = np.where(mover, theirs, mine), np.where(mover, mine, theirs)
        mover = np.where(squares == _END, mover, mover ^ np.uint64(1))
    return movers, own, other


@lru_cache
def _tables(size: int) -> tuple[tuple[int, ...], ...]:
    """Where each square goes, in each of the eight images."""
    last = size - 1
    squares = [divmod(square, size) for square in range(size * size)]
    straight = [
        tuple(r * size + c for r, c in image)
        for image in (
            squares,
            [(last - r, c) for r, c in squares],
            [(r, last - c) for r, c in squares],
            [(last - r, last - c) for r, c in squares],
        )
    ]
    crossed = [tuple(table[c * size + r] for r, c in squares) for table in straight]
    return (*straight, *crossed)


def _turned(bits: int, table: tuple[int, ...]) -> int:
    return sum(1 << table[square] for square in squares_of(bits))
