"""A player that searches and plays as well as its limits allow, with variety."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from engine.players.base import Choice
from engine.players.book import book_choice
from engine.players.caution import allows_a_win, only_move, winning_move, without_blunders
from engine.players.levelled import LevelPlayer, known
from engine.players.traps import hardest_to_answer
from engine.search.limits import Limit

if TYPE_CHECKING:
    from engine.game import Position
    from engine.search.control import SearchControl
    from engine.search.info import Info, Report
    from engine.search.searcher import Candidate, Searcher

OPENING = 6
"""Plies in which play varies among nearly equal moves, not only among equal ones."""

NEARLY_EQUAL = 25
"""Estimates that differ by less than this, hundredths of a disc, are as good as equal."""

SHALLOWER = 4
"""Plies less that an opening's moves may be searched, each for itself, than the best one was,
where a level bounds no depth: to bound it would keep a selective search from them."""

SHARE_FOR_THE_BEST = 0.7
"""Part of an opening move's time spent on the best one; the rest looks for others as good."""


class SearchingPlayer(LevelPlayer):
    """Plays as well as its level's limits allow."""

    def choose(
        self, position: Position, control: SearchControl, report: Report | None = None
    ) -> Choice:
        """The best move, or another that is as good; see `Chooser.choose`."""
        at_once = only_move(position)
        if at_once is None:
            at_once = winning_move(position)
        if at_once is not None:
            return Choice(at_once)
        if (from_book := book_choice(position, self._level, self._random)) is not None:
            return from_book
        started, level = perf_counter(), self._level
        searcher, limit = self._searcher_now()
        time = limit.time or 0.0
        share = SHARE_FOR_THE_BEST if position.ply < OPENING else 1
        info = searcher.search(position, replace(limit, time=time * share), control, report)
        left = time - (perf_counter() - started)
        if control.stopped or left <= 0:
            return Choice(info.pv[0], info)
        equals = self._equals(searcher, position, info, left, control)
        left = time - (perf_counter() - started)
        if level.cunning and info.exact and left > 0:
            equals = hardest_to_answer(searcher, position, equals, Limit(time=left), control)
        chosen = self._random.choice(equals) if equals else None
        if chosen is None or chosen.move == info.pv[0]:
            return Choice(info.pv[0], info)
        return Choice(chosen.move, known(chosen, control.nodes, started))

    def _equals(
        self,
        searcher: Searcher,
        position: Position,
        info: Info,
        seconds: float,
        control: SearchControl,
    ) -> list[Candidate]:
        """The moves to choose from; none where it is not known what equals the best one."""
        if allows_a_win(position, info.pv[0]):  # what the shallowest searches see too late
            limit = Limit(time=seconds, depth=self._level.depth)
            found = searcher.candidates(position, limit, control)
            if len(safe := without_blunders(position, found)) < len(found):
                return [safe[0]]
        if not info.exact and position.ply >= OPENING:
            return []
        depth, enough = self._level.depth, info.depth - SHALLOWER
        if depth is not None and not info.exact:
            depth = enough = max(info.depth - 1, 1)
        found = searcher.candidates(position, Limit(time=seconds, depth=depth), control)
        if not (info.exact or found[0].exact) and found[0].depth < enough:
            return []  # out of time: too shallow beside what chose the best one
        equals = [candidate for candidate in found if _as_good(candidate, found[0], info)]
        if info.exact or found[0].exact or info.pv[0] in [c.move for c in equals]:
            return equals
        return []


def _as_good(candidate: Candidate, best: Candidate, info: Info) -> bool:
    """Whether a candidate is worth as much as the best move, proved or nearly so."""
    if info.exact or best.exact:
        score = info.score if info.exact else best.score
        return candidate.exact and candidate.score == score
    if candidate.score.certain or best.score.certain:
        return candidate.score == best.score
    return best.score.value - candidate.score.value < NEARLY_EQUAL
