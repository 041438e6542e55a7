"""What a thread loads before it searches, and the time that it may take."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from engine.game import Game, Position
from engine.search.control import SearchControl
from tests.webapp.browsers import PATIENCE, wait_until
from tests.webapp.thinkers import START, pool_of, question
from webapp.worker import pool as pool_module
from webapp.worker.lane import Lane
from webapp.worker.pool import _Watch as Watch


def test_loading_does_not_count_against_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until a thread has loaded, nothing is armed that a search's time could set off."""
    armed: list[float] = []
    at_first: list[list[float]] = []
    really = Watch._expect

    def expect(watch: Watch, seconds: float) -> None:
        armed.append(seconds)
        really(watch, seconds)

    class Clock:
        monotonic = staticmethod(lambda: 100.0)

    monkeypatch.setattr(Watch, "_expect", expect)
    monkeypatch.setattr(pool_module, "time", Clock)

    def think(position: Position, control: SearchControl) -> int:
        assert not control.stopped
        return 6

    def load(game: Game) -> None:
        at_first.append(armed[:])

    with pool_of(think, 20.0, 2.0, load, 120.0) as (pool, answers, arrived):
        pool.ask(question())
        assert arrived.acquire(timeout=PATIENCE)
        pool.ask(replace(question(), seconds=3.0))
        assert arrived.acquire(timeout=PATIENCE)
    assert [(answer.move, answer.trouble) for answer in answers] == [(6, None)] * 2
    assert at_first == [[120.0], [120.0, 22.0, 5.0]], "loading is part of a timed move"


def test_while_a_clock_runs_loading_and_search_have_one_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, shares = [100.0], []

    class Clock:
        monotonic = staticmethod(lambda: now[0])

    monkeypatch.setattr(pool_module, "time", Clock)
    monkeypatch.setattr(Lane, "search", lambda lane, job, most: shares.append(most))

    def load(game: Game) -> None:
        now[0] += 2.0

    with pool_of(lambda p, c: 6, load=load) as (pool, _answers, arrived):
        for seconds in (3.0, 1.5, None):
            pool.ask(replace(question(), seconds=seconds))
            assert arrived.acquire(timeout=PATIENCE)
    assert shares == [1.0, 0.0, 20.0]


def test_a_thread_that_never_has_loaded_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    release = threading.Event()
    turns = iter([lambda: release.wait(PATIENCE), lambda: None])
    stopped: list[bool] = []

    def load(game: Game) -> None:
        next(turns)()

    def think(position: Position, control: SearchControl) -> int:
        stopped.append(control.stopped)
        return 1

    with pool_of(think, load=load, loading=0.05) as (pool, answers, arrived):
        for name in ("first", "second"):
            pool.ask(question(name))
            assert arrived.acquire(timeout=PATIENCE)
        release.set()
        wait_until(lambda: len(stopped) == 2)
    assert stopped == [False, True], "who has loaded too late does not search"
    assert answers[0].move in START.legal_moves()
    assert answers[0].trouble
    assert (answers[1].move, answers[1].trouble) == (1, None)
