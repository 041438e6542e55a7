"""Notices that SQLite's file was taken away, or another one put in its place, under a server.

SQLite goes on with the file that it has open, which the next start does not find: all that was
acknowledged meanwhile was lost. So nothing is read or written until the file is back.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from sqlalchemy import event

from webapp.database_file import database_file
from webapp.service.ports import StoreAway

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection, Engine

log = logging.getLogger(__name__)

GONE = "%s is not the file any more that this server has open; put it back, or restart the server."


def stay_in_place(engine: Engine) -> None:
    """From now on raise `StoreAway` where the engine's file is not the one that is there now."""
    path = database_file(engine.url)
    if path is None:
        return
    mine = _file_at(path)
    logged = False

    def look() -> None:
        nonlocal logged
        there = _file_at(path) == mine
        if not there and not logged:
            log.error(GONE, path)
        logged = not there
        if not there:
            raise StoreAway

    def connect(*_: Any) -> None:
        look()  # else SQLite would make an empty file

    def begin(_: Connection) -> None:
        look()

    def commit(connection: Connection) -> None:
        try:
            look()
        except StoreAway:
            connection.connection.rollback()  # the library takes it for ended and passes it on
            raise

    for name, listener in (("do_connect", connect), ("begin", begin), ("commit", commit)):
        event.listen(engine, name, listener)


def _file_at(path: Path) -> tuple[int, int] | None:
    """What the system knows a file by, whatever its name."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
