"""Three players as the forerunner of this project had it: plain max^n to a fixed depth.

It counts lines after its last ply, whoever is to move, and knows no table, no forced replies
and no tie-breaks. It plays in `engine.workshop.bench.three_players` only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine._jit import kernel
from engine.games.connectfour.search.alphabeta import ABORTED, out_of_budget
from engine.games.connectfour.search.evaluation import lift, place, threat_index
from engine.games.connectfour.search.maxn import settle
from engine.games.connectfour.search.windows import (
    CELLS,
    COLUMNS,
    CONNECT,
    COUNTS,
    HEIGHTS,
    ORDER,
    PLY,
    ROWS,
    WINDOWS,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@kernel("void(int64[::1], int64[::1], int64[:, ::1])")
def count_lines(
    geometry: NDArray[np.int64], board: NDArray[np.int64], values: NDArray[np.int64]
) -> None:
    """Write each player's open windows, worth four times more for every disc, less others'."""
    ply = board[PLY]
    values[ply, :] = 0
    for window in range(COUNTS, COUNTS + geometry[WINDOWS]):
        for player in range(3):
            discs = (board[window] >> (8 * player)) & 255
            if discs > 0 and board[window] & ((1 << 24) - 1) == discs << (8 * player):
                worth = 64 >> min(2 * (geometry[CONNECT] - 1 - discs), 6)
                values[ply, :] -= worth
                values[ply, player] += 3 * worth


@kernel("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1], int64[:, ::1], int64)")
def plain_maxn(
    geometry: NDArray[np.int64],
    board: NDArray[np.int64],
    control: NDArray[np.int64],
    state: NDArray[np.int64],
    values: NDArray[np.int64],
    best: NDArray[np.int64],
    depth: int,
) -> None:
    """Search the unfinished position on `board`; leaves its values in ``values[ply]``."""
    if out_of_budget(control, state):
        return
    ply, searched = board[PLY], 0
    mover = ply % 3
    if ply == geometry[CELLS]:
        values[ply, :] = 0
        return
    if depth <= 0:
        count_lines(geometry, board, values)
        return
    for i in range(geometry[COLUMNS]):
        column = geometry[ORDER + i]
        height = board[HEIGHTS + column]
        if height >= geometry[ROWS]:
            continue
        if board[threat_index(geometry, mover, column * geometry[ROWS] + height)] > 0:
            settle(values, ply + 1, ply + 1)
        else:
            place(geometry, board, column, mover)
            plain_maxn(geometry, board, control, state, values, best, depth - 1)
            lift(geometry, board, column, mover)
        if state[ABORTED] != 0:
            return
        searched += 1
        if searched == 1 or values[ply + 1, mover] > best[ply, mover]:
            best[ply, :] = values[ply + 1, :]
    values[ply, :] = best[ply, :]
