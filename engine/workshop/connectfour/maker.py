"""Solves the positions of a book, see `bookmaker`; what it is given to solve the `walks` say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.board.layout import BITS, centre_first
from engine.games.connectfour.books.book import canonical_key, taken_back
from engine.games.connectfour.solver.context import SMALL_NODES
from engine.games.connectfour.solver.scores import final_solver_score
from engine.games.connectfour.solver.solver import SMALL_LOG, Solver, new_table
from engine.search.control import SearchControl
from engine.workshop.connectfour.solved import Known, Progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from engine.game import Move
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition

COSTLY = 400_000
"""Nodes, about 40 ms: what the search solves with fewer need not be in the book."""

FIRST_EFFORT = 1_000_000
"""Nodes for each move at first where one best move is looked for."""


class Stopped(Exception):
    """The walk was told to stop in the middle of a search."""


class Bookmaker:
    """Solves the positions of the walk; raises `Stopped` soon after `control` is stopped."""

    def __init__(
        self,
        game: ConnectFour,
        progress: Progress,
        table: NDArray[np.uint64],
        control: SearchControl | None = None,
        costly: int | None = None,
        *,
        alone: bool = True,
    ) -> None:
        """`table`: kept through the whole walk; several makers may share one.

        `costly`: nodes, by default `COSTLY`; what costs more is for the book, counted with an
        empty table, or unless `alone` as it was solved, if it was and not told by its moves. Then
        all that is found is kept in the large table, so that a position's neighbours take less.
        """
        self._progress = progress
        self.control = control or SearchControl()
        self._limit = COSTLY if costly is None else costly
        self._alone = alone
        self._cold = Solver(game, new_table(SMALL_LOG))
        self._warm = Solver(game, table)
        self._columns = centre_first(game.columns)

    def known(self, position: ConnectFourPosition, lowest: int) -> Known:
        """The position's score, at least `lowest`, from the progress or solved now."""
        key = canonical_key(position)
        if key not in self._progress.known:
            self._progress.add(key, self._solve(position, lowest))
        return self._progress.known[key]

    def solved(self, position: ConnectFourPosition) -> Known | None:
        """What is known of a position, None if it is not solved."""
        return self._progress.known.get(canonical_key(position))

    def solve_moves(self, position: ConnectFourPosition) -> None:
        """Solve every move of a position."""
        score = self.known(position, -BITS).score
        for _, child in self._children(position):
            if child.outcome() is None:
                self.known(child, -score)

    def find_best_move(self, position: ConnectFourPosition) -> None:
        """Solve one best move, if none is known: the one that is proved soonest.

        All are tried with growing effort.
        """
        score = self.known(position, -BITS).score
        effort = FIRST_EFFORT
        while True:
            for _, child in self._children(position):
                if self._is_at_most(child, -score, effort):
                    if child.outcome() is None:
                        self.known(child, -score)
                    return
            effort *= 8

    def best_moves(self, position: ConnectFourPosition) -> list[Move]:
        """The best moves that are known and do not end the game."""
        score, known = self.known(position, -BITS).score, self._progress.known
        return [
            move
            for move, child in self._children(position)
            if child.outcome() is None
            and (key := canonical_key(child)) in known
            and known[key].score == -score
        ]

    def _children(self, position: ConnectFourPosition) -> list[tuple[Move, ConnectFourPosition]]:
        legal = position.legal_moves()
        return [(move, position.play(move)) for move in self._columns if move in legal]

    def _is_at_most(self, position: ConnectFourPosition, score: int, nodes: int) -> bool:
        """Whether that is known, or proved with so many nodes."""
        if position.outcome() is not None:
            return final_solver_score(position) <= score
        known = self._progress.known.get(canonical_key(position))
        if known is not None:
            return known.score <= score
        self._warm.begin(self.control, nodes)
        reached = self._warm.reaches(position, score + 1)
        if self.control.stopped:
            raise Stopped
        return reached is False

    def _solve(self, position: ConnectFourPosition, lowest: int) -> Known:
        worths, missing = self._known_moves(position)
        score: int | None = max(worths, default=lowest)
        nodes = 0
        if missing:
            before = self.control.nodes
            self._warm.begin(self.control, small=SMALL_NODES if self._alone else 0)
            score = self._warm_score(position, max([lowest, *worths, *self._floors(position)]))
            nodes = self.control.nodes - before
            if score is not None and nodes > self._limit:
                return Known(score, costly=True, nodes=nodes)  # all the more with an empty table
            if score is not None and not self._alone:
                return Known(score, costly=False, nodes=nodes)
        self._cold.forget()
        self._cold.begin(self.control, self._limit)
        costly = self._cold.score(position) is None
        if score is None or self.control.stopped:
            raise Stopped
        return Known(score, costly, nodes)

    def _warm_score(self, position: ConnectFourPosition, lowest: int) -> int | None:
        """A score that is `lowest` at least, and often no more."""
        score = self._warm.score(position, lowest, lowest + 1)
        return score if score is None or score <= lowest else self._warm.score(position, score)

    def _floors(self, position: ConnectFourPosition) -> Iterator[int]:
        """Lower bounds of the score, from positions known that it may come from."""
        for earlier in taken_back(position):
            known = self._progress.known.get(canonical_key(earlier))
            if known is not None:
                yield -known.score

    def _known_moves(self, position: ConnectFourPosition) -> tuple[list[int], bool]:
        """What the moves are worth that are known, and whether others are not."""
        children = [child for _, child in self._children(position)]
        finished = [final_solver_score(child) for child in children if child.outcome()]
        keys = [canonical_key(child) for child in children if child.outcome() is None]
        known = [self._progress.known[key].score for key in keys if key in self._progress.known]
        return [-score for score in finished + known], len(known) < len(keys)
