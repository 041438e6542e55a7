"""The thread that searches what people analyse. It gives way to those that choose moves."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from engine.judging.analysis import Analysis, analyze
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher
from webapp.worker.pool import step_back

if TYPE_CHECKING:
    from engine.game import Game
    from engine.search.info import Info, Report
    from engine.search.searcher import Searcher
    from webapp.service.analysis import Analyses, Work

PAUSE = 0.4
"""Seconds between two reports of a search."""

log = logging.getLogger(__name__)

NICENESS = 10
"""More than threads give up that search for moves; the laboratory's processes give up all."""


class Analyst:
    """Takes work from `Analyses` until they are closed."""

    def __init__(
        self,
        analyses: Analyses,
        compiled: Callable[[Game], Searcher | None],
        preparing: Callable[[], bool],
    ) -> None:
        """`compiled`: the calling thread's compiled searcher, None while there is none.

        `preparing`: whether compiled searchers are being made, for which the search in plain
        Python only stands in.
        """
        self._analyses = analyses
        self._compiled = compiled
        self._preparing = preparing
        threading.Thread(target=self._work, name="flipfour-analysis", daemon=True).start()

    def _work(self) -> None:
        step_back(NICENESS)
        while (work := self._analyses.take()) is not None:
            self._do(work)

    def _reporter(self, work: Work) -> Report:
        """Tells how far a search has come, a few times a second at most."""
        told = monotonic()

        def report(info: Info) -> None:
            nonlocal told
            if monotonic() - told >= PAUSE:
                told = monotonic()
                self._analyses.progress(work, info)

        return report

    def _do(self, work: Work) -> None:
        found: Analysis | None = None
        game = work.position.game
        searcher = self._compiled(game)
        stand_in = searcher is None and self._preparing()
        try:
            limit = Limit(time=work.seconds)
            using = searcher or PlainSearcher(game)
            report = self._reporter(work)
            found = analyze(work.position, using, limit, work.control, report, 1).informed
        except Exception:
            log.exception("The analysis of %s after %s failed.", game.key, work.key[1])
        self._analyses.finish(work, found, stand_in=stand_in)
