"""What a worker process does: it takes searches from the task queue and says what it found."""

from __future__ import annotations

import logging
import threading
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from rq import SimpleWorker
from rq.serializers import JSONSerializer

from engine import registry
from engine.orphans import end_with_parent
from engine.players import player_for
from engine.search.control import SearchControl
from engine.warmup import Warmup
from webapp.cluster.link import Link, connect
from webapp.cluster.members import BEAT, WORKERS, Members
from webapp.cluster.questions import STOPS, Task, Word, answers_channel, encode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

log = logging.getLogger(__name__)


class Desk:
    """The one search of a process, and its line to the servers."""

    current: Desk

    def __init__(self, url: str, warmup: Warmup) -> None:
        self._link = Link(url, self._hear)
        self.members = Members(self._link, WORKERS)
        self._warmup = warmup
        self._choosers = partial(player_for, compiled=warmup.searcher)
        self._lock = threading.Lock()
        self._task = ""
        self._control = SearchControl()

    def start(self) -> None:
        """Compile, and only then live: nobody should wait for the compiler."""
        self._warmup.start()
        self._warmup.wait()
        self._link.follow(STOPS)
        self._link.start()
        self._link.wait(BEAT)
        threading.Thread(target=self._live, name="flipfour-beat", daemon=True).start()

    def do(self, task: Task) -> None:
        """Search, and say so before and after; an answer that does not arrive is asked anew."""
        self._say(task, Word(task.id, self.members.me))
        try:
            word = Word(task.id, self.members.me, move=self._search(task))
        except Exception as error:
            log.exception("The search of %s after %s failed.", task.game, task.moves)
            word = Word(task.id, self.members.me, trouble=f"{type(error).__name__}: {error}")
        self._say(task, word)

    def _search(self, task: Task) -> int:
        position = registry.game(task.game).start()
        for move in task.moves:
            position = position.play(move)
        with self._controlled(task) as control, control.deadline(task.seconds):
            return self._choosers(position.game, task.level).choose(position, control).move

    @contextmanager
    def _controlled(self, task: Task) -> Iterator[SearchControl]:
        with self._lock:
            self._task, self._control = task.id, SearchControl()
        try:
            yield self._control
        finally:
            with self._lock:
                self._task = ""

    def _say(self, task: Task, word: Word) -> None:
        self._link.publish(answers_channel(task.server), encode(word))

    def _hear(self, channel: str, text: bytes) -> None:
        with self._lock:
            if channel == STOPS and text.decode() == self._task:
                self._control.stop()

    def _live(self) -> None:
        while True:
            self.members.beat()
            threading.Event().wait(BEAT)


def search(task: dict[str, Any]) -> None:
    """The task, as the queue calls it."""
    Desk.current.do(Task(**task))


class TaskWorker(SimpleWorker):
    """One task at a time in this process, no fork: the kernels are compiled and stay so."""

    max_connection_wait_time = 1.0


def run(url: str, queues: Sequence[str], warmup: Warmup | None = None) -> None:
    """Work until told to stop: the search in progress is finished."""
    end_with_parent()
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    desk = Desk.current = Desk(url, warmup or Warmup())
    desk.start()
    worker = TaskWorker(
        queues,
        name=desk.members.me,
        connection=connect(url, waiting=True),
        serializer=JSONSerializer,
    )
    worker.work(logging_level="WARNING")
    desk.members.leave()
