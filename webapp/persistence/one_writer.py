"""SQLite's writers take turns within a process.

SQLite has one writer at a time, and all others ask again and again, up to a tenth of a second
apart, so that on a busy server one of them may miss every moment for seconds. Here a thread waits
at a lock until the one before it is done; other programs are waited for as SQLite does it.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from sqlalchemy import event

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

_HAS_TURN = "has the writers' turn"
_WROTE = "has written in its turn"
_WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE", "BEGIN IMMEDIATE")


class Turn:
    """A lock that is handed to whoever has waited for longest.

    A plain one is taken again by who has just given it up, before the next thread is awake: a
    long deletion in many short transactions kept others out until they had lost patience.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Event] = deque()
        self._got_on = 0.0
        """When somebody last gave back a turn in which something was done."""

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def acquire(self, patience: float) -> bool:
        """Wait for as long as the line gets on; False once it has stood still for `patience`
        seconds."""
        with self._lock:
            if not self._taken:
                self._taken = True
                return True
            mine = threading.Event()
            self._waiting.append(mine)
        left = patience
        while not mine.wait(left):
            with self._lock:
                left = self._got_on + patience - time.monotonic()
                if left <= 0 and not mine.is_set():  # it may have come at this very moment
                    self._waiting.remove(mine)
                    return False
        return True

    def release(self, *, done: bool = True) -> None:
        """Hand it on. `done`: something was, so that whoever waits may hope."""
        with self._lock:
            if done:
                self._got_on = time.monotonic()
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._taken = False


def take_turns(engine: Engine, patience: float) -> None:
    """From the first statement that writes until a connection is given back, no other one writes.

    Whoever has waited for `patience` seconds in which nobody got on goes on without a turn, for all
    that it writes, and SQLite decides. It would otherwise have SQLite's lock and wait for the turn,
    while whoever has that waits for the lock.
    """
    turn = Turn()

    def before(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        info = connection.info
        if _HAS_TURN not in info and statement.lstrip().upper().startswith(_WRITING):
            info[_HAS_TURN] = turn.acquire(patience)

    def after(connection: Connection, *_: object) -> None:
        if connection.info.get(_HAS_TURN):
            connection.info[_WROTE] = True

    def done(_driver: object, record: Any, *_: object) -> None:
        wrote = record.info.pop(_WROTE, False)
        if record.info.pop(_HAS_TURN, False):
            turn.release(done=wrote)

    event.listen(engine, "before_cursor_execute", before)
    event.listen(engine, "after_cursor_execute", after)
    for name in ("checkin", "invalidate"):
        event.listen(engine, name, done)
