"""The thread that searches what people analyse. It gives way to those that choose moves."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.judging.analysis import Analysis, analyze
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher
from webapp.worker.pool import step_back

if TYPE_CHECKING:
    from engine.game import Game
    from engine.search.searcher import Searcher
    from webapp.service.analysis import Analyses, Work

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

    def _do(self, work: Work) -> None:
        found: Analysis | None = None
        game = work.position.game
        searcher = self._compiled(game)
        stand_in = searcher is None and self._preparing()
        try:
            limit = Limit(time=work.seconds)
            using = searcher or PlainSearcher(game)
            found = analyze(work.position, using, limit, work.control, threads=1).informed
        except Exception:
            log.exception("The analysis of %s after %s failed.", game.key, work.key[1])
        self._analyses.finish(work, found, stand_in=stand_in)
