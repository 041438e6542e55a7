"""Stop a running kernel from another thread, and watch its node count."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from engine._memory import address_of, words_apart
from engine.search.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

STOP, NODES, HITS, CUTS, FIRST_CUTS = range(5)
"""Indices into the words of a `SearchControl`; the last three are `Statistics`."""

WORDS = 8
"""How many there are: a cache line."""


LOOK = 0.002
"""Seconds between two looks at the nodes of a search whose time is up before it has its least."""


class SearchControl:
    """Words shared with the kernels: a stop flag, a node counter, and what else is counted.

    Kernels poll ``words[STOP]`` at least every 1,024 nodes and add to ``words[NODES]``.
    """

    def __init__(self) -> None:
        self._words = words_apart(WORDS)
        self._asked = False
        self._listeners: list[Callable[[], None]] = []
        self._expired: list[object] = []
        """The deadlines that have passed and whose blocks have not ended."""
        self._lock = threading.Lock()

    def stop(self) -> None:
        """Ask the search to end; it answers within milliseconds. May be called twice."""
        with self._lock:
            self._asked = True
            self._words[STOP] = 1
            listeners, self._listeners = self._listeners, []
        for tell in listeners:
            tell()

    def when_stopped(self, tell: Callable[[], None]) -> None:
        """Have `tell` called once `stop` is, for a search that cannot see the words."""
        with self._lock:
            if not self._asked:
                self._listeners.append(tell)
                return
        tell()

    @cached_property
    def words(self) -> NDArray[np.int64]:
        """The words as an array, for kernels."""
        import numpy as np  # noqa: PLC0415 (takes longer to load than an easy question)

        return np.frombuffer(self._words, dtype=np.int64)

    @property
    def address(self) -> int:
        """Where the words begin, for kernels; it lives as long as this."""
        return address_of(self._words)

    def count(self, what: int, more: int = 1) -> None:
        """Add to one of the words, for a search in Python."""
        self._words[what] += more

    @property
    def stopped(self) -> bool:
        return bool(self._words[STOP])

    @property
    def nodes(self) -> int:
        return self._words[NODES]

    @property
    def statistics(self) -> Statistics:
        """What the searches under this control did."""
        hits, cuts, first_cuts = self._words[HITS : FIRST_CUTS + 1]
        return Statistics(hits=hits, cuts=cuts, first_cuts=first_cuts)

    @contextmanager
    def deadline(
        self, seconds: float | None, least: int = 0, patience: float = 1
    ) -> Iterator[None]:
        """Stop the searches of this block once `seconds` have passed and `least` nodes counted.

        With `patience` they pass once this thread has had them of a processor, or so many times
        as many by the clock.

        A deadline ends with its block: a later search under the same control runs, unless
        `stop` was called meanwhile or the deadline of a block around this one has passed.
        """
        if seconds is None:
            yield
            return
        deadline, ended, enough = object(), threading.Event(), self.nodes + least
        left = _time_left(seconds, patience)

        def expire() -> None:
            wait = min(seconds, threading.TIMEOUT_MAX)
            while not ended.wait(wait):
                if (more := left()) > 0:
                    wait = min(max(more, LOOK), threading.TIMEOUT_MAX)
                    continue
                with self._lock:
                    if ended.is_set() or self._asked:
                        return
                    if self.nodes >= enough:
                        self._expired.append(deadline)
                        self._words[STOP] = 1
                        return
                wait = LOOK

        timer = threading.Thread(target=expire, name="deadline", daemon=True)
        timer.start()
        try:
            yield
        finally:
            with self._lock:
                ended.set()
                if deadline in self._expired:
                    self._expired.remove(deadline)
                self._words[STOP] = int(self._asked or bool(self._expired))


def _time_left(seconds: float, patience: float) -> Callable[[], float]:
    """How many seconds a deadline of the calling thread can wait at least, see `deadline`.

    Where the system does not tell what a thread has had, the clock alone decides.
    """
    clock_of = getattr(time, "pthread_getcpuclockid", None)
    begun = time.monotonic()
    if clock_of is None or patience <= 1:
        return lambda: begun + seconds - time.monotonic()
    clock = clock_of(threading.get_ident())
    had_before = time.clock_gettime(clock)

    def left() -> float:
        had = time.clock_gettime(clock) - had_before
        return min(seconds - had, begun + seconds * patience - time.monotonic())

    return left
