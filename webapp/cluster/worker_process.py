"""One process of `flipfour worker`: its line to the servers, and the one task that it is at."""

from __future__ import annotations

import logging
import os
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rq import SimpleWorker
from rq.serializers import JSONSerializer

from engine.processes.orphans import end_with_parent
from engine.search.control import SearchControl
from webapp.cluster.link import Link, connect
from webapp.cluster.members import BEAT, DEAD_AFTER, Members
from webapp.cluster.questions import LOADS, STOPS, Word, answers_channel, encode
from webapp.stopping import Stop

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rq.job import Job

    from webapp.cluster.questions import Inquiry, Task

log = logging.getLogger(__name__)

LONGEST = 3600
"""Seconds for which the queue believes that a task is being done; servers know better."""


class WorkerProcess:
    """Takes tasks of one kind. `prepare` and `do` are what the kinds differ in."""

    current: WorkerProcess

    def __init__(self, url: str, kind: str) -> None:
        """`kind`: of worker, see `webapp.cluster.members`."""
        self._link = Link(url, self._hear)
        self.members = Members(self._link, kind)
        self._lock = threading.Lock()
        self._task: Task | Inquiry | None = None
        self._control = SearchControl()
        self._loads = False
        """Whether the task's search has not begun."""

    def prepare(self) -> None:
        """What is done before the first task: nobody should wait for a compiler."""

    def start(self) -> None:
        """Live from now on."""
        self.prepare()
        self._link.follow(STOPS)
        self._link.start()
        self._link.wait(BEAT)
        threading.Thread(target=self._live, name="flipfour-beat", daemon=True).start()

    def say(self, task: Task | Inquiry, **said: Any) -> None:
        """A word on a task; an answer that does not arrive is asked anew."""
        self._link.publish(answers_channel(task.server), encode(Word(task.id, self.name, **said)))

    @property
    def name(self) -> str:
        return self.members.me

    @contextmanager
    def working(self, task: Task | Inquiry, *, loads: bool = False) -> Iterator[SearchControl]:
        """Be at a task, which the control given ends, and say so; a failure is said too.

        `loads`: its search begins when `searches` is called.
        """
        with self._lock:
            self._task, self._control, self._loads = task, SearchControl(), loads
            self._say_stage(task)
        try:
            yield self._control
        except Exception as error:
            log.exception("The task %s failed.", task)
            self.say(task, trouble=f"{type(error).__name__}: {error}")
        finally:
            with self._lock:
                self._task = None

    def searches(self, task: Task | Inquiry) -> None:
        """All that a task's search needs is loaded."""
        with self._lock:
            self._loads = False
            self._say_stage(task)

    def _say_stage(self, task: Task | Inquiry) -> None:
        """Under the lock, so that no stage is said after the next one."""
        self.say(task, **({"progress": LOADS} if self._loads else {}))

    def _hear(self, channel: str, text: bytes) -> None:
        with self._lock:
            if channel == STOPS and self._task is not None and text.decode() == self._task.id:
                self._control.stop()

    def _live(self) -> None:
        """Be known to live, and the task to be at work, for as long as its server lives."""
        heard = time.monotonic()
        while True:
            self.members.beat()
            with self._lock:
                task, control = self._task, self._control
            if task is None or self.members.alive([task.server]) != set():
                heard = time.monotonic()
            elif time.monotonic() - heard > 2 * DEAD_AFTER / 1000:
                control.stop()
            with self._lock:
                if task is not None and task is self._task:
                    self._say_stage(task)
            threading.Event().wait(BEAT)


class TaskWorker(SimpleWorker):
    """One task at a time in this process, no fork: the kernels are compiled and stay so."""

    max_connection_wait_time = 1.0

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:
        return LONGEST


class HastyWorker(TaskWorker):
    """Told to stop, it ends in the middle of a task, which its server then asks of another."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._stop = Stop()

    def _install_signal_handlers(self) -> None:
        threading.Thread(target=self._leave, name="flipfour-stop", daemon=True).start()

    def _leave(self) -> None:
        self._stop.wait()
        WorkerProcess.current.members.leave()
        os._exit(0)


def work(url: str, queues: Sequence[str], process: WorkerProcess, worker: type[TaskWorker]) -> None:
    """Work until told to stop."""
    end_with_parent()
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    WorkerProcess.current = process
    connection = connect(url, waiting=True)
    made = worker(queues, name=process.name, connection=connection, serializer=JSONSerializer)
    process.start()
    made.work(logging_level="WARNING")
    process.members.leave()
