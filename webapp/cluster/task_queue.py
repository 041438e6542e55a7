"""A server's way to the workers and back: tasks into queues (RQ), words by id into boxes."""

from __future__ import annotations

import queue
import secrets
import threading
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeAlias

from rq import Queue
from rq.serializers import JSONSerializer

from webapp.cluster.questions import STOPS, Word, answers_channel, decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from redis import Redis

    from webapp.cluster.link import Link
    from webapp.cluster.questions import Inquiry, Task

FORGOTTEN = 60
"""Seconds after which nobody waits for a task any more."""

Box: TypeAlias = "queue.SimpleQueue[Word]"


class TaskQueue:
    """Thread-safe."""

    def __init__(self, link: Link, server: str) -> None:
        self._link = link
        self._channel = answers_channel(server)
        self._lock = threading.Lock()
        self._waiting: dict[str, Box] = {}
        link.follow(self._channel)

    def hear(self, channel: str, text: bytes) -> bool:
        """A message of Redis; whether it was for here."""
        if channel != self._channel:
            return False
        word = decode(text)
        if word is None:
            return True
        with self._lock:
            box = self._waiting.get(word.id)
        if box is not None:
            box.put(word)
        elif not word.last:  # nobody waits for it any more
            self.stop(word.id)
        return True

    @contextmanager
    def box(self) -> Iterator[tuple[str, Box]]:
        """A new task's id, and what is said of it meanwhile."""
        name, box = secrets.token_hex(8), queue.SimpleQueue[Word]()
        with self._lock:
            self._waiting[name] = box
        try:
            yield name, box
        finally:
            with self._lock:
                del self._waiting[name]

    def send(self, line: str, function: str, task: Task | Inquiry) -> bool:
        """Put a task into a queue; False where Redis is away."""

        def put(redis: Redis) -> bool:
            _queue(line, redis).enqueue_call(
                function, args=(asdict(task),), job_id=task.id, timeout=-1, ttl=FORGOTTEN,
                result_ttl=0, failure_ttl=FORGOTTEN,
            )  # fmt: skip
            return True

        return self._link.do(put, False)

    def withdraw(self, line: str, name: str) -> None:
        """Have a task neither begun nor gone on with."""
        self._link.do(lambda redis: _queue(line, redis).remove(name), None)
        self.stop(name)

    def stop(self, name: str) -> None:
        """Have a search end at once."""
        self._link.publish(STOPS, name)


def _queue(line: str, redis: Redis) -> Queue:
    return Queue(line, connection=redis, serializer=JSONSerializer)
