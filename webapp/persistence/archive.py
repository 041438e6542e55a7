"""Packs the events of matches that rest for long, a tenth of the rows' size; they stay what
they were for whoever shows, reviews, exports or goes on with them.

The newest event stays a row, so that a match's version is where it always is, and what comes
later follows it.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select

from webapp.domain.match import Status
from webapp.persistence.models import ArchiveRow, EventRow, MatchRow

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection, Engine

BATCH = 50
"""Matches packed in one transaction, once it is known what their rows come to: moves made meanwhile
wait for no longer."""


class BeingPacked(Exception):
    """Somebody else packs the same matches."""

    def __init__(self) -> None:
        super().__init__("Somebody else is tidying this database up just now.")


EVENT_COLUMNS = (
    EventRow.v,
    EventRow.t,
    EventRow.data,
    EventRow.seat,
    EventRow.act,
    EventRow.clock,
)
"""What is stored of an event."""


def unpack(connection: Connection, match_id: str) -> list[tuple[Any, ...]]:
    """The packed rows of a match, as they were selected: v, t, data, seat, act, clock."""
    packed = connection.scalar(select(ArchiveRow.events).where(ArchiveRow.match_id == match_id))
    return [] if packed is None else [tuple(row) for row in json.loads(zlib.decompress(packed))]


def pack(engine: Engine, before: datetime) -> int:
    """Pack all finished matches in which nothing has happened since; answers how many.

    Raises:
        BeingPacked: nothing is lost by that.
    """
    done, last = 0, ""
    while names := _next(engine, before, last):
        with engine.connect() as connection:
            packed = [_packed(connection, match_id) for match_id in names]
        with engine.begin() as connection:
            for one in packed:
                _put(connection, one)
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


@dataclass(frozen=True, slots=True)
class _Packed:
    """Rows of a match as one.

    Attributes:
        before: the version up to which they were packed already; 0 where none was.
        v: up to which they are now.
    """

    match_id: str
    before: int
    v: int
    events: bytes


def _packed(connection: Connection, match_id: str) -> _Packed:
    known = unpack(connection, match_id)
    query = select(*EVENT_COLUMNS).where(EventRow.match_id == match_id).order_by(EventRow.v)
    rows = [list(row) for row in connection.execute(query)][:-1]
    whole = [*map(list, known), *rows]
    if not whole or len(whole) != whole[-1][0]:  # some came or went between the two readings
        raise BeingPacked
    events = zlib.compress(json.dumps(whole, separators=(",", ":")).encode(), 9)
    return _Packed(match_id, known[-1][0] if known else 0, whole[-1][0], events)


def _put(connection: Connection, packed: _Packed) -> None:
    """In place of the rows, if all are still there."""
    of_match = ArchiveRow.match_id == packed.match_id
    in_rows = (EventRow.match_id == packed.match_id) & (EventRow.v <= packed.v)
    gone = connection.execute(delete(EventRow).where(in_rows)).rowcount
    before = connection.scalar(select(ArchiveRow.v).where(of_match)) or 0
    if (before, gone) != (packed.before, packed.v - packed.before):
        raise BeingPacked
    connection.execute(delete(ArchiveRow).where(of_match))
    row = {"match_id": packed.match_id, "v": packed.v, "events": packed.events}
    connection.execute(insert(ArchiveRow), row)
