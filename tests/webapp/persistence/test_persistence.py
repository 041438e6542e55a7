"""The event lists in the database: complete, in order, and one writer for each version."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, event, text

from engine.judging.analysis import Analysis
from engine.registry import game as game_of
from tests.candidates import about, exactly
from webapp.domain.events import (
    Agreed,
    AiFailed,
    AnyEvent,
    AskedHint,
    Created,
    Declined,
    Ended,
    GaveTime,
    HandedOver,
    Hinted,
    Joined,
    Left,
    Levelled,
    Moved,
    Offered,
    Rematched,
    Renamed,
    Returned,
    Shown,
    TookBack,
)
from webapp.domain.history import Recorded
from webapp.domain.match import OfferKind
from webapp.domain.result import Reason, Result
from webapp.domain.seat import Seat
from webapp.persistence import codec
from webapp.persistence.database import MIGRATIONS, migrating, migration_config, open_database
from webapp.persistence.repository import Repository
from webapp.persistence.reviews import Reviews
from webapp.persistence.tables import METADATA
from webapp.service.known import Known
from webapp.service.ports import Batch, VersionConflict

SEATS = (Seat.human("ann", "Ann ✓"), Seat.ai("depth:3"))
FIRST = Recorded(1, Created("abcdefgh", "connectfour", SEATS))

EVENTS: list[AnyEvent] = [
    Created("abcdefgh", "othello:6", SEATS, False, 3, (1, 2), 1, "before00", (1, 0)),
    Joined(1, "ben", "Ben"),
    Renamed(1, "Benjamin"),
    Moved(0, 3),
    TookBack(0, 1),
    Offered(OfferKind.DRAW, 0),
    Agreed(OfferKind.REMATCH, 1),
    Declined(OfferKind.TAKEBACK, 1),
    Ended(Result(Reason.RESIGNATION, 1, by=0)),
    Levelled(1, "8"),
    Rematched("abcdefgi", swapped=False),
    AiFailed(1, "It failed."),
    HandedOver(2, "4"),
    GaveTime(1, 0, 15_000),
    Left(1, 12_345),
    Returned(1),
    Shown(1, True),
    AskedHint(1),
    Hinted(1, 3),
    Hinted(0, None),
]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_database(f"sqlite:///{tmp_path / 'test.db'}")
    yield engine
    engine.dispose()


def created(match_id: str) -> Batch:
    record = Recorded(1, Created(match_id, "connectfour", SEATS))
    return Batch(record.after(None), (record,))


def moved(v: int, *columns: int) -> Batch:
    match = FIRST.after(None)
    records = tuple(Recorded(v + i, Moved(i % 2, c)) for i, c in enumerate(columns))
    for record in records:
        match = record.after(match)
    return Batch(match, records)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.t)
def test_events_survive_the_database(event: AnyEvent) -> None:
    assert codec.load(event.t, codec.dump(event)) == event


def test_computers_have_the_names_of_today_in_matches_of_older_versions() -> None:
    level, depth = Seat.ai("3"), Seat.ai("depth:6")
    assert (level.name, depth.name) == ("Level 3", "Depth 6")
    created = Created("abcdefgh", "connectfour", (level, depth))
    stored = codec.dump(created)
    for seat in stored["seats"]:
        seat["name"] = f"AI {seat['name'].lower()}"
    assert codec.load("created", stored) == created


def test_every_kind_of_event_is_tried() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(AnyEvent))


def test_what_is_stored_comes_back_in_order(engine: Engine) -> None:
    store = Repository(engine)
    store.commit([created("abcdefgh")])
    batch = moved(2, 3, 3, 4)
    store.commit([batch])
    assert store.load("abcdefgh") == [FIRST, *batch.records]
    assert store.load("nothing0") == []


def test_whoever_sits_down_or_has_a_match_made_finds_it_while_it_goes_on(engine: Engine) -> None:
    store, ever = Repository(engine), timedelta(days=36_500)
    machines = (Seat.ai("1"), Seat.ai("2"))
    watched = Recorded(1, Created("machines", "connectfour", machines, host="cid"))
    store.commit([Batch(watched.after(None), (watched,))])
    records = [Recorded(1, Created("together", "connectfour", (SEATS[0], Seat.open())))]
    match = records[0].after(None)
    store.commit([Batch(match, tuple(records))])
    assert store.unfinished_of("ben", ever) == {}
    records = [Recorded(2, Joined(1, "ben", "Ben")), Recorded(3, Joined(1, "ben", "Ben"))]
    for record in records:
        match = record.after(match)
    store.commit([Batch(match, tuple(records))])
    found = {guest: store.unfinished_of(guest, ever) for guest in ("ann", "ben", "cid", "an")}
    together = {"together": 3}
    assert found == {"ann": together, "ben": together, "cid": {"machines": 1}, "an": {}}
    assert store.unfinished_of("ann", timedelta(days=-1)) == {}
    end = Recorded(4, Ended(Result(Reason.RESIGNATION, 1, by=0)))
    store.commit([Batch(end.after(match), (end,))])
    assert store.unfinished_of("ann", ever) == {}
    for guest, ended in (("ann", {"together": 4}), ("ben", {"together": 4}), ("cid", {})):
        assert store.finished_of(guest, ever, 2) == ended
    assert store.finished_of("ann", ever, 0) == {}
    assert store.finished_of("ann", timedelta(days=-1), 2) == {}


def test_somebodys_last_games_are_not_sought_among_everybodys(engine: Engine) -> None:
    """By what SQLite says that it will do."""
    asked: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        asked.append((statement, values))

    event.listen(engine, "before_cursor_execute", note)
    Repository(engine).finished_of("ann", timedelta(days=7), 2)
    event.remove(engine, "before_cursor_execute", note)
    ((statement, values),) = asked
    with engine.connect() as connection:
        way = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
    assert "SEARCH players" in way[0].detail


def test_one_of_two_writers_wins_and_nothing_is_half_done(engine: Engine) -> None:
    store = Repository(engine)
    store.commit([created("abcdefgh")])
    store.commit([moved(2, 3)])
    with pytest.raises(VersionConflict):
        store.commit([created("follower"), moved(2, 4)])
    assert len(store.load("abcdefgh")) == 2
    assert store.load("follower") == []


def test_of_many_threads_one_wins(engine: Engine) -> None:
    store = Repository(engine)
    store.commit([created("abcdefgh")])
    results: list[bool] = []
    start = threading.Barrier(8)

    def write(column: int) -> None:
        start.wait()
        try:
            store.commit([moved(2, column)])
            results.append(True)
        except VersionConflict:
            results.append(False)

    threads = [threading.Thread(target=write, args=(i % 7,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [False] * 7 + [True]


def test_lists_come_from_the_summaries(engine: Engine) -> None:
    store = Repository(engine)
    lately = timedelta(minutes=1)
    store.commit([created("abcdefgh")])
    assert store.public(5, lately) == {"abcdefgh": 1}
    assert store.public(5, -lately) == {}
    assert store.awaiting_ai() == []
    store.commit([moved(2, 3)])
    assert store.awaiting_ai() == ["abcdefgh"]


def test_sqlite_runs_with_a_write_ahead_log(engine: Engine) -> None:
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_the_migrations_lead_to_the_models(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_an_old_database_is_brought_up_to_date(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.db'}"
    old = create_engine(url)
    with old.begin() as connection:
        command.upgrade(migration_config(connection), "0001")
        connection.execute(
            text(
                "INSERT INTO matches VALUES"
                " ('abcdefgh', 'connectfour', 'playing', 1, '2025-01-01', '2025-01-01')"
            )
        )
        connection.execute(
            text(
                "INSERT INTO events (match_id, v, t, data, at)"
                " VALUES ('abcdefgh', 1, 'created', '{}', '2025-01-01')"
            )
        )
    old.dispose()
    new = open_database(url)
    assert Repository(new).awaiting_ai() == ["abcdefgh"]
    with new.connect() as connection:
        assert connection.execute(text("SELECT v FROM events")).scalars().all() == [1]
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    with migrating(new) as config:
        command.downgrade(config, "base")
    new.dispose()


def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'half.db'}")

    def downgrade_and_fail() -> None:
        with migrating(engine) as config:
            command.downgrade(config, "0001")
            raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        downgrade_and_fail()
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == ScriptDirectory(str(MIGRATIONS)).get_current_head()
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_a_review_comes_back_as_it_was_kept(engine: Engine) -> None:
    game = game_of("othello")
    moves = game.parse_moves("f5d6c3")
    found = (
        exactly(19, -3, pv=(2,)),
        about(20, 150, confidence=73),
    )
    known = Known(Analysis(found[0].info(nodes=1000, elapsed=0.25), found), 4.0)
    store = Reviews(engine)
    assert store.load((game, moves)) == {}
    store.keep((game, moves), {2: known}, done=False)
    store.keep((game, moves), {2: known, 0: known}, done=False)
    assert store.load((game, moves)) == {2: known, 0: known}
    assert store.load((game, moves[:2])) == {}
    asked = [(game, moves), (game, moves[:2])]
    assert store.done(asked) == set()
    store.keep((game, moves), {2: known, 0: known}, done=True)
    assert store.done(asked) == {(game, moves)}


def test_the_oldest_reviews_go_first(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.persistence.reviews.KEPT", 2)
    monkeypatch.setattr("webapp.persistence.reviews.SWEEP", 1)
    game, store = game_of("connectfour"), Reviews(engine)
    known = Known(Analysis(about(0, 0).info(nodes=1, elapsed=0.1), (about(0, 0),)), 0.1)
    for column in range(4):
        store.keep((game, (column,)), {0: known}, done=True)
    assert [bool(store.load((game, (column,)))) for column in range(4)] == [
        False,
        False,
        True,
        True,
    ]
