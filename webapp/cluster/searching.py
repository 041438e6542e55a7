"""What a worker process does that chooses moves."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from engine import registry
from engine.players import player_for
from engine.warmup import Warmup
from webapp.cluster.members import WORKERS
from webapp.cluster.questions import Task
from webapp.cluster.worker_process import TaskWorker, WorkerProcess, work
from webapp.domain.opening import positions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Position


class SearchProcess(WorkerProcess):
    """Chooses moves."""

    def __init__(self, url: str, warmup: Warmup) -> None:
        super().__init__(url, WORKERS)
        self._warmup = warmup
        self._choosers = partial(player_for, compiled=warmup.searcher)

    def prepare(self) -> None:
        self._warmup.start()
        self._warmup.wait()

    def do(self, task: Task) -> None:
        with self.working(task, loads=True) as control:
            position = position_of(task)
            self._warmup.searcher(position.game)
            self.searches(task)
            with control.deadline(task.seconds):
                chooser = self._choosers(position.game, task.level)
                self.say(task, move=chooser.choose(position, control).move)


def position_of(task: Task) -> Position:
    """The position that a task is about."""
    return positions(registry.game(task.game), task.moves)[-1]


def search(task: dict[str, Any]) -> None:
    """The task, as the queue calls it."""
    process = WorkerProcess.current
    assert isinstance(process, SearchProcess)  # noqa: S101 (it alone takes from these queues)
    process.do(Task(**task))


def run(url: str, queues: Sequence[str], warmup: Warmup | None = None) -> None:
    """Work until told to stop: the search in progress is finished."""
    work(url, queues, SearchProcess(url, warmup or Warmup()), TaskWorker)
