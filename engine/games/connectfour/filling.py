"""Who wins when the columns just fill up: the threats of a board, played out without search.

The order in which a board is filled decides which threats come true: whoever has only squares
left below a winning square of the next player must give it away (zugzwang). This plays that
game with any number of players, on the threats there are now; lines that would arise on the
way are not seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine._jit import kernel
from engine.games.connectfour.evaluation import threat_index
from engine.games.connectfour.windows import (
    CELLS,
    COLUMNS,
    FILLING,
    HEIGHTS,
    ORDER,
    PLAYERS,
    PLY,
    ROWS,
    THREATS,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WINS, BLOCKS, FREE, SPOILS_OWN, GIVES_AWAY, FULL = range(6)
"""What a move into a column does, the best first; see `merit`."""


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def merit(geometry: NDArray[np.int64], board: NDArray[np.int64], column: int, mover: int) -> int:
    """How `mover` likes the next square of a column while the board fills up."""
    rows, players = geometry[ROWS], geometry[PLAYERS]
    height = board[FILLING + column]
    if height == rows:
        return FULL
    cell, following = column * rows + height, (mover + 1) % players
    if board[threat_index(geometry, mover, cell)] > 0:
        return WINS
    if board[threat_index(geometry, following, cell)] > 0:
        return BLOCKS
    if height + 1 == rows:
        return FREE
    if board[threat_index(geometry, following, cell + 1)] > 0:
        return GIVES_AWAY
    if board[threat_index(geometry, mover, cell + 1)] > 0:
        return SPOILS_OWN
    return FREE


@kernel("int64(int64[::1], int64[::1])")
def fill_up(geometry: NDArray[np.int64], board: NDArray[np.int64]) -> int:
    """The ply at which somebody wins when the unfinished board is filled up; 0 if nobody does.

    Everybody wins if they can, stops the next player if they must, and puts off what helps
    the next player or spoils a threat of their own. The winner is ``(answer - 1) % players``.
    """
    if board[THREATS] == 0:
        return 0
    columns, players = geometry[COLUMNS], geometry[PLAYERS]
    for column in range(columns):
        board[FILLING + column] = board[HEIGHTS + column]
    for ply in range(board[PLY], geometry[CELLS]):
        chosen, best = 0, FULL
        for i in range(columns):
            column = geometry[ORDER + i]
            found = merit(geometry, board, column, ply % players)
            if found < best:
                chosen, best = column, found
        if best == WINS:
            return ply + 1
        board[FILLING + chosen] += 1
    return 0
