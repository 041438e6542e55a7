"""Writes games of the library, and all that they are found by, in one transaction."""

from __future__ import annotations

import json
from array import array
from collections import Counter, defaultdict
from itertools import repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, text, update

from engine.formats.record import Details
from engine.formats.study import parse_study
from engine.registry import family_key
from webapp.domain.library import DRAW, PEOPLE, WON, Indexed, folded, plain
from webapp.persistence.library_models import (
    CollectionRow,
    LibraryGameRow,
    LibraryNamedRow,
    LibraryNameRow,
    LibraryNoteRow,
    LibraryPositionRow,
    NumberRow,
    ShelfRow,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import Connection

    from engine.game import Game, Move

_GAME = ["id", "shelf", "family", "game", "result", "day", "score", "players", "opening"]
_GAME += ["moves", "source", "collection", "details"]
_NAMED = ["name", "day", "game"]
_POSITION = ["shelf", "position", "day", "game", "after", "result"]
_NOTE = ["game", "shelf", "study", "folded"]
_MOVE = ["shelf", "position", "after", "year", "games", "draws", "first", "second"]

_TAKE = text(
    f"INSERT INTO {NumberRow.__tablename__} AS n (kind, last) VALUES (:kind, :count) "  # noqa: S608
    "ON CONFLICT (kind) DO UPDATE SET last = n.last + excluded.last"
)
"""One statement, as two servers may be the first to write at once."""

SEPARATOR = "\t"
"""Between the names of a game's players."""


def packed(game: Game, moves: Sequence[Move]) -> bytes:
    """Moves as they are stored: a byte each, two on the largest boards."""
    return array(_kind(game), moves).tobytes()


def unpacked(game: Game, stored: bytes) -> tuple[Move, ...]:
    """The moves that `packed` made `stored` of."""
    return tuple(array(_kind(game), stored))


def packed_details(details: Details) -> str:
    """What is kept of a game's details, as JSON; empty where nothing is known."""
    kept = (details.place, details.ratings, details.clock)
    return json.dumps(kept, ensure_ascii=False) if any(kept) else ""


def unpacked_details(stored: str | None) -> Details:
    """The details that `packed_details` made `stored` of."""
    if not stored:
        return Details()
    place, ratings, clock = json.loads(stored)
    return Details(place, tuple(ratings), clock)


def _kind(game: Game) -> str:
    return "B" if game.columns * game.rows < 256 else "H"  # a pass is the number after the squares


def take(connection: Connection, kind: str, count: int = 1) -> int:
    """The first of so many new numbers. Until the transaction ends nobody else gets one."""
    connection.execute(_TAKE, {"kind": kind, "count": count})
    last = connection.scalar(select(NumberRow.last).where(NumberRow.kind == kind)) or 0
    return last - count + 1


def shelf_of(connection: Connection, owner: str) -> int:
    """The shelf of an owner, a new one where there is none; a number was taken before."""
    found = connection.scalar(select(ShelfRow.id).where(ShelfRow.owner == owner))
    if found is None:
        found = take(connection, "shelves")
        connection.execute(insert(ShelfRow), {"id": found, "owner": owner, "games": 0})
    return found


def add(
    connection: Connection, shelf: int, games: Sequence[Indexed], collection: int | None
) -> int:
    """Keep games; those from a source that is known already are left out. Answers how many."""
    first = take(connection, "games", len(games))
    fresh = _unknown(connection, shelf, games)
    numbered = list(zip(range(first, first + len(fresh)), fresh, strict=True))
    rows = [_game_row(number, shelf, found, collection) for number, found in numbered]
    _many(connection, LibraryGameRow.__tablename__, _GAME, rows)
    names = _names(connection, shelf, fresh)
    named = sorted(
        (names[kind, name], found.entry.day, number)
        for number, found in numbered
        for kind, of in found.names.items()
        for name in of
    )
    _many(connection, LibraryNamedRow.__tablename__, _NAMED, named)
    _many(connection, LibraryPositionRow.__tablename__, _POSITION, _positions(shelf, numbered))
    _many(connection, LibraryNoteRow.__tablename__, _NOTE, _notes(shelf, numbered))
    _count(connection, shelf, fresh, 1)
    grow(connection, shelf, collection, len(fresh))
    return len(fresh)


def remove(
    connection: Connection, shelf: int, numbers: Sequence[int], known: Mapping[int, Indexed]
) -> None:
    """Forget games that are still there, by their numbers; `known`: as they were kept. One that is
    not known is of a newer version, and looked for in all that games are found by."""
    there = set(connection.scalars(select(LibraryGameRow.id).where(LibraryGameRow.id.in_(numbers))))
    games = {number: found for number, found in known.items() if number in there}
    for number, found in games.items():
        keys = LibraryPositionRow.position.in_(found.path)
        at = (LibraryPositionRow.shelf == shelf) & (LibraryPositionRow.game == number)
        on = LibraryPositionRow.day == found.entry.day
        connection.execute(delete(LibraryPositionRow).where(at, keys, on))
        ids = [
            row
            for kind, of in found.names.items()
            for row in connection.scalars(
                select(LibraryNameRow.id).where(
                    LibraryNameRow.shelf == shelf,
                    LibraryNameRow.kind.in_(PEOPLE if kind == "guest" else (kind,)),
                    LibraryNameRow.name.in_(of),
                )
            )
        ]
        of_game = (LibraryNamedRow.game == number) & (LibraryNamedRow.day == found.entry.day)
        connection.execute(delete(LibraryNamedRow).where(LibraryNamedRow.name.in_(ids), of_game))
    if strange := there - games.keys():
        of_shelf = LibraryPositionRow.shelf == shelf
        some = of_shelf & LibraryPositionRow.game.in_(strange)
        connection.execute(delete(LibraryPositionRow).where(some))
        connection.execute(delete(LibraryNamedRow).where(LibraryNamedRow.game.in_(strange)))
    connection.execute(delete(LibraryNoteRow).where(LibraryNoteRow.game.in_(there)))
    connection.execute(delete(LibraryGameRow).where(LibraryGameRow.id.in_(there)))
    _count(connection, shelf, games.values(), -1)
    grow(connection, shelf, None, -len(there))


def grow(connection: Connection, shelf: int, collection: int | None, by: int) -> None:
    """Count the games of a shelf, and of a collection."""
    of_shelf = update(ShelfRow).where(ShelfRow.id == shelf)
    connection.execute(of_shelf.values(games=ShelfRow.games + by))
    if collection is not None:
        of_file = update(CollectionRow).where(CollectionRow.id == collection)
        connection.execute(of_file.values(games=CollectionRow.games + by))


def _unknown(connection: Connection, shelf: int, games: Sequence[Indexed]) -> list[Indexed]:
    sources = [found.entry.source for found in games if found.entry.source]
    if not sources:
        return list(games)
    query = select(LibraryGameRow.source).where(
        LibraryGameRow.source.in_(sources), LibraryGameRow.shelf == shelf
    )
    known = set(connection.scalars(query))
    return [found for found in games if found.entry.source not in known]


def _game_row(
    number: int, shelf: int, found: Indexed, collection: int | None
) -> tuple[object, ...]:
    entry = found.entry
    game, moves = entry.game, packed(entry.game, entry.moves)
    family = family_key(game.key)
    players = SEPARATOR.join(entry.players)
    head = (number, shelf, family, game.key, entry.result, entry.day, entry.score, players)
    told = packed_details(entry.details) or None
    return (*head, found.opening, moves, entry.source, collection, told)


def _positions(shelf: int, games: Iterable[tuple[int, Indexed]]) -> list[tuple[int, ...]]:
    """All positions of some games, beside each other those that are in the table."""
    rows: list[tuple[int, ...]] = []
    for number, found in games:
        day, result = found.entry.day, found.entry.result
        kept = repeat(shelf), found.path, repeat(day), repeat(number), found.after, repeat(result)
        rows += zip(*kept, strict=False)  # some have no end
    rows.sort(key=itemgetter(1))
    return rows


def _notes(shelf: int, games: Iterable[tuple[int, Indexed]]) -> list[tuple[int, int, str, str]]:
    noted = [(number, found.entry.notes) for number, found in games if found.entry.notes]
    return [(number, shelf, notes, plain(parse_study(notes).words)) for number, notes in noted]


def _names(
    connection: Connection, shelf: int, games: Iterable[Indexed]
) -> dict[tuple[str, str], int]:
    """The numbers of all names of some games, new ones where they had none."""
    wanted: dict[str, set[str]] = defaultdict(set)
    for found in games:
        for kind, names in found.names.items():
            wanted[kind] |= names
    numbers: dict[tuple[str, str], int] = {}
    for kind, of_kind in wanted.items():
        listed = sorted(of_kind)
        query = select(LibraryNameRow.name, LibraryNameRow.id).where(
            LibraryNameRow.shelf == shelf, LibraryNameRow.kind == kind
        )
        for part in _parts(listed):
            rows = connection.execute(query.where(LibraryNameRow.name.in_(part)))
            numbers |= {(kind, name): number for name, number in rows}
        missing = [name for name in listed if (kind, name) not in numbers]
        if not missing:
            continue
        first = take(connection, "names", len(missing))
        fresh = list(zip(range(first, first + len(missing)), missing, strict=True))
        numbers |= {(kind, name): number for number, name in fresh}
        rows_of = [
            {"id": n, "shelf": shelf, "kind": kind, "name": name, "folded": folded(name)}
            for n, name in fresh
        ]
        connection.execute(insert(LibraryNameRow), rows_of)
    return numbers


def _parts(names: Sequence[str], most: int = 500) -> Iterable[Sequence[str]]:
    """Databases take so many values in a statement and no more."""
    return (names[at : at + most] for at in range(0, len(names), most))


def _count(connection: Connection, shelf: int, games: Iterable[Indexed], sign: int) -> None:
    """Count the moves of early positions, `sign` for each game."""
    seen: Counter[tuple[int, int, int, int]] = Counter()
    for found in games:
        early, year, result = found.early, found.entry.day // 10_000, found.entry.result
        seen.update(zip(found.path[:early], found.after, repeat(year), repeat(result)))
    counts: dict[tuple[int, int, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for (position, after, year, result), number in seen.items():
        if not after:
            continue
        sums = counts[position, after, year]
        for column, fits in enumerate((True, result == DRAW, result == WON, result > WON)):
            sums[column] += sign * number * fits
    rows = [
        (shelf, position, after, year, *sums)
        for (position, after, year), sums in sorted(counts.items())
    ]
    if not rows:
        return
    names = ", ".join(_MOVE)
    added = ", ".join(f"{name} = m.{name} + excluded.{name}" for name in _MOVE[4:])
    key = ", ".join(_MOVE[:4])
    connection.exec_driver_sql(
        f"INSERT INTO library_moves AS m ({names}) VALUES ({_places(connection, _MOVE)}) "  # noqa: S608
        f"ON CONFLICT ({key}) DO UPDATE SET {added}",
        rows,
    )


def _many(connection: Connection, table: str, columns: Sequence[str], rows: Sequence[Any]) -> None:
    """Insert tuples as they are: SQLAlchemy's own way would take as long as the database."""
    if rows:
        places = _places(connection, columns)
        connection.exec_driver_sql(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places}) "  # noqa: S608
            "ON CONFLICT DO NOTHING",
            list(rows),
        )


def _places(connection: Connection, columns: Sequence[str]) -> str:
    place = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    return ", ".join([place] * len(columns))
