"""Who wins when the columns just fill up: the threats of a board, played out without search.

The order in which a board is filled decides which threats come true: whoever has only squares
left below a winning square of the next player must give it away (zugzwang). This plays that
game with any number of players, on the threats there are now; lines that would arise on the
way are not seen. `engine.games.connectfour.threats.last_word` is the same in plain Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine._jit import kernel
from engine.games.connectfour.search.evaluation import threat_index
from engine.games.connectfour.search.windows import (
    CELLS,
    COLUMNS,
    CONTESTED,
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

WINS, BLOCKS, FREE, SPOILS_OWN, GIVES_AWAY, NONE = range(6)
"""What a move into a column does, the best first; see `merit`."""


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def merit(geometry: NDArray[np.int64], board: NDArray[np.int64], column: int, mover: int) -> int:
    """How `mover` likes the next square of a contested column while the board fills up."""
    cell = column * geometry[ROWS] + board[FILLING + column]
    following = (mover + 1) % geometry[PLAYERS]
    if board[threat_index(geometry, mover, cell)] > 0:
        return WINS
    if board[threat_index(geometry, following, cell)] > 0:
        return BLOCKS
    if board[FILLING + column] == board[CONTESTED + column]:
        return FREE
    if board[threat_index(geometry, following, cell + 1)] > 0:
        return GIVES_AWAY
    if board[threat_index(geometry, mover, cell + 1)] > 0:
        return SPOILS_OWN
    return FREE


@kernel("int64(int64[::1], int64[::1])")
def contest(geometry: NDArray[np.int64], board: NDArray[np.int64]) -> int:
    """Note each column's height and the row of its highest threat, -1 without one.

    Answers how many free squares lie above the highest threats: they are all alike.
    """
    rows, spare = geometry[ROWS], 0
    for column in range(geometry[COLUMNS]):
        height, row = board[HEIGHTS + column], rows - 1
        while row >= height:
            threats = 0
            for player in range(geometry[PLAYERS]):
                threats |= board[threat_index(geometry, player, column * rows + row)]
            if threats != 0:
                break
            row -= 1
        board[FILLING + column] = height
        board[CONTESTED + column] = row if row >= height else -1
        spare += rows - height if row < height else 0
    return int(spare)


@kernel("int64(int64[::1], int64[::1])")
def fill_up(geometry: NDArray[np.int64], board: NDArray[np.int64]) -> int:
    """Who wins when the unfinished board is filled up, where and when; 0 if nobody does.

    Everybody wins if they can, stops the next player if they must, and puts off what helps
    the next player or spoils a threat of their own. The answer is ``disc << 8 | cell``
    of the winning disc, the first disc on the board being number 1.
    """
    if board[THREATS] == 0:
        return 0
    rows, spare = geometry[ROWS], contest(geometry, board)
    for ply in range(board[PLY], geometry[CELLS]):
        chosen, best = NONE, NONE
        for i in range(geometry[COLUMNS]):
            column = geometry[ORDER + i]
            if board[CONTESTED + column] >= 0:
                found = merit(geometry, board, column, ply % geometry[PLAYERS])
                if found < best:
                    chosen, best = column, found
        if best == NONE:
            return 0  # no column is contested any more
        if best == WINS:
            return int((ply + 1) << 8 | chosen * rows + board[FILLING + chosen])
        if best > FREE and spare > 0:
            spare -= 1
            continue
        board[FILLING + chosen] += 1
        if board[FILLING + chosen] > board[CONTESTED + chosen]:
            board[CONTESTED + chosen] = -1
            spare += rows - board[FILLING + chosen]
    return 0


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def last_word(geometry: NDArray[np.int64], board: NDArray[np.int64], end: int, full: int) -> int:
    """The worth of winning by filling up, `full` on a full board; `end` is as `fill_up` says.

    It grows with the discs: early on the threats that will decide are not there yet.
    """
    return int(full * board[PLY] // geometry[CELLS]) if end > 0 else 0


@kernel("int64(int64[::1], int64)")
def filler(geometry: NDArray[np.int64], end: int) -> int:
    """The player who wins by filling up; `end`, not 0, is as `fill_up` says."""
    return int(((end >> 8) - 1) % geometry[PLAYERS])
