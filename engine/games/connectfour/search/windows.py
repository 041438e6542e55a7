"""Where lines can arise: every window of `connect` squares, laid out for the kernels.

A *cell* is ``column * rows + row`` (a column's squares are neighbours, as discs fill them),
a *window* any `connect` squares in a row. The geometry of one game is one int64 array::

    0 columns  1 rows  2 connect  3 players  4 cells  5 windows  6 stride  7 start of the hashes
    WEIGHTS   [discs]    worth of an open window holding that many discs
    ORDER     [i]        columns from the centre outwards
    INCIDENCE [cell * stride]  how many windows hold the cell, then their numbers
    hashes    [player * cells + cell]  random words (Zobrist)

The state of one board is another int64 array, see `evaluation`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from engine.games.connectfour.board.layout import centre_first

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from engine.games.connectfour.position import ConnectFourGame, ConnectFourPosition

COLUMNS, ROWS, CONNECT, PLAYERS, CELLS, WINDOWS, STRIDE, HASHES = range(8)
WEIGHTS, ORDER, INCIDENCE = 8, 32, 48
"""Offsets into the geometry."""

KEY, PLY, SCORE, THREATS, HEIGHTS, FILLING, CONTESTED, COUNTS = 0, 1, 2, 5, 8, 24, 40, 56
"""Offsets into a board: hash, discs played, each player's score, how many threats there are or
have been, each column's height, two more words a column for `filling.fill_up`, then per window its
discs and free cells, then per player and cell its threats."""

FREE_CELLS = 24
"""A window's word: eight bits of disc count per player, above them the sum of the numbers of
its free cells, so that the last free one is known without a search."""

HIGHEST_WEIGHT = 64
THREAT_AMONG_THREE = 24
"""Worth of a window that lacks one disc where two opponents can fill it: hardly more than one
that lacks two, as play between equals shows (`engine.workshop.bench.three_players`)."""

FORESEEN_AMONG_THREE = 4
"""Its worth where a search only foresees it: what can wait is still to be had, or stopped."""

CENTRE_BONUS = 2


def windows(columns: int, rows: int, connect: int) -> Iterator[tuple[int, ...]]:
    """The cells of every window, each once."""
    for column in range(columns):
        for row in range(rows):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                last_column, last_row = column + right * (connect - 1), row + up * (connect - 1)
                if last_column < columns and 0 <= last_row < rows:
                    yield tuple((column + right * i) * rows + row + up * i for i in range(connect))


@lru_cache(maxsize=32)
def geometry(game: ConnectFourGame) -> NDArray[np.int64]:
    """The geometry array of a game, shared: not to be written to."""
    cells = game.columns * game.rows
    through: list[list[int]] = [[] for _ in range(cells)]
    count = 0
    for count, window in enumerate(windows(game.columns, game.rows, game.connect), start=1):
        for cell in window:
            through[cell].append(count - 1)
    stride = 1 + max(len(numbers) for numbers in through)
    hashes = INCIDENCE + cells * stride
    array = np.zeros(hashes + game.players * cells, dtype=np.int64)
    head = (game.columns, game.rows, game.connect, game.players, cells, count, stride, hashes)
    array[: len(head)] = head
    array[WEIGHTS + 1 : WEIGHTS + 1 + game.connect] = _weights(game.connect, game.players)
    array[ORDER : ORDER + game.columns] = centre_first(game.columns)
    for cell, numbers in enumerate(through):
        start = INCIDENCE + cell * stride
        array[start] = len(numbers)
        array[start + 1 : start + 1 + len(numbers)] = numbers
    random = np.random.default_rng(0xC4)
    array[hashes:] = random.integers(-(2**63), 2**63 - 1, len(array) - hashes, dtype=np.int64)
    return array


@lru_cache(maxsize=32)
def foreseen(game: ConnectFourGame) -> NDArray[np.int64]:
    """The geometry array of a game of three for what comes after a search's first move."""
    array = geometry(game).copy()
    array[WEIGHTS + game.connect - 1] = FORESEEN_AMONG_THREE
    return array


def _weights(connect: int, players: int) -> list[int]:
    """The worth of an open window by its discs, from 1."""
    weights = [max(1, HIGHEST_WEIGHT >> 2 * max(0, connect - 1 - n)) for n in range(1, connect + 1)]
    if players == 3:
        weights[connect - 2] = THREAT_AMONG_THREE
    return weights


def empty_board(game: ConnectFourGame) -> NDArray[np.int64]:
    """The board array of the start position."""
    return _empty_board(game).copy()


@lru_cache(maxsize=32)
def _empty_board(game: ConnectFourGame) -> NDArray[np.int64]:
    cells = game.columns * game.rows
    all_windows = list(windows(game.columns, game.rows, game.connect))
    board = np.zeros(COUNTS + len(all_windows) + game.players * cells, dtype=np.int64)
    for number, window in enumerate(all_windows):
        board[COUNTS + number] = sum(window) << FREE_CELLS
    return board


def discs_in_order(position: ConnectFourPosition) -> Iterator[tuple[int, int]]:
    """Every disc as (column, player), each column from the bottom up."""
    game = position.game
    for column in range(game.columns):
        for row in range(game.rows):
            player = position.cell(row * game.columns + column)
            if player >= 0:
                yield column, player
