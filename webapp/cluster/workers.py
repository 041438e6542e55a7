"""Asks workers for moves, over a task queue in Redis (RQ).

The threads of the server's own pool wait for the answers, so that lines, turns and shares of
time are the pool's as ever. A question is sent again where its worker has died, and answered
here where no worker lives; whatever comes twice is dropped by match, epoch and ply.
"""

from __future__ import annotations

import logging
import queue
from typing import TYPE_CHECKING

from webapp.cluster.members import SERVERS, WORKERS
from webapp.cluster.questions import DEEP, LOADS, QUICK, SEARCH, Task, Word
from webapp.cluster.task_queue import TaskQueue
from webapp.worker.jobs import is_quick

if TYPE_CHECKING:
    from engine.game import Move
    from engine.search.control import SearchControl
    from webapp.cluster.link import Link
    from webapp.cluster.members import Members
    from webapp.cluster.task_queue import Box
    from webapp.service.ports import Question
    from webapp.worker.pool import AiPool, Stages

log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds without a word after which is looked whether the worker lives."""

ATTEMPTS = 4
"""Workers that may die over one question; the server does not risk to be the next."""


class Workers:
    """Thread-safe; `ask` is the pool's `workers`."""

    def __init__(self, link: Link, members: Members) -> None:
        self._link = link
        self._members = members
        self.task_queue = TaskQueue(link, members.me)
        self._alive: frozenset[str] = frozenset()
        self._servers = 1

    def __len__(self) -> int:
        """Workers that live."""
        return len(self._alive)

    def refresh(self) -> None:
        """See who lives."""
        self._alive = frozenset(self._members.all(WORKERS))
        self._servers = max(1, len(self._members.all(SERVERS)))

    def fit(self, pool: AiPool, own: int) -> None:
        """Let a pool with so many threads of its own ask for this server's share of all."""
        share = -(-len(self._alive) // self._servers)
        pool.widen(share or 1, share or own)

    def ask(
        self, question: Question, seconds: float, control: SearchControl, stages: Stages
    ) -> Move | None:
        """The move that a worker finds; None where none answers."""
        for _ in range(ATTEMPTS):
            if not self._alive or not self._link.up or control.stopped:
                return None
            stages.searches()
            word = self._try(question, seconds, control, stages)
            if word is not None:
                return word.move
        raise RuntimeError(f"{ATTEMPTS} workers have died over it.")

    def _try(
        self, question: Question, seconds: float, control: SearchControl, stages: Stages
    ) -> Word | None:
        """What becomes of one task; None where its worker has died."""
        game, moves = question.position.game.key, list(question.moves)
        line = QUICK if is_quick(question.level) else DEEP
        with self.task_queue.box() as (name, box):
            task = Task(name, self._members.me, game, moves, question.level, seconds)
            if not self.task_queue.send(line, SEARCH, task):
                return Word(name, "")
            control.when_stopped(lambda: self.task_queue.stop(name))
            return self._wait(box, name, stages)

    def _wait(self, box: Box, name: str, stages: Stages) -> Word | None:
        """The last word of a task."""
        worker, times, loads = "", self._link.times, False
        while True:
            try:
                word = box.get(timeout=LOOK)
            except queue.Empty:
                if self._link.times != times or not self._link.up:
                    return Word(name, worker)  # the answer may be lost
                if worker and not self._members.alive([worker]):
                    log.warning("Worker %s is dead; another one is asked.", worker)
                    return None
                if not worker and not self._alive:
                    return Word(name, worker)
                continue
            if word.move is not None:
                return word
            if word.trouble:
                log.error("Worker %s: %s", word.worker, word.trouble)
                return Word(name, worker)
            worker = word.worker
            if loads != (word.progress == LOADS):
                loads = not loads
                (stages.loads if loads else stages.searches)()
