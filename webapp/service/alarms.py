"""Rings at moments: flags fall and absences count though nobody is connected."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from webapp.audit import alias
from webapp.service.uptime import KEEP_EVERY

if TYPE_CHECKING:
    from webapp.service.uptime import Uptime

log = logging.getLogger(__name__)

Key: TypeAlias = tuple[str, str]
"""What an alarm is for, and for which match or person. Each key has one alarm at most."""

SPARE = 100
"""Entries that were set anew and are not due yet, beyond as many as there are alarms: with hours on
a clock each of its moves left one behind."""

AGAIN = 1_000
"""Milliseconds after which an alarm rings anew that could not be answered."""


class Alarms:
    """What is to be done when. Thread-safe; `start` has a thread of its own ring."""

    def __init__(self, uptime: Uptime) -> None:
        self._uptime = uptime
        self._changed = threading.Condition()
        self._order = itertools.count()
        self._set: dict[Key, tuple[int, int, Callable[[], None]]] = {}
        self._heap: list[tuple[int, int, Key]] = []
        self._closed = False

    def set(self, key: Key, at: int | None, ring: Callable[[], None]) -> None:
        """Ring at a moment instead of the one set before; None: not at all."""
        with self._changed:
            if at is None:
                self._set.pop(key, None)
                return
            order = next(self._order)
            self._set[key] = (at, order, ring)
            heapq.heappush(self._heap, (at, order, key))
            if len(self._heap) > 2 * len(self._set) + SPARE:
                self._heap = [(at, order, key) for key, (at, order, _) in self._set.items()]
                heapq.heapify(self._heap)
            if self._heap[0][1] == order:
                self._changed.notify()

    def ring_due(self) -> None:
        """Ring all that is due."""
        while (due := self._next()) is not None:
            key, ring = due
            try:
                ring()
            except Exception:  # the database is busy or away: nobody else would ask again
                log.exception("The alarm %s of %s could not be answered.", key[0], alias(key[1]))
                self.set(key, self._uptime.now() + AGAIN, ring)
                return

    def start(self) -> None:
        """Ring from now on by itself."""
        threading.Thread(target=self._run, name="flipfour-alarms", daemon=True).start()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def next(self) -> int | None:
        """The moment of the next alarm."""
        with self._changed:
            self._forget()
            return self._heap[0][0] if self._heap else None

    def __len__(self) -> int:
        return len(self._set)

    def _next(self) -> tuple[Key, Callable[[], None]] | None:
        with self._changed:
            self._forget()
            if self._closed or not self._heap or self._heap[0][0] > self._uptime.now():
                return None
            _, _, key = heapq.heappop(self._heap)
            return key, self._set.pop(key)[2]

    def _forget(self) -> None:
        """Drop what was set anew or not at all."""
        while self._heap:
            _, order, key = self._heap[0]
            known = self._set.get(key)
            if known is not None and known[1] == order:
                return
            heapq.heappop(self._heap)

    def _run(self) -> None:
        while not self._closed:
            self.ring_due()
            with self._changed:
                at = self.next()
                pause = None if at is None else min(max(at - self._uptime.now(), 0), KEEP_EVERY)
                if pause != 0 and not self._closed:
                    self._changed.wait(None if pause is None else pause / 1000)
            if self._set:
                self._uptime.keep_soon()
