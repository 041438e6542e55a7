"""Analyses and the laboratory's questions on workers: who does them, what happens when one dies."""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from engine import registry
from engine.judging.analysis import analyze
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher
from tests.webapp.browsers import PATIENCE, wait_until
from tests.webapp.processes import ROOT
from tests.webapp.redis_server import MISSING, PROGRAM, RedisServer
from tests.webapp.task_queues import AskingServer, ManualWorker
from webapp.cluster import long_work
from webapp.cluster.long_work import ATTEMPTS
from webapp.cluster.members import ANALYSTS, PROVERS, SERVERS, Members
from webapp.cluster.proofs import SharedRunner
from webapp.cluster.questions import ANALYSES, PROOFS
from webapp.domain.line import Line
from webapp.persistence.known import dump
from webapp.service.analysis import Look, Work
from webapp.service.known import Known

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)

FOUR = registry.game("connectfour")
LINE = Line(FOUR, FOUR.parse_moves("121212"), 6)
ANSWER = {"t": "answer", "answer": {"verdict": "proved"}, "witnesses": ["b1"]}


@pytest.fixture
def make_worker(
    redis: RedisServer, asking: AskingServer
) -> Iterator[Callable[[str], ManualWorker]]:
    with ExitStack() as stack:

        def make(kind: str) -> ManualWorker:
            made = ManualWorker(redis.url, kind)
            stack.callback(made.die)
            asking.helpers.refresh()
            return made

        yield make


class Own:
    """This server's own laboratory, which a test answers for."""

    def __init__(self) -> None:
        self.told: queue.SimpleQueue[Callable[[dict[str, Any]], None]] = queue.SimpleQueue()
        self.stopped: list[str] = []
        self.prepared = 0

    def prepare(self) -> None:
        self.prepared += 1

    def start(self, job: str, request: object, tell: Callable[[dict[str, Any]], None]) -> None:
        self.told.put(tell)

    def stop(self, job: str) -> None:
        self.stopped.append(job)

    def close(self) -> None: ...


class Laboratory:
    """A runner, and what it says of one question."""

    def __init__(self, asking: AskingServer, at_once: int = 1) -> None:
        self.own = Own()
        self.runner: SharedRunner = asking.helpers.runner(self.own, at_once)  # type: ignore[arg-type]
        self.heard: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def ask(self, job: str = "job") -> Laboratory:
        self.runner.start(job, {"game": "othello:4", "text": "draw"}, self.heard.put)
        return self

    def next(self) -> dict[str, Any]:
        return self.heard.get(timeout=PATIENCE)


def work(seconds: float = 5.0) -> Work:
    return Work("ann", Look(1, LINE), 0, (FOUR, LINE.moves), LINE.position, seconds, 0)


def not_here() -> Known:
    raise AssertionError("This server searches itself.")


def analysed(
    asking: AskingServer, asked: Work, here: Callable[[], Known] = not_here
) -> tuple[queue.SimpleQueue, list[tuple[Any, ...]]]:
    """Have a position analysed in the background: what is found, and how far it was told to be."""
    box: queue.SimpleQueue = queue.SimpleQueue()
    told: list[tuple[Any, ...]] = []

    def run() -> None:
        known = asking.helpers.analyse(asked, lambda *how: told.append(how), here)
        box.put(None if known is None else known.found)

    threading.Thread(target=run, daemon=True).start()
    return box, told


def test_a_worker_analyses_as_this_server_would(asking: AskingServer, make_worker) -> None:
    worker = make_worker(ANALYSTS)
    box, told = analysed(asking, work())
    task = worker.take(ANALYSES)
    assert (task.game, task.moves, task.seconds) == ("connectfour", list(LINE.moves), 5.0)
    worker.say(task, progress={"depth": 7, "nodes": 1000, "elapsed": 0.5})
    here = analyze(LINE.position, PlainSearcher(FOUR), Limit(depth=4), SearchControl()).informed
    worker.say(task, found=dump(Known(here, 5.0)))
    found = box.get(timeout=PATIENCE)
    assert told == [(7, 1000, 0.5)]
    assert found.candidates == here.candidates
    assert (found.best.score, found.best.pv) == (here.best.score, here.best.pv)


def test_an_analysis_that_is_dropped_ends_at_the_worker(asking: AskingServer, make_worker) -> None:
    worker, asked = make_worker(ANALYSTS), work()
    box, _ = analysed(asking, asked)
    task = worker.take(ANALYSES)
    asked.control.stop()
    assert box.get(timeout=PATIENCE) is None
    wait_until(lambda: task.id in worker.heard)


@pytest.fixture
def beside(redis: RedisServer, asking: AskingServer) -> Iterator[AskingServer]:
    """Another server."""
    made = AskingServer(redis.url)
    yield made
    made.die()


def step(seconds: float = 0.25) -> Work:
    """Of a review."""
    return Work("ann", Look(1, LINE), None, (FOUR, LINE.moves), LINE.position, seconds, 0)


def found_of_step() -> Known:
    found = analyze(LINE.position, PlainSearcher(FOUR), Limit(depth=2), SearchControl())
    return Known(found.informed, 0.25)


def test_a_step_that_two_servers_want_is_searched_once(
    asking: AskingServer, beside: AskingServer, make_worker
) -> None:
    worker = make_worker(ANALYSTS)
    beside.helpers.refresh()
    first, _ = analysed(asking, step())
    task = worker.take(ANALYSES)
    second, _ = analysed(beside, step())
    other, _ = analysed(beside, step(1.0))
    longer = worker.take(ANALYSES)
    assert longer.seconds == 1.0, "it is a step of its own"
    known = found_of_step()
    worker.say(task, found=dump(known))
    assert first.get(timeout=PATIENCE).best.score == known.found.best.score
    assert second.get(timeout=PATIENCE).best.score == known.found.best.score
    worker.say(longer, found=dump(known))
    assert other.get(timeout=PATIENCE) is not None
    assert worker.waiting(ANALYSES) == 0
    again, _ = analysed(beside, step())
    assert again.get(timeout=PATIENCE) is not None, "nobody searches again what was just found"


@pytest.mark.parametrize("dies", [True, False])
def test_a_step_that_its_server_does_not_end_another_one_asks_for(
    asking: AskingServer, beside: AskingServer, make_worker, dies: bool
) -> None:
    worker = make_worker(ANALYSTS)
    beside.helpers.refresh()
    given_up, waits = step(), step()
    first, _ = analysed(asking, given_up)
    worker.take(ANALYSES)
    second, _ = analysed(beside, waits)
    if dies:
        asking.leave()
    else:
        given_up.control.stop()
        assert first.get(timeout=PATIENCE) is None
    worker.say(worker.take(ANALYSES), found=dump(found_of_step()))
    assert second.get(timeout=PATIENCE) is not None
    given_up.control.stop()


def test_without_a_worker_a_step_that_two_servers_want_is_searched_by_one(
    redis: RedisServer, asking: AskingServer, beside: AskingServer
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def here() -> Known:
        begun.set()
        assert go_on.wait(PATIENCE)
        return found_of_step()

    first, _ = analysed(asking, step(), here)
    assert begun.wait(PATIENCE)
    second, _ = analysed(beside, step())
    short, _ = analysed(beside, step(0.12), found_of_step)
    assert short.get(timeout=PATIENCE) is not None, (
        "it takes no longer than to wait for another server"
    )
    (claim,) = redis.client.keys("flipfour:claim:once:*")
    redis.client.expire(claim, 5)
    asking.helpers.refresh()  # as it does every second
    assert redis.client.ttl(claim) > 5, "it may take longer than a claim holds"
    go_on.set()
    assert first.get(timeout=PATIENCE).best.score == found_of_step().found.best.score
    assert second.get(timeout=PATIENCE).best.score == found_of_step().found.best.score


@pytest.mark.parametrize("dies", [True, False])
def test_without_a_worker_a_server_that_finds_nothing_for_others_leaves_the_step(
    asking: AskingServer, beside: AskingServer, dies: bool
) -> None:
    """It dies, or knows no more than what stands in for a search that is being compiled."""
    begun, go_on = threading.Event(), threading.Event()

    def here() -> Known:
        begun.set()
        assert go_on.wait(PATIENCE)
        return replace(found_of_step(), stand_in=True)

    analysed(asking, step(), here)
    assert begun.wait(PATIENCE)
    second, _ = analysed(beside, step(), found_of_step)
    if dies:
        asking.leave()
    else:
        go_on.set()
    assert second.get(timeout=PATIENCE) is not None
    go_on.set()


def test_a_dead_workers_question_goes_to_another_and_counts_once(
    asking: AskingServer, make_worker
) -> None:
    first, second = make_worker(PROVERS), make_worker(PROVERS)
    laboratory = Laboratory(asking).ask()
    old = first.take(PROOFS)
    assert old.request == {"game": "othello:4", "text": "draw"}
    first.say(old, progress={"t": "progress", "done": 1})
    assert laboratory.next() == {"t": "progress", "done": 1}
    first.die()
    new = second.take(PROOFS)
    assert (new.request, new.id == old.id) == (old.request, False)
    second.say(old, found={"t": "refused", "message": "late"})
    second.say(new, found=ANSWER)
    assert laboratory.next() == ANSWER
    assert laboratory.heard.empty()


def test_without_a_worker_questions_are_answered_here_few_at_a_time(asking: AskingServer) -> None:
    asking.helpers.refresh()
    laboratory = Laboratory(asking)
    laboratory.runner.prepare()
    assert laboratory.own.prepared
    laboratory.ask("one")
    tell = laboratory.own.told.get(timeout=PATIENCE)
    laboratory.ask("two")
    tell(ANSWER)
    tell(ANSWER)  # as when it was stopped at that very moment: its room is given back once
    second = laboratory.own.told.get(timeout=PATIENCE)
    laboratory.ask("three")
    second({"t": "progress"})
    with pytest.raises(queue.Empty):
        laboratory.own.told.get(timeout=0.2)
    laboratory.runner.stop("two")
    assert laboratory.own.stopped == ["two"]
    second({"t": "stopped"})
    laboratory.own.told.get(timeout=PATIENCE)


def test_a_stopped_question_is_let_go_of_everywhere(asking: AskingServer, make_worker) -> None:
    worker, laboratory = make_worker(PROVERS), Laboratory(asking).ask()
    task = worker.take(PROOFS)
    laboratory.runner.stop("job")
    assert laboratory.next() == {"t": "stopped"}
    wait_until(lambda: task.id in worker.heard)
    worker.say(task, found=ANSWER)
    laboratory.ask()
    worker.say(worker.take(PROOFS), found=ANSWER | {"witnesses": []})
    assert laboratory.next()["witnesses"] == []
    assert laboratory.heard.empty()


def test_what_no_worker_has_time_for_is_done_here(
    asking: AskingServer, make_worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "TAKEN", 0.5)
    monkeypatch.setattr(long_work, "LOOK", 0.2)
    make_worker(PROVERS)
    laboratory = Laboratory(asking).ask()
    laboratory.own.told.get(timeout=PATIENCE)(ANSWER)
    assert laboratory.next() == ANSWER
    assert asking.link.do(lambda redis: redis.llen(f"rq:queue:{PROOFS}"), None) == 0


def test_a_question_that_kills_workers_fails(asking: AskingServer, make_worker) -> None:
    workers = [make_worker(PROVERS) for _ in range(ATTEMPTS + 1)]
    laboratory = Laboratory(asking).ask()
    for worker in workers[:ATTEMPTS]:
        worker.take(PROOFS)
        worker.die()
    assert laboratory.next() == {"t": "failed"}


def test_a_question_outlives_redis(redis: RedisServer, asking: AskingServer, make_worker) -> None:
    worker, laboratory = make_worker(PROVERS), Laboratory(asking).ask()
    task = worker.take(PROOFS)
    redis.kill()
    redis.start()
    wait_until(lambda: asking.link.times == 2 and worker.link.times == 2)
    worker.say(task, found=ANSWER)
    assert laboratory.next() == ANSWER


def test_a_worker_that_nobody_waits_for_is_told_so(asking: AskingServer, make_worker) -> None:
    worker, laboratory = make_worker(PROVERS), Laboratory(asking).ask()
    task = worker.take(PROOFS)
    laboratory.runner.stop("job")
    wait_until(lambda: task.id in worker.heard)
    worker.heard.clear()
    worker.say(task)  # it has not heard it, as while Redis was away
    wait_until(lambda: task.id in worker.heard)


def test_servers_have_equal_shares_of_the_workers(asking: AskingServer, make_worker) -> None:
    shares: list[tuple[str, int]] = []

    class Part:
        def __init__(self, name: str) -> None:
            self._name = name

        def widen(self, share: int) -> None:
            shares.append((self._name, share))

    asking.helpers.widen(Part("analyst"), Part("laboratory"))  # type: ignore[arg-type]
    for kind in (ANALYSTS, ANALYSTS, ANALYSTS, PROVERS):
        make_worker(kind)
    assert shares[-2:] == [("analyst", 3), ("laboratory", 1)]
    another = Members(asking.link, SERVERS)
    another.beat()
    asking.helpers.refresh()
    assert shares[-2:] == [("analyst", 2), ("laboratory", 1)]


@pytest.mark.long
def test_real_workers_analyse_and_prove_and_leave_when_told(
    redis: RedisServer, asking: AskingServer
) -> None:
    def start(kind: str) -> subprocess.Popen:
        command = [sys.executable, "-m", "tests.webapp.machines", "helper", redis.url, kind]
        return subprocess.Popen(command, cwd=ROOT)

    def workers(kind: str) -> set[str]:
        asking.helpers.refresh()
        return asking.members.all(kind)

    processes = {name: start(name) for name in (ANALYSES, PROOFS)}
    try:
        wait_until(lambda: bool(workers(ANALYSTS) and workers(PROVERS)), 60)
        found = analysed(asking, work(0.5))[0].get(timeout=60)
        assert found.best.pv[0] == 0
        assert found.best.exact
        laboratory = Laboratory(asking).ask()
        while (message := laboratory.next())["t"] == "progress":
            pass
        assert message["answer"]["verdict"] == "witness"
        laboratory.runner.start(
            "long", {"game": "othello:6", "text": "value"}, laboratory.heard.put
        )
        assert laboratory.next()["t"] == "progress"
        processes[PROOFS].send_signal(signal.SIGTERM)
        assert processes[PROOFS].wait(timeout=PATIENCE) == 0
        assert not workers(PROVERS), "it says that it leaves"
        tell = laboratory.own.told.get(timeout=PATIENCE)
        tell(ANSWER)
        while (message := laboratory.next())["t"] == "progress":
            pass
        assert message == ANSWER
    finally:
        for process in processes.values():
            process.kill()
            process.wait()
