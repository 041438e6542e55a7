"""Three players: paranoid search, in which all others play against the one at the root.

After Sturtevant and Korf (2000). Values are from the root player's view, so that alpha-beta
prunes as with two players. Measured against `engine.games.connectfour.maxn`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine._jit import kernel
from engine.games.connectfour.evaluation import lift, place, winning_columns
from engine.games.connectfour.filling import fill_up
from engine.games.connectfour.kernels import (
    ABORTED,
    EXACT,
    LOWER,
    NO_COLUMN,
    UPPER,
    WIN,
    out_of_budget,
    pack,
)
from engine.games.connectfour.maxn import worth
from engine.games.connectfour.windows import CELLS, COLUMNS, HEIGHTS, KEY, ORDER, PLY, ROWS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@kernel(
    "int64(int64[::1], int64[::1], int64[:, ::1], int64[::1], int64[::1],"
    " int64, int64, int64, int64)"
)
def paranoid(  # noqa: PLR0912 (the numbered steps of one search)
    geometry: NDArray[np.int64],
    board: NDArray[np.int64],
    table: NDArray[np.int64],
    control: NDArray[np.int64],
    state: NDArray[np.int64],
    root: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """Search the unfinished position on `board`; the answer bounds as in `alphabeta`."""
    # 1. budget
    if out_of_budget(control, state):
        return 0
    ply, cells = int(board[PLY]), int(geometry[CELLS])
    mover, following = ply % 3, (ply + 1) % 3
    # 2. win at once, or be forced to stop an opponent; allies let each other win
    if winning_columns(geometry, board, mover) != 0:
        return WIN - (ply + 1) if mover == root else ply + 1 - WIN
    forced = 0
    if root in (mover, following):
        forced = winning_columns(geometry, board, following)
        if forced & (forced - 1) != 0:
            return WIN - (ply + 2) if following == root else ply + 2 - WIN
    if ply + 1 == cells:
        return 0
    if depth <= 0 and forced == 0:
        return worth(geometry, board, fill_up(geometry, board), root)
    # 3. table
    key = board[KEY] ^ (root + 1)
    slot = key & (len(table) - 1)
    if table[slot, 0] == key:
        entry = table[slot, 1]
        score, bound = int(entry) >> 16, (entry >> 5) & 3
        cuts = (score >= beta and bound & LOWER != 0) or (score <= alpha and bound & UPPER != 0)
        if (entry >> 7) & 511 >= depth and (bound == EXACT or cuts):
            return score
    # 4. moves, from the centre outwards
    best, best_column = (-WIN if mover == root else WIN), NO_COLUMN
    floor, ceiling = alpha, beta
    next_depth = depth if forced != 0 else depth - 1
    for i in range(geometry[COLUMNS]):
        column = geometry[ORDER + i]
        if board[HEIGHTS + column] >= geometry[ROWS]:
            continue
        if forced != 0 and (forced >> column) & 1 == 0:
            continue
        place(geometry, board, column, mover)
        score = paranoid(geometry, board, table, control, state, root, next_depth, floor, ceiling)
        lift(geometry, board, column, mover)
        if state[ABORTED] != 0:
            return 0
        if best_column == NO_COLUMN or (score > best if mover == root else score < best):
            best, best_column = score, column
        if mover == root:
            floor = max(floor, best)
        else:
            ceiling = min(ceiling, best)
        if floor >= ceiling:
            break
    # 5. remember
    bound = LOWER if best >= beta else (UPPER if best <= alpha else EXACT)
    table[slot, 0] = key
    table[slot, 1] = pack(best, max(depth, 0), bound, best_column)
    return best
