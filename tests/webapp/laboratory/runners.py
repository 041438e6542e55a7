"""A laboratory's surroundings for tests: store, runner and herald."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from webapp.service.ports import StoredJob

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


class Store:
    """Rows in memory, oldest first."""

    def __init__(self) -> None:
        self.rows: dict[str, StoredJob] = {}

    def keep(self, job: StoredJob) -> None:
        self.rows.pop(job.id, None)
        self.rows[job.id] = job

    def forget(self, job_ids: Sequence[str]) -> None:
        for job_id in job_ids:
            self.rows.pop(job_id, None)

    def one(self, job_id: str) -> StoredJob | None:
        return self.rows.get(job_id)

    def load(self, rules: str) -> list[StoredJob]:
        return [job for job in self.rows.values() if job.rules == rules]


def request_of(text: str) -> dict[str, Any]:
    return {"game": "othello:4", "text": text, "distinct": False}
