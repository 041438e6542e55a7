"""Laboratory jobs: one for every different question, shared by all who ask it.

A job outlives its page and the server, and its answer is kept for as long as the rules are
the same. Few jobs run at a time and the rest wait in line, as moves and analysis come first.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Protocol

from webapp.domain.errors import Refusal
from webapp.service.guest_addresses import GuestAddresses
from webapp.service.laboratory_job import Job, job_id_of, restored, rules_version, stored
from webapp.service.laboratory_line import MAX_WAITING, Line
from webapp.service.laboratory_remote import RemoteJobs
from webapp.service.limits import RETRY
from webapp.service.other_servers import ALONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from webapp.service.other_servers import OtherServers
    from webapp.service.ports import JobStore

log = logging.getLogger(__name__)

MAX_OWN = 3
"""Unanswered questions of one person."""

DEADLINE = 1800.0
"""Seconds after which a question is stopped; what takes so long keeps what it has found."""

UNHEARD = 600.0
"""Seconds after which a question is stopped that nobody listens for."""

WATCH = 2.0
"""Seconds between two looks at what is being answered."""

PARKED_DEADLINE = 6 * 3600.0
"""The same of a question that was parked."""

MAX_PARKED = 4
"""Parked questions of all people together; one of each person."""

TOO_LONG = "It was given half an hour, and was stopped then."
TOO_LONG_PARKED = "It was given six hours, and was stopped then."
NOBODY_LISTENED = "Nobody was listening any more."
GAVE_WAY = "Others waited too, and the line was full."

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


class Laboratory:
    """All jobs of the application."""

    def __init__(
        self,
        runner: Runner,
        herald: Herald,
        store: JobStore,
        at_once: int,
        guest_addresses: GuestAddresses | None = None,
        other_servers: OtherServers = ALONE,
    ) -> None:
        """`at_once`: questions answered at a time, at least two: one slot is for first tries."""
        self._runner, self._herald, self._store = runner, herald, store
        self._at_once = self._slots = max(2, at_once)
        self._guest_addresses = guest_addresses or GuestAddresses()
        self._other_servers = other_servers
        self._watching = False
        self._closed = False
        self._lock = threading.RLock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._line = Line()
        self._running: dict[str, Job] = {}
        self.remote = RemoteJobs(self._jobs, self._lock, store, other_servers, self._go_on_with)

    @property
    def waiting(self) -> int:
        """Questions in line."""
        return len(self._line)

    @property
    def waits(self) -> float:
        """Seconds for which the first in line has waited."""
        with self._lock:
            return self._line.waits

    @property
    def running(self) -> int:
        """Questions that are being answered."""
        return len(self._running)

    def resume(self) -> None:
        """After a start: remember the stored answers, and ask anew what was not answered."""
        for kept in self._store.load(rules_version()):
            job = self._jobs[kept.id] = restored(kept)
            if job.open and not self.remote.leaves(job):
                self._put_in_line(job)
        for _ in range(self._slots):
            self._start_next()

    def _put_in_line(self, job: Job) -> None:
        job.status = "waiting"
        job.visitor = self._guest_addresses.of(min(job.askers, default=""))
        self._line.put(job)

    def _go_on_with(self, job: Job) -> None:
        """Answer what a server that has died was to answer."""
        with self._lock:
            self._put_in_line(job)
        self._start_next()
        self.watch_over()

    def widen(self, at_once: int) -> None:
        """Answer so many questions at a time, as others do it; never fewer than by itself."""
        with self._lock:
            more = max(0, max(self._at_once, at_once) - self._slots)
            self._slots = max(self._at_once, at_once)
        for _ in range(more):
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
            job = self._jobs.get(job_id) or self.remote.adopt(job_id)
            if job is not None and job.status not in {"stopped", "failed"}:
                self._jobs.move_to_end(job_id)
                if job.open:
                    job.askers.add(guest)
                if job.open and job.away:
                    self._other_servers.wants_job(job_id, guest)
                return job
            own = sum(job.open and guest in job.askers for job in self._jobs.values())
            visitor = self._guest_addresses.of(guest)
            if own >= MAX_OWN or not self._line.has_room_for(visitor):
                raise Refusal("busy", retry=RETRY)
            last = self._line.crowded_out(visitor) if len(self._line) >= MAX_WAITING else None
            if last is not None:
                self._end_waiting(last, GAVE_WAY)
            job = self._jobs[job_id] = Job(job_id, request, askers={guest}, visitor=visitor)
            self._jobs.move_to_end(job_id)
            self._forget()
            self._other_servers.claim_job(job_id)
            self._line.put(job)
            self._keep(job)
        if last is not None:
            self._herald.laboratory(last.id, last.news())
        self._start_next()
        self.watch_over()
        return job

    def known(self, request: dict[str, Any]) -> Job | None:
        """The job of a question if it was asked before."""
        return self._jobs.get(job_id_of(request))

    def asked_by(self, guest: str) -> list[Job]:
        """The questions that one person asked and still wants, or wanted, the latest first."""
        with self._lock:
            return [job for job in reversed(self._jobs.values()) if guest in job.askers]

    def asked_now(self) -> list[Job]:
        """What is being answered here, then what waits for it, whoever asks."""
        with self._lock:
            return [*self._running.values(), *self._line]

    def job(self, job_id: str) -> Job:
        """Raises `Refusal`: there is no such job (any more)."""
        job = self._jobs.get(job_id)
        if job is None or (job.away and job.open):
            job = self.remote.adopt(job_id)
        if job is None:
            raise Refusal("no_job")
        job.heard = time.monotonic()
        return job

    def listen(self, job_id: str, sid: str) -> Job:
        """A socket follows a job until it leaves."""
        job = self.job(job_id)
        job.listeners.add(sid)
        return job

    def leave(self, sid: str) -> None:
        """A socket follows nothing any more."""
        with self._lock:
            for job in self._jobs.values():
                if sid in job.listeners:
                    job.listeners.discard(sid)
                    job.heard = time.monotonic()

    def stop(self, job_id: str, guest: str) -> Job:
        """One asker wants no answer any more; the last one to say so stops the job."""
        with self._lock:
            job = self.job(job_id)
            if not job.open or guest not in job.askers:
                return job
            job.askers.discard(guest)
            if job.away:
                self._other_servers.stops_job(job_id, guest)
            if job.askers or job.away:
                return job
            if job.status == "waiting":
                self._end_waiting(job, "")
        if job.status == "running":
            self._runner.stop(job_id)
        self._herald.laboratory(job_id, job.news())
        return job

    def park(self, job_id: str, guest: str) -> Job:
        """Have an open question of a guest's go on while nobody listens, and after a restart.

        Raises:
            Refusal: this guest, or all together, have parked enough.
        """
        with self._lock:
            job = self.job(job_id)
            if not job.open or job.away or job.parked or guest not in job.askers:
                return job
            parked = [other for other in self._jobs.values() if other.open and other.parked]
            if len(parked) >= MAX_PARKED or any(guest in other.askers for other in parked):
                raise Refusal("parked_enough")
            job.parked = True
            self._keep(job)
        return job

    def close(self) -> None:
        """Stop everything; what is not answered goes on at the next start."""
        with self._lock:
            self._closed = True
            self._line.clear()
        self._runner.close()

    def _start_next(self) -> None:
        with self._lock:
            job = None if self._closed else self._line.take(len(self._running), self._slots)
            if job is None:
                return
            self._running[job.id] = job
            job.status, job.started, job.spent = "running", time.monotonic(), 0.0
        self._herald.laboratory(job.id, job.news())
        tries = job.tries
        self._runner.start(job.id, job.request, lambda message: self._hear(job, tries, message))
        self._watch_soon()
        if not job.askers:  # stopped before there was anything to stop
            self._runner.stop(job.id)

    def watch_over(self) -> None:
        """Stop what has run for too long or for nobody, and let first tries have their turn."""
        now = time.monotonic()
        with self._lock:
            gone = [job for job in self._running.values() if self._let_go(job, now)]
            for job in self._line:
                if self._let_go(job, now):
                    self._end_waiting(job, job.message)
                    gone.append(job)
            yielding = self._line.giving_way(self._running.values(), now, self._slots)
            if yielding is not None:
                self._give_way(yielding)
        for job in gone:
            if job.status == "running":
                self._runner.stop(job.id)
            self._herald.laboratory(job.id, job.news())
        if yielding is not None:
            self._runner.stop(yielding.id)
            self._herald.laboratory(yielding.id, yielding.news())
            self._start_next()

    def _let_go(self, job: Job, now: float) -> bool:
        """Whether a question has had all its time, or nobody listens for it."""
        deadline, said = (PARKED_DEADLINE, TOO_LONG_PARKED) if job.parked else (DEADLINE, TOO_LONG)
        too_long = job.status == "running" and now - job.started > deadline
        forsaken = not job.parked and not job.listeners and now - job.heard > UNHEARD
        if too_long or forsaken:
            job.message = said if too_long else NOBODY_LISTENED
        return too_long or forsaken

    def _give_way(self, job: Job) -> None:
        """Put a question that runs back into the line."""
        del self._running[job.id]
        self._line.done(job)
        job.tries += 1
        job.status, job.progress = "waiting", {}
        self._line.put(job)

    def _end_waiting(self, job: Job, why: str) -> None:
        self._line.remove(job)
        job.status, job.message = "stopped", why
        self._keep(job)

    def _watch_soon(self) -> None:
        """Watch over what runs, as long as anything does."""
        with self._lock:
            if self._watching or self._closed or not self._running:
                return
            self._watching = True
        timer = threading.Timer(WATCH, self._watch_again)
        timer.daemon = True
        timer.start()

    def _watch_again(self) -> None:
        self._watching = False
        self.watch_over()
        self._watch_soon()

    def _hear(self, job: Job, tries: int, message: dict[str, Any]) -> None:
        """A message of the runner; one that comes after the final one, or from a try that gave
        way, does not count."""
        progress = message["t"] == "progress"
        with self._lock:
            if self._running.get(job.id) is not job or job.tries != tries:
                return
            if progress:
                fields = dict(message)
                job.spent = fields.pop("spent", job.spent)
                job.progress = {name: value for name, value in fields.items() if name != "t"}
            else:
                self._finish(job, message)
        self._herald.laboratory(job.id, job.news())
        if not progress:
            self._start_next()

    def _finish(self, job: Job, message: dict[str, Any]) -> None:
        """Note the final message of a job."""
        del self._running[job.id]
        self._line.done(job)
        done = message["t"] == "answer"
        if done:
            job.answer, job.witnesses = message["answer"], tuple(message["witnesses"])
        job.message = str(message.get("message", job.message))
        job.status = "done" if done else message["t"]  # last, as pages look at it without the lock
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
                self._store.keep(stored(job))
                self._other_servers.kept_job(job.id)
        except Exception:  # the database is busy or away: the answer is still in memory
            log.exception("The question %s could not be stored.", job.id)
