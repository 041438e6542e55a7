"""The server's own clock: milliseconds for which it has run, over all its starts.

It follows a monotonic source, so setting the computer's clock does nothing to it, and it
rests while the server is down, so a restart costs no player any time. Nor does a process that
stands still, or a machine that sleeps: nobody could move meanwhile, so only the first `MOST`
of it counts. How far it came is kept once a second while a match is played by the clock: a
killed server gives the player to move at most that second back.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webapp.service.ports import UptimeStore

log = logging.getLogger(__name__)

KEEP_EVERY = 1_000
"""Milliseconds between two times that it is written down."""

LOOK = 1.0
"""Seconds between two looks at the monotonic source."""

MOST = 3_000
"""Milliseconds that count of what passes between two looks."""


class Uptime:
    """Tells moments. Thread-safe; `start` has a thread of its own write, so that no move and no
    flag waits for the disk on that account, and another one look: who waits for a locked database
    stands still, but the server does not."""

    def __init__(self, store: UptimeStore, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._closed = threading.Event()
        self._kept = store.uptime()
        self._looked = self._kept, monotonic()
        """The moment of the last look, and what the source said; one tuple, as no reader locks."""
        self._looks = False

    def now(self) -> int:
        """The moment."""
        moment, since = self._looked
        passed = int((self._monotonic() - since) * 1000)
        return moment + (min(passed, MOST) if self._looks else passed)

    def wall(self) -> datetime:
        """The date and time, for lists and for what is kept; no clock of a match goes by it."""
        return datetime.now(UTC)

    def keep(self) -> None:
        """Write down how far it came, unless that was done of late."""
        with self._lock:
            now = self.now()
            if now - self._kept >= KEEP_EVERY:
                self._store.keep_uptime(now)
                self._kept = now

    def keep_soon(self) -> None:
        """Have it written down; this never waits."""
        if self.now() - self._kept >= KEEP_EVERY:
            self._wanted.set()

    def start(self) -> None:
        """Begin: what the rest of a server's start took is nobody's time. From now on look, and
        write whenever that is asked for, by itself."""
        self._looked, self._looks = (self._looked[0], self._monotonic()), True
        for name, run in (("flipfour-uptime", self._run), ("flipfour-look", self._look_on)):
            threading.Thread(target=run, name=name, daemon=True).start()

    def close(self) -> None:
        """Look and write no more by itself."""
        self._closed.set()
        self._wanted.set()

    def look(self) -> None:
        """Count what has passed since the last look; on one thread."""
        moment, since = self._looked
        now = self._monotonic()
        passed = int((now - since) * 1000)
        if passed > MOST:
            log.warning("The server stood still for %d s; so did all clocks.", passed // 1000)
            self._looked = moment + MOST, now
        else:
            self._looked = moment + passed, since + passed / 1000

    def _look_on(self) -> None:
        while not self._closed.wait(LOOK):
            self.look()

    def _run(self) -> None:
        while self._wanted.wait() and not self._closed.is_set():
            self._wanted.clear()
            try:
                self.keep()
            except Exception as error:  # the database is busy or away; it is asked for again
                log.warning("The server's own clock could not be kept: %s", error)
