"""Laboratory questions in child processes that can be killed at any moment."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from engine.laboratory.memory import MEMORY_VARIABLE
from engine.processes.nursery import start

log = logging.getLogger(__name__)

Tell: TypeAlias = Callable[[dict[str, Any]], None]

MEMORY = 3 << 30
"""Bytes that a process may have, of which it needs a third of a gigabyte to begin with."""

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""For numpy: its products are small here, and a second thread takes time and memory of others."""


class Child:
    """One process of `engine.laboratory.process`."""

    def __init__(self, memory: int = MEMORY) -> None:
        """`memory`: bytes that the process may have."""
        self._process: subprocess.Popen[str] = start(
            "engine.laboratory.process",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=ONE_THREAD | os.environ | {MEMORY_VARIABLE: str(memory)},
        )

    def ask(self, request: dict[str, Any], tell: Tell) -> bool:
        """Send a request and pass every message on; answers whether the last one came."""
        assert self._process.stdin is not None  # noqa: S101 (a pipe was asked for)
        assert self._process.stdout is not None  # noqa: S101
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        for line in self._process.stdout:
            message = json.loads(line)
            tell(message)
            if message["t"] != "progress":
                return True
        return False

    def kill(self) -> None:
        """End it at once, whatever it is doing. Giving its memory back takes a while yet."""
        self._process.kill()

    def bury(self) -> None:
        """Kill it and wait until nothing is left of it."""
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()


class ChildRunner:
    """Implements the service's `Runner`: one thread and one child for each running question.

    One idle child is kept, so that a question does not wait for a process to start. Proofs
    that take long keep their progress in `folder`.
    """

    def __init__(self, folder: Path, memory: int = MEMORY) -> None:
        self._folder = folder
        self._memory = memory
        self._lock = threading.Lock()
        self._running: dict[str, tuple[Child, Tell]] = {}
        self._spare: Child | None = None
        self._closed = False

    def prepare(self) -> None:
        """Start the spare child, if there is none."""
        with self._lock:
            if self._spare is None and not self._closed:
                self._spare = Child(self._memory)

    def start(self, job_id: str, request: dict[str, Any], tell: Tell) -> None:
        """Ask in the background; `tell` hears every message, at last a final one."""
        with self._lock:
            child, self._spare = self._spare or Child(self._memory), None
            self._running[job_id] = child, tell
        thread = threading.Thread(
            target=self._run, args=(job_id, child, request, tell), name="laboratory", daemon=True
        )
        thread.start()

    def stop(self, job_id: str) -> None:
        """End a question at once; its final message is ``{"t": "stopped"}``."""
        with self._lock:
            running = self._running.pop(job_id, None)
        if running is not None:
            child, tell = running
            child.kill()
            tell({"t": "stopped"})  # its thread buries it

    def close(self) -> None:
        """Kill every child."""
        with self._lock:
            self._closed = True
            children = [child for child, _ in self._running.values()]
            children += [self._spare] if self._spare else []
            self._running.clear()
            self._spare = None
        for child in children:
            child.kill()
        for child in children:
            child.bury()

    def __len__(self) -> int:
        """Children that are answering a question."""
        return len(self._running)

    def _run(self, job_id: str, child: Child, request: dict[str, Any], tell: Tell) -> None:
        try:
            finished = child.ask(request | {"folder": str(self._folder)}, tell)
        except (OSError, ValueError):  # the pipe was closed under our reading
            finished = False
        with self._lock:
            was_stopped = self._running.get(job_id) != (child, tell)
            if not was_stopped:
                del self._running[job_id]
            keep = finished and not was_stopped and self._spare is None and not self._closed
            if keep:
                self._spare = child
        if not keep:
            child.bury()
        if not finished and not was_stopped:
            log.error("The laboratory's process for %s ended.", request)
            tell({"t": "failed"})
