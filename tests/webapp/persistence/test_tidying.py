"""Old matches packed and what nobody needs deleted, on either kind of database, and every schema
that there ever was brought to the newest."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from click.testing import CliRunner
from sqlalchemy import Engine, MetaData, create_engine, event, func, insert, select, text, update

from webapp.cli import cli
from webapp.domain.chat import Room
from webapp.domain.events import Created, Ended, Moved
from webapp.domain.history import Recorded, fold
from webapp.domain.result import Reason, Result
from webapp.domain.seat import Guest, Seat
from webapp.persistence import archive, sweeping
from webapp.persistence.archive import pack
from webapp.persistence.chat import ChatLines
from webapp.persistence.copying import copy_store
from webapp.persistence.database import MIGRATIONS, migrating, open_database
from webapp.persistence.models import ArchiveRow, Base, ChatLineRow, EventRow, MatchRow, PlayerRow
from webapp.persistence.repository import Repository
from webapp.persistence.retention import DAYS, drop
from webapp.service.ports import Batch, VersionConflict

NOW = datetime.now(UTC)
LONG_AGO = NOW - timedelta(days=400)
SEATS = (Seat.human("ann", "Ann"), Seat.human("ben", "Ben"))
CREATED = {
    "match": "old",
    "game": "connectfour",
    "seats": [
        {"kind": "human", "guest": name.lower(), "name": name, "level": None}
        for name in ("Ann", "Ben")
    ],
}
MOVED = {"seat": 0, "move": 3}
GAME = [3, 3, 4, 4, 5, 5, 6]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tidy.db'}"
        return
    found = request.getfixturevalue("postgres_url")
    yield found
    engine = create_engine(found)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    made = open_database(url)
    yield made
    made.dispose()


def play(engine: Engine, match_id: str, seats: tuple[Seat, ...] = SEATS, plies: int = 7) -> None:
    """A match, finished where all its moves are made."""
    events = [Created(match_id, "connectfour", seats)]
    events += [Moved(ply % 2, move) for ply, move in enumerate(GAME[:plies])]
    events += [Ended(Result("connect", 0))] if plies == len(GAME) else []
    records = [Recorded(v, event) for v, event in enumerate(events, 1)]
    Repository(engine).commit([Batch(fold(records), tuple(records))])


def age(engine: Engine, *match_ids: str) -> None:
    with engine.begin() as connection:
        old = update(MatchRow).where(MatchRow.id.in_(match_ids)).values(updated_at=LONG_AGO)
        connection.execute(old)


def count(engine: Engine, table: type[Base]) -> int:
    with engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0


def test_a_packed_match_is_what_it_was_and_may_go_on(engine: Engine) -> None:
    for name in ("old", "new"):
        play(engine, name)
    play(engine, "open", plies=3)
    age(engine, "old", "open")
    store = Repository(engine)
    before = store.load("old")
    assert pack(engine, NOW - timedelta(days=30)) == 1
    assert pack(engine, NOW - timedelta(days=30)) == 0, "once is enough"
    assert store.load("old") == before
    assert store.load("old", after=len(before)) == []
    assert store.load("old", after=len(before) - 1) == before[-1:]
    assert store.versions(["old", "new", "none"]) == {"old": 9, "new": 9}
    assert count(engine, EventRow) == 1 + 9 + 4
    again = Recorded(10, Ended(Result(Reason.RESIGNATION, 1)))
    store.commit([Batch(fold(before), (again,))])
    assert store.load("old") == [*before, again]
    with pytest.raises(VersionConflict):
        store.commit([Batch(fold(before), (again,))])
    age(engine, "old")
    assert pack(engine, NOW - timedelta(days=30)) == 1
    assert store.load("old") == [*before, again]


def test_a_match_is_packed_once(engine: Engine) -> None:
    """Also where two tidy up at the same time, and one of them has read it before."""
    play(engine, "old")
    age(engine, "old")
    before = Repository(engine).load("old")
    with engine.connect() as connection:
        early = archive._packed(connection, "old")
    assert pack(engine, NOW) == 1
    with pytest.raises(archive.BeingPacked), engine.begin() as connection:
        archive._put(connection, early)
    assert Repository(engine).load("old") == before


def test_a_match_that_goes_while_it_is_packed_is_told_in_words(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(engine, "old")
    age(engine, "old")
    monkeypatch.setattr(archive, "unpack", lambda connection, match_id: [])
    assert pack(engine, NOW) == 1
    for match_id in ("old", "gone"):  # another one packed it, or deleted it
        with pytest.raises(archive.BeingPacked), engine.connect() as connection:
            archive._packed(connection, match_id)


def test_no_more_is_deleted_at_once_than_others_can_wait_for(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "ROWS", 2)
    play(engine, "old")
    lines = ChatLines(engine)
    for number in range(5):
        lines.add("old", Room.PLAYERS, Guest("ann", "Ann"), f"Hello {number}")
    with engine.begin() as connection:
        connection.execute(update(ChatLineRow).values(at=LONG_AGO))
    lines.add("old", Room.PLAYERS, Guest("ann", "Ann"), "I am here")
    at_once: list[int] = []

    def done(_connection: object, cursor: Any, statement: str, *_: object) -> None:
        if statement.startswith("DELETE FROM chat"):
            at_once.append(cursor.rowcount)

    event.listen(engine, "after_cursor_execute", done)
    assert drop(engine, NOW, {"chat": 30}) == {"chat": 5}
    assert at_once == [2, 2, 1]
    assert count(engine, ChatLineRow) == 1


def test_a_packed_match_is_copied_like_any(engine: Engine, tmp_path: Path) -> None:
    play(engine, "old")
    age(engine, "old")
    before = Repository(engine).load("old")
    pack(engine, NOW)
    target = open_database(f"sqlite:///{tmp_path / 'copy.db'}")
    assert copy_store(engine, target)["archives"] == 1
    assert Repository(target).load("old") == before
    target.dispose()


def test_packing_saves_most_of_the_room(engine: Engine) -> None:
    names = [f"m{number}" for number in range(50)]
    for name in names:
        play(engine, name)
    age(engine, *names)
    rows = 50 * 8 * 150  # bytes of a row with its key, at the least
    assert pack(engine, NOW) == 50
    with engine.connect() as connection:
        packed = connection.scalar(select(func.sum(func.length(ArchiveRow.events)))) or 0
    assert packed < rows / 3


def test_what_is_old_goes_by_kind(engine: Engine) -> None:
    play(engine, "wait", (SEATS[0], Seat.open()), plies=0)
    play(engine, "fresh", (SEATS[0], Seat.open()), plies=0)
    play(engine, "open", plies=3)
    lines = ChatLines(engine)
    for match in ("wait", "open"):
        lines.add(match, Room.PLAYERS, Guest("ann", "Ann"), "Hello")
    age(engine, "wait", "open")
    assert drop(engine, NOW, DAYS | {"chat": 0})["invitations"] == 1
    store = Repository(engine)
    assert store.load("wait") == []
    assert len(store.load("fresh")) == 1
    assert len(store.load("open")) == 4, "what was begun is kept"
    assert count(engine, ChatLineRow) == 1
    with engine.begin() as connection:
        connection.execute(update(ChatLineRow).values(at=LONG_AGO))
    assert drop(engine, NOW, DAYS)["chat"] == 1


def test_tidy_is_a_command(url: str, engine: Engine) -> None:
    play(engine, "old")
    age(engine, "old")
    run = CliRunner().invoke
    done = run(cli, ["database", "tidy", "--database", url, "--keep", "chat=10"])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("1 matches packed; deleted: 0 invitations, 0 chat")
    wrong = run(cli, ["database", "tidy", "--database", url, "--keep", "moves=10"])
    assert wrong.exit_code == 2
    assert "invitations" in wrong.output


def test_who_sat_in_packed_matches_is_found_when_the_schema_is_brought_up(engine: Engine) -> None:
    play(engine, "old")
    play(engine, "new")
    age(engine, "old")
    assert pack(engine, NOW - timedelta(days=30)) == 1
    with engine.connect() as connection:
        known = set(connection.execute(select(PlayerRow.match_id, PlayerRow.guest)))
    assert known == {(m, guest) for m in ("old", "new") for guest in ("ann", "ben")}
    with migrating(engine) as config:
        command.downgrade(config, "0010")
    with migrating(engine) as config:
        command.upgrade(config, "head")
    with engine.connect() as connection:
        assert set(connection.execute(select(PlayerRow.match_id, PlayerRow.guest))) == known


def revisions() -> list[str]:
    script = ScriptDirectory(str(MIGRATIONS))
    return [revision.revision for revision in script.walk_revisions()][::-1]


@pytest.mark.parametrize("revision", revisions())
def test_every_schema_is_brought_to_the_newest_with_all_that_it_holds(
    url: str, revision: str
) -> None:
    engine = create_engine(url)
    with migrating(engine) as config:
        command.upgrade(config, revision)
    with engine.begin() as connection:
        tables = MetaData()
        tables.reflect(connection)
        matches, events = tables.tables["matches"], tables.tables["events"]
        summary = {
            "id": "old", "game": "connectfour", "status": "playing", "public": True,
            "ai_to_move": False, "clocked": False, "created_at": NOW, "updated_at": NOW,
        }  # fmt: skip
        known = {name: value for name, value in summary.items() if name in matches.c}
        connection.execute(insert(matches).values(known))
        for v, (t, data) in enumerate((("created", CREATED), ("moved", MOVED)), 1):
            row = {"match_id": "old", "v": v, "t": t, "data": data, "at": NOW}
            connection.execute(insert(events).values(row))
        if (players := tables.tables.get("players")) is not None:
            rows = [{"guest": guest, "match_id": "old"} for guest in ("ann", "ben")]
            connection.execute(insert(players), rows)
    engine.dispose()
    newest = open_database(url)
    match = fold(Repository(newest).load("old"))
    assert (match.v, match.moves, match.seats[0].name) == (2, (3,), "Ann")
    assert Repository(newest).unfinished_of("ben", NOW - LONG_AGO + timedelta(days=1)).keys() == {
        "old"
    }
    for table in Base.metadata.sorted_tables:
        with newest.connect() as connection:
            connection.execute(select(table).limit(1)).all()
    newest.dispose()
