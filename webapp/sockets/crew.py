"""The threads on which clients' events are handled.

A pool of the standard library makes a lock, a condition and a future of every event, which was a
fifteenth of what it takes to open a socket.
"""

from __future__ import annotations

import logging
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)


class Crew:
    """A few threads that do what they are handed, in that order. `do` never waits."""

    def __init__(self, size: int, name: str) -> None:
        self._size = size
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        for number in range(size):
            threading.Thread(target=self._run, name=f"{name}-{number}", daemon=True).start()

    def do(self, work: Callable[[], None]) -> None:
        self._work.put(work)

    def stop(self) -> None:
        """End the threads once each has done what it has begun and what came before."""
        for _ in range(self._size):
            self._work.put(None)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                work()
            except Exception:
                log.exception("What a client sent could not be handled.")
