"""What a worker process does that answers the laboratory's questions, in a child that it kills
to stop one. What takes long keeps its progress on this machine."""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING, Any

from webapp.cluster.members import PROVERS
from webapp.cluster.questions import PROOFS, Inquiry
from webapp.cluster.worker_process import HastyWorker, WorkerProcess, work
from webapp.paths import data_folder
from webapp.worker.laboratory import ChildRunner

if TYPE_CHECKING:
    from pathlib import Path


class ProofProcess(WorkerProcess):
    """Answers one question after the other."""

    def __init__(self, url: str, folder: Path) -> None:
        super().__init__(url, PROVERS)
        self._runner = ChildRunner(folder)

    def prepare(self) -> None:
        self._runner.prepare()

    def do(self, task: Inquiry) -> None:
        messages: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        with self.working(task) as control:
            self._runner.start(task.id, task.request, messages.put)
            control.when_stopped(lambda: self._runner.stop(task.id))
            while (message := messages.get())["t"] == "progress":
                self.say(task, progress=message)
            if not control.stopped:
                self.say(task, found=message)


def prove(task: dict[str, Any]) -> None:
    """The task, as the queue calls it."""
    process = WorkerProcess.current
    assert isinstance(process, ProofProcess)  # noqa: S101 (it alone takes from this queue)
    process.do(Inquiry(**task))


def run(url: str, folder: Path | None = None) -> None:
    """Work until told to stop."""
    work(url, [PROOFS], ProofProcess(url, folder or data_folder() / "laboratory"), HastyWorker)
