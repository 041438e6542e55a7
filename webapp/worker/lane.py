"""One line of AI moves and the threads that serve it; the longer it is, the shorter a move."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from webapp.worker.jobs import Job, JobQueue

THROUGH = 8.0
"""Seconds in which a line should be gone through, if need be by shorter searches."""

LEAST = 0.4
"""Seconds that a search gets even so; a level's move is then still worth its name."""

SHOWN = 40
"""People who are told how many go before them."""


@dataclass(slots=True, eq=False)
class _Running:
    """A job that a thread has in hand.

    Attributes:
        most: seconds that its search would take; None while the thread still loads for it.
        timer: stops the search.
    """

    job: Job
    most: float | None = None
    timer: threading.Timer | None = None


@dataclass(slots=True)
class Lane:
    """Hands out jobs, stops the searches of those that take too long for the others' sake.

    Attributes:
        tell: hears for a job how many go before it, whenever that changes.
    """

    threads: int
    tell: Callable[[Job, int], None]
    queue: JobQueue = field(default_factory=JobQueue)
    _running: dict[int, _Running] = field(default_factory=dict)
    _places_told: dict[int, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _serving: int = 0

    def __post_init__(self) -> None:
        self._serving = self.threads

    def resize(self, threads: int) -> int:
        """Have the line served by so many threads; answers how many are to be started. Those
        that are too many retire."""
        with self._lock:
            self.threads = threads
            missing = max(0, threads - self._serving)
            self._serving += missing
            return missing

    def retires(self) -> bool:
        """Whether the thread that asks is one too many, and counts no more."""
        with self._lock:
            if self._serving <= self.threads:
                return False
            self._serving -= 1
            return True

    def put(self, job: Job, delay: float = 0.0) -> None:
        self.queue.put(job, delay)
        self._tighten()
        self._tell_places()

    def take(self) -> Job | None:
        """The next job; None once closed."""
        return self.queue.take(self.share(THROUGH))

    def begin(self, job: Job) -> None:
        """A thread has a job in hand, and first loads what it lacks for the search."""
        with self._lock:
            self._running[id(job)] = _Running(job)
            had_waited = self._places_told.pop(id(job), 0)
        if had_waited:
            self.tell(job, 0)
        self._tell_places()

    def load(self, job: Job) -> None:
        """A job's search has not begun, or begins anew elsewhere."""
        with self._lock:
            running = self._running.get(id(job))
            if running is not None:
                running.most = None
                if running.timer is not None:
                    running.timer.cancel()

    def search(self, job: Job, most: float) -> None:
        """A job's search begins; it is told to stop after `most` seconds or its share."""
        with self._lock:
            running = self._running.get(id(job))
            if running is None:
                return  # given up
            running.most, job.began = most, time.monotonic()
        self._tighten()

    def end(self, job: Job) -> None:
        """The search has ended, or is given up."""
        with self._lock:
            running = self._running.pop(id(job), None)
        if running is not None:
            if running.timer is not None:
                running.timer.cancel()
            self.queue.done(job)

    def share(self, most: float) -> float:
        """Seconds that a search may take, of `most` that it would, as many wait now."""
        waiting = self.queue.awaited
        if not waiting:
            return most
        return min(most, max(LEAST, THROUGH * self.threads / (waiting + 1)))

    def forget_cancelled(self) -> None:
        self.queue.drop()
        self._tell_places()

    def _tighten(self) -> None:
        """Let every running search end when its share is over, which grows and shrinks."""
        with self._lock:
            for running in self._running.values():
                if running.most is None:
                    continue
                if running.timer is not None:
                    running.timer.cancel()
                left = running.job.began + self.share(running.most) - time.monotonic()
                if left <= 0:
                    running.job.control.stop()
                    continue
                running.timer = threading.Timer(left, running.job.control.stop)
                running.timer.daemon = True
                running.timer.start()

    def _tell_places(self) -> None:
        """Say to those who wait how many are served before them."""
        with self._lock:
            line = self.queue.line(SHOWN)
            places = {id(job): place + len(self._running) for place, job in enumerate(line)}
            news = [job for job in line if self._places_told.get(id(job), 0) != places[id(job)]]
            self._places_told = places
        for job in news:
            self.tell(job, places[id(job)])
