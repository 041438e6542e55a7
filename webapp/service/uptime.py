"""The server's own clock: milliseconds for which it has run, over all its starts.

It follows a monotonic source, so setting the computer's clock does nothing to it, and it
rests while the server is down, so a restart costs no player any time. How far it came is
kept once a second while a match is played by the clock: a killed server gives the player to
move at most that second back.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webapp.service.ports import UptimeStore

KEEP_EVERY = 1_000
"""Milliseconds between two times that it is written down."""


class Uptime:
    """Tells moments. Thread-safe."""

    def __init__(self, store: UptimeStore, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._begin = self._kept = store.uptime()
        self._started = monotonic()

    def start(self) -> None:
        """Go on by itself, where the clock is not this process's alone."""

    def close(self) -> None:
        """Do nothing more by itself."""

    def now(self) -> int:
        """The moment."""
        return self._begin + int((self._monotonic() - self._started) * 1000)

    def keep(self) -> None:
        """Write down how far it came, unless that was done of late."""
        with self._lock:
            now = self.now()
            if now - self._kept >= KEEP_EVERY:
                self._store.keep_uptime(now)
                self._kept = now
