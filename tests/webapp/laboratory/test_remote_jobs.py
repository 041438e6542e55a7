"""What a server knows of questions that another one answers: never less than it has known."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from webapp.service.laboratory_job import Job, job_id_of, rules_version
from webapp.service.laboratory_remote import RemoteJobs
from webapp.service.other_servers import NoOtherServers
from webapp.service.ports import StoredJob

REQUEST = {"game": "othello:4", "text": "draw", "distinct": False}
ID = job_id_of(REQUEST)
ASKED = StoredJob(ID, rules_version(), REQUEST, "running", None, (), ("ann",))
ANSWERED = replace(ASKED, status="done", answer={"verdict": "proved"}, witnesses=("b1",))
DONE = {"job": ID, "status": "done"}


class Others(NoOtherServers):
    alone = False


class Store:
    """Holds one question; `meanwhile` is what happens while somebody reads it."""

    def __init__(self) -> None:
        self.kept = ASKED
        self.meanwhile: Any = lambda: None

    def one(self, job_id: str) -> StoredJob:
        read, meanwhile = self.kept, self.meanwhile
        self.meanwhile = lambda: None
        meanwhile()
        return read


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def remote(store: Store) -> RemoteJobs:
    jobs: dict[str, Job] = {}
    made: Any = RemoteJobs(jobs, threading.RLock(), store, Others(), lambda job: None)  # type: ignore[arg-type]
    made.kept(ID)
    return made


def test_who_has_read_too_early_does_not_undo_an_answer(remote: RemoteJobs, store: Store) -> None:
    """A page asks the store just before the answer is there, and is slower than its news."""

    def answered() -> None:
        store.kept = ANSWERED
        remote.kept(ID)
        remote.heard(DONE)

    store.meanwhile = answered
    job = remote.adopt(ID)
    assert job is remote._jobs[ID]
    assert (job.status, job.answer) == ("done", ANSWERED.answer)


def test_nothing_is_done_before_its_answer_is_read(remote: RemoteJobs, store: Store) -> None:
    """The news may come while the store is away: whoever looks later has to find the answer."""
    remote.heard(DONE)
    assert remote._jobs[ID].open
    store.kept = ANSWERED
    job = remote.adopt(ID)
    assert job is not None
    assert (job.status, job.answer) == ("done", ANSWERED.answer)


def test_how_far_it_is_and_why_it_is_refused_come_by_the_news(remote: RemoteJobs) -> None:
    remote.heard({"job": ID, "status": "running", "seconds": 2.0, "ply": 5})
    assert remote._jobs[ID].progress == {"ply": 5}
    remote.heard({"job": ID, "status": "refused", "message": "It is too long."})
    assert (remote._jobs[ID].status, remote._jobs[ID].message) == ("refused", "It is too long.")
