"""Copies a whole store into another one: a backup, a restore, a move to another database."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select, update

from webapp.persistence.models import DepartureRow
from webapp.persistence.tables import METADATA

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection, Engine

BATCH = 2000
"""Rows in memory at a time."""


class NotEmpty(Exception):
    """The store to copy into holds something already."""


def copy_store(source: Engine, target: Engine) -> dict[str, int]:
    """Copy every row, in one transaction on either side; answers the rows by table.

    Both have the newest schema, as `open_database` leaves them. The source may be in use: its
    rows are those of one moment, and what is written meanwhile stays out. Who was being
    forgotten there is forgotten here from the first match on.

    Raises:
        NotEmpty: `target` has rows; nothing was copied.
    """
    tables = METADATA.sorted_tables
    with source.connect() as reading, target.begin() as writing:
        _hold_still(reading)
        for table in tables:
            if writing.scalar(select(func.count()).select_from(table)):
                raise NotEmpty(f"There are {table.name.replace('_', ' ')} in it already.")
        copied = {}
        for table in tables:
            copied[table.name] = 0
            rows = reading.execute(select(table), execution_options={"yield_per": BATCH})
            for part in rows.mappings().partitions():
                writing.execute(insert(table), [_portable(row) for row in part])
                copied[table.name] += len(part)
        # How far it has got is told in the order of ids, which each database has for itself.
        writing.execute(update(DepartureRow).values(reached=""))
    return copied


def _hold_still(connection: Connection) -> None:
    """See one moment of the store throughout.

    SQLite's driver would begin no transaction for reading, PostgreSQL would see a new moment
    with each statement.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    else:
        connection.execution_options(isolation_level="REPEATABLE READ")


def _portable(row: Mapping[Any, Any]) -> dict[str, Any]:
    """SQLite gives times back without their zone, and all of ours are UTC."""
    return {
        str(name): value.replace(tzinfo=UTC)
        if isinstance(value, datetime) and value.tzinfo is None
        else value
        for name, value in row.items()
    }
