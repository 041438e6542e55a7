"""Bounded model checking: is there a line of play of n plies that satisfies a condition?"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from pysat.solvers import Solver

from engine.laboratory.clauses.cnf import FALSE, Literal
from engine.laboratory.connectfour.conditions import literal_of
from engine.laboratory.connectfour.encoding import ConnectFourEncoding

if TYPE_CHECKING:
    from engine.game import Move
    from engine.games.connectfour.game import ConnectFour
    from engine.laboratory.language.tree import Node

SOLVER = "glucose4"

COLOUR_FIRST = 120
"""Squares above which a full board is coloured before its moves are ordered."""


class SatLines:
    """Finds the lines of play of exactly `plies` plies that satisfy `node`, one by one.

    A solve may take for ever: others' servers leave it to a process that may be killed.
    """

    def __init__(self, game: ConnectFour, node: Node, plies: int, mirror: bool = False) -> None:
        self.encoding = ConnectFourEncoding(game, plies, mirror)
        wanted = literal_of(self.encoding, node)
        self.exhausted = wanted == FALSE
        if not self.exhausted:
            self.encoding.demand(wanted)
        self._solver: Solver | None = None
        self._lock, self._stopped = threading.Lock(), False

    def interrupt(self) -> None:
        """End the solving, from another thread; what `next` answers then is no exclusion."""
        with self._lock:
            self._stopped = True
            if self._solver is not None:
                self._solver.interrupt()

    def next(self) -> tuple[Move, ...] | None:
        """Another line of play each time, None when there is no more."""
        if self.exhausted:
            return None
        if self._solver is None:
            self._solver = Solver(name=SOLVER, bootstrap_with=self.encoding.formula.clauses)
            if self._solve(self._colouring()):
                return self._take()
        if not self._solve([]):
            self.exhausted = True
            return None
        return self._take()

    def _solve(self, assumptions: list[Literal]) -> bool:
        """Solve without the interpreter lock, which the plain call would hold throughout."""
        assert self._solver is not None  # noqa: S101 (the caller made it)
        if self._stopped:
            return False
        return bool(self._solver.solve_limited(assumptions=assumptions, expect_interrupt=True))

    def _take(self) -> tuple[Move, ...]:
        """The line of the solver's model, which from now on is excluded."""
        assert self._solver is not None  # noqa: S101 (it has just solved)
        moves = self.encoding.decode(self._solver.get_model())
        self._solver.add_clause(self.encoding.block(moves))
        return moves

    def _colouring(self) -> list[Literal]:
        """Owners of a full board without a line, to begin with on a large board.

        Choosing the colours first and ordering the moves then is far quicker than both at
        once; where it leads nowhere, the solver goes on without.
        """
        encoding = self.encoding
        squares = encoding.game.columns * encoding.game.rows
        if encoding.plies < squares or squares <= COLOUR_FIRST:
            return []
        owners, colours = encoding.colouring()
        with Solver(name=SOLVER, bootstrap_with=colours.clauses) as solver:
            if not solver.solve():
                return []
            true = set(solver.get_model())
        return [literal for board in owners for literal in board if literal in true]

    @property
    def conflicts(self) -> int:
        """How often the search had to turn back."""
        return int(self._solver.accum_stats()["conflicts"]) if self._solver else 0

    def close(self) -> None:
        with self._lock:
            if self._solver is not None:
                self._solver.delete()
                self._solver = None
