"""What a worker process does that analyses positions. It gives way to those that choose moves."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

from engine.judging.analysis import analyze
from engine.search.plain import PlainSearcher
from engine.warmup import Warmup
from webapp.cluster.desk import Desk, HastyWorker, work
from webapp.cluster.members import ANALYSTS
from webapp.cluster.questions import ANALYSES, REVIEW, Task
from webapp.cluster.searching import position_of
from webapp.persistence.known import dump
from webapp.service.known import Known
from webapp.service.reviews import bounds_of
from webapp.worker.analyst import NICENESS, PAUSE
from webapp.worker.pool import step_back

if TYPE_CHECKING:
    from engine.search.info import Info, Report


class AnalysisDesk(Desk):
    """Weighs every move of a position."""

    def __init__(self, url: str, warmup: Warmup) -> None:
        super().__init__(url, ANALYSTS)
        self._warmup = warmup

    def prepare(self) -> None:
        step_back(NICENESS)
        self._warmup.start()
        self._warmup.wait()

    def do(self, task: Task) -> None:
        with self.working(task) as control:
            position = position_of(task)
            using = self._warmup.searcher(position.game) or PlainSearcher(position.game)
            limit, others = bounds_of(task.seconds, review=task.level == REVIEW)
            report = self._reporter(task)
            found = analyze(position, using, limit, control, report, None, others).informed
            if not control.stopped:
                self.say(task, found=dump(Known(found, task.seconds)))

    def _reporter(self, task: Task) -> Report:
        """Tells how far a search has come, a few times a second at most."""
        told = monotonic()

        def report(info: Info) -> None:
            nonlocal told
            if monotonic() - told >= PAUSE:
                told = monotonic()
                progress = {"depth": info.depth, "nodes": info.nodes, "elapsed": info.elapsed}
                self.say(task, progress=progress)

        return report


def analyse(task: dict[str, Any]) -> None:
    """The task, as the queue calls it."""
    desk = Desk.current
    assert isinstance(desk, AnalysisDesk)  # noqa: S101 (it alone takes from this queue)
    desk.do(Task(**task))


def run(url: str, warmup: Warmup | None = None) -> None:
    """Work until told to stop."""
    work(url, [ANALYSES], AnalysisDesk(url, warmup or Warmup()), HastyWorker)
