"""The service's `ChallengeStore` over SQLAlchemy."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from webapp.domain.match import Status
from webapp.persistence.models import ChallengeRow, MatchRow, now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Engine


class ChallengeRows:
    """Every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, match_id: str, guest: str) -> None:
        row = {"match_id": match_id, "guest": guest, "at": now()}
        with suppress(IntegrityError), self._engine.begin() as connection:
            connection.execute(insert(ChallengeRow), row)

    def of(self, guest: str, most: int) -> Sequence[str]:
        query = (
            select(ChallengeRow.match_id)
            .join(MatchRow, MatchRow.id == ChallengeRow.match_id)
            .where(ChallengeRow.guest == guest, MatchRow.status == Status.WAITING.value)
            .order_by(ChallengeRow.at.desc(), ChallengeRow.match_id)
            .limit(most)
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def remove(self, match_id: str, guest: str) -> None:
        one = (ChallengeRow.match_id == match_id) & (ChallengeRow.guest == guest)
        with self._engine.begin() as connection:
            connection.execute(delete(ChallengeRow).where(one))

    def forget(self, guest: str) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(ChallengeRow).where(ChallengeRow.guest == guest))
