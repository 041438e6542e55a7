"""The searches below the root, one class per number of players, and how they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np

from engine.games.connectfour.search import maxn
from engine.games.connectfour.search.alphabeta import NO_COLUMN, PROVED, WIN, alphabeta
from engine.games.connectfour.search.evaluation import place
from engine.games.connectfour.search.windows import (
    CELLS,
    COLUMNS,
    COUNTS,
    HEIGHTS,
    KEY,
    PLY,
    ROWS,
    SCORE,
    WEIGHTS,
    WINDOWS,
    discs_in_order,
    empty_board,
    foreseen,
    geometry,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.games.connectfour.position import ConnectFourGame, ConnectFourPosition
    from engine.search.control import SearchControl

TABLE_SLOTS = 1 << 20
"""Table entries of one searcher: 16 MiB for two players, 40 MiB for three."""


Value: TypeAlias = tuple[int, int]
"""A position's value and, among moves of equal value, its attraction: with three players the
weaker the stronger opponent is left, the better, so that nobody is made king by accident."""


LEAP = 24
"""Free squares up to which three players' search may go to the end at once."""


class Tree(Protocol):
    """The search below the root.

    Attributes:
        leap: free squares up to which one search to the end takes less than deeper and deeper
            ones, as the worth of a position bounds more there than an estimate does.
    """

    leap: int

    def value(
        self,
        board: NDArray[np.int64],
        control: SearchControl,
        state: NDArray[np.int64],
        depth: int,
        floor: int,
    ) -> Value:
        """The value of the unfinished position for the player who has just moved.

        Where it is not above `floor`, any answer not above it will do.
        """

    def best_column(self, board: NDArray[np.int64]) -> int | None:
        """The best column, as far as the table remembers the position."""


class TableTree:
    """A geometry and a table whose entries begin with hash and a word of depth and column."""

    leap = 0

    def __init__(self, game: ConnectFourGame, width: int) -> None:
        self._geometry = geometry(game)
        self._table = np.zeros((TABLE_SLOTS, width), dtype=np.int64)

    def best_column(self, board: NDArray[np.int64]) -> int | None:
        key, word = self._table[board[KEY] & (TABLE_SLOTS - 1), :2]
        column = int(word) & NO_COLUMN
        return column if key == board[KEY] and column != NO_COLUMN else None


class TwoPlayers(TableTree):
    """Alpha-beta; a root move that promises nothing new costs one null window."""

    def __init__(self, game: ConnectFourGame) -> None:
        super().__init__(game, width=2)

    def value(
        self,
        board: NDArray[np.int64],
        control: SearchControl,
        state: NDArray[np.int64],
        depth: int,
        floor: int,
    ) -> Value:
        fixed = (self._geometry, board, self._table, control.words, state, depth)
        if floor > -WIN:
            score = -alphabeta(*fixed, -floor - 1, -floor)
            if score <= floor:
                return score, 0
        return -alphabeta(*fixed, -WIN, -floor), 0


class ThreePlayers(TableTree):
    """max^n; a floor spares it the replies to a move that surely loses more.

    Below the root a threat counts for less, so that one that can be made or stopped now is not
    put off; what those on the board are worth beyond that is added at the root.
    """

    leap = LEAP

    def __init__(self, game: ConnectFourGame) -> None:
        super().__init__(game, maxn.TABLE_WIDTH)
        shown, self._geometry = self._geometry, foreseen(game)
        near = WEIGHTS + game.connect - 1
        self._prompt = int(shown[near] - self._geometry[near])
        plies = game.columns * game.rows + 1
        self._values = np.zeros((plies, 3), dtype=np.int64)
        self._best = np.zeros((plies, 3), dtype=np.int64)

    def value(
        self,
        board: NDArray[np.int64],
        control: SearchControl,
        state: NDArray[np.int64],
        depth: int,
        floor: int,
    ) -> Value:
        fixed = (self._geometry, board, self._table, control.words, state)
        ply = int(board[PLY])
        promptly = self._prompt * open_threats(self._geometry, board)
        more = [0, 0, 0]
        if depth < self._geometry[CELLS] - ply:
            more = [int(worth) for worth in 3 * promptly - promptly.sum()]
        mover = (ply - 1) % 3
        self._best[ply - 1, mover] = floor - more[mover] if abs(floor) <= PROVED else floor
        board[SCORE : SCORE + 3] -= promptly
        maxn.maxn(*fixed, self._values, self._best, depth)
        board[SCORE : SCORE + 3] += promptly
        values = [int(value) for value in self._values[ply]]
        if all(abs(value) <= PROVED for value in values):
            values = [value + worth for value, worth in zip(values, more, strict=True)]
        own = values.pop(mover)
        return own, -max(values)


def open_threats(geometry: NDArray[np.int64], board: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many windows each player has that lack one disc; a board counts the stopped ones too."""
    columns, rows = geometry[COLUMNS], geometry[ROWS]
    threats = board[COUNTS + geometry[WINDOWS] :].reshape(-1, columns, rows)
    free = np.arange(rows) >= board[HEIGHTS : HEIGHTS + columns, np.newaxis]
    counts: NDArray[np.int64] = (threats * free).sum(axis=(1, 2))
    return counts


def tree_of(game: ConnectFourGame) -> Tree:
    """The search for the game's number of players, with an empty table."""
    return TwoPlayers(game) if game.players == 2 else ThreePlayers(game)


def board_of(position: ConnectFourPosition) -> NDArray[np.int64]:
    """The kernels' board of a position."""
    board = empty_board(position.game)
    fixed = geometry(position.game)
    for column, player in discs_in_order(position):
        place(fixed, board, column, player)
    return board
