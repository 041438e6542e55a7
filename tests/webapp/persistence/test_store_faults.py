"""Stores that are locked, damaged, newer or somebody else's: it is said, and the rest goes on."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from engine import registry
from engine.cli import BAD_INPUT, run
from tests.webapp.browsers import PATIENCE, wait_until
from tests.webapp.fakes import House
from tests.webapp.processes import ServerProcess
from webapp.audit import LINES, Ration
from webapp.cli import cli
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch
from webapp.extensions import services
from webapp.persistence import database, owner
from webapp.persistence.database import CannotOpen, let_go, open_database
from webapp.service.people_store import Standing
from webapp.service.ports import Answer, StoreAway, Unreadable

ANN = Guest("ann", "Ann")

NONSENSE = {
    "unknown event": "UPDATE events SET t = 'danced' WHERE match_id = '{}' AND v = 2",
    "field missing": "UPDATE events SET data = '{{}}' WHERE match_id = '{}' AND v = 2",
    "no JSON": "UPDATE events SET data = 'x' WHERE match_id = '{}' AND v = 2",
    "illegal move": """UPDATE events SET data = replace(data, '"move": 3', '"move": 99')
        WHERE match_id = '{}' AND v = 2""",
    "no such game": """UPDATE events SET data = replace(data, 'connectfour', 'chess')
        WHERE match_id = '{}'""",
}


@contextmanager
def locked(app: Flask) -> Iterator[None]:
    """Another program writes into the file and does not finish."""
    path = services(app).database.url.database
    assert path
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 0)


def test_whoever_asks_for_a_wrong_match_spoils_no_list() -> None:
    """The list is made while a thread waits for the store with an unknown match in its hand."""
    house = House()
    looking, go_on = threading.Event(), threading.Event()
    load = house.store.load

    def slow(match_id: str) -> Any:
        looking.set()
        go_on.wait(PATIENCE)
        return load(match_id)

    house.store.load = slow  # type: ignore[method-assign]
    stranger = threading.Thread(target=house.matches.version, args=("unknown0",))
    stranger.start()
    assert looking.wait(PATIENCE)
    assert house.live.ids() == []
    house.matches.rename(ANN)
    go_on.set()
    stranger.join()


@pytest.mark.parametrize("harm", NONSENSE.values(), ids=list(NONSENSE))
def test_an_unreadable_match_is_set_aside(
    visitor: Any, app: Flask, harm: str, caplog: pytest.LogCaptureFixture
) -> None:
    ann = visitor()
    good = ann.create(seat0="me", seat1="me")
    bad = ann.create(seat0="me", seat1="me")
    ann.move(bad, 3, 0)
    with services(app).database.begin() as connection:
        connection.exec_driver_sql(harm.format(bad))
        connection.execute(text("UPDATE matches SET ai_to_move = 1 WHERE id = :m"), {"m": bad})
    caplog.clear()
    services(app).matches.resume.thinking()
    for page in ("/", "/watch"):
        assert ann.client.get(page).status_code == 200
    assert [match["match"] for match in ann.get("/api/matches")["matches"]] == [good]
    assert ann.get(f"/api/matches/{bad}")["code"] == "unreadable"
    assert ann.client.get(f"/m/{bad}").status_code == 500
    assert ann.act(bad, t="resign")["code"] == "unreadable"
    services(app).matches.rename(ANN)
    services(app).matches.forget("ann")
    told = [record for record in caplog.records if "set aside" in record.getMessage()]
    assert len(told) == 1
    assert bad in told[0].getMessage()


def test_a_half_read_match_is_not_taken_for_a_whole_one(visitor: Any, app: Flask) -> None:
    ann = visitor()
    bad = ann.create(seat0="me", seat1="me")
    ann.move(bad, 3, 0)
    with services(app).database.begin() as connection:
        connection.exec_driver_sql(NONSENSE["illegal move"].format(bad))
    live = services(app).live
    for _ in range(2):
        with pytest.raises(Unreadable), live.use(bad):
            pass
    assert live.ids() == []


def test_a_locked_store_is_a_sentence_and_reading_goes_on(
    impatient: None, visitor: Any, app: Flask
) -> None:
    ann = visitor()
    match = ann.create(seat0="me", seat1="me")
    services(app).database.dispose()  # the next connections are impatient
    with locked(app):
        refused = ann.post("/api/matches", {})
        assert (refused.status_code, refused.json["code"]) == (503, "unavailable")
        assert "try again" in refused.json["message"]
        assert int(refused.headers["Retry-After"]) > 0
        assert ann.move(match, 3, 0)["code"] == "unavailable"
        form = {"t": "move", "move": "3", "ply": "0", "csrf_token": ann.headers["X-CSRF-Token"]}
        page = ann.client.post(f"/m/{match}/act", data=form)
        assert page.status_code == 503
        assert "Traceback" not in page.text
        for path in ("/", "/watch", f"/m/{match}", "/api/matches"):
            assert ann.client.get(path).status_code == 200, path
    wait_until(lambda: ann.move(match, 3, 0)["ok"])


def test_a_file_that_was_taken_away_takes_no_move_until_it_is_back(
    visitor: Any, app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite writes on into what the next start would not find."""
    ann = visitor()
    match = ann.create(seat0="me", seat1="me")
    place = Path(services(app).database.url.database or "")
    for _ in range(2):
        place.rename(place.with_suffix(".away"))
        for _ in range(2):
            assert ann.move(match, 3, 0)["code"] == "unavailable"
        assert ann.post("/api/matches", {}).status_code == 503
        away = ann.client.get("/readyz")
        assert (away.status_code, "Retry-After" in away.headers) == (503, True)
        assert not place.exists(), "no empty one is made"
        place.with_suffix(".away").rename(place)
        assert ann.client.get("/readyz").status_code == 200
    assert ann.move(match, 3, 0) == {"ok": True, "v": 2}
    said = [record for record in caplog.records if "not the file any more" in record.getMessage()]
    assert len(said) == 2


def test_a_file_that_is_named_by_an_address_is_watched_too(tmp_path: Path) -> None:
    place = tmp_path / "all games.db"
    engine = open_database(f"sqlite:///file:{tmp_path}/all%20games.db?uri=true&mode=rwc")
    with engine.connect() as connection:
        connection.execute(text("SELECT 1"))
    assert sorted(path.suffix for path in tmp_path.iterdir())[0] == ".db", "nothing else is made"
    place.rename(place.with_suffix(".away"))
    with pytest.raises(StoreAway), engine.connect() as connection:
        connection.execute(text("SELECT 1"))
    place.with_suffix(".away").rename(place)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM events")) == 0
    engine.dispose()
    with owner.owned(str(engine.url)):
        assert (tmp_path / "all games.db.owner").exists()


def test_a_file_put_in_the_place_of_the_open_one_gets_no_move(visitor: Any, app: Flask) -> None:
    ann = visitor()
    match = ann.create(seat0="me", seat1="me")
    place = Path(services(app).database.url.database or "")
    backup = place.with_suffix(".backup")
    with closing(sqlite3.connect(place)) as source, closing(sqlite3.connect(backup)) as target:
        source.backup(target)
    backup.replace(place)
    assert ann.move(match, 3, 0)["code"] == "unavailable"
    with closing(sqlite3.connect(place)) as restored:
        (ply,) = restored.execute("SELECT count(*) - 1 FROM events").fetchone()
    assert ply == 0


def test_a_file_that_is_taken_away_before_the_commit_keeps_nothing(app: Flask) -> None:
    engine = services(app).database
    place = Path(engine.url.database or "")
    with engine.connect() as connection:
        connection.execute(text("INSERT INTO identities VALUES ('ann', 1)"))
        place.rename(place.with_suffix(".away"))
        with pytest.raises(StoreAway):
            connection.commit()
    place.with_suffix(".away").rename(place)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM identities")) == 0


def test_a_damaged_file_is_a_sentence_and_not_ready(visitor: Any, app: Flask) -> None:
    ann = visitor()
    services(app).database.dispose()  # nothing is in the next connection's memory
    path = Path(services(app).database.url.database or "")
    path.with_suffix(".db-wal").unlink(missing_ok=True)
    with path.open("r+b") as file:
        file.write(b"no database" * 10_000)
    for page in ("/", "/library", "/readyz"):
        assert ann.client.get(page).status_code == 503, page
    assert ann.post("/api/matches", {}).json["code"] == "unavailable"


def test_a_store_that_is_away_is_a_sentence_to_whoever_has_a_cookie(
    visitor: Any, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page that says so asks no store who has been signed out, and keeps everybody's cookie."""
    ann = visitor()
    identities = services(app).identities

    def away(*_said: object) -> Standing:
        raise StoreAway

    with monkeypatch.context() as patched:
        patched.setattr(identities, "standing", away)
        for path in ("/", "/nowhere", "/m/unknown0"):
            page = ann.client.get(path)
            assert page.status_code == (404 if path == "/nowhere" else 503), path
            assert "Set-Cookie" not in page.headers
            assert "<h1>" in page.text
        assert ann.post("/api/matches", {}).json["code"] == "unavailable"
    assert ann.client.get("/").status_code == 200


def test_a_page_does_not_wait_for_a_writer_that_waits(visitor: Any, app: Flask) -> None:
    ann = visitor()
    match = ann.create(seat0="me", seat1="ai:1")
    holds, go_on = threading.Event(), threading.Event()

    def write() -> None:
        with services(app).live.use(match):
            holds.set()
            gave_up.append(not go_on.wait(PATIENCE))

    gave_up: list[bool] = []
    with services(app).live.use(match) as live:
        services(app).crowd.enter(match, "socket", "ann")  # keeps it in memory
        assert live.loaded
    writer = threading.Thread(target=write)
    writer.start()
    assert holds.wait(PATIENCE)
    try:
        for path in ("/", "/watch", f"/m/{match}", f"/api/matches/{match}", "/api/matches"):
            assert ann.client.get(path).status_code == 200
    finally:
        go_on.set()
        writer.join()
        services(app).crowd.leave(match, "socket")
    assert gave_up == [False], "all pages came while it waited"


def test_the_ai_offers_its_move_again_when_the_store_was_locked(app: Flask) -> None:
    house = House()
    match = house.matches.create(NewMatch(registry.game("connectfour"), ("ai:1", "me")), ANN)
    (question,) = house.thinker.asked
    commit = house.store.commit

    def fail(*_: object) -> None:
        raise StoreAway

    house.store.commit = fail  # type: ignore[method-assign]
    with pytest.raises(StoreAway):
        house.matches.answer(Answer(question, 3))
    house.store.commit = commit  # type: ignore[method-assign]
    house.matches.answer(Answer(question, 3))
    assert house.matches.match(match).ply == 1


def test_a_newer_store_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'newer.db'}"
    engine = open_database(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    assert run(cli, ["serve", "--port", "0", "--database", url]) == BAD_INPUT
    assert capsys.readouterr().err == (
        "flipfour: The database was written by a newer version of Flipfour;"
        " please install that one.\n"
    )


def test_a_file_has_one_server_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(owner, "PATIENCE", 0)
    path = tmp_path / "flipfour.db"
    with ServerProcess(path) as server:
        assert run(cli, ["serve", "--port", "0", "--database", f"sqlite:///{path}"]) == BAD_INPUT
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert f"(process {server.process.pid}) serves {path} already" in error
        server.kill()
    url = f"sqlite:///{path}"
    lock_died = owner.owned(url)
    with lock_died, pytest.raises(CannotOpen, match="serves"), owner.owned(url):
        pass


def test_what_threads_use_after_the_end_is_closed_when_they_give_it_back(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'used.db'}")
    kept = []
    with engine.connect() as connection:
        kept.append(connection.connection.driver_connection)
        let_go(engine)
        assert connection.execute(text("SELECT 1")).scalar() == 1
    with engine.connect() as connection:
        kept.append(connection.connection.driver_connection)
    for driver in kept:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            driver.execute("SELECT 1")


def test_other_databases_have_no_owner() -> None:
    for url in ("sqlite://", "postgresql+psycopg://localhost/flipfour"):
        with owner.owned(url), owner.owned(url):
            pass


def test_a_store_that_fails_does_not_fill_the_log(
    app: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_ration", Ration())
    caplog.clear()
    for _ in range(LINES + 3):
        with pytest.raises(StoreAway), services(app).database.connect() as connection:
            connection.exec_driver_sql("SELECT * FROM nowhere")
    assert [record.getMessage() for record in caplog.records] == (
        LINES * ["The database: no such table: nowhere"]
    )
