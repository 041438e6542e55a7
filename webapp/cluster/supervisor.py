"""``flipfour worker``: several processes that search, started anew whenever one dies."""

from __future__ import annotations

import os
import subprocess
import time
from typing import TYPE_CHECKING

from engine.processes.nursery import start
from webapp.cluster.questions import ANALYSES, DEEP, PROOFS, QUICK
from webapp.stopping import Stop

if TYPE_CHECKING:
    from collections.abc import Sequence

REDIS = "FLIPFOUR_REDIS"
"""The variable that tells a process where Redis is: others could read it among arguments."""

LOOK = 0.5
"""Seconds between two looks at the processes."""

PAUSE = 2.0
"""Seconds between two starts of a process: one that dies at once is no reason to hurry."""

LEAVE = 25.0
"""Seconds in which a search may end when all are told to stop."""


class Place:
    """One process, and its successors."""

    def __init__(self, url: str, queues: Sequence[str]) -> None:
        self._environment = os.environ | {REDIS: url}
        self._queues = queues
        self._process: subprocess.Popen[bytes] | None = None
        self._started = -PAUSE

    def keep(self) -> None:
        """Start a process where none runs."""
        running = self._process is not None and self._process.poll() is None
        if running or time.monotonic() < self._started + PAUSE:
            return
        self._started = time.monotonic()
        self._process = start("webapp.cluster", *self._queues, env=self._environment)

    def tell_to_stop(self) -> None:
        if self._process is not None:
            self._process.terminate()

    def bury(self, deadline: float) -> None:
        """Wait for the end until a moment, and no longer."""
        if self._process is not None:
            try:
                self._process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def supervise(url: str, processes: int, analyses: int, proofs: int) -> None:
    """Keep so many processes for any move, one for quick ones, and others for analyses and for
    the laboratory's questions, which give way to moves, until told to stop."""
    stop = Stop()
    kinds = [[QUICK, DEEP]] * processes + [[QUICK]] + [[ANALYSES]] * analyses + [[PROOFS]] * proofs
    places = [Place(url, queues) for queues in kinds]
    while not stop.wait(0):
        for place in places:
            place.keep()
        stop.wait(LOOK)
    for place in places:
        place.tell_to_stop()
    deadline = time.monotonic() + LEAVE
    for place in places:
        place.bury(deadline)
