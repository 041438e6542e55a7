"""What a search in Python has spent, and the moment it must stop."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from engine.search.control import NODES

if TYPE_CHECKING:
    from engine.search.control import SearchControl
    from engine.search.limits import Limit

POLL = 4
"""Positions between two looks at the clock and the stop word: a fraction of a millisecond, or
some 40 ms where a search knows the rules alone and tries each move of a large board."""


class Stopped(Exception):
    """Ends a search from within; what it had found before stands."""


class Budget:
    """Counts the positions of one search and raises `Stopped` when its limit is reached."""

    def __init__(self, limit: Limit, control: SearchControl) -> None:
        self.nodes = 0
        self._limit = limit
        self._control = control
        self._started = perf_counter()

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return perf_counter() - self._started

    def spend(self) -> None:
        """Count one position.

        Raises:
            Stopped: a limit is reached or somebody asked to stop.
        """
        self.nodes += 1
        if self.nodes % POLL == 0:
            self._control.count(NODES, POLL)
            self.check()
        if self._limit.nodes is not None and self.nodes >= self._limit.nodes:
            raise Stopped

    def count(self, what: int) -> None:
        """Count one of what a `SearchControl` has beside the positions."""
        self._control.count(what)

    def check(self) -> None:
        """Raise `Stopped` when time is up and the least is done, or when somebody asked to stop."""
        limit = self._limit
        late = limit.time is not None and self.elapsed >= limit.time
        if self._control.stopped or (late and self.nodes >= limit.least):
            raise Stopped
