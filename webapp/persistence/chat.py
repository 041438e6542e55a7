"""The service's `ChatStore` over SQLAlchemy: a list of its own beside the events."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from webapp.domain.chat import KEPT, Line, Room
from webapp.persistence.models import ChatLineRow, ChatOffRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Engine

    from webapp.domain.seat import Guest

ATTEMPTS = 5
"""How often a line is numbered anew when another server was faster."""


class ChatLines:
    """Keeps lines as rows; every call is one transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()

    def add(self, match_id: str, room: Room, guest: Guest, text: str) -> Line:
        row = {
            "match_id": match_id,
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

    def lines(self, match_id: str, rooms: Sequence[Room]) -> list[Line]:
        query = (
            select(ChatLineRow)
            .where(ChatLineRow.match_id == match_id)
            .where(ChatLineRow.room.in_([room.value for room in rooms]))
            .order_by(ChatLineRow.number)
        )
        with self._engine.connect() as connection:
            return [
                Line(row.number, Room(row.room), row.guest, row.name, row.text)
                for row in connection.execute(query)
            ]

    def switch(self, match_id: str, guest: str, *, on: bool) -> None:
        row = {"match_id": match_id, "guest": guest}
        mine = (ChatOffRow.match_id == match_id) & (ChatOffRow.guest == guest)
        with self._lock, self._engine.begin() as connection:
            connection.execute(delete(ChatOffRow).where(mine))
            if not on:
                connection.execute(insert(ChatOffRow), row)

    def off(self, match_id: str) -> frozenset[str]:
        query = select(ChatOffRow.guest).where(ChatOffRow.match_id == match_id)
        with self._engine.connect() as connection:
            return frozenset(connection.scalars(query))

    def forget(self, guest: str) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(ChatLineRow).where(ChatLineRow.guest == guest))
            connection.execute(delete(ChatOffRow).where(ChatOffRow.guest == guest))
