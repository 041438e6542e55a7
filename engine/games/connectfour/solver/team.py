"""Several solvers over one table, each on a thread of its own.

A position goes to a solver that is free; when none is left, the free one joins another at its
position. The two put off moves to where the other is (`sharing`), and what one finds the other
reads in the table: its entries are written whole (see `exact`). Whoever is first ends the other's
search.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.games.connectfour.solver.context import BUSY_LOG
from engine.games.connectfour.solver.solver import UNLIMITED, Solver, new_table
from engine.search.control import NODES, SearchControl

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition

TICK = 0.005
"""Seconds between looks at the caller's control."""


@dataclass(frozen=True, slots=True)
class Task:
    """An unfinished position to solve, and what is known of its solver score."""

    position: ConnectFourPosition
    lowest: int
    highest: int


class Team:
    """Solves positions of one game of one-word boards on `threads` threads."""

    def __init__(
        self, game: ConnectFour, threads: int, table: NDArray[np.uint64] | None = None
    ) -> None:
        shared = new_table() if table is None else table
        busy = np.zeros(1 << BUSY_LOG, dtype=np.uint64)
        self._solvers = [Solver(game, shared) for _ in range(threads)]
        for solver in self._solvers:
            solver.share(busy)

    def learn(self, other: Solver) -> None:
        """Take over what another one's small table knows."""
        for solver in self._solvers:
            solver.learn(other)

    def scores(
        self, tasks: Sequence[Task], control: SearchControl, nodes: int | None
    ) -> Iterator[tuple[int, int]]:
        """Each task's number and solver score, in the order in which they are found.

        Ends early when `control` stops or after `nodes` positions; the control counts those
        of all threads.
        """
        shift = _Shift(self._solvers, tasks, control, nodes)
        try:
            yield from shift.results()
        finally:
            shift.end()


class _Shift:
    """The work on one list of tasks."""

    def __init__(
        self,
        solvers: Sequence[Solver],
        tasks: Sequence[Task],
        control: SearchControl,
        nodes: int | None,
    ) -> None:
        self._tasks, self._control = tasks, control
        self._waiting = list(range(len(tasks)))[::-1]
        self._base = control.words[NODES:].copy()
        self._limit = UNLIMITED if nodes is None else nodes
        self._pool = ThreadPoolExecutor(max_workers=len(solvers))
        self._counts = [SearchControl() for _ in solvers]
        self._solvers = solvers
        self._running: dict[Future[int | None], tuple[int, int]] = {}
        """The solver and the task of each search under way."""
        for solver in range(len(solvers)):
            self._assign(solver)

    def results(self) -> Iterator[tuple[int, int]]:
        solved: set[int] = set()
        while self._running and not self._ended():
            done, _ = wait(self._running, timeout=TICK, return_when=FIRST_COMPLETED)
            self._count()
            free = []
            for future in done:
                solver, task = self._running.pop(future)
                free.append(solver)
                score = future.result()
                if score is not None and task not in solved:
                    solved.add(task)
                    self._dismiss(task)
                    yield task, score
            for solver in free:
                self._assign(solver)

    def end(self) -> None:
        """Stop what still runs and wait for it, a few milliseconds."""
        for control in self._counts:
            control.stop()
        self._pool.shutdown()
        self._count()

    def _assign(self, solver: int) -> None:
        """Give a free solver the next task, or that of another one."""
        if self._waiting:
            task = self._waiting.pop()
        elif self._running:
            task = next(task for _, task in self._running.values())
        else:
            return
        counted = self._counts[solver].words[NODES:]
        self._counts[solver] = control = SearchControl()
        control.words[NODES:] = counted
        self._solvers[solver].begin(control, small=0)
        work = self._tasks[task]
        future = self._pool.submit(
            self._solvers[solver].score, work.position, work.lowest, work.highest
        )
        self._running[future] = (solver, task)

    def _dismiss(self, task: int) -> None:
        """Stop the others at a task that is solved."""
        for solver, other in self._running.values():
            if other == task:
                self._counts[solver].stop()

    def _count(self) -> None:
        counted = sum(c.words[NODES:] for c in self._counts)
        self._control.words[NODES:] = self._base + counted

    def _ended(self) -> bool:
        return self._control.stopped or self._control.nodes - int(self._base[0]) > self._limit
