"""The service's `UptimeStore` over SQLAlchemy: one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from webapp.persistence.models import UptimeRow

if TYPE_CHECKING:
    from sqlalchemy import Engine


class UptimeRecord:
    """How long the server has run, over all its starts."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def uptime(self) -> int:
        with self._engine.connect() as connection:
            return connection.scalar(select(UptimeRow.milliseconds)) or 0

    def keep_uptime(self, moment: int) -> None:
        with self._engine.begin() as connection:
            changed = connection.execute(update(UptimeRow).values(milliseconds=moment))
            if not changed.rowcount:
                connection.execute(insert(UptimeRow).values(id=1, milliseconds=moment))
