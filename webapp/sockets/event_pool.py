"""The threads on which clients' events are handled: as few at a time as do.

Only one thread can hold the interpreter. With all of them awake at once the system handed it to
and fro between the processor's cores, which was half of what it took to open a socket. So the
loop first reads all that has come, then wakes one thread for it, and another one only where
something waits for long, as behind an event that waits for the database.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from queue import SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from webapp.sockets.loop import Loop

log = logging.getLogger(__name__)

PATIENCE = 0.004
"""Seconds that something may wait before one more thread is woken for it."""


class EventPool:
    """A few threads that do what they are handed, in that order. `do` never waits."""

    def __init__(self, size: int, name: str, loop: Loop) -> None:
        self._size = size
        self._loop = loop
        self._work: deque[tuple[float, Callable[[], None]]] = deque()
        """What waits, since when."""
        self._lock = threading.Lock()
        self._awake = 0
        self._called = self._looks = False
        """Whether `_rouse` will come, and whether `_look` does again and again."""
        self._alarm: SimpleQueue[bool] = SimpleQueue()
        """Wakes a thread each time; with True for good."""
        for number in range(size):
            threading.Thread(target=self._run, name=f"{name}-{number}", daemon=True).start()

    def do(self, work: Callable[[], None]) -> None:
        """On the loop's thread."""
        self._work.append((time.monotonic(), work))
        if not self._called:
            self._called = True
            self._loop.soon(self._rouse)

    def do_later(self, work: Callable[[], None]) -> None:
        """After all that waits; on a thread of the pool, which goes on with it itself."""
        self._work.append((time.monotonic(), work))

    def stop(self) -> None:
        """End the threads once each has done what it has begun and what came before."""
        for _ in range(self._size):
            self._alarm.put(True)

    # -- On the loop's thread --------------------------------------------------------------

    def _rouse(self) -> None:
        """All that has come is read: have somebody begin with it."""
        self._called = False
        with self._lock:
            if self._work and not self._awake:
                self._wake()
        if self._work and not self._looks:
            self._looks = True
            self._loop.later(PATIENCE, self._look)

    def _look(self) -> None:
        """Wake one more where somebody waits for long."""
        try:
            since, _ = self._work[0]
        except IndexError:
            self._looks = False
            return
        with self._lock:
            if time.monotonic() - since > PATIENCE and self._awake < self._size:
                self._wake()
        self._loop.later(PATIENCE, self._look)

    def _wake(self) -> None:
        self._awake += 1
        self._alarm.put(False)

    # -- On a thread of the pool -----------------------------------------------------------

    def _run(self) -> None:
        ended = False
        while not ended:
            ended = self._alarm.get()
            while (work := self._next()) is not None:
                try:
                    work()
                except Exception:
                    log.exception("What a client sent could not be handled.")

    def _next(self) -> Callable[[], None] | None:
        """What waits for longest; without any the thread goes to sleep."""
        with self._lock:
            if self._work:
                return self._work.popleft()[1]
            self._awake -= 1
            return None
