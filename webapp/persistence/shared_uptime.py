"""One clock for all servers of a database: it runs while any of them reaches the database.

Each server follows its own monotonic source and compares it with the one row once a second.
The row grows by what the database's clock says has passed since it was last touched, by
`MOST` at the most: while nobody touches it, be it that all servers are down or that the
database is, time stands still, and so it costs nobody anything. It never goes back, whatever
somebody does to the clock of a machine.

The date and time, too, are the database's at all servers: by a clock that is an hour ahead every
match would look old, and what ended at the other servers would have been seen to long ago.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import text

from webapp.service.uptime import Uptime

if TYPE_CHECKING:
    from sqlalchemy import Engine

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two comparisons."""

AGAIN = 0.1
"""Seconds until the next one after one that failed or was slow, and so says little: servers whose
clocks stood still at different moments would differ for a second after the database's return."""

SLOW = 0.25
"""Seconds after which a comparison is late."""

LEAVE = 1.0
"""Seconds for the last one to end, and for one that is due to say what the moment is."""

MOST = 3_000
"""Milliseconds for which the clock runs on without the database."""

APART = timedelta(minutes=1)
"""By which the clock of this machine may differ from the database's before that is said."""

_TOUCH = text(
    """
    INSERT INTO uptime AS known (id, milliseconds, at) VALUES (1, :mine, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET
        milliseconds = GREATEST(
            :mine,
            known.milliseconds + LEAST(GREATEST(
                EXTRACT(EPOCH FROM clock_timestamp() - COALESCE(known.at, clock_timestamp()))
                * 1000, 0), :most)
        ),
        at = clock_timestamp()
    RETURNING milliseconds, clock_timestamp()
    """
)


class SharedUptime(Uptime):
    """Tells moments over PostgreSQL. Thread-safe."""

    def __init__(self, engine: Engine, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._engine = engine
        self._monotonic = monotonic
        self._compared = threading.Condition()
        self._closed = threading.Event()
        self._away = False
        self._thread = threading.Thread(target=self._run, name="flipfour-uptime", daemon=True)
        self._base, self._since = 0, monotonic()
        self._wall = datetime.now(UTC)
        self._apart = False
        self.compare()

    def start(self) -> None:
        """Compare from now on by itself."""
        self._thread.start()

    def close(self) -> None:
        """Stop; a comparison that goes on gets a moment to give its connection back."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join(LEAVE)

    def now(self) -> int:
        """The moment, the same at all servers but for what an answer takes.

        A process that stood still, or a machine that slept, is behind all others until it has
        compared: what it does meanwhile would count as done long ago, and flags would fall.
        """
        with self._compared:
            if self._behind() and self._thread.is_alive():
                self._compared.wait_for(lambda: not self._behind(), LEAVE)
            return self._ran()

    def wall(self) -> datetime:
        """The date and time by the database's clock."""
        with self._compared:
            return self._wall + timedelta(seconds=self._monotonic() - self._since)

    def keep(self) -> None:
        """Nothing to do: it is compared anyway."""

    def keep_soon(self) -> None:
        """Nothing to do."""

    def compare(self) -> None:
        """Agree with the others; raises what the database raises."""
        with self._compared:
            mine = self._ran()
        with self._engine.begin() as connection:
            shared, wall = connection.execute(_TOUCH, {"mine": mine, "most": MOST}).one()
        self._compare_walls(wall)
        with self._compared:
            self._wall = wall
            self._base, self._since = max(self._ran(), int(shared)), self._monotonic()
            self._away = False
            self._compared.notify_all()

    def _compare_walls(self, theirs: datetime) -> None:
        """Tell the operator of a wrong clock, once until it is right again."""
        ahead = datetime.now(UTC) - theirs
        apart = abs(ahead) > APART
        if apart and not self._apart:
            how = "ahead of" if ahead > timedelta() else "behind"
            by = timedelta(seconds=round(abs(ahead).total_seconds()))
            log.warning("This machine's clock is %s %s the database's, which counts.", by, how)
        self._apart = apart

    def _behind(self) -> bool:
        """Under the lock: no comparison has come for so long, and none has failed."""
        return not self._away and self._monotonic() - self._since > MOST / 1000

    def _ran(self) -> int:
        """Under the lock: the moment by this server's own source alone."""
        return self._base + min(int((self._monotonic() - self._since) * 1000), MOST)

    def _run(self) -> None:
        pause = EVERY
        while not self._closed.wait(pause):
            began = self._monotonic()
            try:
                self.compare()
            except Exception as error:
                if not self._away:
                    log.warning("The servers' clock stands still: %s", error)
                with self._compared:
                    self._away = True
                    self._compared.notify_all()
            pause = AGAIN if self._away or self._monotonic() - began > SLOW else EVERY
