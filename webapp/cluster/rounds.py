"""The threads of a server among several: what is done again and again, and what is in line."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import TypeAlias

from webapp.domain.errors import Refusal

Step: TypeAlias = Callable[[], None]

log = logging.getLogger(__name__)


class Rounds:
    """Takes every step each so many seconds, looking for what is due every `look` seconds."""

    def __init__(self, look: float, *steps: tuple[float, Step]) -> None:
        """`steps`: the seconds between two times, and what is done."""
        self._look = look
        self._steps = steps
        self._ended = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._run, name="flipfour-cluster", daemon=True).start()

    def close(self) -> None:
        """End after the step that is being taken."""
        self._ended.set()

    def _run(self) -> None:
        due = {step: time.monotonic() for _, step in self._steps}
        while not self._ended.is_set():
            for pause, step in self._steps:
                if time.monotonic() >= due[step]:
                    due[step] = time.monotonic() + pause
                    _take(step, "The other servers could not be looked after.")
            self._ended.wait(self._look)


class Backlog:
    """Takes one step after the other, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Step | None] = queue.SimpleQueue()

    def start(self) -> None:
        threading.Thread(target=self._run, name="flipfour-cluster", daemon=True).start()

    def put(self, step: Step) -> None:
        """Have a step taken that may wait for Redis or the store."""
        self._waiting.put(step)

    def close(self) -> None:
        """End after the steps that are in line."""
        self._waiting.put(None)

    def _run(self) -> None:
        while (step := self._waiting.get()) is not None:
            _take(step, "News between the servers was lost.")


def _take(step: Step, failure: str) -> None:
    """Do what is done again soon, and so may fail: the log says it, unless the store is away."""
    try:
        step()
    except Refusal:
        pass
    except Exception:
        log.exception(failure)
