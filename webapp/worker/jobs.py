"""What waits to be computed: people in turn, and never long for somebody else's long search."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from engine.players.levels import parse_level
from engine.search.control import SearchControl
from webapp.service.ports import Question
from webapp.service.turns import Turns, Visitor

QUICK_TIME, QUICK_DEPTH = 1.0, 4
"""A level that may take so many seconds, or looks so many plies ahead, is quick: levels 1 to 6."""


def is_quick(level: str) -> bool:
    """Whether a level's moves are so cheap that they never wait for deeper ones."""
    found = parse_level(level)
    return found.time <= QUICK_TIME or (found.depth is not None and found.depth <= QUICK_DEPTH)


class Priority(IntEnum):
    """Somebody waits for a move, or for a hint; a game among AIs can wait."""

    MOVE = 0
    HINT = 1
    EXHIBITION = 2


@dataclass(slots=True, eq=False)
class Job:
    """One question, and the control that stops its search.

    Attributes:
        charged: seconds counted as its visitor's while it runs.
        began: when its search began, on the lane's clock.
        asked: when it was asked for, or was due.
    """

    question: Question
    priority: Priority = Priority.MOVE
    control: SearchControl = field(default_factory=SearchControl)
    cancelled: bool = False
    settled: bool = False
    """Whether an answer has been given; set under the pool's lock, so only one is."""
    charged: float = 0.0
    began: float = 0.0
    asked: float = field(default_factory=time.monotonic)

    @property
    def visitor(self) -> Visitor:
        return self.question.visitor

    @property
    def urgency(self) -> int:
        return self.priority


class JobQueue:
    """Takes people in turn, by address and by guest; exhibitions when nobody waits.

    An entry may have to wait until a moment. Thread-safe.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._condition = threading.Condition()
        self._turns: dict[Priority, Turns[Job]] = {priority: Turns() for priority in Priority}
        self._later: list[tuple[float, int, Job]] = []
        self._order = itertools.count()
        self._closed = False

    def put(self, job: Job, delay: float = 0.0) -> None:
        with self._condition:
            if delay > 0:
                heapq.heappush(self._later, (self._clock() + delay, next(self._order), job))
            else:
                self._turns[job.priority].put(job)
            self._condition.notify()

    def take(self, seconds: float = 1.0) -> Job | None:
        """The next job that is due and not cancelled; None once the queue is closed.

        Its visitor is charged `seconds` for it until `done` says how many they were.
        """
        with self._condition:
            while not self._closed:
                self._ripen()
                for turns in self._turns.values():
                    while (job := turns.take()) is not None:
                        if job.cancelled:
                            continue
                        job.charged, job.began = seconds, self._clock()
                        turns.charge(job.visitor, seconds)
                        return job
                pause = self._later[0][0] - self._clock() if self._later else None
                self._condition.wait(pause)
            return None

    def done(self, job: Job) -> None:
        """A job that was taken is finished."""
        with self._condition:
            used = self._clock() - job.began
            self._turns[job.priority].give_back(job.visitor, job.charged - used)

    def drop(self) -> None:
        """Forget what was cancelled while it waited."""
        with self._condition:
            for turns in self._turns.values():
                turns.drop(lambda job: job.cancelled)

    def line(self, most: int) -> list[Job]:
        """What people wait for, in the order it would be taken now; `most` jobs of it."""
        with self._condition:
            return self._turns[Priority.MOVE].line(1.0, most)

    def close(self) -> None:
        with self._condition:
            self._closed = True
            self._condition.notify_all()

    @property
    def waits(self) -> float:
        """Seconds for which the move has waited that a person has waited longest for."""
        with self._condition:
            asked = [job.asked for job in self._turns[Priority.MOVE]]
            return max(0.0, self._clock() - min(asked)) if asked else 0.0

    @property
    def awaited(self) -> int:
        """Moves that people wait for."""
        with self._condition:
            return len(self._turns[Priority.MOVE])

    def __len__(self) -> int:
        with self._condition:
            return sum(map(len, self._turns.values())) + len(self._later)

    def _ripen(self) -> None:
        now = self._clock()
        while self._later and self._later[0][0] <= now:
            job = heapq.heappop(self._later)[2]
            job.asked = now
            self._turns[job.priority].put(job)
