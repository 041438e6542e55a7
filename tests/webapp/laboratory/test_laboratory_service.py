"""Laboratory jobs: shared, in line, stopped, remembered; with a runner that obeys the test."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.webapp.browsers import PATIENCE
from tests.webapp.laboratory.runners import ANSWER, Herald, Runner, Store, request_of
from webapp.domain.errors import Refusal
from webapp.persistence.database import open_database
from webapp.persistence.questions import Questions
from webapp.service import laboratory as service
from webapp.service.laboratory import MAX_OWN, Laboratory
from webapp.service.laboratory_job import job_id_of
from webapp.service.ports import StoredJob
from webapp.worker import laboratory as worker
from webapp.worker.laboratory import Child


@pytest.fixture
def runner() -> Runner:
    return Runner()


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def laboratory(runner: Runner, store: Store) -> Laboratory:
    return Laboratory(runner, Herald(), store, at_once=2)


def test_same_question_is_one_job(laboratory: Laboratory, runner: Runner) -> None:
    first = laboratory.ask(request_of("draw"), "ann")
    assert laboratory.ask(request_of("draw"), "bob") is first
    runner.tell[first.id](dict(ANSWER))
    assert (first.status, first.witnesses) == ("done", ("b1",))
    again = laboratory.ask(request_of("draw"), "eve")
    assert again is first
    assert "eve" not in first.askers


def test_two_run_at_once_and_the_third_waits(laboratory: Laboratory, runner: Runner) -> None:
    a, b, c = (laboratory.ask(request_of(text), "ann") for text in ("draw", "won", "ended"))
    assert [job.status for job in (a, b, c)] == ["running", "running", "waiting"]
    runner.tell[a.id](dict(ANSWER))
    assert [job.status for job in (a, b, c)] == ["done", "running", "running"]


def test_as_many_run_at_once_as_others_answer(laboratory: Laboratory, runner: Runner) -> None:
    jobs = [laboratory.ask(request_of(f"plies = {n}"), f"guest{n}") for n in range(5)]
    laboratory.widen(4)
    assert [job.status for job in jobs] == ["running"] * 4 + ["waiting"]
    laboratory.widen(0)
    for job in jobs[:2]:
        runner.tell[job.id](dict(ANSWER))
    assert jobs[4].status == "waiting", "no more than two by itself"
    runner.tell[jobs[2].id](dict(ANSWER))
    assert jobs[4].status == "running"


def test_one_person_asks_only_so_much(laboratory: Laboratory) -> None:
    for number in range(MAX_OWN):
        laboratory.ask(request_of(f"plies = {number}"), "ann")
    with pytest.raises(Refusal) as refused:
        laboratory.ask(request_of("draw"), "ann")
    assert refused.value.code == "busy"
    laboratory.ask(request_of("draw"), "bob")


def test_only_the_last_asker_stops_a_job(laboratory: Laboratory) -> None:
    job = laboratory.ask(request_of("draw"), "ann")
    laboratory.ask(request_of("draw"), "bob")
    assert laboratory.stop(job.id, "eve").status == "running"
    assert laboratory.stop(job.id, "ann").status == "running"
    assert laboratory.stop(job.id, "bob").status == "stopped"
    assert laboratory.ask(request_of("draw"), "bob").status == "running"


def test_waiting_job_is_stopped_without_a_process(laboratory: Laboratory, runner: Runner) -> None:
    for text in ("draw", "won"):
        laboratory.ask(request_of(text), "ann")
    waiting = laboratory.ask(request_of("ended"), "bob")
    assert laboratory.stop(waiting.id, "bob").status == "stopped"
    assert waiting.id not in runner.tell


def test_progress_and_failures_are_told(laboratory: Laboratory, runner: Runner) -> None:
    job = laboratory.ask(request_of("draw"), "ann")
    runner.tell[job.id]({"t": "progress", "unit": "Ply", "done": 3, "of": 9, "states": 44})
    assert job.news().items() >= {"status": "running", "done": 3, "states": 44}.items()
    runner.tell[job.id]({"t": "refused", "message": "The board is too large."})
    assert (job.status, job.message) == ("refused", "The board is too large.")
    assert job.news() == {"job": job.id, "status": "refused", "message": job.message}


def test_unknown_job_is_refused(laboratory: Laboratory) -> None:
    with pytest.raises(Refusal) as refused:
        laboratory.job("nothing")
    assert refused.value.code == "no_job"


def test_id_depends_on_question_and_board() -> None:
    ids = {
        job_id_of(request_of("draw")),
        job_id_of(request_of("draw") | {"game": "othello:6"}),
        job_id_of(request_of("draw") | {"distinct": True}),
        job_id_of(request_of("won")),
    }
    assert len(ids) == 4
    assert job_id_of(request_of("draw")) in ids


def test_what_a_stopped_question_still_says_does_not_count(
    laboratory: Laboratory, runner: Runner
) -> None:
    job = laboratory.ask(request_of("draw"), "ann")
    tell = runner.tell[job.id]
    laboratory.stop(job.id, "ann")
    again = laboratory.ask(request_of("draw"), "ann")
    tell({"t": "progress", "done": 5, "of": 9})
    tell(dict(ANSWER))
    assert (job.status, again.status, again.progress) == ("stopped", "running", {})
    runner.tell[again.id](dict(ANSWER))
    assert again.status == "done"


class SlowlyDying(Child):
    """A process that has been killed and is still giving its memory back."""

    def __init__(self, memory: int = 0) -> None:
        self.killed, self.gone, self.buried = (threading.Event() for _ in range(3))

    def ask(self, request: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> bool:
        self.gone.wait()
        return False

    def kill(self) -> None:
        self.killed.set()

    def bury(self) -> None:
        self.gone.wait()
        self.buried.set()


def test_a_stop_waits_for_no_process_to_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(worker, "Child", SlowlyDying)
    runner, heard = worker.ChildRunner(tmp_path), list[str]()
    runner.start("job", request_of("draw"), lambda message: heard.append(message["t"]))
    child, _ = runner._running["job"]
    assert isinstance(child, SlowlyDying)
    runner.stop("job")
    assert heard == ["stopped"]
    assert child.killed.is_set()
    assert not child.buried.is_set()
    runner.start("job", request_of("draw"), lambda message: None)
    child.gone.set()
    assert child.buried.wait(PATIENCE)
    assert len(runner) == 1, "the question asked again is another child's"
    for waiting, _ in list(runner._running.values()):
        assert isinstance(waiting, SlowlyDying)
        waiting.gone.set()
    runner.close()
    assert heard == ["stopped"]


# -- Over a restart ------------------------------------------------------------------------


def restarted(store: Store) -> tuple[Laboratory, Runner]:
    runner = Runner()
    laboratory = Laboratory(runner, Herald(), store, at_once=2)
    laboratory.resume()
    return laboratory, runner


def test_answers_outlive_the_server(laboratory: Laboratory, runner: Runner, store: Store) -> None:
    job = laboratory.ask(request_of("draw"), "ann")
    runner.tell[job.id](dict(ANSWER))
    again, silent = restarted(store)
    assert again.job(job.id).answer == ANSWER["answer"]
    assert again.ask(request_of("draw"), "bob").witnesses == ("b1",)
    assert silent.tell == {}


def test_answers_under_other_rules_are_forgotten(
    laboratory: Laboratory, runner: Runner, store: Store
) -> None:
    job = laboratory.ask(request_of("draw"), "ann")
    runner.tell[job.id](dict(ANSWER))
    store.keep(replace(store.rows[job.id], rules="older"))
    assert restarted(store)[0].known(request_of("draw")) is None


def test_open_questions_are_asked_anew(
    laboratory: Laboratory, runner: Runner, store: Store
) -> None:
    jobs = [laboratory.ask(request_of(text), "ann") for text in ("draw", "won", "ended")]
    laboratory.close()
    runner.tell.clear()
    again, running = restarted(store)
    assert set(running.tell) == {job.id for job in jobs[:2]}
    assert again.job(jobs[2].id).status == "waiting"
    assert again.stop(jobs[0].id, "ann").status == "stopped"
    assert again.job(jobs[2].id).status == "running"


def test_a_closing_server_stops_no_question_for_good(
    laboratory: Laboratory, runner: Runner, store: Store
) -> None:
    job = laboratory.ask(request_of("draw"), "ann")
    stop = runner.tell[job.id]
    laboratory.close()
    stop({"t": "stopped"})
    assert restarted(store)[0].job(job.id).status == "running"


def test_stopped_questions_stay_stopped_and_refused_ones_are_forgotten(
    laboratory: Laboratory, runner: Runner, store: Store
) -> None:
    stopped = laboratory.ask(request_of("draw"), "ann")
    laboratory.stop(stopped.id, "ann")
    refused = laboratory.ask(request_of("won"), "ann")
    runner.tell[refused.id]({"t": "refused", "message": "Too large."})
    again, running = restarted(store)
    assert again.job(stopped.id).status == "stopped"
    assert again.known(request_of("won")) is None
    assert running.tell == {}


def test_no_more_is_stored_than_remembered(
    laboratory: Laboratory, runner: Runner, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_KEPT", 3)
    for number in range(6):
        job = laboratory.ask(request_of(f"plies = {number}"), "ann")
        runner.tell[job.id](dict(ANSWER))
    assert len(store.rows) == 3
    assert [job.request["text"] for job in store.rows.values()] == [
        f"plies = {number}" for number in (3, 4, 5)
    ]


def test_a_store_that_fails_costs_no_answer(runner: Runner, store: Store) -> None:
    class Away(Store):
        def keep(self, job: StoredJob) -> None:
            raise OSError("away")

    laboratory = Laboratory(runner, Herald(), Away(), at_once=2)
    job = laboratory.ask(request_of("draw"), "ann")
    runner.tell[job.id](dict(ANSWER))
    assert laboratory.job(job.id).status == "done"


def test_jobs_survive_the_database(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'test.db'}")
    questions = Questions(engine)
    first = StoredJob("a1", "now", request_of("draw"), "done", ANSWER["answer"], ["b1"], ["ann"])  # type: ignore[arg-type]
    second = StoredJob("b2", "now", request_of("won"), "waiting", None, [], [])
    for job in (first, second, replace(first, id="c3", rules="older")):
        questions.keep(job)
    assert questions.load("now") == [first, second]
    questions.keep(replace(first, status="stopped"))
    assert questions.load("now") == [second, replace(first, status="stopped")]
    questions.forget(["b2", "unknown"])
    assert [job.id for job in questions.load("now")] == ["a1"]
    assert questions.load("older") == []
    engine.dispose()
