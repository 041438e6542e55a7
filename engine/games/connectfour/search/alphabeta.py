"""Two-player alpha-beta with an evaluation, for boards of every size.

Scores are from the mover's view. A win at ply p (discs on the board after it) is worth
``WIN - p``, so the fastest win and the slowest loss are best at odd and even depths alike,
and a score means the same wherever the transposition table hands it out again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine._jit import kernel
from engine.games.connectfour.search.evaluation import lift, place, winning_columns
from engine.games.connectfour.search.filling import fill_up, filler, last_word
from engine.games.connectfour.search.windows import (
    CELLS,
    COLUMNS,
    HEIGHTS,
    KEY,
    ORDER,
    PLY,
    ROWS,
    SCORE,
)
from engine.search.control import CUTS, FIRST_CUTS, HITS, NODES, STOP

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIN = 1_000_000
PROVED = WIN - 1_000
"""Scores beyond ±`PROVED` are wins or losses, not estimates."""

LAST_WORD = 400
"""Worth, on a full board, of winning as the columns fill up."""

NO_COLUMN = 31
LOWER, UPPER, EXACT = 1, 2, 3
"""What a table entry's score is: a bound from below, from above, or both."""

ABORTED, NODE_LIMIT = 0, 1
"""Indices into a search's `state`: whether it was cut short, and the node count to end at."""


@kernel("int64(int64, int64, int64, int64)")
def pack(score: int, depth: int, bound: int, column: int) -> int:
    """One word of a table entry: score, depth (9 bits), bound (2), best column (5)."""
    return (score << 16) | (depth << 7) | (bound << 5) | column


@kernel("boolean(int64[::1], int64[::1])")
def out_of_budget(control: NDArray[np.int64], state: NDArray[np.int64]) -> bool:
    """Count one node; True, also ever after, once stopped or past the node limit."""
    control[NODES] += 1
    if control[STOP] != 0 or control[NODES] > state[NODE_LIMIT]:
        state[ABORTED] = 1
    return bool(state[ABORTED] != 0)


@kernel("int64(int64[::1], int64[::1])")
def estimate(geometry: NDArray[np.int64], board: NDArray[np.int64]) -> int:
    """The evaluation, from the mover's view, in hundredths of a disc."""
    end = fill_up(geometry, board)
    prize = last_word(geometry, board, end, LAST_WORD)
    red = board[SCORE] - board[SCORE + 1] + (prize if filler(geometry, end) == 0 else -prize)
    return int(red if board[PLY] & 1 == 0 else -red)


@kernel("int64(int64[::1], int64[::1], int64[:, ::1], int64[::1], int64[::1], int64, int64, int64)")
def alphabeta(  # noqa: PLR0912 (the numbered steps of one search)
    geometry: NDArray[np.int64],
    board: NDArray[np.int64],
    table: NDArray[np.int64],
    control: NDArray[np.int64],
    state: NDArray[np.int64],
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """Search the unfinished position on `board` to `depth` plies, forced replies free.

    Postcondition, with s the answer and v the value at this depth: s <= alpha: v <= s;
    s >= beta: v >= s; else v = s. Meaningless once ``state[ABORTED]`` is set.
    """
    # 1. budget
    if out_of_budget(control, state):
        return 0
    ply, cells = int(board[PLY]), int(geometry[CELLS])
    mover = ply & 1
    # 2. win at once, or be forced
    if winning_columns(geometry, board, mover) != 0:
        return WIN - (ply + 1)
    forced = winning_columns(geometry, board, mover ^ 1)
    if forced & (forced - 1) != 0:
        return (ply + 2) - WIN
    if ply + 1 == cells:
        return 0  # the last square completes nothing
    if depth <= 0 and forced == 0:
        return estimate(geometry, board)
    # 3. nothing better than winning with the next disc but one is left
    beta = min(beta, WIN - (ply + 3))
    if alpha >= beta:
        return beta
    # 4. table
    slot = board[KEY] & (len(table) - 1)
    best_column = NO_COLUMN
    if table[slot, 0] == board[KEY]:
        entry = table[slot, 1]
        score, bound = int(entry) >> 16, (entry >> 5) & 3
        best_column = entry & 31
        if (entry >> 7) & 511 >= depth and (
            bound == EXACT
            or (bound == LOWER and score >= beta)
            or (bound == UPPER and score <= alpha)
        ):
            control[HITS] += 1
            return score
    # 5. moves: the table's, then from the centre outwards
    best, floor, searched_first = -WIN, alpha, best_column
    next_depth = depth if forced != 0 else depth - 1
    for i in range(-1, geometry[COLUMNS]):
        column = searched_first if i < 0 else geometry[ORDER + i]
        if (i < 0 and column == NO_COLUMN) or (i >= 0 and column == searched_first):
            continue
        if board[HEIGHTS + column] >= geometry[ROWS] or (
            forced != 0 and (forced >> column) & 1 == 0
        ):
            continue
        place(geometry, board, column, mover)
        if best > -WIN:  # expect no better: a null window, and again in full if wrong
            score = -alphabeta(
                geometry, board, table, control, state, next_depth, -floor - 1, -floor
            )
            if floor < score < beta:
                score = -alphabeta(
                    geometry, board, table, control, state, next_depth, -beta, -floor
                )
        else:
            score = -alphabeta(geometry, board, table, control, state, next_depth, -beta, -floor)
        lift(geometry, board, column, mover)
        if state[ABORTED] != 0:
            return 0
        if score > best:
            if score >= beta:
                control[CUTS] += 1
                control[FIRST_CUTS] += int(best == -WIN)
            best, best_column = score, column
            floor = max(floor, score)
            if floor >= beta:
                break
    # 6. remember
    bound = LOWER if best >= beta else (UPPER if best <= alpha else EXACT)
    table[slot, 0] = board[KEY]
    table[slot, 1] = pack(best, max(depth, 0), bound, best_column)
    return best
