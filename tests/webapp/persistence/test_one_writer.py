"""SQLite's writers take turns within a process, and give way to each other."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import Engine, create_engine, text

from tests.webapp.browsers import wait_until
from webapp.persistence import one_writer
from webapp.persistence.one_writer import Turn, take_turns


@pytest.fixture
def impatient(tmp_path: Path):
    """A database whose own waiting is off: without turns a second writer fails at once."""
    engine = create_engine(f"sqlite:///{tmp_path / 'test.db'}", connect_args={"timeout": 0})
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        connection.exec_driver_sql("CREATE TABLE counted (number INTEGER)")
        connection.exec_driver_sql("INSERT INTO counted VALUES (0)")
    yield engine
    engine.dispose()


ADD = text("UPDATE counted SET number = number + 1")


def count(engine: Engine, times: int) -> None:
    for _ in range(times):
        with engine.begin() as connection:
            connection.execute(ADD)


def test_many_writers_all_come_to_their_turn(impatient: Engine) -> None:
    take_turns(impatient, 60)
    with ThreadPoolExecutor(8) as threads:
        for done in [threads.submit(count, impatient, 40) for _ in range(8)]:
            done.result()
    with impatient.connect() as connection:
        assert connection.scalar(text("SELECT number FROM counted")) == 320


def test_a_turn_ends_with_a_transaction_that_fails(impatient: Engine) -> None:
    take_turns(impatient, 60)

    def fail() -> None:
        with impatient.begin() as connection:
            connection.execute(ADD)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    count(impatient, 1)


def test_readers_wait_for_nobody(impatient: Engine) -> None:
    take_turns(impatient, 60)
    with impatient.begin() as connection:
        connection.execute(ADD)
        with impatient.connect() as other:
            assert other.scalar(text("SELECT number FROM counted")) == 0


def test_who_holds_a_turn_for_ever_keeps_nobody_waiting_for_ever(impatient: Engine) -> None:
    """The second goes on to SQLite after its patience, which says that it is locked."""
    take_turns(impatient, 0.01)
    with impatient.begin() as connection:
        connection.execute(ADD)
        with pytest.raises(Exception, match="database is locked"):
            count(impatient, 1)
    count(impatient, 1)


def test_who_goes_on_without_a_turn_asks_for_none_while_it_writes(
    impatient: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has SQLite's lock, for which whoever has the turn waits: neither would get on."""
    asked: list[float] = []
    monkeypatch.setattr(Turn, "acquire", lambda turn, patience: bool(asked.append(patience)))
    take_turns(impatient, 60)
    for _ in range(2):
        with impatient.begin() as connection:
            connection.execute(ADD)
            connection.execute(ADD)
    assert asked == [60, 60], "once a transaction"


@pytest.mark.parametrize("done", [True, False])
def test_who_waits_in_a_line_that_gets_on_keeps_patience(
    done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two write before, for two seconds each. Where nothing comes of it, as another program has the
    database, nobody waits for all of them."""
    now, waits = [100.0], []

    class Watched(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waits.append(timeout)
            now[0] += 2.0
            turn.release(done=done)
            now[0] += 0.0 if self.is_set() else 1.0
            return self.is_set()

    clock = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr(one_writer, "time", clock)
    monkeypatch.setattr(
        one_writer, "threading", SimpleNamespace(Lock=threading.Lock, Event=Watched)
    )
    turn = Turn()
    assert turn.acquire(0)
    turn._waiting.append(threading.Event())
    assert turn.acquire(3.0) == done
    assert waits == ([3.0, 2.0] if done else [3.0])


def test_who_gives_a_turn_up_waits_behind_the_others() -> None:
    """A deletion of thousands of games begins transaction after transaction."""
    turn, order = Turn(), []

    def once(name: str) -> None:
        assert turn.acquire(60)
        order.append(name)
        turn.release()

    assert turn.acquire(0)
    with ThreadPoolExecutor(2) as threads:
        waiting = []
        for number, name in enumerate(("import", "move"), 1):
            waiting.append(threads.submit(once, name))
            wait_until(lambda number=number: len(turn) == number)
        turn.release()
        once("deletion")
        for done in waiting:
            done.result()
    assert order == ["import", "move", "deletion"]


def test_who_loses_patience_is_not_waited_for() -> None:
    turn = Turn()
    assert turn.acquire(0)
    assert not turn.acquire(0.01)
    assert len(turn) == 0
    turn.release()
    assert turn.acquire(0)
