"""A server's patience with PostgreSQL: what takes too long ends, undone as a whole.

The database ends a slow statement by itself. One that stands still keeps no time, and TCP does not
miss it while its machine answers: then a thread of this server ends the connection. Once one could
not be made in time, a single thread tries again and all others are refused at once.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import event

from webapp.persistence.database import BUSY_TIMEOUT, STATEMENT_TIMEOUT
from webapp.service.ports import StoreAway

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine

UNANSWERED = STATEMENT_TIMEOUT + 2.0
"""Seconds for an answer, of which the database takes less where it lives."""

LOOK = 1.0
"""Seconds between two looks at what is unanswered."""

AGAIN = 1.0
"""Seconds after an attempt to connect that took long and failed, until the next one."""

LONG = 1.0
"""Seconds that a failed attempt may take and have the next one made at once."""


class Patience:
    """Ends what a server asks of PostgreSQL in time; SQLite's patience has an end anyway.

    Thread-safe.
    """

    def __init__(self, engine: Engine, clock: Callable[[], float] = time.monotonic) -> None:
        self._engine = engine
        self._clock = clock
        self._lock = threading.Lock()
        self._unanswered: dict[Any, float] = {}
        """The drivers' connections, and when each was asked."""
        self._away_until: float | None = None
        """From when on to try again, where the last attempt took long and failed."""
        self._trying = 0
        self._closed = threading.Event()
        if engine.dialect.name == "postgresql":
            self._listen()
            engine.dispose()  # of connections that were made without

    def start(self) -> None:
        """Look from now on."""
        if self._engine.dialect.name == "postgresql":
            threading.Thread(target=self._run, name="flipfour-patience", daemon=True).start()

    def close(self) -> None:
        """Look no more."""
        self._closed.set()

    def _listen(self) -> None:
        for name, heard in (
            ("do_connect", self._connect),
            ("connect", _set_limits),
            ("before_cursor_execute", lambda connection, *_: self._asked(connection.connection)),
            ("after_cursor_execute", lambda connection, *_: self._told(connection.connection)),
            ("commit", self._ending),
            ("rollback", self._ending),
        ):
            event.listen(self._engine, name, heard)
        event.listen(self._engine, "reset", lambda driver, *_: self._note(driver, self._clock()))
        for name in ("checkin", "invalidate", "close"):
            event.listen(self._engine, name, lambda driver, *_: self._note(driver, None))

    def _connect(self, dialect: Any, _record: object, arguments: Any, options: Any) -> Any:
        began = self._clock()
        with self._lock:
            if self._away_until is not None and (self._trying or began < self._away_until):
                raise StoreAway
            self._trying += 1
        try:
            made = dialect.connect(*arguments, **options)
            self._away_until = None
        except dialect.dbapi.OperationalError:
            if self._clock() - began > LONG:
                self._away_until = self._clock() + AGAIN
            raise
        finally:
            with self._lock:
                self._trying -= 1
        return made

    def _ending(self, connection: Connection) -> None:
        if not connection.closed and not connection.invalidated:
            self._asked(connection.connection)

    def _asked(self, connection: Any) -> None:
        self._note(connection.dbapi_connection, self._clock())

    def _told(self, connection: Any) -> None:
        self._note(connection.dbapi_connection, None)

    def _note(self, driver: Any, asked: float | None) -> None:
        with self._lock:
            if asked is None:
                self._unanswered.pop(driver, None)
            elif driver is not None:
                self._unanswered[driver] = asked

    def _run(self) -> None:
        while not self._closed.wait(LOOK):
            late = self._clock() - UNANSWERED
            with self._lock:
                for driver in [d for d, asked in self._unanswered.items() if asked < late]:
                    del self._unanswered[driver]
                    _cut(driver)


def _cut(driver: Any) -> None:
    """End a connection under the thread that waits for it, which gets the driver's error."""
    with suppress(Exception), socket.socket(fileno=os.dup(driver.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


def _set_limits(driver: Any, _record: object) -> None:
    limits = {
        "lock_timeout": BUSY_TIMEOUT,
        "statement_timeout": STATEMENT_TIMEOUT,
        "idle_in_transaction_session_timeout": STATEMENT_TIMEOUT,
    }
    with driver.cursor() as cursor:
        for name, seconds in limits.items():
            cursor.execute(f"SET {name} = {int(1000 * seconds)}")
    driver.commit()
