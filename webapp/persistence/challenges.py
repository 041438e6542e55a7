"""The service's `ChallengeStore` over SQLAlchemy."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from webapp.domain.match import Status
from webapp.persistence.models import ChallengeRow, EventRow, MatchRow, now

if TYPE_CHECKING:
    from datetime import timedelta

    from sqlalchemy import ColumnElement, Engine

    from webapp.domain.seat import Guest

OPEN = ChallengeRow.declined_at.is_(None) & (MatchRow.status == Status.WAITING.value)
"""Of a challenge joined with its match: it waits for its answer."""


class ChallengeRows:
    """Every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, match_id: str, guest: str, by: Guest) -> None:
        row = {"match_id": match_id, "guest": guest, "by": by.id, "registered": by.registered}
        with suppress(IntegrityError), self._engine.begin() as connection:
            connection.execute(insert(ChallengeRow), row | {"at": now()})

    def of(self, guest: str, most: int) -> dict[str, int]:
        version = (
            select(func.max(EventRow.v))
            .where(EventRow.match_id == ChallengeRow.match_id)
            .scalar_subquery()
        )
        newest = ChallengeRow.registered.desc(), ChallengeRow.at.desc(), ChallengeRow.match_id
        query = (
            select(ChallengeRow.match_id, version)
            .join(MatchRow, MatchRow.id == ChallengeRow.match_id)
            .where(ChallengeRow.guest == guest, OPEN)
            .order_by(*newest)
            .limit(most)
        )
        with self._engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def waiting(self, guest: str, *, registered: bool) -> int:
        return self._count((ChallengeRow.guest == guest) & ChallengeRow.registered.is_(registered))

    def made(self, by: str) -> int:
        return self._count(ChallengeRow.by == by)

    def between(self, by: str, guest: str, within: timedelta) -> str | None:
        stands = OPEN | (ChallengeRow.declined_at > now() - within)
        query = (
            select(ChallengeRow.match_id)
            .join(MatchRow, MatchRow.id == ChallengeRow.match_id)
            .where(ChallengeRow.by == by, ChallengeRow.guest == guest, stands)
            .order_by(ChallengeRow.at.desc(), ChallengeRow.match_id)
            .limit(1)
        )
        with self._engine.connect() as connection:
            return connection.scalar(query)

    def decline(self, match_id: str, guest: str) -> bool:
        one = (ChallengeRow.match_id == match_id) & (ChallengeRow.guest == guest)
        waits = exists().where(MatchRow.id == ChallengeRow.match_id, OPEN)
        with self._engine.begin() as connection:
            changed = update(ChallengeRow).where(one, waits).values(declined_at=now())
            done = connection.execute(changed)
        return done.rowcount > 0

    def forget(self, guest: str) -> None:
        one = (ChallengeRow.guest == guest) & ChallengeRow.declined_at.is_(None)
        with self._engine.begin() as connection:
            connection.execute(delete(ChallengeRow).where(ChallengeRow.by == guest))
            connection.execute(update(ChallengeRow).where(one).values(declined_at=now()))

    def _count(self, which: ColumnElement[bool]) -> int:
        query = (
            select(func.count())
            .select_from(ChallengeRow)
            .join(MatchRow, MatchRow.id == ChallengeRow.match_id)
            .where(which, OPEN)
        )
        with self._engine.connect() as connection:
            return connection.scalar(query) or 0
