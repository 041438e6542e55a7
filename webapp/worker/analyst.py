"""The threads that see to what people analyse: one search here at a time, which gives way to those
that choose moves, and as many by other processes as those can do."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from engine.judging.analysis import analyze
from engine.search.plain import PlainSearcher
from webapp.service.known import Known
from webapp.service.reviews import bounds_of
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


Tell: TypeAlias = Callable[[int, int, float], None]
"""Hears how far a search has come: plies, positions, seconds."""

Here: TypeAlias = "Callable[[], Known]"
"""Searches in this process."""

Others: TypeAlias = "Callable[[Work, Tell, Here], Known | None]"
"""Has another process search, or this one; None: nobody wants it any more."""


def nobody(work: Work, tell: Tell, here: Here) -> Known | None:
    """There are no other processes."""
    return here()


class Analyst:
    """Takes work from `Analyses` until they are closed."""

    def __init__(
        self,
        analyses: Analyses,
        compiled: Callable[[Game], Searcher | None],
        preparing: Callable[[], bool],
        others: Others = nobody,
    ) -> None:
        """`compiled`: the calling thread's compiled searcher, None while there is none.

        `preparing`: whether compiled searchers are being made, for which the search in plain
        Python only stands in. `others` are asked first.
        """
        self._analyses = analyses
        self._compiled = compiled
        self._preparing = preparing
        self._others = others
        self._here = threading.Lock()
        """Held while this process searches."""
        self._lock = threading.Lock()
        self._wanted = self._serving = 0
        self.widen(1)

    def widen(self, threads: int) -> None:
        """See to so many searches at a time, as other processes do them; to one at least."""
        with self._lock:
            self._wanted = max(1, threads)
            missing = max(0, self._wanted - self._serving)
            self._serving += missing
        for _ in range(missing):
            threading.Thread(target=self._work, name="flipfour-analysis", daemon=True).start()

    def _retires(self) -> bool:
        with self._lock:
            if self._serving <= self._wanted:
                return False
            self._serving -= 1
            return True

    def _work(self) -> None:
        step_back(NICENESS)
        while not self._retires() and (work := self._analyses.take()) is not None:
            self._do(work)

    def _reporter(self, work: Work) -> Report:
        """Tells how far a search has come, a few times a second at most."""
        told = monotonic()

        def report(info: Info) -> None:
            nonlocal told
            if monotonic() - told >= PAUSE:
                told = monotonic()
                self._analyses.progress(work, info.depth, info.nodes, info.elapsed)

        return report

    def _do(self, work: Work) -> None:
        known: Known | None = None
        try:
            progress = partial(self._analyses.progress, work)
            known = self._others(work, progress, partial(self._search, work))
        except Exception:
            key, moves = work.position.game.key, work.key[1]
            log.exception("The analysis of %s after %s failed.", key, moves)
        if known is None:
            self._analyses.finish(work, None)
        else:
            self._analyses.finish(work, known.found, stand_in=known.stand_in)

    def _search(self, work: Work) -> Known:
        game = work.position.game
        with self._here:
            searcher = self._compiled(game)
            stand_in = searcher is None and self._preparing()
            using, report = searcher or PlainSearcher(game), self._reporter(work)
            limit, others = bounds_of(work.seconds, review=work.slice is None)
            found = analyze(work.position, using, limit, work.control, report, None, others)
        return Known(found.informed, work.seconds, stand_in)
