"""The service's `Store` over SQLAlchemy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Boolean, String, bindparam, exists, func, insert, select, union, update
from sqlalchemy.exc import IntegrityError

from webapp.domain.events import Created, Ended, Joined
from webapp.domain.history import Recorded
from webapp.domain.match import Status
from webapp.persistence import codec
from webapp.persistence.archive import EVENT_COLUMNS, unpack
from webapp.persistence.models import ChallengeRow, EventRow, MatchRow, PlayerRow, now
from webapp.persistence.ratings import keep
from webapp.service.ports import Batch, VersionConflict

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, ScalarSelect, Select


class Repository:
    """Appends and reads event lists; every call is one transaction of its own."""

    def __init__(self, engine: Engine, wall: Callable[[], datetime] = now) -> None:
        """`wall`: the date and time, the same at all servers that have the database."""
        self._engine = engine
        self._wall = wall

    def commit(self, batches: Sequence[Batch]) -> None:
        try:
            with self._engine.begin() as connection:
                moment = self._wall()
                for batch in batches:
                    _write(connection, batch, moment)
        except IntegrityError as error:
            raise VersionConflict(str(error.orig)) from error

    def load(self, match_id: str, after: int = 0) -> list[Recorded]:
        of_match = EventRow.match_id == match_id, EventRow.v > after
        query = select(*EVENT_COLUMNS).where(*of_match).order_by(EventRow.v)
        with self._engine.connect() as connection:
            rows = [tuple(row) for row in connection.execute(query)]
            if after == 0:
                rows = _whole(connection, match_id, rows)
        return [_recorded(row) for row in rows]

    def load_all(self, match_ids: Collection[str]) -> dict[str, list[Recorded]]:
        of_matches = EventRow.match_id.in_(match_ids)
        order = EventRow.match_id, EventRow.v
        query = select(EventRow.match_id, *EVENT_COLUMNS).where(of_matches).order_by(*order)
        found: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
        with self._engine.connect() as connection:
            for match_id, *row in connection.execute(query):
                found[match_id].append(tuple(row))
            whole = {one: _whole(connection, one, rows) for one, rows in found.items()}
        return {match_id: [_recorded(row) for row in rows] for match_id, rows in whole.items()}

    def versions(self, match_ids: Collection[str]) -> dict[str, int]:
        query = (
            select(EventRow.match_id, func.max(EventRow.v))
            .where(EventRow.match_id.in_(match_ids))
            .group_by(EventRow.match_id)
        )
        return self._versions(query)

    def waiting(self, within: timedelta) -> list[str]:
        query = (
            select(MatchRow.id)
            .where(MatchRow.public, MatchRow.status == Status.WAITING.value)
            .where(MatchRow.updated_at >= self._wall() - within)
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def public(self, limit: int, within: timedelta) -> dict[str, int]:
        going_on = [status.value for status in Status if status is not Status.FINISHED]
        recent = (
            select(MatchRow.id, MatchRow.updated_at)
            .where(MatchRow.status.in_(going_on), MatchRow.public)
            .where(MatchRow.updated_at >= self._wall() - within)
            .order_by(MatchRow.updated_at.desc())
            .limit(limit)
            .subquery()
        )
        newest = (
            select(func.max(EventRow.v)).where(EventRow.match_id == recent.c.id).scalar_subquery()
        )
        return self._versions(select(recent.c.id, newest).order_by(recent.c.updated_at.desc()))

    def unfinished_of(self, guest: str, within: timedelta) -> dict[str, int]:
        query = (
            select(MatchRow.id, _newest())
            .join(PlayerRow, PlayerRow.match_id == MatchRow.id)
            .where(PlayerRow.guest == guest)
            .where(
                MatchRow.status != Status.FINISHED.value,
                MatchRow.updated_at >= self._wall() - within,
            )
        )
        return self._versions(query)

    def finished_of(self, guest: str, within: timedelta, most: int) -> dict[str, int]:
        # Not "is finished": SQLite would read all finished matches there are, by their index.
        going_on = [status.value for status in Status if status is not Status.FINISHED]
        query = (
            select(MatchRow.id, _newest())
            .join(PlayerRow, PlayerRow.match_id == MatchRow.id)
            .where(PlayerRow.guest == guest, MatchRow.status.not_in(going_on))
            .where(MatchRow.updated_at >= self._wall() - within)
            .order_by(MatchRow.updated_at.desc())
            .limit(most)
        )
        return self._versions(query)

    def matches_of(self, guest: str, after: str, most: int, *, over: bool) -> list[str]:
        played, asked = (
            select(row.match_id)
            .where(row.guest == guest, row.match_id > after)
            .order_by(row.match_id)
            .limit(most)
            for row in (PlayerRow, ChallengeRow)
        )
        going_on = played.join(MatchRow, MatchRow.id == PlayerRow.match_id).where(
            MatchRow.status != Status.FINISHED.value
        )
        both = union(*(select(some.subquery()) for some in (played, asked)))
        query = both.order_by("match_id").limit(most) if over else going_on
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def count_public(self, within: timedelta) -> int:
        query = (
            select(func.count())
            .select_from(MatchRow)
            .where(MatchRow.public, MatchRow.status == Status.PLAYING.value)
            .where(MatchRow.updated_at >= self._wall() - within)
        )
        with self._engine.connect() as connection:
            return connection.scalar(query) or 0

    def clocked(self) -> list[str]:
        query = select(MatchRow.id).where(MatchRow.clocked, MatchRow.status == Status.PLAYING.value)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def awaiting_ai(self) -> list[str]:
        query = select(MatchRow.id).where(MatchRow.ai_to_move)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def _versions(self, query: Select[str, int]) -> dict[str, int]:
        with self._engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}


def _newest() -> ScalarSelect[int]:
    """The newest version of a match that a query is about."""
    query = select(func.max(EventRow.v)).where(EventRow.match_id == MatchRow.id)
    return query.correlate(MatchRow).scalar_subquery()


def _whole(
    connection: Connection, match_id: str, rows: list[tuple[Any, ...]]
) -> list[tuple[Any, ...]]:
    """All of a match, of which only the newest may be rows, the others packed."""
    packed = rows and rows[0][0] > 1
    return [*unpack(connection, match_id), *rows] if packed else rows


def _recorded(row: tuple[Any, ...]) -> Recorded:
    v, t, data, seat, act, clock = row
    return Recorded(v, codec.load(t, data), seat, act, codec.load_clock(clock))


_INSERT_MATCH = insert(MatchRow)
_INSERT_EVENT = insert(EventRow)
_INSERT_PLAYER = insert(PlayerRow).from_select(
    ["guest", "match_id"],
    select(bindparam("player", type_=String), bindparam("match", type_=String)).where(
        ~exists().where(
            PlayerRow.guest == bindparam("player"), PlayerRow.match_id == bindparam("match")
        )
    ),
)
_UPDATE_MATCH = (
    update(MatchRow)
    .where(MatchRow.id == bindparam("match_id"))
    .values(
        status=bindparam("new_status"),
        public=bindparam("new_public"),
        ai_to_move=bindparam("new_ai_to_move"),
        clocked=bindparam("new_clocked"),
        to_rate=func.coalesce(bindparam("new_to_rate", type_=Boolean), MatchRow.to_rate),
        updated_at=bindparam("moment"),
    )
)


def _write(connection: Connection, batch: Batch, moment: datetime) -> None:
    match = batch.match
    summary = {
        "status": match.status.value,
        "public": match.public,
        "ai_to_move": match.ai_to_move() is not None,
        "clocked": match.control is not None,
        "to_rate": _to_rate(batch),
    }
    if batch.records[0].v == 1:
        row = {"id": match.id, "game": match.game.key, "created_at": moment, "updated_at": moment}
        connection.execute(_INSERT_MATCH, row | summary)
    else:
        row = {f"new_{name}": value for name, value in summary.items()}
        connection.execute(_UPDATE_MATCH, row | {"match_id": match.id, "moment": moment})
    connection.execute(_INSERT_EVENT, [event_row(match.id, r, moment) for r in batch.records])
    if players := _seated(batch):
        connection.execute(_INSERT_PLAYER, players)
    for record in batch.records:
        if isinstance(record.event, Ended) and record.event.ratings:
            keep(connection, match, record.event.ratings, moment)


def _to_rate(batch: Batch) -> bool | None:
    """Whether an end of the match is still to be counted; None after one that was written before,
    perhaps by a server that knows no ratings."""
    if batch.match.status is not Status.FINISHED:
        return batch.match.rated
    ended = any(isinstance(record.event, Ended) for record in batch.records)
    return False if ended else None


def _seated(batch: Batch) -> list[dict[str, str]]:
    """Who sat down by these events, or had the match made."""
    guests: set[str] = set()
    for record in batch.records:
        if isinstance(record.event, Created):
            named = (record.event.host, *(seat.guest for seat in record.event.seats))
            guests.update(filter(None, named))
        elif isinstance(record.event, Joined):
            guests.add(record.event.guest)
    return [{"player": guest, "match": batch.match.id} for guest in sorted(guests)]


def event_row(match_id: str, record: Recorded, moment: datetime) -> dict[str, Any]:
    """An event as it is stored."""
    return {
        "match_id": match_id,
        "v": record.v,
        "t": record.event.t,
        "data": codec.dump(record.event),
        "seat": record.seat,
        "act": record.act,
        "clock": codec.dump_clock(record.clock),
        "at": moment,
    }
