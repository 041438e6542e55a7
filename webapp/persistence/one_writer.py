"""SQLite's writers take turns within a process.

SQLite has one writer at a time, and all others ask again and again, up to a tenth of a second
apart, so that on a busy server one of them may miss every moment for seconds. Here a thread waits
at a lock until the one before it is done; other programs are waited for as SQLite does it.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Any

from sqlalchemy import event

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

_HAS_TURN = "has the writers' turn"
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

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def acquire(self, timeout: float) -> bool:
        with self._lock:
            if not self._taken:
                self._taken = True
                return True
            mine = threading.Event()
            self._waiting.append(mine)
        if mine.wait(timeout):
            return True
        with self._lock:
            if mine.is_set():  # at this very moment
                return True
            self._waiting.remove(mine)
            return False

    def release(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._taken = False


def take_turns(engine: Engine, patience: float) -> None:
    """From the first statement that writes until a connection is given back, no other one writes.

    Whoever has waited for `patience` seconds goes on without a turn, and SQLite decides.
    """
    turn = Turn()

    def before(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        info = connection.info
        if not info.get(_HAS_TURN) and statement.lstrip().upper().startswith(_WRITING):
            info[_HAS_TURN] = turn.acquire(timeout=patience)

    def done(_driver: object, record: Any, *_: object) -> None:
        if record.info.pop(_HAS_TURN, False):
            turn.release()

    event.listen(engine, "before_cursor_execute", before)
    for name in ("checkin", "invalidate"):
        event.listen(engine, name, done)
