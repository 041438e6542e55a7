"""The service's `ChatStore` over SQLAlchemy: a list of its own beside the events, under the
id of the first game of a series."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from webapp.domain.chat import KEPT, NOTED, Line, Note, Room
from webapp.persistence.codec import load
from webapp.persistence.models import ChatLineRow, ChatOffRow, EventRow
from webapp.persistence.sweeping import sweep

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import Engine

    from webapp.domain.match import Match
    from webapp.domain.seat import Guest

ATTEMPTS = 5
"""How often a line is numbered anew when another server was faster."""


class ChatLines:
    """Keeps lines as rows; every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()

    def add(self, series: str, room: Room, guest: Guest, text: str) -> Line:
        row = {
            "match_id": series,
            "room": room.value,
            "guest": guest.id,
            "name": guest.name,
            "text": text,
        }
        with self._lock:
            for attempt in range(ATTEMPTS):
                try:
                    number = self._add(row)
                except IntegrityError:
                    if attempt == ATTEMPTS - 1:
                        raise
                    continue
                break
        return Line(number, room, guest.id, guest.name, text)

    def _add(self, row: dict[str, str]) -> int:
        ours = ChatLineRow.match_id == row["match_id"]
        same_room = ours & (ChatLineRow.room == row["room"])
        with self._engine.begin() as connection:
            newest = connection.scalar(select(func.max(ChatLineRow.number)).where(ours)) or 0
            connection.execute(insert(ChatLineRow), row | {"number": newest + 1})
            oldest_kept = connection.scalar(
                select(ChatLineRow.number)
                .where(same_room)
                .order_by(ChatLineRow.number.desc())
                .offset(KEPT - 1)
                .limit(1)
            )
            if oldest_kept is not None:
                gone = same_room & (ChatLineRow.number < oldest_kept)
                connection.execute(delete(ChatLineRow).where(gone))
        return newest + 1

    def lines(self, series: str, rooms: Sequence[Room]) -> list[Line]:
        query = (
            select(ChatLineRow)
            .where(ChatLineRow.match_id == series)
            .where(ChatLineRow.room.in_([room.value for room in rooms]))
            .order_by(ChatLineRow.number)
        )
        with self._engine.connect() as connection:
            return [
                Line(row.number, Room(row.room), row.guest, row.name, row.text)
                for row in connection.execute(query)
            ]

    def standing(self, series: Collection[str]) -> dict[str, tuple[int, frozenset[str]]]:
        newest = (
            select(ChatLineRow.match_id, func.max(ChatLineRow.number))
            .where(ChatLineRow.match_id.in_(series))
            .group_by(ChatLineRow.match_id)
        )
        switched = select(ChatOffRow.match_id, ChatOffRow.guest).where(
            ChatOffRow.match_id.in_(series)
        )
        with self._engine.connect() as connection:
            numbers: dict[str, int] = {row[0]: row[1] for row in connection.execute(newest)}
            off: defaultdict[str, set[str]] = defaultdict(set)
            for name, guest in connection.execute(switched):
                off[name].add(guest)
        return {name: (numbers.get(name, 0), frozenset(off[name])) for name in {*numbers, *off}}

    def notes(self, match: Match) -> list[Note]:
        done = (
            select(EventRow.v, EventRow.t, EventRow.data, EventRow.at)
            .where(EventRow.match_id == match.id)
            .where(EventRow.t.in_([kind.t for kind in NOTED]))
            .order_by(EventRow.v.desc())
            .limit(KEPT)
        )
        query = (
            select(ChatLineRow.at, ChatLineRow.number)
            .where(ChatLineRow.match_id == match.series)
            .order_by(ChatLineRow.number)
        )
        with self._engine.connect() as connection:
            lines = connection.execute(query).all()
            found = connection.execute(done).all()
        return [
            Note(v, load(t, data), max((n for when, n in lines if when <= at), default=0))
            for v, t, data, at in reversed(found)
        ]

    def switch(self, series: str, guest: str, *, on: bool) -> None:
        row = {"match_id": series, "guest": guest}
        mine = (ChatOffRow.match_id == series) & (ChatOffRow.guest == guest)
        with self._lock, self._engine.begin() as connection:
            connection.execute(delete(ChatOffRow).where(mine))
            if not on:
                connection.execute(insert(ChatOffRow), row)

    def off(self, series: str) -> frozenset[str]:
        query = select(ChatOffRow.guest).where(ChatOffRow.match_id == series)
        with self._engine.connect() as connection:
            return frozenset(connection.scalars(query))

    def forget(self, guest: str) -> None:
        sweep(self._engine, ChatLineRow, ChatLineRow.guest == guest)
        sweep(self._engine, ChatOffRow, ChatOffRow.guest == guest)
