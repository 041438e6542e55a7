"""Packs the events of matches that rest for long, a tenth of the rows' size; they stay what
they were for whoever shows, reviews, exports or goes on with them.

The newest event stays a row, so that a match's version is where it always is, and what comes
later follows it.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select

from webapp.domain.match import Status
from webapp.persistence.models import ArchiveRow, EventRow, MatchRow

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection, Engine

BATCH = 200
"""Matches packed in one transaction: moves made meanwhile wait for no longer."""

_COLUMNS = (EventRow.v, EventRow.t, EventRow.data, EventRow.seat, EventRow.act, EventRow.clock)


def unpack(connection: Connection, match_id: str) -> list[tuple[Any, ...]]:
    """The packed rows of a match, as they were selected: v, t, data, seat, act, clock."""
    packed = connection.scalar(select(ArchiveRow.events).where(ArchiveRow.match_id == match_id))
    return [] if packed is None else [tuple(row) for row in json.loads(zlib.decompress(packed))]


def pack(engine: Engine, before: datetime) -> int:
    """Pack all finished matches in which nothing has happened since; answers how many."""
    done, last = 0, ""
    while names := _next(engine, before, last):
        with engine.begin() as connection:
            for match_id in names:
                _pack(connection, match_id)
        done, last = done + len(names), names[-1]
    return done


def _next(engine: Engine, before: datetime, last: str) -> list[str]:
    """Some matches behind `last` that are to be packed, or anew as they have gone on since."""
    newest = select(func.max(EventRow.v)).where(EventRow.match_id == MatchRow.id).scalar_subquery()
    loose = (
        select(MatchRow.id)
        .outerjoin(ArchiveRow, ArchiveRow.match_id == MatchRow.id)
        .where(MatchRow.status == Status.FINISHED.value, MatchRow.updated_at < before)
        .where(MatchRow.id > last, newest > func.coalesce(ArchiveRow.v, 0) + 1)
        .order_by(MatchRow.id)
        .limit(BATCH)
    )
    with engine.connect() as connection:
        return list(connection.scalars(loose))


def _pack(connection: Connection, match_id: str) -> None:
    query = select(*_COLUMNS).where(EventRow.match_id == match_id).order_by(EventRow.v)
    *rows, _newest = [list(row) for row in connection.execute(query)]
    whole = [*map(list, unpack(connection, match_id)), *rows]
    packed = zlib.compress(json.dumps(whole, separators=(",", ":")).encode(), 9)
    connection.execute(delete(ArchiveRow).where(ArchiveRow.match_id == match_id))
    row = {"match_id": match_id, "v": whole[-1][0], "events": packed}
    connection.execute(insert(ArchiveRow), row)
    in_rows = (EventRow.match_id == match_id) & (EventRow.v <= whole[-1][0])
    connection.execute(delete(EventRow).where(in_rows))
