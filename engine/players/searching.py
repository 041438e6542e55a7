"""A player that searches and plays as well as its limits allow, with variety."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from engine.game import Game
from engine.players.base import Choice
from engine.players.caution import allows_a_win, only_move, winning_move, without_blunders
from engine.players.traps import hardest_to_answer
from engine.search.info import Info
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher
from engine.search.searcher import Searcher
from engine.warmup import kernel_modules

if TYPE_CHECKING:
    from engine.game import Position
    from engine.players.base import Report
    from engine.players.levels import Level
    from engine.search.control import SearchControl
    from engine.search.searcher import Candidate

SearcherSource: TypeAlias = Callable[[Game], Searcher | None]
"""Answers the compiled searcher of a game, or None while it is not ready."""

OPENING = 6
"""Plies in which play varies among nearly equal moves, not only among equal ones."""

NEARLY_EQUAL = 25
"""Estimates that differ by less than this, hundredths of a disc, are as good as equal."""

SHARE_FOR_THE_BEST = 0.7
"""Part of an opening move's time spent on the best one; the rest looks for others as good."""

STAND_IN_TIME = 2.0
"""Seconds at most for the plain search while it stands in for kernels: on a machine's first
start a move takes no longer than three, whatever the level allows."""


class SearchingPlayer:
    """Plays at `level` with the searcher that `compiled` offers, else the plain one."""

    def __init__(
        self, game: Game, level: Level, seed: int | None, compiled: SearcherSource
    ) -> None:
        self._game = game
        self._level = level
        self._random = Random(seed)  # noqa: S311 (a game, no secret)
        self._compiled = compiled

    def choose(
        self, position: Position, control: SearchControl, report: Report | None = None
    ) -> Choice:
        """The best move, or another that is as good; see `Chooser.choose`."""
        at_once = only_move(position)
        if at_once is None:
            at_once = winning_move(position)
        if at_once is not None:
            return Choice(at_once)
        started, level = perf_counter(), self._level
        searcher, time = searcher_now(self._game, level, self._compiled)
        share = SHARE_FOR_THE_BEST if position.ply < OPENING else 1
        limit = Limit(time=time * share, depth=level.depth)
        info = searcher.search(position, limit, control, report)
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
            return [*without_blunders(position, found)][:1]
        if not info.exact and position.ply >= OPENING:
            return []
        depth = None if info.exact else max(info.depth - 1, 1)
        found = searcher.candidates(position, Limit(time=seconds, depth=depth), control)
        equals = [candidate for candidate in found if _as_good(candidate, found[0], info)]
        if info.exact or found[0].exact or info.pv[0] in [c.move for c in equals]:
            return equals
        return []


def searcher_now(game: Game, level: Level, compiled: SearcherSource) -> tuple[Searcher, float]:
    """The searcher that is ready, and the seconds it may take at `level`."""
    if (ready := compiled(game)) is not None:
        return ready, level.time
    stands_in = bool(kernel_modules(game.key.partition(":")[0]))
    return PlainSearcher(game), min(level.time, STAND_IN_TIME) if stands_in else level.time


def known(chosen: Candidate, nodes: int, started: float) -> Info:
    """What is known of a chosen move; `started` is a reading of `perf_counter`."""
    elapsed = perf_counter() - started
    return Info(
        chosen.depth, chosen.score, chosen.pv, nodes, elapsed, chosen.exact, chosen.confidence
    )


def _as_good(candidate: Candidate, best: Candidate, info: Info) -> bool:
    """Whether a candidate is worth as much as the best move, proved or nearly so."""
    if info.exact or best.exact:
        score = info.score if info.exact else best.score
        return candidate.exact and candidate.score == score
    return not candidate.exact and best.score - candidate.score < NEARLY_EQUAL
