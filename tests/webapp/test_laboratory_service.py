"""Laboratory jobs: shared, in line, stopped, remembered; with a runner that obeys the test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from webapp.domain.errors import Refusal
from webapp.service.laboratory import MAX_OWN, Laboratory, job_id_of

ANSWER = {"t": "answer", "answer": {"verdict": "proved"}, "witnesses": ["b1"]}


class Runner:
    """Runs nothing: a test says what a job answers."""

    def __init__(self) -> None:
        self.tell: dict[str, Callable[[dict[str, Any]], None]] = {}

    def prepare(self) -> None: ...

    def start(
        self, job_id: str, request: dict[str, Any], tell: Callable[[dict[str, Any]], None]
    ) -> None:
        self.tell[job_id] = tell

    def stop(self, job_id: str) -> None:
        self.tell[job_id]({"t": "stopped"})

    def close(self) -> None:
        self.tell.clear()


class Herald:
    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def laboratory(self, job_id: str, payload: dict[str, Any]) -> None:
        self.heard.append(payload)


@pytest.fixture
def runner() -> Runner:
    return Runner()


@pytest.fixture
def laboratory(runner: Runner) -> Laboratory:
    return Laboratory(runner, Herald(), at_once=2)


def _request(text: str) -> dict[str, Any]:
    return {"game": "othello:4", "text": text, "distinct": False}


def test_same_question_is_one_job(laboratory: Laboratory, runner: Runner) -> None:
    first = laboratory.ask(_request("draw"), "ann")
    assert laboratory.ask(_request("draw"), "bob") is first
    runner.tell[first.id](dict(ANSWER))
    assert (first.status, first.witnesses) == ("done", ("b1",))
    again = laboratory.ask(_request("draw"), "eve")
    assert again is first
    assert "eve" not in first.askers


def test_two_run_at_once_and_the_third_waits(laboratory: Laboratory, runner: Runner) -> None:
    a, b, c = (laboratory.ask(_request(text), "ann") for text in ("draw", "won", "ended"))
    assert [job.status for job in (a, b, c)] == ["running", "running", "waiting"]
    runner.tell[a.id](dict(ANSWER))
    assert [job.status for job in (a, b, c)] == ["done", "running", "running"]


def test_one_person_asks_only_so_much(laboratory: Laboratory) -> None:
    for number in range(MAX_OWN):
        laboratory.ask(_request(f"plies = {number}"), "ann")
    with pytest.raises(Refusal) as refused:
        laboratory.ask(_request("draw"), "ann")
    assert refused.value.code == "busy"
    laboratory.ask(_request("draw"), "bob")


def test_only_the_last_asker_stops_a_job(laboratory: Laboratory) -> None:
    job = laboratory.ask(_request("draw"), "ann")
    laboratory.ask(_request("draw"), "bob")
    assert laboratory.stop(job.id, "eve").status == "running"
    assert laboratory.stop(job.id, "ann").status == "running"
    assert laboratory.stop(job.id, "bob").status == "stopped"
    assert laboratory.ask(_request("draw"), "bob").status == "running"


def test_waiting_job_is_stopped_without_a_process(laboratory: Laboratory, runner: Runner) -> None:
    for text in ("draw", "won"):
        laboratory.ask(_request(text), "ann")
    waiting = laboratory.ask(_request("ended"), "bob")
    assert laboratory.stop(waiting.id, "bob").status == "stopped"
    assert waiting.id not in runner.tell


def test_progress_and_failures_are_told(laboratory: Laboratory, runner: Runner) -> None:
    job = laboratory.ask(_request("draw"), "ann")
    runner.tell[job.id]({"t": "progress", "unit": "Ply", "done": 3, "of": 9, "states": 44})
    assert job.news().items() >= {"status": "running", "done": 3, "states": 44}.items()
    runner.tell[job.id]({"t": "refused", "message": "The board is too large."})
    assert (job.status, job.message) == ("refused", "The board is too large.")
    assert job.news() == {"job": job.id, "status": "refused"}


def test_unknown_job_is_refused(laboratory: Laboratory) -> None:
    with pytest.raises(Refusal) as refused:
        laboratory.job("nothing")
    assert refused.value.code == "no_job"


def test_id_depends_on_question_and_board() -> None:
    ids = {
        job_id_of(_request("draw")),
        job_id_of(_request("draw") | {"game": "othello:6"}),
        job_id_of(_request("draw") | {"distinct": True}),
        job_id_of(_request("won")),
    }
    assert len(ids) == 4
    assert job_id_of(_request("draw")) in ids
