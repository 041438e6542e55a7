"""A PostgreSQL that stands still: nobody waits for it for ever, nor one after the other."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import OperationalError

from tests.webapp.postgres import postgres_server, programs
from webapp.persistence import patience
from webapp.persistence.database import answers, open_database
from webapp.persistence.patience import AGAIN, Patience
from webapp.service.ports import StoreAway

SLOW = 3.0


@pytest.fixture
def nowhere() -> Iterator[Engine]:
    engine = create_engine("postgresql+psycopg://nobody@127.0.0.1:1/nothing")
    yield engine
    engine.dispose()


def test_one_thread_tries_a_database_that_did_not_answer(
    nowhere: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, tries = [0.0], []

    def connect(*_: object, **__: object) -> None:
        tries.append(now[0])
        if len(tries) > 1:  # somebody else comes meanwhile
            with pytest.raises(StoreAway):
                nowhere.connect()
        now[0] += SLOW
        raise psycopg.OperationalError("connection timeout expired")

    monkeypatch.setattr(psycopg, "connect", connect)
    Patience(nowhere, clock=lambda: now[0])
    with pytest.raises(OperationalError):
        nowhere.connect()
    with pytest.raises(StoreAway):
        nowhere.connect()
    now[0] += AGAIN
    with pytest.raises(OperationalError):
        nowhere.connect()
    assert tries == [0.0, SLOW + AGAIN]


def test_a_database_that_refuses_at_once_is_asked_again_at_once(nowhere: Engine) -> None:
    Patience(nowhere)
    for _ in range(2):
        with pytest.raises(OperationalError, match="refused"):
            nowhere.connect()


@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed, so none stood still.")
def test_what_is_asked_of_a_database_that_stands_still_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patience, "UNANSWERED", 0.2)
    monkeypatch.setattr(patience, "LOOK", 0.05)
    found = programs()
    assert found is not None
    with postgres_server(found) as server:
        engine = open_database(server.url)
        watch = Patience(engine)
        watch.start()
        with engine.begin() as connection:
            connection.execute(text("INSERT INTO spent_links (id, spent_at) VALUES ('a', now())"))
        server.freeze()
        try:
            with pytest.raises(StoreAway), engine.begin() as connection:
                connection.execute(text("SELECT 1"))
        finally:
            server.thaw()
        assert answers(engine)
        with engine.connect() as connection:
            assert connection.execute(text("SELECT id FROM spent_links")).scalars().all() == ["a"]
        watch.close()
        engine.dispose()
