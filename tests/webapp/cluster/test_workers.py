"""Workers: who searches, what happens when one dies, and that an answer counts once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from engine.search.control import SearchControl
from tests.webapp.browsers import PATIENCE, wait_until
from tests.webapp.processes import ROOT
from tests.webapp.redis_server import MISSING, PROGRAM, RedisServer
from tests.webapp.task_queues import AskingServer, ManualWorker
from webapp.cluster.members import SERVERS, WORKERS, Members
from webapp.cluster.questions import LOADS, QUICK
from webapp.worker.pool import AiPool

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)

LOADING = 130.0
"""Seconds for two processes to load their kernels on a machine with much else to do."""


@pytest.fixture
def make_worker(redis: RedisServer, asking: AskingServer) -> Iterator[Callable[[], ManualWorker]]:
    with ExitStack() as stack:

        def make() -> ManualWorker:
            made = ManualWorker(redis.url)
            stack.callback(made.die)
            asking.workers.refresh()
            return made

        yield make


def test_a_worker_is_told_the_game_and_answers(
    asking: AskingServer, make_worker: Callable[[], ManualWorker]
) -> None:
    worker = make_worker()
    box = asking.ask()
    task = worker.take()
    assert (task.game, task.moves, task.level) == ("connectfour", [3], "8")
    worker.say(task, move=2)
    assert box.get(timeout=PATIENCE) == 2


def test_what_a_worker_loads_is_no_search(
    asking: AskingServer, make_worker: Callable[[], ManualWorker]
) -> None:
    worker = make_worker()
    box = asking.ask()
    task = worker.take()
    for progress in (LOADS, LOADS, None, None):
        worker.say(task, progress=progress)
    worker.say(task, move=2)
    assert box.get(timeout=PATIENCE) == 2
    assert asking.seen.stages == ["searches", "loads", "searches"]


def test_quick_levels_stand_in_a_line_of_their_own(
    asking: AskingServer, make_worker: Callable[[], ManualWorker]
) -> None:
    worker = make_worker()
    box = asking.ask("2")
    worker.say(worker.take(QUICK), move=4)
    assert box.get(timeout=PATIENCE) == 4


def test_without_a_worker_nobody_is_asked(asking: AskingServer) -> None:
    asking.workers.refresh()
    assert asking.ask().get(timeout=PATIENCE) is None


def test_a_dead_workers_question_goes_to_another(
    asking: AskingServer, make_worker: Callable[[], ManualWorker]
) -> None:
    first, second = make_worker(), make_worker()
    box = asking.ask()
    old = first.take()
    first.die()
    new = second.take()
    assert (new.game, new.moves) == (old.game, old.moves)
    assert new.id != old.id
    second.say(old, move=0)  # as if the dead one had answered late: it is an answer to nothing
    second.say(new, move=5)
    assert box.get(timeout=PATIENCE) == 5


def test_what_kills_workers_does_not_kill_the_server(
    asking: AskingServer, make_worker: Callable[[], ManualWorker]
) -> None:
    box = asking.ask() if asking.workers.refresh() else None
    workers = [make_worker() for _ in range(5)]
    box = asking.ask()
    for worker in workers[:4]:
        worker.take()
        worker.die()
    assert "have died" in box.get(timeout=PATIENCE)


def test_a_stop_reaches_the_search(
    asking: AskingServer, make_worker: Callable[[], ManualWorker]
) -> None:
    worker, control = make_worker(), SearchControl()
    box = asking.ask(control=control)
    task = worker.take()
    control.stop()
    wait_until(lambda: task.id in worker.heard)
    worker.say(task, move=1)
    assert box.get(timeout=PATIENCE) == 1


def test_a_search_that_fails_is_done_by_the_server(
    asking: AskingServer, make_worker: Callable[[], ManualWorker]
) -> None:
    worker = make_worker()
    box = asking.ask()
    worker.say(worker.take(), trouble="ValueError: no")
    assert box.get(timeout=PATIENCE) is None


def test_a_lost_redis_leaves_nobody_waiting(
    redis: RedisServer, asking: AskingServer, make_worker
) -> None:
    worker = make_worker()
    box = asking.ask()
    worker.take()
    redis.kill()
    try:
        assert box.get(timeout=PATIENCE) is None
    finally:
        redis.start()


def test_a_pool_asks_as_often_as_there_are_workers_for_it(
    asking: AskingServer, make_worker
) -> None:
    pool = AiPool(lambda answer: None, lambda game, level: None, 2)
    try:
        asking.workers.refresh()
        asking.workers.fit(pool, 2)
        assert (pool.quick.threads, pool.deep.threads) == (1, 2)
        for _ in range(5):
            make_worker()
        asking.workers.fit(pool, 2)
        assert (pool.quick.threads, pool.deep.threads) == (5, 5)
        another = Members(asking.link, SERVERS)
        another.beat()
        asking.workers.refresh()
        asking.workers.fit(pool, 2)
        assert (pool.quick.threads, pool.deep.threads) == (3, 3)
    finally:
        pool.close()


@pytest.mark.long
def test_real_workers_search_and_are_replaced_when_killed(
    redis: RedisServer, asking: AskingServer
) -> None:
    command = [sys.executable, "-m", "webapp.cli", "worker", "--redis", redis.url]
    options = ["--processes", "1", "--analyses", "0", "--questions", "0"]
    supervisor = subprocess.Popen([*command, *options], cwd=ROOT)

    def workers() -> set[str]:
        asking.workers.refresh()
        return asking.members.all(WORKERS)

    def processes() -> list[int]:
        listed = subprocess.run(
            ["pgrep", "-P", str(supervisor.pid)], capture_output=True, text=True, check=False
        )
        return [int(line) for line in listed.stdout.split()]

    try:
        wait_until(lambda: len(workers()) == 2, LOADING)
        for level in ("1", "8"):
            move = asking.ask(level).get(timeout=60)
            assert move in range(7)
        before = workers()
        for process in processes():
            os.kill(process, signal.SIGKILL)
        wait_until(lambda: len(workers() - before) == 2, LOADING)
        assert asking.ask("8").get(timeout=60) in range(7)
    finally:
        supervisor.terminate()
        assert supervisor.wait(timeout=PATIENCE) == 0
    assert not processes()
