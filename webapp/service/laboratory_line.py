"""Which laboratory question is answered next: people in turn, and short ones before long ones.

Nobody knows how long a question takes. Each gets a slice at once; one that is not answered by
then gives way where others wait for their first, and goes on from the beginning, or from what
it has kept, when there is room, with twice the time. Who has had less than another, whose
questions wait for their first tries, need not wait for all of these.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from webapp.service.laboratory_job import SLICE
from webapp.service.turns import Turns, Visitor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from webapp.service.laboratory_job import Job

MAX_WAITING = 20
"""Questions in line, of all people together."""

LEAST = 0.2
"""Seconds that a try counts at least: a process says how long it took only now and then."""


class Line:
    """What waits. Not thread-safe: the laboratory holds its lock."""

    def __init__(self) -> None:
        self._fresh: Turns[Job] = Turns()
        self._tried: Turns[Job] = Turns()
        self._all: list[Job] = []

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Job]:
        return iter(tuple(self._all))

    @property
    def waits(self) -> float:
        """Seconds for which the question has waited that waits longest."""
        now = time.monotonic()
        return now - min((job.queued for job in self._all), default=now)

    def put(self, job: Job) -> None:
        job.queued = time.monotonic()
        self._all.append(job)
        (self._tried if job.tries else self._fresh).put(job)

    def remove(self, job: Job) -> None:
        self._all.remove(job)
        for turns in (self._fresh, self._tried):
            turns.drop(lambda waiting: waiting is job)

    def take(self, running: int, slots: int) -> Job | None:
        """The next one for which there is room. One slot is kept for first tries."""
        if running >= slots:
            return None
        fresh, tried = self._fresh.peek(), self._tried.peek()
        if fresh is None and running >= max(1, slots - 1):
            return None
        overtakes = fresh is None or (tried is not None and self._has_had_less(tried, fresh))
        job = (self._tried if overtakes else self._fresh).take()
        if job is not None:
            self._all.remove(job)
            for turns in (self._fresh, self._tried):
                turns.charge(job.visitor, SLICE)
        return job

    def done(self, job: Job) -> None:
        """A question that was taken has had its time."""
        for turns in (self._fresh, self._tried):
            turns.give_back(job.visitor, SLICE - max(job.spent, LEAST))

    def giving_way(self, running: Iterable[Job], now: float, slots: int) -> Job | None:
        """Which of the questions being answered gives way to a first try, if all have had
        enough: of the address with the most in line the last one that began."""
        over = [job for job in running if job.has_had_enough(now)]
        if len(over) < slots or not self._fresh:
            return None
        addresses = Counter(job.visitor.address for job in self._all)
        return max(over, key=lambda job: (addresses[job.visitor.address], job.started))

    def clear(self) -> None:
        for job in tuple(self._all):
            self.remove(job)

    def has_room_for(self, visitor: Visitor) -> bool:
        return len(self._all) < MAX_WAITING or self.crowded_out(visitor) is not None

    def crowded_out(self, visitor: Visitor) -> Job | None:
        """Whose question gives its place in a full line to a visitor with fewer of them."""
        addresses = Counter(job.visitor.address for job in self._all)
        visitors = Counter(job.visitor for job in self._all)

        def weight(job: Job) -> tuple[int, int]:
            return addresses[job.visitor.address], visitors[job.visitor]

        last = max(reversed(self._all), key=weight, default=None)
        if last is None:
            return None
        if last.visitor.address != visitor.address:
            return (
                last if addresses[last.visitor.address] > addresses[visitor.address] + 1 else None
            )
        return last if visitors[last.visitor] > visitors[visitor] + 1 else None

    def _has_had_less(self, job: Job, other: Job) -> bool:
        """Whether its address has."""
        elsewhere = job.visitor.address != other.visitor.address
        return elsewhere and self._fresh.before(job.visitor, other.visitor)
