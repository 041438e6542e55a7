"""Many games of Connect Four at once, each an element of arrays; bits as in `position`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.errors import IllegalMove
from engine.replay import PlayedGame

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from engine.game import Move
    from engine.games.connectfour.game import ConnectFour

BITS = 64
"""A board of more takes more than a word."""


def played_out(game: ConnectFour, games: Sequence[Sequence[Move]]) -> Mapping[int, PlayedGame]:
    """Those of some games that keep the rules, by their place; none on the largest boards."""
    if game.columns * (game.rows + 1) > BITS:
        return {}
    longest = game.columns * game.rows
    legal = np.array([len(moves) <= longest for moves in games])
    table = _table(games, longest)
    over = np.zeros(len(games), np.bool_)
    winners = np.full(len(games), -1)
    heights = np.zeros((len(games), game.columns), np.int64)
    for ply, boards in enumerate(_boards(game, table)):
        if not ply:
            continue
        columns = table[:, ply - 1]
        playing = columns >= 0
        each = np.flatnonzero(playing)
        legal[each] &= ~over[each] & (heights[each, columns[each]] < game.rows)
        heights[each, columns[each]] += 1
        mover = (ply - 1) % game.players
        won = playing & ~over & _has_line(game, boards[mover])
        winners[won] = mover
        over |= won | (playing & (ply == longest))
    return {
        at: PlayedGame(
            tuple(games[at]), bool(over[at]), None if winners[at] < 0 else int(winners[at])
        )
        for at in np.flatnonzero(legal).tolist()
    }


def canonical_paths(
    game: ConnectFour, games: Sequence[Sequence[Move]], plies: int
) -> tuple[NDArray[np.uint64], ...] | None:
    """`canonical` of every position of many games at once, their first `plies` moves long.

    Answers each player's discs as an array, a row a ply from the start on; where a game is over
    the rows go on with its last position. None on the largest boards.

    Raises:
        IllegalMove: a game breaks the rules within its first `plies` moves.
    """
    if game.columns * (game.rows + 1) > BITS:
        return None
    if len(played_out(game, [moves[:plies] for moves in games])) < len(games):
        raise IllegalMove("A game breaks the rules.")
    path = [np.stack(boards) for boards in _boards(game, _table(games, plies))]
    found = np.stack(path, axis=1)
    mirrored = _mirrored(game, found)
    lesser = np.zeros(found.shape[1:], np.bool_)
    same = ~lesser
    for one, other in zip(mirrored, found, strict=True):
        lesser |= same & (one < other)
        same &= one == other
    return tuple(np.where(lesser, mirrored, found))


def _table(games: Sequence[Sequence[Move]], plies: int) -> NDArray[np.int64]:
    """A row of columns for each game, -1 after its end."""
    table = np.full((len(games), plies), -1, np.int64)
    for at, moves in enumerate(games):
        part = moves[:plies]
        table[at, : len(part)] = part
    return table


def _boards(game: ConnectFour, table: NDArray[np.int64]) -> Iterator[list[NDArray[np.uint64]]]:
    """Every player's discs after each ply, the start first; what falls into a full column is
    left out."""
    count, height = len(table), game.rows + 1
    boards = [np.zeros(count, np.uint64) for _ in range(game.players)]
    taken = np.zeros((count, game.columns), np.int64)
    each = np.arange(count)
    yield boards
    for ply in range(table.shape[1]):
        columns = np.maximum(table[:, ply], 0)
        rows = taken[each, columns]
        playing = (table[:, ply] >= 0) & (rows < game.rows)
        bit = np.uint64(1) << (columns * height + rows).astype(np.uint64)
        mover = ply % game.players
        boards = [*boards]
        boards[mover] = np.where(playing, boards[mover] | bit, boards[mover])
        taken[each, columns] += playing
        yield boards


def _has_line(game: ConnectFour, board: NDArray[np.uint64]) -> NDArray[np.bool_]:
    height, found = game.rows + 1, np.zeros(len(board), np.bool_)
    for step in (1, height, height - 1, height + 1):
        starts = board.copy()
        for at in range(1, game.connect):
            if at * step < BITS:
                starts &= board >> np.uint64(at * step)
            else:
                starts[:] = 0
        found |= starts != 0
    return found


def _mirrored(game: ConnectFour, boards: NDArray[np.uint64]) -> NDArray[np.uint64]:
    by, found = np.uint64(game.rows + 1), np.zeros_like(boards)
    column = np.uint64((1 << game.rows + 1) - 1)
    for _ in range(game.columns):
        found = found << by | boards & column
        boards = boards >> by
    return found
