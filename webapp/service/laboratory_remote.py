"""Questions to the laboratory that other servers answer, as far as this one knows of them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from webapp.service.laboratory_job import Job, restored, rules_version

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, MutableMapping

    from webapp.service.other_servers import OtherServers
    from webapp.service.ports import JobStore


class RemoteJobs:
    """Shares a laboratory's `jobs` with other servers. `answer` has one answered here."""

    def __init__(
        self,
        jobs: MutableMapping[str, Job],
        lock: threading.RLock,
        store: JobStore,
        other_servers: OtherServers,
        answer: Callable[[Job], None],
    ) -> None:
        self._jobs = jobs
        self._lock = lock
        self._store = store
        self._other_servers = other_servers
        self._answer = answer

    def leaves(self, job: Job) -> bool:
        """Whether an open question is left to another server, which answers it."""
        job.away = not self._other_servers.claim_job(job.id)
        return job.away

    def adopt(self, job_id: str) -> Job | None:
        """A job as another server has stored it; one that is answered here is as it is."""
        known = self._jobs.get(job_id)
        if self._other_servers.alone or (known is not None and known.open and not known.away):
            return known
        kept = self._store.one(job_id)
        if kept is None or kept.rules != rules_version():
            return known
        job = restored(kept)
        job.away = job.open
        with self._lock:
            newer = self._jobs.get(job_id)
            if newer not in {None, known} and not (newer.open and newer.away):
                return newer  # another thread has read the answer meanwhile
            if known is not None:
                job.listeners, job.progress = known.listeners, known.progress
                job.askers |= known.askers if job.open else set()
            self._jobs[job_id] = job
        return job

    def kept(self, job_id: str) -> None:
        """Another server has stored a question."""
        self.adopt(job_id)

    def heard(self, payload: dict[str, Any]) -> None:
        """News of a question that another server answers, as its pages are told. The answer comes
        by the store alone: until it is read the question stays open, so that who looks reads it."""
        job = self._jobs.get(payload["job"])
        if job is not None and job.away and payload["status"] != "done":
            job.status, job.message = payload["status"], payload.get("message", "")
            names = {"job", "status", "seconds", "message"}
            job.progress = {name: value for name, value in payload.items() if name not in names}

    def wanted(self, job_id: str, guest: str) -> None:
        """Somebody at another server waits for a question that is answered here."""
        job = self._jobs.get(job_id)
        if job is not None and not job.away:
            job.heard = time.monotonic()
            if guest and job.open:
                job.askers.add(guest)

    def look_after(self) -> None:
        """Keep what is answered here, and take up what dead servers have left."""
        for job in [job for job in list(self._jobs.values()) if job.open]:
            if not job.away:
                self._other_servers.claim_job(job.id)
                continue
            if job.listeners:
                self._other_servers.wants_job(job.id, "")
            left = self.adopt(job.id)
            if left is not None and left.away and not self.leaves(left):
                self._answer(left)
