"""The service's `LibraryStore` over SQLAlchemy; every call is one transaction of its own."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import DataError

from engine.errors import EngineError
from engine.formats.study import parse_study
from webapp.domain.library import EVERYBODY, PEOPLE, Brought, Played, Record
from webapp.domain.match import Status
from webapp.persistence import library_finding as finding
from webapp.persistence import library_waiting as queue
from webapp.persistence import library_writing as writing
from webapp.persistence.database import aware
from webapp.persistence.library_models import (
    CollectionRow,
    LibraryGameRow,
    LibraryNamedRow,
    LibraryNameRow,
    LibraryNoteRow,
    NumberRow,
    ShelfRow,
)
from webapp.persistence.models import MatchRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Connection, Engine

    from engine.formats.study import Study
    from webapp.domain.library import Entry, KeptGame, Part, Wanted

log = logging.getLogger(__name__)

SEEN = "matches"
"""The kind of number that says up to which moment matches were looked at, in microseconds."""

SWEEP = 25
"""Games that are forgotten in one transaction, some hundredths of a second; moves wait for no
longer. What they are found by is worked out before."""


class LibraryRows:
    """Keeps games as rows, and what they are found by."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, owner: str, entries: Sequence[Entry], collection: int | None = None) -> int:
        found = queue.by_game(entries)
        with self._engine.begin() as connection:
            writing.take(connection, "games", 0)  # nobody else writes from here on
            shelf = writing.shelf_of(connection, owner)
            return writing.add(connection, shelf, found, collection) if found else 0

    def collect(self, owner: str, name: str, entries: Sequence[Entry], refused: int) -> int:
        with self._engine.begin() as connection:
            number = writing.take(connection, "collections")
            shelf = writing.shelf_of(connection, owner)
            row = {"id": number, "shelf": shelf, "name": name[:120]}
            counts = {"games": 0, "expected": len(entries), "refused": refused}
            connection.execute(insert(CollectionRow), row | counts)
            queue.put(connection, number, shelf, entries)
        return number

    def waiting(self) -> dict[int, str]:
        with self._engine.connect() as connection:
            return queue.waiting(connection)

    def held_up(self, owner: str) -> bool:
        with self._engine.connect() as connection:
            return queue.held_up(connection, owner)

    def next_part(self) -> Part | None:
        with self._engine.connect() as connection:
            return queue.first(connection)

    def keep(self, part: Part) -> None:
        try:
            queue.keep(self._engine, part)
        except (
            DataError,
            ValueError,
            OverflowError,
        ) as error:  # or all others would wait behind it
            log.warning("Games cannot be kept: %s", type(error).__name__)
            lost = len(part.found) + part.refused
            queue.keep(self._engine, replace(part, found=(), refused=lost))

    def collections(self, owner: str) -> list[Brought]:
        columns = (
            CollectionRow.id,
            CollectionRow.name,
            CollectionRow.games,
            CollectionRow.expected,
            CollectionRow.refused,
        )
        query = select(*columns).join(ShelfRow, ShelfRow.id == CollectionRow.shelf)
        with self._engine.connect() as connection:
            rows = connection.execute(
                query.where(ShelfRow.owner == owner).order_by(CollectionRow.id.desc())
            )
            return [Brought(*row) for row in rows]

    def search(self, guest: str, wanted: Wanted, most: int) -> list[KeptGame]:
        with self._engine.connect() as connection:
            shelves = _shelves(connection, guest)
            return finding.search(connection, shelves, guest, wanted, most)

    def played(self, guest: str, wanted: Wanted, most: int) -> list[KeptGame]:
        mine = replace(wanted, mine=True)
        with self._engine.connect() as connection:
            shelves = _shelves(connection, EVERYBODY)
            return finding.search(connection, shelves, guest, mine, most)

    def records(self, guest: str) -> dict[str, Record]:
        with self._engine.connect() as connection:
            shelf = _shelves(connection, EVERYBODY).get(EVERYBODY)
            return {} if shelf is None else finding.records(connection, shelf, guest)

    def noted(self, guest: str, number: int) -> tuple[KeptGame, Study] | None:
        query = select(LibraryNoteRow.study).where(LibraryNoteRow.game == number)
        with self._engine.connect() as connection:
            shelves = _shelves(connection, guest).values()
            text = connection.scalar(query.where(LibraryNoteRow.shelf.in_(shelves)))
            found = finding.games(connection, [number]) if text is not None else []
        try:
            return (found[0], parse_study(text)) if found and text is not None else None
        except EngineError:  # of a newer version of the program
            return None

    def explore(
        self, guest: str, position: int, wanted: Wanted, *, early: bool
    ) -> dict[int, Played]:
        with self._engine.connect() as connection:
            shelves = _shelves(connection, guest)
            return finding.explore(connection, shelves, position, wanted, early=early)

    def count(self, owner: str) -> int:
        with self._engine.connect() as connection:
            return connection.scalar(select(ShelfRow.games).where(ShelfRow.owner == owner)) or 0

    def count_brought(self) -> int:
        query = select(func.sum(ShelfRow.games)).where(ShelfRow.owner != EVERYBODY)
        with self._engine.connect() as connection:
            return int(connection.scalar(query) or 0)

    def kept(self, source: str) -> dict[str, KeptGame]:
        query = select(ShelfRow.owner, LibraryGameRow.id).join(
            LibraryGameRow, LibraryGameRow.shelf == ShelfRow.id
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query.where(LibraryGameRow.source == source)).all()
            known = {game.id: game for game in finding.games(connection, [row.id for row in rows])}
        return {row.owner: known[row.id] for row in rows if row.id in known}

    def drop(self, owner: str, source: str, guests: frozenset[str] = frozenset()) -> None:
        self._drop(owner, LibraryGameRow.source == source, guests)

    def drop_collection(self, owner: str, collection: int) -> None:
        with self._engine.begin() as connection:
            writing.take(connection, "games", 0)
            queue.forget(connection, collection, owner)
        self._drop(owner, LibraryGameRow.collection == collection)
        with self._engine.begin() as connection:
            shelf = select(ShelfRow.id).where(ShelfRow.owner == owner).scalar_subquery()
            own = (CollectionRow.id == collection) & (CollectionRow.shelf == shelf)
            connection.execute(delete(CollectionRow).where(own))

    def forget(self, guest: str) -> None:
        for collection in self.collections(guest):
            self.drop_collection(guest, collection.id)
        with self._engine.connect() as connection:
            shelf = connection.scalar(select(ShelfRow.id).where(ShelfRow.owner == guest))
        if shelf is not None:
            self._drop(guest, LibraryGameRow.shelf == shelf)
        with self._engine.begin() as connection:
            writing.take(connection, "games", 0)
            mine = select(LibraryNameRow.id).where(
                LibraryNameRow.kind.in_(PEOPLE), LibraryNameRow.name == guest
            )
            numbers = list(connection.scalars(mine))
            connection.execute(delete(LibraryNamedRow).where(LibraryNamedRow.name.in_(numbers)))
            connection.execute(delete(LibraryNameRow).where(LibraryNameRow.id.in_(numbers)))
            connection.execute(delete(ShelfRow).where(ShelfRow.owner == guest))

    def changed(self, since: int, most: int) -> list[tuple[str, int]]:
        moment = datetime.fromtimestamp(since / 1_000_000, UTC)
        listed = select(LibraryGameRow.id).where(LibraryGameRow.source == "match:" + MatchRow.id)
        over = MatchRow.status == Status.FINISHED.value
        query = (
            select(MatchRow.id, MatchRow.updated_at)
            .where(MatchRow.updated_at >= moment)
            .where(over | listed.exists())
            .order_by(MatchRow.updated_at)
            .limit(most)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [(name, _microseconds(at)) for name, at in rows]

    def seen(self) -> int:
        with self._engine.connect() as connection:
            query = select(NumberRow.last).where(NumberRow.kind == SEEN)
            return connection.scalar(query) or 0

    def see(self, moment: int) -> None:
        one = NumberRow.kind == SEEN
        later = update(NumberRow).where(one, NumberRow.last < moment).values(last=moment)
        with self._engine.begin() as connection:
            # Over this connection alone: all others may be those of threads that wait for it.
            if connection.execute(later).rowcount:
                return
            if connection.scalar(select(NumberRow.last).where(one)) is None:
                connection.execute(insert(NumberRow), {"kind": SEEN, "last": moment})

    def look_back(self, moment: int) -> None:
        one = NumberRow.kind == SEEN
        back = update(NumberRow).where(one, NumberRow.last > moment).values(last=moment)
        with self._engine.begin() as connection:
            connection.execute(back)

    def _drop(
        self, owner: str, which: ColumnElement[bool], guests: frozenset[str] = frozenset()
    ) -> None:
        """Forget games, some at a time so that nobody waits for long; `guests` have played them."""
        with self._engine.connect() as connection:
            shelf = connection.scalar(select(ShelfRow.id).where(ShelfRow.owner == owner))
        if shelf is None:
            return
        query = select(LibraryGameRow.id).where(which, LibraryGameRow.shelf == shelf).limit(SWEEP)
        while True:
            with self._engine.connect() as connection:
                numbers = list(connection.scalars(query))
                kept = finding.games(connection, numbers)
            if not numbers:
                return
            entries = [replace(game.entry, guests=guests) for game in kept]
            of_entry = {id(entry): game.id for entry, game in zip(entries, kept, strict=True)}
            found = {of_entry[id(game.entry)]: game for game in queue.by_game(entries)}
            with self._engine.begin() as connection:
                writing.take(connection, "games", 0)  # nobody else writes from here on
                writing.remove(connection, shelf, numbers, found)


def _shelves(connection: Connection, guest: str) -> dict[str, int]:
    """Everybody's shelf, then the guest's own, as far as there are any, by owner."""
    query = select(ShelfRow.owner, ShelfRow.id).where(ShelfRow.owner.in_({EVERYBODY, guest}))
    return {row.owner: row.id for row in connection.execute(query.order_by(ShelfRow.owner))}


def _microseconds(moment: datetime) -> int:
    return int(aware(moment).timestamp() * 1_000_000)
