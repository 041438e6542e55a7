"""The laboratory's runner where workers answer questions, too."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

from engine.search.control import SearchControl
from webapp.cluster.long_work import LOOK, Deadly
from webapp.cluster.questions import Inquiry

if TYPE_CHECKING:
    from webapp.cluster.long_work import LongWork
    from webapp.worker.laboratory import ChildRunner, Tell

log = logging.getLogger(__name__)


class SharedRunner:
    """Implements the service's `Runner`: workers are asked first, and this server's own processes
    answer what none of them does, few at a time."""

    def __init__(self, own: ChildRunner, workers: LongWork, server: str, at_once: int) -> None:
        self._own = own
        self._workers = workers
        self._server = server
        self._here = threading.Semaphore(at_once)
        self._lock = threading.Lock()
        self._away: dict[str, tuple[SearchControl, Tell]] = {}
        """What workers answer, or what waits for room here."""

    def prepare(self) -> None:
        if not len(self._workers):
            self._own.prepare()

    def start(self, job_id: str, request: dict[str, Any], tell: Tell) -> None:
        """Ask in the background; `tell` hears every message, at last a final one."""
        control = SearchControl()
        with self._lock:
            self._away[job_id] = control, tell
        run = (job_id, request, tell, control)
        threading.Thread(target=self._run, args=run, name="laboratory", daemon=True).start()

    def stop(self, job_id: str) -> None:
        """End a question at once; its final message is ``{"t": "stopped"}``."""
        with self._lock:
            found = self._away.pop(job_id, None)
        if found is None:
            self._own.stop(job_id)
            return
        control, tell = found
        control.stop()
        tell({"t": "stopped"})

    def close(self) -> None:
        with self._lock:
            away, self._away = list(self._away.values()), {}
        for control, _ in away:
            control.stop()
        self._own.close()

    def _run(
        self, job_id: str, request: dict[str, Any], tell: Tell, control: SearchControl
    ) -> None:
        def inquiry(name: str) -> Inquiry:
            return Inquiry(name, self._server, request)

        try:
            found = self._workers.ask(inquiry, control, tell)
        except Deadly:
            log.exception("The question %s could not be answered.", request)
            found = {"t": "failed"}
        if found is None:
            self._run_here(job_id, request, tell, control)
        elif self._taken_back(job_id, control):
            tell(found)

    def _taken_back(self, job_id: str, control: SearchControl) -> bool:
        """Whether a question was not stopped meanwhile, nor begun anew; it is no worker's now."""
        with self._lock:
            known = self._away.get(job_id)
            ours = known is not None and known[0] is control
            if ours:
                del self._away[job_id]
            return ours

    def _run_here(
        self, job_id: str, request: dict[str, Any], tell: Tell, control: SearchControl
    ) -> None:
        while not self._here.acquire(timeout=LOOK):
            if control.stopped:
                return
        leaving = threading.Lock()

        def told(message: dict[str, Any]) -> None:
            if message["t"] != "progress" and leaving.acquire(blocking=False):
                self._here.release()
            tell(message)

        with self._lock:
            known = self._away.get(job_id)
            if known is not None and known[0] is control:
                del self._away[job_id]
                self._own.start(job_id, request, told)
                return
        self._here.release()
