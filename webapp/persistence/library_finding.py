"""Finds games of the library, page by page, and counts what was played from a position."""

from __future__ import annotations

from dataclasses import replace
from heapq import merge
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import and_, exists, func, or_, select, union_all

from engine.errors import EngineError
from engine.registry import FAMILIES
from engine.registry import game as game_of
from webapp.domain.library import (
    DRAW,
    EVERYBODY,
    PEOPLE,
    SEATS,
    UNKNOWN,
    WON,
    Entry,
    KeptGame,
    Played,
    Record,
    folded,
    plain,
)
from webapp.domain.seat import name_today
from webapp.persistence.library_models import (
    LibraryGameRow,
    LibraryMoveRow,
    LibraryNamedRow,
    LibraryNameRow,
    LibraryNoteRow,
    LibraryPositionRow,
)
from webapp.persistence.library_writing import SEPARATOR, unpacked, unpacked_details

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, Select

    from webapp.domain.library import Wanted

    Query: TypeAlias = Select[*tuple[Any, ...]]

NAMES = 100
"""Names that a text may fit before only the first ones count."""

APART = 25
"""Names whose games are asked for one name after the other; more are asked for together."""

COUNTED = 50_000
"""Games that are counted one by one when somebody asks what was played."""

RESULTS = range(5)

Game, Named, Position, Move = LibraryGameRow, LibraryNamedRow, LibraryPositionRow, LibraryMoveRow
Note = LibraryNoteRow

_KEPT = (
    Game.id,
    Game.game,
    Game.moves,
    Game.players,
    Game.result,
    Game.day,
    Game.score,
    Game.source,
    Game.opening,
    Game.collection,
    Game.details,
)


def search(
    connection: Connection, shelves: Mapping[str, int], guest: str, wanted: Wanted, most: int
) -> list[KeptGame]:
    """The newest `most` of the games that are wanted, behind `wanted.before`.

    Rows of a newer version of the program are passed over: fewer are found only where there are
    no more.

    `shelves`: their numbers by owner. `guest`: whose games of everybody's shelf are his own, where
    only those are wanted.
    """
    kept: list[KeptGame] = []
    while len(kept) < most:
        keys = _behind(connection, shelves, guest, wanted, most)
        kept += games(connection, [number for _, number in keys])
        if len(keys) < most:
            break
        wanted = replace(wanted, before=keys[-1])
    return kept[:most]


def _behind(
    connection: Connection, shelves: Mapping[str, int], guest: str, wanted: Wanted, most: int
) -> list[tuple[int, int]]:
    """The days and numbers of the newest `most`, whether this program knows their games or not."""
    found: list[list[tuple[int, int]]] = []
    for owner, shelf in shelves.items():
        mine: list[int] = []
        if wanted.mine and owner == EVERYBODY:
            mine = _names(connection, shelf, guest=guest)
            if not mine:
                continue
        if wanted.text:
            names = _names(connection, shelf, text=wanted.text)
            if names:
                found.append(_by_name(connection, shelf, names, mine, wanted, most))
            if not mine:  # games that were played here have none
                found.append(_by_note(connection, shelf, wanted, most))
        elif mine:
            found.append(_by_name(connection, shelf, mine, [], wanted, most))
        elif wanted.position is not None:
            found.append(_by_position(connection, shelf, wanted, most))
        else:
            found.append(_by_day(connection, shelf, wanted, most))
    return list(islice(dict.fromkeys(merge(*found, reverse=True)), most))


def games(connection: Connection, numbers: Sequence[int]) -> list[KeptGame]:
    """The games with these numbers in this order; without those of games that are not known."""
    query = select(*_KEPT, Note.game.label("noted")).outerjoin(Note, Note.game == Game.id)
    rows = connection.execute(query.where(Game.id.in_(numbers))).all()
    by_number = {row.id: row for row in rows}
    kept = (_kept(by_number[number]) for number in numbers if number in by_number)
    return [game for game in kept if game is not None]


def records(connection: Connection, shelf: int, guest: str) -> dict[str, Record]:
    """How a guest's games against people went, by the games' families."""
    name = LibraryNameRow
    query = (
        select(name.kind, Game.family, Game.result, func.count())
        .select_from(name)
        .join(Named, Named.name == name.id)
        .join(Game, Game.id == Named.game)
        .where(name.shelf == shelf, name.kind.in_(SEATS), name.name == guest)
        .where(Game.result != UNKNOWN)
        .group_by(name.kind, Game.family, Game.result)
    )
    found: dict[str, Record] = {}
    for kind, family, result, count in connection.execute(query):
        so = found.get(family, Record())
        if result == DRAW:
            found[family] = replace(so, drawn=so.drawn + count)
        elif result == WON + SEATS.index(kind):
            found[family] = replace(so, won=so.won + count)
        else:
            found[family] = replace(so, lost=so.lost + count)
    return found


def explore(
    connection: Connection,
    shelves: Mapping[str, int],
    position: int,
    wanted: Wanted,
    *,
    early: bool,
) -> dict[int, Played]:
    """What was played from a position: counts by what `domain.library.after` says of the moves."""
    counts: dict[int, Played] = {}
    for shelf in shelves.values():
        for after, played in _explored(connection, shelf, position, wanted, early=early):
            counts[after] = counts.get(after, Played()) + played
    return counts


def _explored(
    connection: Connection, shelf: int, position: int, wanted: Wanted, *, early: bool
) -> list[tuple[int, Played]]:
    if wanted.text:
        names = _names(connection, shelf, text=wanted.text)
        if not names:
            return []
        few = _names_are_fewer(connection, names, shelf, position)
        query = _of_names(names, shelf, position, wanted, names_first=few)
        return _counted(connection, query)
    years = wanted.years
    if not early or years is None:
        return _counted(connection, _from(shelf, position, wanted))
    first, last = years
    sums = [func.sum(column) for column in (Move.games, Move.draws, Move.first, Move.second)]
    query = (
        select(Move.after, *sums)
        .where(Move.shelf == shelf, Move.position == position)
        .where(Move.year.between(first, last))
        .group_by(Move.after)
    )
    rows = map(tuple, connection.execute(query))
    return [(row[0], Played(*map(int, row[1:]))) for row in rows if row[1]]


def _from(shelf: int, position: int, wanted: Wanted) -> Query:
    first, last = wanted.days
    return (
        select(Position.after, Position.result)
        .where(Position.shelf == shelf, Position.position == position)
        .where(Position.day.between(first, last))
        .order_by(Position.day.desc(), Position.game.desc())
        .limit(COUNTED)
    )


def _names_are_fewer(
    connection: Connection, names: Sequence[int], shelf: int, position: int
) -> bool:
    """Whether to look up the games of some names at a position, not those of the position."""
    count = select(func.count())
    of_names = connection.scalar(count.where(Named.name.in_(names))) or 0
    enough = of_names // len(names) + 1  # each game of the position is asked for each name
    some = select(Position.game).where(Position.shelf == shelf, Position.position == position)
    return connection.scalar(count.select_from(some.limit(enough).subquery())) == enough


def _of_names(
    names: Sequence[int], shelf: int, position: int, wanted: Wanted, *, names_first: bool
) -> Query:
    """`names_first`: what to go through, and to look the other up for; a database that keeps no
    statistics, as SQLite, would always take the games of the position."""
    at = and_(
        Position.shelf == shelf,
        Position.position == position,
        Position.day == Named.day,
        Position.game == Named.game,
    )
    first, last = wanted.days
    return (
        select(Position.game, Position.after, Position.result)
        .join_from(Named, Position, at, isouter=names_first)  # which leaves no choice
        .where(Named.name.in_(names), Named.day.between(first, last))
        .distinct()  # both players may fit
    )


def _counted(connection: Connection, query: Query) -> list[tuple[int, Played]]:
    rows = query.subquery()
    sums = select(rows.c.after, rows.c.result, func.count()).group_by(rows.c.after, rows.c.result)
    return [
        (after, Played(count, *(count * fits for fits in _fits(result))))
        for after, result, count in connection.execute(sums)
        if after
    ]


def _fits(result: int) -> tuple[bool, bool, bool]:
    return result == DRAW, result == WON, result > WON


def _names(connection: Connection, shelf: int, *, text: str = "", guest: str = "") -> list[int]:
    """The names of a shelf that a text is part of, players and openings, or that of a guest."""
    query = select(LibraryNameRow.id).where(LibraryNameRow.shelf == shelf)
    if guest:
        query = query.where(LibraryNameRow.kind == "guest", LibraryNameRow.name == guest)
    else:
        query = query.where(LibraryNameRow.kind.not_in(PEOPLE)).where(
            LibraryNameRow.folded.contains(folded(text), autoescape=True)
        )
    return list(connection.scalars(query.order_by(LibraryNameRow.id).limit(NAMES)))


def _by_name(
    connection: Connection,
    shelf: int,
    names: Sequence[int],
    mine: Sequence[int],
    wanted: Wanted,
    most: int,
) -> list[tuple[int, int]]:
    apart = len(names) <= APART and (wanted.family or wanted.result is not None)
    # Each name by itself, so that the index gives its games in order and few are looked at.
    parts = [[name] for name in names] if apart else [names]
    queries = [_of_any_name(shelf, part, mine, wanted, most) for part in parts]
    return _newest(connection, queries, most)


def _of_any_name(
    shelf: int, names: Sequence[int], mine: Sequence[int], wanted: Wanted, most: int
) -> Query:
    first, last = wanted.days
    query = select(Named.day, Named.game).where(Named.day.between(first, last))
    query = query.where(*_before(Named.day, Named.game, wanted))
    if len(names) == 1:
        query = query.where(Named.name == names[0])
    else:
        query = query.where(Named.name.in_(names)).distinct()  # both players may fit
    if mine:
        own = Named.__table__.alias()
        is_own = (own.c.name.in_(mine), own.c.day == Named.day, own.c.game == Named.game)
        query = query.where(exists().where(*is_own))
    query = query.where(*_came_through(shelf, Named.day, Named.game, wanted))
    if wanted.family or wanted.result is not None:
        query = query.join(Game, Game.id == Named.game).where(*_of_kind(wanted))
    return query.order_by(Named.day.desc(), Named.game.desc()).limit(most)


def _by_note(
    connection: Connection, shelf: int, wanted: Wanted, most: int
) -> list[tuple[int, int]]:
    """Those with a text in what somebody has written about them."""
    first, last = wanted.days
    query = (
        select(Game.day, Game.id)
        .join(Note, Note.game == Game.id)
        .where(Note.shelf == shelf, Note.folded.contains(plain(wanted.text), autoescape=True))
        .where(Game.day.between(first, last), *_before(Game.day, Game.id, wanted))
        .where(*_of_kind(wanted), *_came_through(shelf, Game.day, Game.id, wanted))
    )
    return _keys(connection, query.order_by(Game.day.desc(), Game.id.desc()).limit(most))


def _by_position(
    connection: Connection, shelf: int, wanted: Wanted, most: int
) -> list[tuple[int, int]]:
    first, last = wanted.days
    query = (
        select(Position.day, Position.game)
        .where(Position.shelf == shelf, Position.position == wanted.position)
        .where(Position.day.between(first, last))
        .where(*_before(Position.day, Position.game, wanted))
    )
    if wanted.result is not None:
        query = query.where(Position.result == wanted.result)
    order = (Position.day.desc(), Position.game.desc())
    return _keys(connection, query.order_by(*order).limit(most))


def _by_day(connection: Connection, shelf: int, wanted: Wanted, most: int) -> list[tuple[int, int]]:
    """Of each kind of game and result by itself, so that the index gives them in order."""
    first, last = wanted.days
    families = [wanted.family] if wanted.family else list(FAMILIES)
    results = RESULTS if wanted.result is None else [wanted.result]
    queries = [
        select(Game.day, Game.id)
        .where(Game.shelf == shelf, Game.family == family, Game.result == result)
        .where(Game.day.between(first, last), *_before(Game.day, Game.id, wanted))
        .order_by(Game.day.desc(), Game.id.desc())
        .limit(most)
        for family in families
        for result in results
    ]
    return _newest(connection, queries, most)


def _newest(connection: Connection, queries: Sequence[Query], most: int) -> list[tuple[int, int]]:
    """The newest games of several queries, asked at once."""
    if len(queries) == 1:
        return _keys(connection, queries[0])
    found = connection.execute(union_all(*(select(query.subquery()) for query in queries)))
    return sorted({(day, number) for day, number in found}, reverse=True)[:most]


def _keys(connection: Connection, query: Query) -> list[tuple[int, int]]:
    return [(day, number) for day, number in connection.execute(query)]


def _before(day: Any, number: Any, wanted: Wanted) -> list[ColumnElement[bool]]:
    if wanted.before is None:
        return []
    last_day, last = wanted.before
    return [day <= last_day, or_(day < last_day, number < last)]


def _came_through(shelf: int, day: Any, number: Any, wanted: Wanted) -> list[ColumnElement[bool]]:
    """For games found by something else than the position that is wanted, too."""
    if wanted.position is None:
        return []
    at = (Position.shelf == shelf, Position.position == wanted.position)
    return [exists().where(*at, Position.day == day, Position.game == number)]


def _of_kind(wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.family:
        found.append(Game.family == wanted.family)
    if wanted.result is not None:
        found.append(Game.result == wanted.result)
    return found


def _kept(row: Any) -> KeptGame | None:
    """None where the row is of a newer version of the program."""
    try:
        game = game_of(row.game)
        moves, details = unpacked(game, row.moves), unpacked_details(row.details)
    except (EngineError, ValueError):
        return None
    players = tuple(map(name_today, row.players.split(SEPARATOR))) if row.players else ()
    ended = (row.result, row.day, row.score)
    entry = Entry(game, moves, players, *ended, source=row.source, details=details)
    return KeptGame(row.id, entry, row.opening, row.collection, row.noted is not None)
