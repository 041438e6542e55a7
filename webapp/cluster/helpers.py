"""Those who do a server's long work for it: analysts, and those who answer the laboratory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.cluster.long_work import ANALYSING, PROVING, LongWork
from webapp.cluster.proofs import SharedRunner
from webapp.cluster.questions import REVIEW, Task
from webapp.cluster.single_flight import SingleFlight
from webapp.domain.line import game_of
from webapp.persistence.known import dump, load

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from webapp.cluster.link import Link
    from webapp.cluster.members import Members
    from webapp.cluster.task_queue import TaskQueue
    from webapp.service.analysis import Work
    from webapp.service.known import Known
    from webapp.service.laboratory import Laboratory
    from webapp.worker.analyst import Analyst, Here, Tell
    from webapp.worker.laboratory import ChildRunner


SHARED = 0.25
"""Seconds of a review's step that servers share also where each searches by itself; a shorter one
takes no longer than to look for what another has found."""


class Helpers:
    """Thread-safe. The server's analyst and laboratory ask for as much at a time as is its share
    of all helpers, so that servers have equal parts."""

    def __init__(self, link: Link, members: Members, task_queue: TaskQueue) -> None:
        self._server = members.me
        self._analysts = LongWork(ANALYSING, task_queue, link, members)
        self._provers = LongWork(PROVING, task_queue, link, members)
        self._reviews = SingleFlight(link, members)
        self._fits: list[Callable[[], None]] = []

    def analyse(self, work: Work, tell: Tell, here: Here) -> Known | None:
        """What is found of a position, by a worker if one has time, or `here`; None: it is no more
        wanted.

        A step of a review that another server wants too is searched once for both.

        Raises:
            Deadly: it kills workers.
        """
        (root, moves), level = work.key, REVIEW if work.slice is None else ""
        game = game_of(root)
        if game is not root:
            return here()  # tasks name positions by the moves of a game
        own: Known | None = None

        def task(name: str) -> Task:
            return Task(name, self._server, game.key, list(moves), level, work.seconds)

        def hear(progress: dict[str, Any]) -> None:
            tell(progress["depth"], progress["nodes"], progress["elapsed"])

        def search() -> dict[str, Any] | None:
            nonlocal own
            found = self._analysts.ask(task, work.control, hear)
            if found is None and not work.control.stopped:
                own = here()
                if not own.stand_in and not work.control.stopped:
                    return dump(own)
            return found

        if level == REVIEW and (len(self._analysts) or work.seconds >= SHARED):
            asked = [game.key, *moves], work.seconds
            found = self._reviews.find(asked, work.control, search)
        else:
            found = search()
        if own is not None or found is None:
            return own
        return load(work.position, found)

    def runner(self, own: ChildRunner, at_once: int) -> SharedRunner:
        """The laboratory's, over this server's own for so many questions at a time."""
        return SharedRunner(own, self._provers, self._server, at_once)

    def widen(self, analyst: Analyst, laboratory: Laboratory) -> None:
        """Let these ask for what the helpers can do, from now on."""
        self._fits += [
            lambda: analyst.widen(self._analysts.share),
            lambda: laboratory.widen(self._provers.share),
        ]

    def refresh(self) -> None:
        """See who lives."""
        for work in (self._analysts, self._provers):
            work.refresh()
        self._reviews.keep()
        for fit in self._fits:
            fit()

    def gauges(self) -> dict[str, tuple[str, Callable[[], float]]]:
        """For the operator."""
        return {
            "analysts": ("Workers that analyse", lambda: len(self._analysts)),
            "provers": ("Workers that answer the laboratory", lambda: len(self._provers)),
        }
