"""Best moves and every move's score of many positions at once, for boards of at most 64 bits.

A row of `boards` holds the discs of both players of an unfinished position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.games.connectfour.board.layout import centre_first, layout

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.solver.solver import Solver

NO_MOVE = -(1 << 30)
"""Stands for the score of a full column."""


class Batch:
    """Positions of one game, of so many discs each, and what follows after every column."""

    def __init__(
        self, game: ConnectFour, boards: NDArray[np.uint64], plies: NDArray[np.int64]
    ) -> None:
        self._columns, self._connect = game.columns, game.connect
        self._board = layout(game)
        self._boards, self._second = boards, plies % 2 == 1
        self._free = game.columns * game.rows - plies
        self._after = [self._played(column) for column in range(game.columns)]
        self.legal = np.array([(after != boards).any(axis=1) for after in self._after]).T
        self.wins = np.array([self._lines(after) for after in self._after]).T
        """Whether a disc in each column is legal, and whether it wins, a row a position."""

    def every(
        self, solver: Solver, *, result_only: bool
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The mover's solver score of every column, `NO_MOVE` for full ones, and the nodes.

        A row for each of the first positions: those solved before the search was ended.
        """
        scores = np.full(self.legal.shape, NO_MOVE, dtype=np.int64)
        scores[self.wins] = np.broadcast_to((self._free + 1)[:, None] // 2, scores.shape)[self.wins]
        last = self.legal & ~self.wins & (self._free == 1)[:, None]
        scores[last] = 0
        open_ = self.legal & ~self.wins & ~last
        rows, columns = np.nonzero(open_)  # row by row: what one search found serves the next
        found, nodes = solver.scores_of(
            np.stack(self._after, axis=1)[rows, columns], result_only=result_only
        )
        scores[rows[: len(found)], columns[: len(found)]] = -found
        whole = len(open_) if len(found) == len(rows) else int(rows[len(found)])
        spent = np.bincount(rows[: len(found)], nodes, len(open_)).astype(np.int64)
        return scores[:whole], spent[:whole]

    def best(
        self, solver: Solver, targets: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The most central column of each that is worth its target, and the nodes that took.

        Of the first positions: those decided before the search was ended. No column may be
        worth more than the target, where that is not just who wins.
        """
        best = np.full(len(targets), -1, dtype=np.int64)
        nodes = np.zeros(len(targets), dtype=np.int64)
        left = self.legal.sum(axis=1)
        for column in centre_first(self._columns):
            won = (best < 0) & self.wins[:, column]
            best[won] = column
        for column in centre_first(self._columns):
            asked = (best < 0) & self.legal[:, column]
            only = asked & (left == 1)  # none of the others keeps the score
            best[only] = column
            self._try(solver, column, asked & ~only, targets, best, nodes)
            left -= self.legal[:, column]
            if solver.aborted:
                break
        undecided = np.flatnonzero(best < 0)
        decided = int(undecided[0]) if len(undecided) else len(best)
        return best[:decided], nodes[:decided]

    def _try(
        self,
        solver: Solver,
        column: int,
        asked: NDArray[np.bool_],
        targets: NDArray[np.int64],
        best: NDArray[np.int64],
        nodes: NDArray[np.int64],
    ) -> None:
        """Note `column` as the best one of those asked where it is worth the target."""
        for target in self._values(targets[asked]):
            rows = np.flatnonzero(asked & (targets == target))
            good, spent = solver.at_most(self._after[column][rows], -target)
            best[rows[: len(good)][good]] = column
            nodes[rows[: len(spent)]] += spent
            if solver.aborted:
                return

    def _played(self, column: int) -> NDArray[np.uint64]:
        """The boards after a disc in `column`, as they were where it is full."""
        height = self._board.height
        bottom, bits = 1 << (column * height), ((1 << self._board.rows) - 1) << (column * height)
        move = (self._boards[:, 0] | self._boards[:, 1]) + np.uint64(bottom) & np.uint64(bits)
        after = self._boards.copy()
        after[:, 0] |= np.where(self._second, np.uint64(0), move)
        after[:, 1] |= np.where(self._second, move, np.uint64(0))
        return after

    def _lines(self, after: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Whether the side that has just moved has a line; the boards before had none."""
        own = np.where(self._second, after[:, 1], after[:, 0])
        found = np.zeros(len(own), dtype=np.bool_)
        height = self._board.height
        for step in (1, height, height - 1, height + 1):
            starts = own.copy()
            for disc in range(1, self._connect):
                starts &= own >> np.uint64(disc * step)
            found |= starts != 0
        return found

    @staticmethod
    def _values(targets: NDArray[np.int64]) -> Iterable[int]:
        values: list[int] = np.unique(targets).tolist()
        return values
