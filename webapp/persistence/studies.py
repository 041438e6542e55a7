"""The service's `StudyStore` over SQLAlchemy: one row a study, which is its JSON."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select, update

from engine.errors import EngineError
from engine.formats.study import format_study, parse_study
from webapp.domain.study import KeptStudy
from webapp.persistence.models import StudyRow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import Engine, Row

    from engine.formats.study import Study

SWEEP = 100
"""Studies stored beyond the most before the oldest are dropped."""


REMEMBERED = 64
"""Texts whose studies are at hand: a large one takes a tenth of a second to be played through."""


class StudyRows:
    """Keeps studies as rows; every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, kept: KeptStudy, most: int) -> None:
        with self._engine.begin() as connection:
            connection.execute(insert(StudyRow), {"id": kept.id, **_fields(kept)})
            if (connection.scalar(select(func.count()).select_from(StudyRow)) or 0) > most + SWEEP:
                newest = select(StudyRow.id).order_by(StudyRow.updated_at.desc()).limit(most)
                connection.execute(delete(StudyRow).where(StudyRow.id.not_in(newest)))

    def load(self, study_id: str) -> KeptStudy | None:
        with self._engine.connect() as connection:
            row = connection.execute(_SELECT.where(StudyRow.id == study_id)).first()
        return None if row is None else _kept(row)

    def replace(self, kept: KeptStudy) -> bool:
        before = (StudyRow.id == kept.id) & (StudyRow.version == kept.version - 1)
        with self._engine.begin() as connection:
            done = connection.execute(update(StudyRow).where(before).values(**_fields(kept)))
        return done.rowcount == 1

    def remove(self, study_id: str) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(StudyRow).where(StudyRow.id == study_id))

    def of(self, owner: str) -> Sequence[KeptStudy]:
        query = _SELECT.where(StudyRow.owner == owner).order_by(StudyRow.updated_at.desc())
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [kept for row in rows if (kept := _kept(row)) is not None]

    def count(self, owner: str) -> int:
        query = select(func.count()).select_from(StudyRow).where(StudyRow.owner == owner)
        with self._engine.connect() as connection:
            return connection.scalar(query) or 0

    def forget(self, owner: str) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(StudyRow).where(StudyRow.owner == owner))


_SELECT = select(
    StudyRow.id,
    StudyRow.owner,
    StudyRow.author,
    StudyRow.data,
    StudyRow.version,
    StudyRow.updated_at,
)


def _fields(kept: KeptStudy) -> dict[str, Any]:
    return {
        "owner": kept.owner,
        "author": kept.author,
        "version": kept.version,
        "data": format_study(kept.study),
        "updated_at": kept.updated_at,
    }


def _kept(row: Row[str, str, str, str, int, datetime]) -> KeptStudy | None:
    """None where the row is of a newer version of the program, or damaged."""
    study_id, owner, author, data, version, updated_at = row
    try:
        study = _study(data)
    except EngineError:
        return None
    return KeptStudy(study_id, owner, author, study, version, updated_at)


@lru_cache(maxsize=REMEMBERED)
def _study(data: str) -> Study:
    return parse_study(data)
