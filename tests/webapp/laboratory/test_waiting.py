"""For how long what people asked for has been waiting, which says when to add a worker."""

from __future__ import annotations

import threading
import time
from typing import Any

from engine import registry
from tests.webapp.browsers import PATIENCE, wait_until
from tests.webapp.laboratory.runners import ANSWER, Herald, Runner, Store, request_of
from webapp.metrics import Metrics
from webapp.service.laboratory import Laboratory
from webapp.service.ports import Question
from webapp.worker.jobs import Job, JobQueue
from webapp.worker.pool import AiPool

START = registry.game("connectfour").start()


def question(match: str, **named: Any) -> Question:
    return Question(match, 0, 0, 0, "8", START, **named)


def test_moves_wait_while_all_search_and_no_more_once_there_are_more_threads() -> None:
    go_on = threading.Event()

    class Chooser:
        def choose(self, *_: object) -> object:
            go_on.wait(PATIENCE)
            raise RuntimeError("a fallback will do")

    answered: list[object] = []
    pool = AiPool(answered.append, lambda game, level: Chooser(), threads=1)  # type: ignore[arg-type,return-value]
    try:
        asked = time.monotonic()
        for name in ("a", "b", "c"):
            pool.ask(question(name))
        wait_until(lambda: len(pool.deep.queue) == 2 and pool.deep.queue.waits > 0.05)
        assert pool.deep.queue.waits <= time.monotonic() - asked
        assert pool.quick.queue.waits == 0
        pool.widen(1, 3)
        wait_until(lambda: pool.deep.queue.waits == 0)
        go_on.set()
        wait_until(lambda: len(answered) == 3)
    finally:
        go_on.set()
        pool.close()


def test_a_pause_for_peoples_sake_is_no_waiting() -> None:
    now = [100.0]
    queue = JobQueue(lambda: now[0])
    queue.put(Job(question("a"), asked=100.0), delay=5.0)
    now[0] = 103.0
    assert queue.waits == 0
    now[0] = 106.0
    job = queue.take()
    assert job is not None
    assert (job.asked, job.began) == (106.0, 106.0)


def test_the_laboratorys_line_waits_from_when_on_it_stands() -> None:
    runner = Runner()
    laboratory = Laboratory(runner, Herald(), Store(), at_once=2)
    jobs = [laboratory.ask(request_of(f"plies = {n}"), f"guest{n}") for n in range(3)]
    before = laboratory.waits
    jobs[2].queued -= 7.0
    assert 7.0 <= laboratory.waits - before < 60.0
    runner.tell[jobs[0].id](dict(ANSWER))
    assert laboratory.waits == 0.0
    for job in jobs[1:]:
        runner.tell[job.id](dict(ANSWER))
    laboratory.close()


def test_numbers_by_kind_are_told_as_prometheus_reads_them() -> None:
    metrics = Metrics()
    metrics.watch({"waiting_seconds": ("Waits", lambda: {"quick": 0.5, "deep": 9.0})})
    assert 'flipfour_waiting_seconds{kind="deep"} 9.0' in metrics.text().decode()
    assert ("flipfour_waiting_seconds (kind deep)", "Waits", 9.0) in metrics.rows()
