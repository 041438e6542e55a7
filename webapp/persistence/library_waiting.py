"""Games that were brought and wait to be kept: rows, so that whoever dies meanwhile loses none.

A part goes in the transaction in which its games come, so no game is kept twice, whichever server
keeps it. What a newer server has put there waits for one that knows all of it.
"""

from __future__ import annotations

import json
import logging
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from engine.errors import EngineError, UnsupportedGame
from engine.registry import game as game_of
from webapp.domain.library import Entry, Indexed, Part, indexed
from webapp.persistence.library_models import CollectionRow, ShelfRow, WaitingRow
from webapp.persistence.library_writing import add, packed_details, take, unpacked_details

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection, Engine

log = logging.getLogger(__name__)

PART = 250
"""Games kept in one transaction, a twentieth of a second; moves wait for no longer."""


FIELDS = 8
"""What is told of a game, see `_packed`; rows of older versions have fewer."""


class OfNewerServer(Exception):
    """Games of which this version does not know all."""


def put(connection: Connection, collection: int, shelf: int, entries: Sequence[Entry]) -> None:
    """Have the games of a collection wait."""
    rows = [
        {
            "part": number,
            "collection": collection,
            "shelf": shelf,
            "entries": _packed(entries[at : at + PART]),
        }
        for number, at in enumerate(range(0, len(entries), PART))
    ]
    if rows:
        connection.execute(insert(WaitingRow), rows)


def first(connection: Connection) -> Part | None:
    """What is to be kept next, and all that it is found by; of several files in turn."""
    row = WaitingRow
    query = select(row.part, row.collection, row.shelf, row.entries)
    query = query.order_by(row.part, row.collection).limit(1)
    newer: set[int] = set()
    while found := connection.execute(query.where(row.collection.not_in(newer))).first():
        connection.rollback()  # what follows takes a while, and needs nothing of the database
        try:
            good, bad = _sound(found.entries)
        except OfNewerServer:
            _tell(found.collection)
            newer.add(found.collection)
        else:
            return Part(found.part, found.collection, found.shelf, good, bad)
    return None


@lru_cache
def _tell(collection: int) -> None:
    """Said once, though it is looked for every two seconds."""
    log.warning("The collection %d waits for the newer server that has brought it.", collection)


def keep(engine: Engine, part: Part) -> None:
    """Keep the games of a part, unless somebody else has done so, or they are not wanted."""
    row, of_file = WaitingRow, CollectionRow
    with engine.begin() as connection:
        take(connection, "games", 0)  # nobody else writes from here on
        this = (row.part == part.number) & (row.collection == part.collection)
        if not connection.execute(delete(row).where(this)).rowcount:
            return
        if part.found:
            add(connection, part.shelf, part.found, part.collection)
        counted = update(of_file).where(of_file.id == part.collection)
        expected, refused = of_file.expected - part.refused, of_file.refused + part.refused
        if part.refused:
            connection.execute(counted.values(expected=expected, refused=refused))


def waiting(connection: Connection) -> dict[int, str]:
    """The collections of which games wait, and whose they are."""
    query = select(WaitingRow.collection, ShelfRow.owner).distinct()
    rows = connection.execute(query.join(ShelfRow, ShelfRow.id == WaitingRow.shelf))
    return {row.collection: row.owner for row in rows}


def held_up(connection: Connection, owner: str) -> bool:
    """Whether what is to be kept next of somebody's games waits for a newer server."""
    row = WaitingRow
    query = select(row.entries).join(ShelfRow, ShelfRow.id == row.shelf)
    query = query.where(ShelfRow.owner == owner).order_by(row.part, row.collection).limit(1)
    stored = connection.execute(query).scalar()
    try:
        _entries(stored) if stored else []
    except OfNewerServer:
        return True
    return False


def forget(connection: Connection, collection: int, owner: str) -> None:
    """Keep no more of a collection; somebody else's does not matter."""
    shelf = select(ShelfRow.id).where(ShelfRow.owner == owner).scalar_subquery()
    this = (WaitingRow.collection == collection) & (WaitingRow.shelf == shelf)
    connection.execute(delete(WaitingRow).where(this))


def by_game(entries: Iterable[Entry]) -> list[Indexed]:
    """What all entries are found by, those of one kind of game at once.

    Raises:
        IllegalMove: a move is not legal.
    """
    kinds: dict[str, list[Entry]] = {}
    for entry in entries:
        kinds.setdefault(entry.game.key, []).append(entry)
    return [found for of_kind in kinds.values() for found in indexed(of_kind)]


def _sound(stored: bytes) -> tuple[list[Indexed], int]:
    """The games of a part that keep the rules, and how many do not.

    Raises:
        OfNewerServer: it tells more than this version knows.
    """
    entries = _entries(stored)
    try:
        return by_game(entries), 0
    except EngineError:
        good: list[Indexed] = []
        for entry in entries:
            try:
                good += by_game([entry])
            except EngineError:  # costs no other game
                continue
        return good, len(entries) - len(good)


def _entries(stored: bytes) -> list[Entry]:
    return [_entry(row) for row in json.loads(zlib.decompress(stored))]


def _packed(entries: Sequence[Entry]) -> bytes:
    rows = [
        (e.game.key, e.moves, e.players, e.result, e.day, e.score, e.notes, told)
        for e, told in ((entry, packed_details(entry.details)) for entry in entries)
    ]
    return zlib.compress(json.dumps(rows).encode(), level=1)


def _entry(row: Sequence[Any]) -> Entry:
    if len(row) > FIELDS:
        raise OfNewerServer
    key, moves, players, result, day, score, *more = row
    notes, told, *_ = *more, "", ""  # rows of older versions have none
    try:
        game, details = game_of(key), unpacked_details(told)
    except (UnsupportedGame, ValueError):  # whoever put it there knows it
        raise OfNewerServer from None
    ended = (result, day, score)
    return Entry(game, tuple(moves), tuple(players), *ended, notes=notes, details=details)
