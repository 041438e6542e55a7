"""What waits to be computed, most urgent first."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from dataclasses import dataclass, field
from enum import IntEnum

from engine.search.control import SearchControl
from webapp.service.ports import Question


class Priority(IntEnum):
    """Somebody waits for a move; a game among AIs can wait."""

    MOVE = 0
    EXHIBITION = 1


@dataclass(slots=True)
class Job:
    """One question, and the control that stops its search."""

    question: Question
    priority: Priority = Priority.MOVE
    control: SearchControl = field(default_factory=SearchControl)
    cancelled: bool = False
    settled: bool = False
    """Whether an answer has been given; set under the pool's lock, so only one is."""


class JobQueue:
    """A priority queue whose entries may have to wait until a moment. Thread-safe."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._heap: list[tuple[int, int, Job]] = []
        self._later: list[tuple[float, int, Job]] = []
        self._order = itertools.count()
        self._closed = False

    def put(self, job: Job, delay: float = 0.0) -> None:
        with self._condition:
            order = next(self._order)
            if delay > 0:
                heapq.heappush(self._later, (time.monotonic() + delay, order, job))
            else:
                heapq.heappush(self._heap, (job.priority, order, job))
            self._condition.notify()

    def take(self) -> Job | None:
        """The next job that is due and not cancelled; None once the queue is closed."""
        with self._condition:
            while not self._closed:
                self._ripen()
                while self._heap:
                    job = heapq.heappop(self._heap)[2]
                    if not job.cancelled:
                        return job
                pause = self._later[0][0] - time.monotonic() if self._later else None
                self._condition.wait(pause)
            return None

    def close(self) -> None:
        with self._condition:
            self._closed = True
            self._condition.notify_all()

    def __len__(self) -> int:
        return len(self._heap) + len(self._later)

    def _ripen(self) -> None:
        now = time.monotonic()
        while self._later and self._later[0][0] <= now:
            _, order, job = heapq.heappop(self._later)
            heapq.heappush(self._heap, (job.priority, order, job))
