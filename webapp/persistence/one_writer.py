"""SQLite's writers take turns within a process.

SQLite has one writer at a time, and all others ask again and again, up to a tenth of a second
apart, so that on a busy server one of them may miss every moment for seconds. Here a thread waits
at a lock until the one before it is done; other programs are waited for as SQLite does it.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from sqlalchemy import event

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

_HAS_TURN = "has the writers' turn"
_WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE", "BEGIN IMMEDIATE")


def take_turns(engine: Engine, patience: float) -> None:
    """From the first statement that writes until a connection is given back, no other one writes.

    Whoever has waited for `patience` seconds goes on without a turn, and SQLite decides.
    """
    turn = threading.Lock()

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
