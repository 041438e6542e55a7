"""Laboratory jobs: one for every different question, shared by all who ask it.

A job outlives its page and the server, and its answer is kept for as long as the rules are
the same. Few jobs run at a time and the rest wait in line, as moves and analysis come first.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import engine
from engine.laboratory.language import parse
from engine.registry import game as game_of
from webapp.domain.errors import Refusal
from webapp.service.ports import StoredJob

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game
    from webapp.service.ports import JobStore

log = logging.getLogger(__name__)

MAX_WAITING = 20
"""Questions in line, of all people together."""

MAX_OWN = 3
"""Unanswered questions of one person."""

MAX_KEPT = 300
"""Answered questions that are remembered."""


class Runner(Protocol):
    """Answers questions in the background, as `engine.laboratory.process` describes."""

    def prepare(self) -> None: ...
    def start(
        self, job_id: str, request: dict[str, Any], tell: Callable[[dict[str, Any]], None]
    ) -> None: ...
    def stop(self, job_id: str) -> None: ...
    def close(self) -> None: ...


class Herald(Protocol):
    """Tells everybody who looks at a job what became of it."""

    def laboratory(self, job_id: str, payload: dict[str, Any]) -> None: ...


@dataclass(slots=True)
class Job:
    """One question and how far its answer is.

    Attributes:
        id: what pages call it.
        request: what the runner is asked.
        status: ``waiting``, ``running``, ``done``, ``stopped``, ``refused`` or ``failed``.
        progress: the last progress message, or nothing yet.
        answer: the answer's data once it is done.
        witnesses: games that show it, as move texts.
        message: why it was refused.
        askers: ids of the guests who want it.
        started: when it began to run, on the monotonic clock.
    """

    id: str
    request: dict[str, Any]
    status: str = "waiting"
    progress: dict[str, Any] = field(default_factory=dict)
    answer: dict[str, Any] | None = None
    witnesses: tuple[str, ...] = ()
    message: str = ""
    askers: set[str] = field(default_factory=set)
    started: float = 0.0

    @property
    def game(self) -> Game:
        return game_of(self.request["game"])

    @property
    def text(self) -> str:
        """The question; empty for a position."""
        return str(self.request.get("text", ""))

    @property
    def takes_long(self) -> bool:
        """Whether what has been found is kept when it is stopped."""
        return bool(self.text) and parse(self.game, self.text).takes_long

    @property
    def open(self) -> bool:
        """Whether an answer is still to come."""
        return self.status in {"waiting", "running"}

    def news(self) -> dict[str, Any]:
        """What a page needs to know while it waits."""
        told: dict[str, Any] = {"job": self.id, "status": self.status}
        if self.status == "running":
            told |= self.progress | {"seconds": round(time.monotonic() - self.started, 1)}
        return told


class Laboratory:
    """All jobs of the application."""

    def __init__(self, runner: Runner, herald: Herald, store: JobStore, at_once: int) -> None:
        self._runner, self._herald, self._store = runner, herald, store
        self._at_once = at_once
        self._closed = False
        self._lock = threading.RLock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._waiting: deque[Job] = deque()
        self._running: dict[str, Job] = {}

    @property
    def running(self) -> int:
        """Questions that are being answered."""
        return len(self._running)

    def resume(self) -> None:
        """After a start: remember the stored answers, and ask anew what was not answered."""
        for stored in self._store.load(rules_version()):
            job = Job(
                stored.id,
                stored.request,
                stored.status,
                answer=stored.answer,
                witnesses=tuple(stored.witnesses),
                askers=set(stored.askers),
            )
            self._jobs[job.id] = job
            if job.open:
                job.status = "waiting"
                self._waiting.append(job)
        for _ in range(self._at_once):
            self._start_next()

    def prepare(self) -> None:
        """Somebody looks at the laboratory: get ready."""
        self._runner.prepare()

    def ask(self, request: dict[str, Any], guest: str) -> Job:
        """The job of a question: a known one, or a new one in line.

        Raises:
            Refusal: too many questions are in line.
        """
        job_id = job_id_of(request)
        with self._lock:
            job = self._jobs.get(job_id)
            if job is not None and job.status not in {"stopped", "failed"}:
                self._jobs.move_to_end(job_id)
                if job.open:
                    job.askers.add(guest)
                return job
            own = sum(job.open and guest in job.askers for job in self._jobs.values())
            if own >= MAX_OWN or len(self._waiting) >= MAX_WAITING:
                raise Refusal("busy")
            job = self._jobs[job_id] = Job(job_id, request, askers={guest})
            self._jobs.move_to_end(job_id)
            self._forget()
            self._waiting.append(job)
            self._keep(job)
        self._start_next()
        return job

    def known(self, request: dict[str, Any]) -> Job | None:
        """The job of a question if it was asked before."""
        return self._jobs.get(job_id_of(request))

    def asked_by(self, guest: str) -> list[Job]:
        """The questions that one person asked and still wants, or wanted, the latest first."""
        with self._lock:
            return [job for job in reversed(self._jobs.values()) if guest in job.askers]

    def job(self, job_id: str) -> Job:
        """Raises `Refusal`: there is no such job (any more)."""
        job = self._jobs.get(job_id)
        if job is None:
            raise Refusal("no_job")
        return job

    def stop(self, job_id: str, guest: str) -> Job:
        """One asker wants no answer any more; the last one to say so stops the job."""
        with self._lock:
            job = self.job(job_id)
            if not job.open or guest not in job.askers:
                return job
            job.askers.discard(guest)
            if job.askers:
                return job
            if job.status == "waiting":
                self._waiting.remove(job)
                job.status = "stopped"
                self._keep(job)
        if job.status == "running":
            self._runner.stop(job_id)
        self._herald.laboratory(job_id, job.news())
        return job

    def close(self) -> None:
        """Stop everything; what is not answered goes on at the next start."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
        self._runner.close()

    def _start_next(self) -> None:
        with self._lock:
            if not self._waiting or len(self._running) >= self._at_once:
                return
            job = self._waiting.popleft()
            self._running[job.id] = job
            job.status, job.started = "running", time.monotonic()
        self._herald.laboratory(job.id, job.news())
        self._runner.start(job.id, job.request, lambda message: self._hear(job, message))
        if not job.askers:  # stopped before there was anything to stop
            self._runner.stop(job.id)

    def _hear(self, job: Job, message: dict[str, Any]) -> None:
        """A message of the runner; one that comes after the final one does not count."""
        progress = message["t"] == "progress"
        with self._lock:
            if self._running.get(job.id) is not job:
                return
            if progress:
                job.progress = {name: value for name, value in message.items() if name != "t"}
            else:
                self._finish(job, message)
        self._herald.laboratory(job.id, job.news())
        if not progress:
            self._start_next()

    def _finish(self, job: Job, message: dict[str, Any]) -> None:
        """Note the final message of a job."""
        del self._running[job.id]
        job.status = "done" if message["t"] == "answer" else message["t"]
        if job.status == "done":
            job.answer, job.witnesses = message["answer"], tuple(message["witnesses"])
        job.message = str(message.get("message", ""))
        if not self._closed:
            self._keep(job)

    def _forget(self) -> None:
        """Drop the oldest answered jobs beyond what is kept."""
        closed = [job.id for job in self._jobs.values() if not job.open]
        oldest = closed[: max(0, len(self._jobs) - MAX_KEPT)]
        for job_id in oldest:
            del self._jobs[job_id]
        if oldest:
            self._store.forget(oldest)

    def _keep(self, job: Job) -> None:
        """Store a job, unless asking it once more costs nothing or may help."""
        try:
            if job.status in {"refused", "failed"}:
                self._store.forget([job.id])
            else:
                self._store.keep(_stored(job))
        except Exception:  # the database is busy or away: the answer is still in memory
            log.exception("The question %s could not be stored.", job.id)


def _stored(job: Job) -> StoredJob:
    return StoredJob(
        id=job.id,
        rules=rules_version(),
        request=job.request,
        status=job.status,
        answer=job.answer,
        witnesses=job.witnesses,
        askers=tuple(job.askers),
    )


def job_id_of(request: dict[str, Any]) -> str:
    """The same for the same question under the same rules."""
    digest = hashlib.sha256(rules_version().encode())
    for name in sorted(request):
        digest.update(f"\0{name}={request[name]!r}".encode())
    return digest.hexdigest()[:14]


@lru_cache
def rules_version() -> str:
    """A digest of every module of the games and the laboratory."""
    folder = Path(engine.__file__).parent
    digest = hashlib.sha256()
    for part in ("games", "laboratory"):
        for path in sorted((folder / part).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()
