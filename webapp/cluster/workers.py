"""Asks workers for moves, over a task queue in Redis (RQ).

The threads of the server's own pool wait for the answers, so that lines, turns and shares of
time are the pool's as ever. A question is sent again where its worker has died, and answered
here where no worker lives; whatever comes twice is dropped by match, epoch and ply.
"""

from __future__ import annotations

import logging
import queue
import secrets
import threading
from dataclasses import asdict
from typing import TYPE_CHECKING

from rq import Queue
from rq.serializers import JSONSerializer

from webapp.cluster.members import SERVERS, WORKERS
from webapp.cluster.questions import (
    DEEP,
    QUICK,
    SEARCH,
    STOPS,
    Task,
    Word,
    answers_channel,
    decode,
)
from webapp.worker.jobs import is_quick

if TYPE_CHECKING:
    from engine.game import Move
    from engine.search.control import SearchControl
    from webapp.cluster.link import Link
    from webapp.cluster.members import Members
    from webapp.service.ports import Question
    from webapp.worker.pool import AiPool

log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds without a word after which is looked whether the worker lives."""

FORGOTTEN = 60
"""Seconds after which nobody waits for a task any more."""

ATTEMPTS = 4
"""Workers that may die over one question; the server does not risk to be the next."""


class Workers:
    """Thread-safe; `ask` is the pool's `workers`."""

    def __init__(self, link: Link, members: Members) -> None:
        self._link = link
        self._members = members
        self._channel = answers_channel(members.me)
        self._lock = threading.Lock()
        self._waiting: dict[str, queue.SimpleQueue[Word]] = {}
        self._alive: frozenset[str] = frozenset()
        self._servers = 1
        link.follow(self._channel)

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

    def hear(self, channel: str, text: bytes) -> bool:
        """A message of Redis; whether it was for here."""
        if channel != self._channel:
            return False
        word = decode(text)
        with self._lock:
            box = self._waiting.get(word.id) if word else None
        if box is not None and word is not None:
            box.put(word)
        return True

    def ask(self, question: Question, seconds: float, control: SearchControl) -> Move | None:
        """The move that a worker finds; None where none answers."""
        for _ in range(ATTEMPTS):
            if not self._alive or not self._link.up or control.stopped:
                return None
            word = self._try(question, seconds, control)
            if word is not None:
                return word.move
        raise RuntimeError(f"{ATTEMPTS} workers have died over it.")

    def _try(self, question: Question, seconds: float, control: SearchControl) -> Word | None:
        """What becomes of one task; None where its worker has died."""
        name = secrets.token_hex(8)
        game, moves = question.position.game.key, list(question.moves)
        task = Task(name, self._members.me, game, moves, question.level, seconds)
        box: queue.SimpleQueue[Word] = queue.SimpleQueue()
        with self._lock:
            self._waiting[name] = box
        try:
            if not self._send(QUICK if is_quick(question.level) else DEEP, task):
                return Word(name, "")
            control.when_stopped(lambda: self._link.publish(STOPS, name))
            return self._wait(box, name)
        finally:
            with self._lock:
                del self._waiting[name]

    def _send(self, line: str, task: Task) -> bool:
        def put(redis):  # type: ignore[no-untyped-def]
            tasks = Queue(line, connection=redis, serializer=JSONSerializer)
            tasks.enqueue_call(
                SEARCH, args=(asdict(task),), job_id=task.id, timeout=-1, ttl=FORGOTTEN,
                result_ttl=0, failure_ttl=FORGOTTEN,
            )  # fmt: skip
            return True

        return self._link.do(put, False)

    def _wait(self, box: queue.SimpleQueue[Word], name: str) -> Word | None:
        """The last word of a task."""
        worker, times = "", self._link.times
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
