"""The service's `Store` over SQLAlchemy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from webapp.domain.events import Recorded
from webapp.domain.match import Status
from webapp.persistence import codec
from webapp.persistence.models import EventRow, MatchRow, now
from webapp.service.ports import Batch, VersionConflict

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


class Repository:
    """Appends and reads event lists; every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def commit(self, batches: Sequence[Batch]) -> None:
        try:
            with self._engine.begin() as connection:
                for batch in batches:
                    _write(connection, batch)
        except IntegrityError as error:
            raise VersionConflict(str(error.orig)) from error

    def load(self, match_id: str) -> list[Recorded]:
        query = (
            select(EventRow.v, EventRow.t, EventRow.data, EventRow.seat, EventRow.act)
            .where(EventRow.match_id == match_id)
            .order_by(EventRow.v)
        )
        with self._engine.connect() as connection:
            return [
                Recorded(v, codec.load(t, data), seat, act)
                for v, t, data, seat, act in connection.execute(query)
            ]

    def public(self, limit: int) -> list[str]:
        query = (
            select(MatchRow.id)
            .where(MatchRow.public, MatchRow.status != Status.FINISHED.value)
            .order_by(MatchRow.updated_at.desc())
            .limit(limit)
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def playing(self) -> Iterable[str]:
        query = select(MatchRow.id).where(MatchRow.status == Status.PLAYING.value)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))


def _write(connection: Connection, batch: Batch) -> None:
    match = batch.match
    summary = {"status": match.status.value, "public": match.public, "updated_at": now()}
    if batch.records[0].v == 1:
        connection.execute(insert(MatchRow).values(id=match.id, game=match.game.key, **summary))
    else:
        connection.execute(update(MatchRow).where(MatchRow.id == match.id).values(**summary))
    connection.execute(insert(EventRow), [_row(match.id, record) for record in batch.records])


def _row(match_id: str, record: Recorded) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "v": record.v,
        "t": record.event.t,
        "data": codec.dump(record.event),
        "seat": record.seat,
        "act": record.act,
    }
