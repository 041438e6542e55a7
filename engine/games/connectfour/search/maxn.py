"""Three players: max^n, in which everybody maximises their own value.

After Luckhardt and Irani (1986). All values are exact at their depth, so the transposition
table answers without bounds, which is what lets max^n see as far as it does here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine._jit import kernel
from engine.games.connectfour.search.alphabeta import ABORTED, NO_COLUMN, PROVED, WIN, out_of_budget
from engine.games.connectfour.search.evaluation import DISCS, lift, place, winning_columns
from engine.games.connectfour.search.filling import fill_up, filler, last_word
from engine.games.connectfour.search.windows import (
    CELLS,
    COLUMNS,
    CONNECT,
    COUNTS,
    HEIGHTS,
    KEY,
    ORDER,
    PLY,
    ROWS,
    SCORE,
    WINDOWS,
)
from engine.search.control import CUTS, FIRST_CUTS, HITS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LAST_WORD = 250
"""Worth, on a full board, of winning as the columns fill up; in proportion to the discs."""

ALL = 7
"""Three players as bits."""

TABLE_WIDTH = 5
"""Words of a table entry: hash, depth and best column, three values."""


@kernel("void(int64[:, ::1], int64, int64)")
def settle(values: NDArray[np.int64], ply: int, winner_ply: int) -> None:
    """Write the values of a game that the player who moves to `winner_ply` discs wins."""
    for player in range(3):
        values[ply, player] = winner_ply - WIN
    values[ply, (winner_ply - 1) % 3] = WIN - winner_ply


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def worth(geometry: NDArray[np.int64], board: NDArray[np.int64], end: int, player: int) -> int:
    """The evaluation for one player: twice their own worth less the other two's.

    A player's worth is that of their windows, and of the last word if it is theirs; `end` is
    what `fill_up` answers.
    """
    own = board[SCORE + player]
    total = board[SCORE] + board[SCORE + 1] + board[SCORE + 2]
    if end > 0:
        prize = last_word(geometry, board, end, LAST_WORD)
        total += prize
        if filler(geometry, end) == player:
            own += prize
    return int(3 * own - total)


@kernel("int64(int64[::1], int64[::1])")
def able(geometry: NDArray[np.int64], board: NDArray[np.int64]) -> int:
    """The players, as bits, who have a window that they could fill with the discs to come."""
    free, mover = geometry[CELLS] - board[PLY], board[PLY] % 3
    found = 0
    for number in range(geometry[WINDOWS]):
        discs = board[COUNTS + number] & DISCS
        for player in range(3):
            own = (discs >> (8 * player)) & 255
            to_come = (free + 2 - (player - mover) % 3) // 3
            if discs == own << (8 * player) and geometry[CONNECT] - own <= to_come:
                found |= 1 << player
        if found == ALL:
            break
    return found


@kernel("void(int64[::1], int64[::1], int64[:, ::1])")
def estimate(
    geometry: NDArray[np.int64], board: NDArray[np.int64], values: NDArray[np.int64]
) -> None:
    """Write each player's evaluation."""
    end = fill_up(geometry, board)
    for player in range(3):
        values[board[PLY], player] = worth(geometry, board, end, player)


@kernel("boolean(int64[:, ::1], int64[:, ::1], int64, int64)")
def better(values: NDArray[np.int64], best: NDArray[np.int64], ply: int, mover: int) -> bool:
    """Whether the child's values suit `mover` more than the best so far.

    Where their own value is equal they prefer the move that leaves the stronger of their
    opponents weaker, so that nobody is made king by accident.
    """
    if values[ply + 1, mover] != best[ply, mover]:
        return bool(values[ply + 1, mover] > best[ply, mover])
    after, following = (mover + 1) % 3, (mover + 2) % 3
    return bool(
        max(values[ply + 1, after], values[ply + 1, following])
        < max(best[ply, after], best[ply, following])
    )


@kernel(
    "void(int64[::1], int64[::1], int64[:, ::1], int64[::1], int64[::1],"
    " int64[:, ::1], int64[:, ::1], int64)"
)
def maxn(  # noqa: PLR0912 (the numbered steps of one search)
    geometry: NDArray[np.int64],
    board: NDArray[np.int64],
    table: NDArray[np.int64],
    control: NDArray[np.int64],
    state: NDArray[np.int64],
    values: NDArray[np.int64],
    best: NDArray[np.int64],
    depth: int,
) -> None:
    """Search the unfinished position on `board`; leaves its values in ``values[ply]``.

    `best` is scratch, one row per ply as `values`; ``best[ply - 1]`` says what the player who
    has just moved has already. Where the mover wins and leaves less than that, any values that
    say so will do. Meaningless once aborted.
    """
    # 1. budget
    if out_of_budget(control, state):
        return
    ply, cells = board[PLY], geometry[CELLS]
    mover = ply % 3
    # 2. win at once, or be forced to stop the next player
    if winning_columns(geometry, board, mover) != 0:
        settle(values, ply, ply + 1)
        return
    forced = winning_columns(geometry, board, (mover + 1) % 3)
    if forced & (forced - 1) != 0:
        settle(values, ply, ply + 2)
        return
    if ply + 1 == cells:
        values[ply, :] = 0
        return
    if depth <= 0 and forced == 0:
        estimate(geometry, board, values)
        return
    to_the_end = depth >= cells - ply
    could = able(geometry, board) if to_the_end else ALL
    if could == 0:
        values[ply, :] = 0
        return
    most = WIN - (ply + 4) if (could >> mover) & 1 else 0
    # 3. table
    slot = board[KEY] & (len(table) - 1)
    if table[slot, 0] == board[KEY] and table[slot, 1] >> 5 >= depth:
        control[HITS] += 1
        for player in range(3):
            values[ply, player] = table[slot, 2 + player]
        return
    # 4. moves, from the centre outwards
    next_depth = depth if forced != 0 else depth - 1
    best_column, enough = NO_COLUMN, False
    best[ply, mover] = -WIN
    for i in range(geometry[COLUMNS]):
        column = geometry[ORDER + i]
        if board[HEIGHTS + column] >= geometry[ROWS] or (
            forced != 0 and (forced >> column) & 1 == 0
        ):
            continue
        place(geometry, board, column, mover)
        maxn(geometry, board, table, control, state, values, best, next_depth)
        lift(geometry, board, column, mover)
        if state[ABORTED] != 0:
            return
        if best_column == NO_COLUMN or better(values, best, ply, mover):
            first, best_column = best_column == NO_COLUMN, column
            for player in range(3):
                best[ply, player] = values[ply + 1, player]
            if best[ply, mover] > PROVED or (to_the_end and best[ply, mover] >= 0):
                # what the mover is sure of, the one who moved before cannot get
                enough = -best[ply, mover] <= best[ply - 1, (mover + 2) % 3]
                if enough or best[ply, mover] >= most:
                    control[CUTS] += 1
                    control[FIRST_CUTS] += int(first)
                    break
    # 5. remember
    for player in range(3):
        values[ply, player] = best[ply, player]
    if enough:
        return
    table[slot, 0] = board[KEY]
    table[slot, 1] = (max(depth, 0) << 5) | best_column
    for player in range(3):
        table[slot, 2 + player] = best[ply, player]
