"""Bounded model checking: is there a line of play of n plies that satisfies a condition?"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from pysat.solvers import Solver

from engine.laboratory.clauses.cnf import FALSE, Formula, Interrupted, Literal
from engine.laboratory.connectfour.conditions import literal_of
from engine.laboratory.connectfour.encoding import ConnectFourEncoding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move
    from engine.games.connectfour.game import ConnectFour
    from engine.laboratory.language.tree import Node

SOLVER = "glucose4"

COLOUR_FIRST = 120
"""Squares above which a full board is coloured before its moves are ordered."""


LOADED = 10_000
"""Clauses given to the solver between two looks at whether it was stopped: some milliseconds."""


class SatLines:
    """Finds the lines of play of exactly `plies` plies that satisfy `node`, one by one.

    A solve may take for ever: others' servers leave it to a process that may be killed.
    """

    def __init__(self, game: ConnectFour, node: Node, plies: int, mirror: bool = False) -> None:
        formula = Formula(lambda: self._stopped)
        self.encoding = ConnectFourEncoding(game, plies, mirror, formula)
        self.exhausted = False
        self._node = node
        self._solver: Solver | None = None
        self._running: Solver | None = None
        self._lock, self._stopped = threading.Lock(), False

    def interrupt(self) -> None:
        """End the work, from another thread; what `next` answers then is no exclusion."""
        with self._lock:
            self._stopped = True
            if self._running is not None:
                self._running.interrupt()

    def next(self) -> tuple[Move, ...] | None:
        """Another line of play each time, None when there is no more."""
        try:
            return self._next()
        except Interrupted:
            return None

    def _next(self) -> tuple[Move, ...] | None:
        if self.exhausted:
            return None
        if self._solver is None:
            wanted = literal_of(self.encoding, self._node)
            if wanted == FALSE:
                self.exhausted = True
                return None
            self.encoding.demand(wanted)
            self._solver = self._loaded(self.encoding.formula)
            if self._solve(self._solver, self._colouring()):
                return self._take(self._solver)
        if not self._solve(self._solver):
            self.exhausted = True
            return None
        return self._take(self._solver)

    def _loaded(self, formula: Formula) -> Solver:
        """A solver that knows the clauses of `formula`."""
        solver = Solver(name=SOLVER)
        try:
            for begin in range(0, len(formula.clauses), LOADED):
                formula.check()
                solver.append_formula(formula.clauses[begin : begin + LOADED])
        except Interrupted:
            solver.delete()
            raise
        return solver

    def _solve(self, solver: Solver, assumptions: Sequence[Literal] = ()) -> bool:
        """Solve without the interpreter lock, which the plain call would hold throughout."""
        with self._lock:
            if self._stopped:
                raise Interrupted
            self._running = solver
        solved = solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True)
        with self._lock:
            self._running = None
        return bool(solved)

    def _take(self, solver: Solver) -> tuple[Move, ...]:
        """The line of the solver's model, which from now on is excluded."""
        moves = self.encoding.decode(solver.get_model())
        solver.add_clause(self.encoding.block(moves))
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
        with self._loaded(colours) as solver:
            if not self._solve(solver):
                return []
            true = set(solver.get_model())
        return [literal for board in owners for literal in board if literal in true]

    @property
    def conflicts(self) -> int:
        """How often the search had to turn back."""
        return int(self._solver.accum_stats()["conflicts"]) if self._solver else 0

    def close(self) -> None:
        if self._solver is not None:
            self._solver.delete()
            self._solver = None
