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
from webapp.priorities import step_back
from webapp.service.known import Known
from webapp.service.reviews import bounds_of

if TYPE_CHECKING:
    from engine.game import Game, Position
    from engine.judging.analysis import Analysis
    from engine.search.control import SearchControl
    from engine.search.info import Info
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


def weigh(
    position: Position,
    using: Searcher,
    seconds: float,
    control: SearchControl,
    tell: Tell,
    *,
    review: bool,
) -> Analysis:
    """What a searcher finds of a position; `tell` is told a few times a second at most."""
    last_sent = monotonic()

    def report(info: Info) -> None:
        nonlocal last_sent
        if monotonic() - last_sent >= PAUSE:
            last_sent = monotonic()
            tell(info.depth, info.nodes, info.elapsed)

    limit, others = bounds_of(seconds, review=review)
    return analyze(position, using, limit, control, report, None, others).informed


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

    def _do(self, work: Work) -> None:
        known: Known | None = None
        try:
            tell = partial(self._analyses.progress, work)
            known = self._others(work, tell, partial(self._search, work, tell))
        except Exception:
            key, moves = work.position.game.key, work.key[1]
            log.exception("The analysis of %s after %s failed.", key, moves)
        if known is None:
            self._analyses.finish(work, None)
        else:
            self._analyses.finish(work, known.found, stand_in=known.stand_in)

    def _search(self, work: Work, tell: Tell) -> Known:
        game, review = work.position.game, work.slice is None
        with self._here:
            searcher = self._compiled(game)
            stand_in = searcher is None and self._preparing()
            using = searcher or PlainSearcher(game)
            found = weigh(work.position, using, work.seconds, work.control, tell, review=review)
        return Known(found, work.seconds, stand_in)
