"""The laboratory's `JobStore` over SQLAlchemy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from webapp.persistence.models import JobRow, now
from webapp.service.ports import StoredJob

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Engine


class Questions:
    """Keeps jobs as rows; every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def keep(self, job: StoredJob) -> None:
        row = {name: getattr(job, name) for name in _FIELDS} | {
            "witnesses": list(job.witnesses),
            "askers": sorted(job.askers),
            "updated_at": now(),
        }
        with self._engine.begin() as connection:
            connection.execute(delete(JobRow).where(JobRow.id == job.id))
            connection.execute(insert(JobRow), row)

    def forget(self, job_ids: Sequence[str]) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(JobRow).where(JobRow.id.in_(job_ids)))

    def one(self, job_id: str) -> StoredJob | None:
        columns = [getattr(JobRow, name) for name in _FIELDS]
        with self._engine.connect() as connection:
            row = connection.execute(select(*columns).where(JobRow.id == job_id)).mappings().first()
        return None if row is None else StoredJob(**row)

    def load(self, rules: str) -> list[StoredJob]:
        columns = [getattr(JobRow, name) for name in _FIELDS]
        with self._engine.begin() as connection:
            connection.execute(delete(JobRow).where(JobRow.rules != rules))
            rows = connection.execute(select(*columns).order_by(JobRow.updated_at))
            return [StoredJob(**row) for row in rows.mappings()]


_FIELDS = ("id", "rules", "request", "status", "answer", "witnesses", "askers")
