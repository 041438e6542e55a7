"""Three players as two sides: paranoid and best-reply search, rivals of max^n.

In paranoid search (Sturtevant and Korf 2000) the two others play against the player at the
root; in best-reply search (Schadd and Winands 2011) only one of them moves between two moves
of the root, whichever hurts more. Either way values are from the root player's view, so that
alpha-beta prunes as with two players. They play in `engine.workshop.bench.three_players` only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine._jit import kernel
from engine.games.connectfour.search.alphabeta import (
    ABORTED,
    EXACT,
    LOWER,
    NO_COLUMN,
    UPPER,
    WIN,
    out_of_budget,
    pack,
)
from engine.games.connectfour.search.evaluation import lift, place, winning_columns
from engine.games.connectfour.search.filling import fill_up
from engine.games.connectfour.search.maxn import worth
from engine.games.connectfour.search.windows import CELLS, COLUMNS, HEIGHTS, KEY, ORDER, PLY, ROWS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@kernel("int64(int64[::1], int64[::1], int64, int64, int64)")
def wins_of_side(
    geometry: NDArray[np.int64], board: NDArray[np.int64], root: int, player: int, replies: int
) -> int:
    """Where the side to move wins at once: `player`, or either opponent of `root`."""
    found = winning_columns(geometry, board, player)
    if replies != 0 and player != root:
        found |= winning_columns(geometry, board, (root + 2) % 3)
    return int(found)


@kernel(
    "int64(int64[::1], int64[::1], int64[:, ::1], int64[::1], int64[::1],"
    " int64, int64, int64, int64, int64, int64)"
)
def allied(  # noqa: PLR0912 (the numbered steps of one search)
    geometry: NDArray[np.int64],
    board: NDArray[np.int64],
    table: NDArray[np.int64],
    control: NDArray[np.int64],
    state: NDArray[np.int64],
    replies: int,
    root: int,
    mover: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """Search the unfinished position on `board`; the answer bounds as in `alphabeta`.

    With `replies` not 0 it is a best-reply search, in which the mover ``(root + 1) % 3`` stands
    for either opponent.
    """
    # 1. budget
    if out_of_budget(control, state):
        return 0
    ply, cells = int(board[PLY]), int(geometry[CELLS])
    following = root if replies != 0 and mover != root else (mover + 1) % 3
    # 2. win at once, or be forced to stop the other side; allies let each other win
    if wins_of_side(geometry, board, root, mover, replies) != 0:
        return WIN - (ply + 1) if mover == root else ply + 1 - WIN
    forced = 0
    if root in (mover, following):
        forced = wins_of_side(geometry, board, root, following, replies)
        if forced & (forced - 1) != 0:
            return WIN - (ply + 2) if following == root else ply + 2 - WIN
    if ply + 1 == cells:
        return 0
    if depth <= 0 and forced == 0:
        # with turns left out nobody knows whose is the last word
        end = 0 if replies != 0 else fill_up(geometry, board)
        return worth(geometry, board, end, root)
    # 3. table
    key = board[KEY] ^ (4 * mover + root + 1)
    slot = key & (len(table) - 1)
    if table[slot, 0] == key:
        entry = table[slot, 1]
        score, bound = int(entry) >> 16, (entry >> 5) & 3
        cuts = (score >= beta and bound & LOWER != 0) or (score <= alpha and bound & UPPER != 0)
        if (entry >> 7) & 511 >= depth and (bound == EXACT or cuts):
            return score
    # 4. moves, from the centre outwards, of each player whose turn it may be
    best, best_column = (-WIN if mover == root else WIN), NO_COLUMN
    floor, ceiling = alpha, beta
    next_depth = depth if forced != 0 else depth - 1
    columns = geometry[COLUMNS]
    for i in range(2 * columns if replies != 0 and mover != root else columns):
        column, player = geometry[ORDER + i % columns], (mover + i // columns) % 3
        if board[HEIGHTS + column] >= geometry[ROWS] or floor >= ceiling:
            continue
        if forced != 0 and (forced >> column) & 1 == 0:
            continue
        place(geometry, board, column, player)
        score = allied(
            geometry,
            board,
            table,
            control,
            state,
            replies,
            root,
            following,
            next_depth,
            floor,
            ceiling,
        )
        lift(geometry, board, column, player)
        if state[ABORTED] != 0:
            return 0
        if best_column == NO_COLUMN or (score > best if mover == root else score < best):
            best, best_column = score, column
        if mover == root:
            floor = max(floor, best)
        else:
            ceiling = min(ceiling, best)
    # 5. remember
    bound = LOWER if best >= beta else (UPPER if best <= alpha else EXACT)
    table[slot, 0] = key
    table[slot, 1] = pack(best, max(depth, 0), bound, best_column)
    return best
