"""The AI at work: late, failing, hanging, interrupted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import registry
from engine.game import Position
from engine.search.control import SearchControl
from tests.webapp.browsers import PATIENCE, wait_until
from tests.webapp.fakes import House, MemoryStore
from tests.webapp.thinkers import START, Scripted, pool_of, question
from webapp import create_app
from webapp.config import Config
from webapp.domain.action import Action, ActionKind
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch
from webapp.extensions import services
from webapp.service.ports import Answer
from webapp.worker import pool as pool_module
from webapp.worker.fallback import fallback_move
from webapp.worker.jobs import Job, JobQueue, Priority
from webapp.worker.pool import AiPool

ANN = Guest("ann", "Ann")


def order(*seats: str, game: str = "connectfour") -> NewMatch:
    return NewMatch(registry.game(game), seats)


def move(ply: int, column: int) -> Action:
    return Action(ActionKind.MOVE, ply=ply, move=column)


# -- The service ---------------------------------------------------------------------------


def test_an_answer_for_a_position_that_is_no_more_is_dropped() -> None:
    house = House()
    match_id = house.matches.create(order("me", "ai:4"), ANN)
    house.matches.act(match_id, ANN, move(0, 3))
    (asked,) = house.thinker.asked
    assert not house.thinker.cancelled
    house.matches.act(match_id, ANN, Action(ActionKind.TAKEBACK))
    assert house.thinker.cancelled == [match_id]
    before = house.snapshot(match_id)
    house.matches.answer(Answer(asked, 0))
    assert house.snapshot(match_id) == before


def test_the_same_ply_after_a_takeback_is_another_question() -> None:
    house = House()
    match_id = house.matches.create(order("me", "ai:4"), ANN)
    house.matches.act(match_id, ANN, move(0, 3))
    house.matches.act(match_id, ANN, Action(ActionKind.TAKEBACK))
    house.matches.act(match_id, ANN, move(0, 4))
    old, new = house.thinker.asked
    house.matches.answer(Answer(old, 0))
    assert house.matches.match(match_id).ply == 1
    house.matches.answer(Answer(new, 0))
    assert house.matches.match(match_id).ply == 2


@pytest.mark.parametrize("kind", [ActionKind.RESIGN, ActionKind.RESET])
def test_resigning_and_a_new_game_stop_the_search(kind: ActionKind) -> None:
    house = House()
    match_id = house.matches.create(order("me", "ai:4"), ANN)
    house.matches.act(match_id, ANN, move(0, 3))
    (asked,) = house.thinker.asked
    house.matches.act(match_id, ANN, Action(kind))
    assert match_id in house.thinker.cancelled
    house.matches.answer(Answer(asked, 0))
    assert house.matches.match(match_id).ply == 1


def test_the_ai_that_moves_first_in_the_rematch_is_asked() -> None:
    house = House()
    match_id = house.matches.create(order("me", "ai:4"), ANN)
    house.matches.act(match_id, ANN, Action(ActionKind.RESIGN))
    house.matches.act(match_id, ANN, Action(ActionKind.REMATCH))
    following = house.matches.match(match_id).next
    assert following is not None
    assert [asked.match_id for asked in house.thinker.asked] == [following]


def test_a_failed_search_is_a_visible_event_and_the_game_goes_on() -> None:
    house = House()
    house.matches.create(order("ai:4", "me"), ANN)
    house.matches.answer(Answer(house.thinker.asked[0], 3, "The search failed."))
    failed, moved = house.announcer.events
    assert (failed["t"], failed["text"]) == ("ai_failed", "The search failed.")
    assert (moved["t"], moved["move"]) == ("moved", 3)


def test_after_a_restart_the_ai_whose_turn_it_is_goes_on() -> None:
    store = MemoryStore()
    match_id = House(store).matches.create(order("ai:4", "me"), ANN)
    restarted = House(store)
    restarted.matches.resume.thinking()
    assert [asked.match_id for asked in restarted.thinker.asked] == [match_id]
    restarted.matches.answer(Answer(restarted.thinker.asked[0], 3))
    assert restarted.matches.match(match_id).ply == 1


def test_a_new_level_does_not_disturb_the_search_in_progress() -> None:
    house = House()
    match_id = house.matches.create(order("ai:4", "me"), ANN)
    house.matches.act(match_id, ANN, Action(ActionKind.LEVEL, level="8", seat=0))
    (asked,) = house.thinker.asked
    house.matches.answer(Answer(asked, 3))
    house.matches.act(match_id, ANN, move(1, 3))
    assert [asked.level for asked in house.thinker.asked] == ["4", "8"]


def test_two_writers_for_one_version_one_wins() -> None:
    store = MemoryStore()
    first, second = House(store), House(store)
    match_id = first.matches.create(order("me", "me"), ANN)
    for house in (first, second):
        house.crowd.enter(match_id, "socket", ANN.id)  # keeps the match in memory
        house.matches.match(match_id)
    first.matches.act(match_id, ANN, move(0, 3))
    with pytest.raises(Exception, match="changed since"):
        second.matches.act(match_id, ANN, move(0, 4))
    assert second.matches.match(match_id).moves == (3,)
    second.matches.act(match_id, ANN, move(1, 4))
    assert [event["v"] for event in second.announcer.events] == [2, 3], "it told what it missed"


# -- The threads ---------------------------------------------------------------------------


def test_a_job_is_answered() -> None:
    with pool_of(lambda position, control: 2) as (pool, answers, arrived):
        pool.ask(question())
        assert arrived.acquire(timeout=PATIENCE)
        assert (answers[0].move, answers[0].trouble) == (2, None)
        assert len(pool) == 0


@pytest.mark.parametrize("bad", [lambda p, c: 99, lambda p, c: 1 // 0])
def test_an_illegal_or_crashing_search_is_replaced(
    bad: Callable[[Position, SearchControl], int], caplog: pytest.LogCaptureFixture
) -> None:
    with pool_of(bad) as (pool, answers, arrived):
        for _ in range(2):  # the thread lives on
            pool.ask(question())
            assert arrived.acquire(timeout=PATIENCE)
        assert answers[1].move in START.legal_moves()
        assert answers[1].trouble


def test_a_search_that_never_ends_is_given_up_and_the_next_is_served(
    caplog: pytest.LogCaptureFixture,
) -> None:
    release = threading.Event()

    def hang(position: Position, control: SearchControl) -> int:
        if position.ply == 0:
            release.wait(PATIENCE)
        return 1

    with pool_of(hang, deadline=0.05, grace=0.05) as (pool, answers, arrived):
        pool.ask(question())
        assert arrived.acquire(timeout=PATIENCE)
        assert answers[0].move in START.legal_moves()
        assert answers[0].trouble
        pool.ask(question("other", START.play(0)))
        assert arrived.acquire(timeout=PATIENCE)
        assert (answers[1].move, answers[1].trouble) == (1, None)
        release.set()
    assert len(answers) == 2, "the late answer of the given-up search is dropped"


def test_the_deadline_stops_a_search_that_listens() -> None:
    def think(position: Position, control: SearchControl) -> int:
        wait_until(lambda: control.stopped)
        return 5

    with pool_of(think, deadline=0.05) as (pool, answers, arrived):
        pool.ask(question())
        assert arrived.acquire(timeout=PATIENCE)
        assert (answers[0].move, answers[0].trouble) == (5, None)


def test_cancelling_stops_the_search_and_drops_its_answer() -> None:
    started, ended = threading.Event(), threading.Event()

    def think(position: Position, control: SearchControl) -> int:
        started.set()
        wait_until(lambda: control.stopped)
        ended.set()
        return 0

    with pool_of(think) as (pool, answers, _):
        pool.ask(question())
        assert started.wait(PATIENCE)
        pool.cancel("abcdefgh")
        assert ended.wait(PATIENCE)
        pool.cancel("abcdefgh")
        assert not answers


def test_a_move_that_cannot_be_stored_is_offered_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "RETRY", 0.01)
    tries = threading.Semaphore(0)
    answers: list[Answer] = []

    def take(answer: Answer) -> None:
        tries.release()
        answers.append(answer)
        if len(answers) < 3:
            raise OSError("The database is locked.")

    pool = AiPool(take, lambda game, level: Scripted(lambda position, control: 4))
    pool.ask(question())
    for _ in range(3):
        assert tries.acquire(timeout=PATIENCE)
    pool.close()
    assert {answer.move for answer in answers} == {4}


def test_who_waits_is_served_before_a_game_among_ais() -> None:
    house = House()
    exhibition = house.matches.create(order("ai:4", "ai:4"), ANN)
    house.matches.watch(exhibition, None, "socket", ANN, lambda: None)
    house.matches.create(order("ai:4", "me"), ANN)
    assert [asked.awaited for asked in house.thinker.asked] == [False, True]
    queue = JobQueue()
    jobs = [Job(asked, Priority(not asked.awaited)) for asked in house.thinker.asked]
    for job in jobs:
        queue.put(job)
    assert queue.take() is jobs[1]
    assert queue.take() is jobs[0]


def test_a_cancelled_job_is_skipped_and_a_closed_queue_is_empty() -> None:
    queue = JobQueue()
    first, second = Job(question()), Job(question())
    first.cancelled = True
    queue.put(first)
    queue.put(second)
    assert queue.take() is second
    queue.close()
    assert queue.take() is None


def test_a_paused_job_does_not_hold_up_the_others() -> None:
    queue = JobQueue()
    slow, fast = Job(question("slow")), Job(question("fast"))
    queue.put(slow, delay=0.02)
    queue.put(fast)
    assert queue.take() is fast
    assert queue.take() is slow


def test_the_fallback_wins_in_one_and_blocks_in_one() -> None:
    game = registry.game("connectfour")
    position = game.start()
    for text in "121212":
        position = position.play(game.parse_move(text))
    assert fallback_move(position) == 0
    assert fallback_move(position.play(6)) == 1
    assert fallback_move(position.play(6).play(6)) == 0
    blocking = game.start()
    for text in "12121":
        blocking = blocking.play(game.parse_move(text))
    assert fallback_move(blocking) == 0


# -- All together --------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["connectfour:5x4", "othello:4", "connectfour:5x4:3:3p"])
def test_ais_play_each_other_to_the_end(game: str, tmp_path: Path) -> None:
    config = Config(database=f"sqlite:///{tmp_path / 'test.db'}", ai_pace=0, compile=False)
    app = create_app(config)
    matches = services(app).matches
    seats = ("ai:1",) * registry.game(game).players
    match_id = matches.create(order(*seats, game=game), ANN)
    matches.watch(match_id, None, "socket", ANN, lambda: None)
    wait_until(lambda: matches.match(match_id).result is not None)
    matches.leave(match_id, "socket")
    wait_until(lambda: len(services(app).live) == 0)
    services(app).close()
