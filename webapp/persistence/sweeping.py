"""Deletes many rows a few at a time, so that nobody who writes meanwhile waits for long."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy import delete, inspect, select, tuple_

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Engine

    from webapp.persistence.models import Base

ROWS = 1000
"""Deleted in one transaction: who plays meanwhile waits for no longer, and is refused after
`BUSY_TIMEOUT`."""

REST = 0.02
"""Seconds between two of them, in which others have their turn."""


def sweep(engine: Engine, table: type[Base], which: ColumnElement[bool]) -> int:
    """Delete the rows of a table that are meant; answers how many there were."""
    keys = inspect(table).primary_key
    some = select(*keys).where(which).limit(ROWS)
    query = delete(table).where(tuple_(*keys).in_(some))
    done = 0
    while True:
        with engine.begin() as connection:
            deleted = connection.execute(query).rowcount
        done += deleted
        if deleted < ROWS:
            return done
        time.sleep(REST)
