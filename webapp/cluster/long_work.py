"""Asks workers for what may take long: analyses, and the laboratory's answers.

Other than a move nothing of it is due. So a task waits through a short loss of Redis, its worker's
words say that it is still at it, and what no worker has time for is done by the server itself.
"""

from __future__ import annotations

import logging
import queue
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from webapp.cluster.members import ANALYSTS, PROVERS, SERVERS
from webapp.cluster.questions import ANALYSE, ANALYSES, PROOFS, PROVE, Word

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.search.control import SearchControl
    from webapp.cluster.link import Link
    from webapp.cluster.members import Members
    from webapp.cluster.questions import Inquiry, Task
    from webapp.cluster.task_queue import Box, TaskQueue

log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds without a word after which is looked whether the worker lives."""

TAKEN = 4.0
"""Seconds in which a worker has to begin; all are busy where none does."""

SILENT = 8.0
"""Seconds after which a word of the worker must have come: two after a dead Redis is back."""

ATTEMPTS = 4
"""Workers that may die over one task; the server does not risk to be the next."""


class Line(NamedTuple):
    """One kind of long work: its workers, their queue and what they are to call."""

    workers: str
    queue: str
    function: str


ANALYSING = Line(ANALYSTS, ANALYSES, ANALYSE)
PROVING = Line(PROVERS, PROOFS, PROVE)


class Deadly(RuntimeError):
    """Worker after worker has died over a task."""


class LongWork:
    """The workers of one kind. Thread-safe."""

    def __init__(self, line: Line, task_queue: TaskQueue, link: Link, members: Members) -> None:
        self._line = line
        self._task_queue = task_queue
        self._link = link
        self._members = members
        self._alive: frozenset[str] = frozenset()
        self.share = 0
        """This server's part of the workers, rounded up; 0 where none lives."""

    def __len__(self) -> int:
        """Workers that live."""
        return len(self._alive)

    def refresh(self) -> None:
        """See who lives."""
        self._alive = frozenset(self._members.all(self._line.workers))
        servers = max(1, len(self._members.all(SERVERS))) if self._alive else 1
        self.share = -(-len(self._alive) // servers)

    def ask(
        self,
        task: Callable[[str], Task | Inquiry],
        control: SearchControl,
        progress: Callable[[dict[str, Any]], None],
    ) -> dict[str, Any] | None:
        """What a worker has found; None where it is to be done here, or was stopped.

        `task` makes one with an id.

        Raises:
            Deadly: it kills workers.
        """
        for _ in range(ATTEMPTS):
            if not self._alive or not self._link.up or control.stopped:
                return None
            word = self._try(task, control, progress)
            if word is not None:
                return word.found
        raise Deadly(f"{ATTEMPTS} workers have died over it.")

    def _try(
        self,
        task: Callable[[str], Task | Inquiry],
        control: SearchControl,
        progress: Callable[[dict[str, Any]], None],
    ) -> Word | None:
        """The last word of one attempt; None where its worker has died."""
        with self._task_queue.box() as (name, box):
            if not self._task_queue.send(self._line.queue, self._line.function, task(name)):
                return Word(name, "")
            control.when_stopped(lambda: box.put(Word(name, "")))
            word = self._wait(box, name, control, progress)
        if word is None or not word.last:
            self._task_queue.withdraw(self._line.queue, name)
        return word

    def _wait(
        self,
        box: Box,
        name: str,
        control: SearchControl,
        progress: Callable[[dict[str, Any]], None],
    ) -> Word | None:
        worker, heard = "", time.monotonic()
        while not control.stopped:
            try:
                word = box.get(timeout=LOOK)
            except queue.Empty:
                silent = time.monotonic() - heard
                if not worker and silent > TAKEN:
                    break
                if worker and (silent > SILENT or self._died(worker)):
                    log.warning("Worker %s is dead; another one is asked.", worker)
                    return None
                continue
            worker, heard = word.worker or worker, time.monotonic()
            if word.trouble:
                log.error("Worker %s: %s", worker, word.trouble)
                break
            if word.last:
                return word
            if word.progress:
                progress(word.progress)
        return Word(name, worker)

    def _died(self, worker: str) -> bool:
        return self._link.up and self._members.alive([worker]) == set()
