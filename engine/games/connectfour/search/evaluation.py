"""A board that keeps its own evaluation: place a disc, lift it, read each player's worth.

Every window open to one player alone counts for that player by the discs in it, with
exponential weights; discs near the centre column count a little more. A window that lacks
one disc makes its free cell a *threat* of its owner: placing there wins. All of it is kept
up to date disc by disc, so that reading it costs nothing. Layout: see `windows`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine._jit import kernel
from engine.games.connectfour.search.windows import (
    CELLS,
    CENTRE_BONUS,
    COLUMNS,
    CONNECT,
    COUNTS,
    FREE_CELLS,
    HASHES,
    HEIGHTS,
    INCIDENCE,
    KEY,
    PLY,
    ROWS,
    SCORE,
    STRIDE,
    THREATS,
    WEIGHTS,
    WINDOWS,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

DISCS = (1 << FREE_CELLS) - 1


@kernel("int64(int64[::1], int64)")
def centre_bonus(geometry: NDArray[np.int64], column: int) -> int:
    """More for a disc nearer the middle, 0 on the edges of the board."""
    return CENTRE_BONUS * min(column, int(geometry[COLUMNS]) - 1 - column)


@kernel("int64(int64[::1], int64, int64)")
def threat_index(geometry: NDArray[np.int64], player: int, cell: int) -> int:
    """Where a board counts the windows that `player` would complete on `cell`."""
    return COUNTS + int(geometry[WINDOWS]) + player * int(geometry[CELLS]) + cell


@kernel("void(int64[::1], int64[::1], int64, int64, int64, int64)")
def change(
    geometry: NDArray[np.int64],
    board: NDArray[np.int64],
    before: int,
    free: int,
    player: int,
    sign: int,
) -> None:
    """Book what a disc of `player` in a window changes; `sign` -1 takes it back.

    `before` is the window's word without the disc, `free` the sum of its free cells with it.
    """
    discs = before & DISCS
    own = (discs >> (8 * player)) & 255
    if discs == own << (8 * player):  # no other player's disc: the window stays open
        board[SCORE + player] += sign * (geometry[WEIGHTS + own + 1] - geometry[WEIGHTS + own])
        if own + 2 == geometry[CONNECT]:
            board[threat_index(geometry, player, free)] += sign
            board[THREATS] += sign
        return
    for other in range(3):
        theirs = (discs >> (8 * other)) & 255
        if discs == theirs << (8 * other):  # it was open to one other player alone
            board[SCORE + other] -= sign * geometry[WEIGHTS + theirs]


@kernel("void(int64[::1], int64[::1], int64, int64)")
def place(geometry: NDArray[np.int64], board: NDArray[np.int64], column: int, player: int) -> None:
    """Drop a disc of `player` into `column`, which has room."""
    height = board[HEIGHTS + column]
    cell = column * geometry[ROWS] + height
    board[HEIGHTS + column] = height + 1
    board[PLY] += 1
    board[KEY] ^= geometry[geometry[HASHES] + player * geometry[CELLS] + cell]
    board[SCORE + player] += centre_bonus(geometry, column)
    start = INCIDENCE + cell * geometry[STRIDE]
    for i in range(start + 1, start + 1 + geometry[start]):
        window = COUNTS + geometry[i]
        before = board[window]
        board[window] = before + (1 << (8 * player)) - (cell << FREE_CELLS)
        change(geometry, board, before, board[window] >> FREE_CELLS, player, 1)


@kernel("void(int64[::1], int64[::1], int64, int64)")
def lift(geometry: NDArray[np.int64], board: NDArray[np.int64], column: int, player: int) -> None:
    """Take the topmost disc, `player`'s, out of `column`: the inverse of `place`."""
    height = board[HEIGHTS + column] - 1
    cell = column * geometry[ROWS] + height
    board[HEIGHTS + column] = height
    board[PLY] -= 1
    board[KEY] ^= geometry[geometry[HASHES] + player * geometry[CELLS] + cell]
    board[SCORE + player] -= centre_bonus(geometry, column)
    start = INCIDENCE + cell * geometry[STRIDE]
    for i in range(start + 1, start + 1 + geometry[start]):
        window = COUNTS + geometry[i]
        after = board[window]
        before = after - (1 << (8 * player)) + (cell << FREE_CELLS)
        board[window] = before
        change(geometry, board, before, after >> FREE_CELLS, player, -1)


@kernel("int64(int64[::1], int64[::1], int64)")
def winning_columns(geometry: NDArray[np.int64], board: NDArray[np.int64], player: int) -> int:
    """The columns, as bits, in which a disc of `player` completes a line now."""
    found = 0
    rows = geometry[ROWS]
    for column in range(geometry[COLUMNS]):
        height = board[HEIGHTS + column]
        if height < rows and board[threat_index(geometry, player, column * rows + height)] > 0:
            found |= 1 << column
    return found
