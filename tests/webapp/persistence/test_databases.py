"""Stores on either kind of database, and everything that is kept moving between them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from sqlalchemy import Engine, insert, select

from webapp.cli import cli
from webapp.domain.events import Created, Moved, TookBack
from webapp.domain.history import Recorded
from webapp.domain.seat import Seat
from webapp.persistence.copying import NotEmpty, copy_store
from webapp.persistence.database import date_of
from webapp.persistence.departures import DepartureRows
from webapp.persistence.models import Base, MatchRow
from webapp.persistence.questions import Questions
from webapp.persistence.repository import Repository
from webapp.service.people_store import Departure
from webapp.service.ports import Batch, StoredJob, VersionConflict

SEATS = (Seat.human("ann", "Ann ✓"), Seat.ai("4"))
JOB = StoredJob("job00001", "rules", {"game": "othello:4"}, "answered", {"a": [1]}, ["x"], {"ann"})


def fill(engine: Engine, matches: int = 3) -> None:
    """Matches with moves taken back, and an answer of the laboratory."""
    store = Repository(engine)
    for number in range(matches):
        records = [Recorded(1, Created(f"match{number:03}", "connectfour", SEATS))]
        records += [Recorded(2, Moved(0, 3), 0, "2:a"), Recorded(3, Moved(1, 3), 1)]
        records += [Recorded(4, TookBack(0, 0), 0)]
        match = None
        for record in records:
            match = record.after(match)
        assert match is not None
        store.commit([Batch(match, tuple(records))])
    Questions(engine).keep(JOB)


def everything(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables, times without their zone, in the order of their keys."""
    with engine.connect() as connection:
        return {
            table.name: [
                tuple(v.replace(tzinfo=None) if hasattr(v, "tzinfo") else v for v in row)
                for row in connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in Base.metadata.sorted_tables
        }


def test_a_store_answers_the_same_on_either_kind(engine: Engine) -> None:
    fill(engine)
    store = Repository(engine)
    assert [record.event.t for record in store.load("match001")] == [
        "created", "moved", "moved", "took_back"
    ]  # fmt: skip
    clash = Recorded(4, Moved(0, 2), 0)
    match = Recorded(1, Created("match001", "connectfour", SEATS)).after(None)
    with pytest.raises(VersionConflict):
        store.commit([Batch(match, (clash,))])
    assert len(store.load("match001")) == 4
    (kept,) = Questions(engine).load("rules")
    assert (kept.request, kept.answer, kept.status) == (JOB.request, JOB.answer, JOB.status)


def test_a_copy_holds_all_rows_and_back_again(
    engine: Engine, sqlite_file: Callable[[str], Engine]
) -> None:
    first = sqlite_file("first.db")
    fill(first, 2100)  # more than one batch
    middle, last = engine, sqlite_file("last.db")
    assert copy_store(first, middle)["matches"] == 2100
    copy_store(middle, last)
    assert everything(first) == everything(middle) == everything(last)
    assert len(everything(last)["events"]) == 8400


def test_a_copy_never_mixes_with_what_is_there(
    engine: Engine, sqlite_file: Callable[[str], Engine]
) -> None:
    first, target = sqlite_file("first.db"), engine
    fill(first)
    fill(target, 1)
    before = everything(target)
    with pytest.raises(NotEmpty):
        copy_store(first, target)
    assert everything(target) == before


def test_a_copy_forgets_people_from_their_first_match_on(
    engine: Engine, sqlite_file: Callable[[str], Engine]
) -> None:
    """PostgreSQL may order ids otherwise than SQLite: what comes after one there is not what does
    here."""
    source = sqlite_file("source.db")
    DepartureRows(source).note("ann", everywhere=True)
    DepartureRows(source).reach("ann", "Zmatch")
    copy_store(source, engine)
    assert list(DepartureRows(engine).all()) == [Departure("ann", everywhere=True)]


def test_a_copy_shows_one_moment_of_a_store_in_use(
    engine: Engine, sqlite_file: Callable[[str], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = engine, sqlite_file("copy.db")
    fill(source)
    before = everything(source)

    def meanwhile(table):
        if table.name == "events":  # the matches have been read by now
            with source.begin() as connection:
                row = connection.execute(select(MatchRow.__table__)).mappings().first()
                connection.execute(insert(MatchRow.__table__), dict(row) | {"id": "meanwhile"})
        return insert(table)

    monkeypatch.setattr("webapp.persistence.copying.insert", meanwhile)
    copy_store(source, target)
    assert everything(target) == before


def test_what_serves_by_its_variable_is_backed_up_by_it(
    tmp_path: Path, sqlite_file: Callable[[str], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command at night finds the database where the server does, not at the usual place."""
    fill(sqlite_file("a.db"))
    monkeypatch.setenv("FLIPFOUR_DATABASE", f"sqlite:///{tmp_path / 'a.db'}")
    done = CliRunner().invoke(cli, ["database", "backup", str(tmp_path / "b.db")])
    assert "3 matches" in done.output
    assert everything(sqlite_file("b.db")) == everything(sqlite_file("a.db"))


@pytest.mark.parametrize("command", ["database tidy", "database backup", "library import", "serve"])
def test_whatever_needs_a_database_reads_its_variable(command: str) -> None:
    found: Any = cli
    for word in command.split():
        found = found.get_command(click.Context(found), word)
    assert [p.envvar for p in found.params if "--database" in p.opts] == ["FLIPFOUR_DATABASE"]


def test_backup_and_copy_are_commands(tmp_path: Path, sqlite_file: Callable[[str], Engine]) -> None:
    store, saved, restored = (f"sqlite:///{tmp_path / name}.db" for name in "abc")
    fill(sqlite_file("a.db"))
    run = CliRunner().invoke
    path = str(tmp_path / "b.db")
    assert "3 matches" in run(cli, ["database", "backup", path, "--database", store]).output
    again = run(cli, ["database", "backup", path, "--database", store])
    assert again.exit_code != 0
    assert "is there already" in again.output
    assert run(cli, ["database", "copy", saved, restored]).exit_code == 0
    assert everything(sqlite_file("c.db")) == everything(sqlite_file("a.db"))
    assert "same database" in run(cli, ["database", "copy", saved, saved]).output
    assert "already" in run(cli, ["database", "copy", store, restored]).output
    assert run(cli, ["database", "copy", "nothing://x", restored]).exit_code != 0
    wrong = tmp_path / "wrong.db"
    for words in (
        ["copy", f"sqlite:///{wrong}", f"sqlite:///{tmp_path / 'd.db'}"],
        ["backup", str(tmp_path / "d.db"), "--database", f"sqlite:///{wrong}"],
        ["tidy", "--database", f"sqlite:///{wrong}"],
    ):
        refused = run(cli, ["database", *words])
        assert refused.exit_code != 0
        assert f"There is no database at {wrong}." in refused.output
    assert not wrong.exists()
    assert not (tmp_path / "d.db").exists()


@pytest.mark.parametrize("room", [100_000, 600_000], ids=["opening", "copying"])
def test_a_backup_is_whole_or_not_there(
    tmp_path: Path, sqlite_file: Callable[[str], Engine], room: int
) -> None:
    resource = pytest.importorskip("resource")  # only POSIX limits the size of files
    fill(sqlite_file("a.db"), 2100)
    command = ["database", "backup", str(tmp_path / "b.db")]
    command += ["--database", f"sqlite:///{tmp_path / 'a.db'}"]
    before, limits = set(tmp_path.iterdir()), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        refused = CliRunner().invoke(cli, command)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert refused.exit_code == 1, refused.output
    assert "Error: " in refused.output
    assert set(tmp_path.iterdir()) == before
    assert "2,100 matches" in CliRunner().invoke(cli, command).output
    assert {path.name for path in set(tmp_path.iterdir()) - before} == {"b.db"}
    assert everything(sqlite_file("b.db")) == everything(sqlite_file("a.db"))


def test_both_kinds_tell_the_date_with_its_zone(engine: Engine) -> None:
    assert abs(date_of(engine) - datetime.now(UTC)) < timedelta(minutes=1)
