"""What a worker process does that analyses positions. It gives way to those that choose moves."""

from __future__ import annotations

from typing import Any

from engine.search.plain import PlainSearcher
from engine.warmup import Warmup
from webapp.cluster.members import ANALYSTS
from webapp.cluster.questions import ANALYSES, REVIEW, Task
from webapp.cluster.searching import position_of
from webapp.cluster.worker_process import HastyWorker, WorkerProcess, work
from webapp.persistence.known import dump
from webapp.priorities import step_back
from webapp.service.known import Known
from webapp.worker.analyst import NICENESS, weigh


class AnalysisProcess(WorkerProcess):
    """Weighs every move of a position."""

    def __init__(self, url: str, warmup: Warmup) -> None:
        super().__init__(url, ANALYSTS)
        self._warmup = warmup

    def prepare(self) -> None:
        step_back(NICENESS)
        self._warmup.start()
        self._warmup.wait()

    def do(self, task: Task) -> None:
        def tell(depth: int, nodes: int, elapsed: float) -> None:
            self.say(task, progress={"depth": depth, "nodes": nodes, "elapsed": elapsed})

        with self.working(task) as control:
            position, review = position_of(task), task.level == REVIEW
            using = self._warmup.searcher(position.game) or PlainSearcher(position.game)
            found = weigh(position, using, task.seconds, control, tell, review=review)
            if not control.stopped:
                self.say(task, found=dump(Known(found, task.seconds)))


def analyse(task: dict[str, Any]) -> None:
    """The task, as the queue calls it."""
    process = WorkerProcess.current
    assert isinstance(process, AnalysisProcess)  # noqa: S101 (it alone takes from this queue)
    process.do(Task(**task))


def run(url: str, warmup: Warmup | None = None) -> None:
    """Work until told to stop."""
    work(url, [ANALYSES], AnalysisProcess(url, warmup or Warmup()), HastyWorker)
