"""Players that search: as well as they can, or erring as people do."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from engine.errors import GameOver
from engine.players.base import Choice
from engine.search.info import Info
from engine.search.knowledge import knowledge_of
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.game import Game, Move, Position
    from engine.players.base import Report
    from engine.players.levels import Level
    from engine.search.control import SearchControl
    from engine.search.searcher import Candidate, Searcher

    SearcherSource: TypeAlias = Callable[[Game], Searcher | None]

OPENING = 6
"""Plies in which a player that never errs varies its play among nearly equal moves."""

NEARLY_EQUAL = 25
"""Estimates that differ by less than this, hundredths of a disc, are as good as equal."""

SHARE_FOR_THE_BEST = 0.7
"""Part of the time spent on the best move; the rest looks for others as good."""

GLANCE = 2
"""Plies seen of a move whose consequences are overlooked: it and the reply."""

DECIDED = 5_000
"""Worth of a proved win beside estimates, hundredths of a disc."""


class SearchingPlayer:
    """Plays at `level` with the searcher that `compiled` offers, else the plain one."""

    def __init__(
        self, game: Game, level: Level, seed: int | None, compiled: SearcherSource
    ) -> None:
        self._game = game
        self._level = level
        self._random = Random(seed)  # noqa: S311 (a game, no secret)
        self._compiled = compiled
        self._knowledge = knowledge_of(game)

    def choose(
        self, position: Position, control: SearchControl, report: Report | None = None
    ) -> Choice:
        """A legal move; see `Chooser.choose`."""
        legal = position.legal_moves()
        if not legal:
            raise GameOver("The game is over.")
        if len(legal) == 1:
            return Choice(legal[0])
        if self._level.careful:
            winning = self._knowledge.winning_move(position)
            if winning is not None:
                return Choice(winning)
        searcher = self._compiled(self._game) or PlainSearcher(self._game)
        if self._level.errs:
            return self._err(searcher, position, control, report)
        return self._play_best(searcher, position, control, report)

    def _play_best(
        self,
        searcher: Searcher,
        position: Position,
        control: SearchControl,
        report: Report | None,
    ) -> Choice:
        """The best move, or another that is as good."""
        level, started = self._level, perf_counter()
        share = level.time * SHARE_FOR_THE_BEST
        info = searcher.search(position, Limit(time=share, depth=level.depth), control, report)
        left = level.time - (perf_counter() - started)
        if control.stopped or left <= 0 or not (info.exact or position.ply < OPENING):
            return Choice(info.pv[0], info)
        depth = None if info.exact else max(info.depth - 1, 1)
        found = searcher.candidates(position, Limit(time=left, depth=depth), control)
        equals = [c for c in found if _as_good(c, found[0], info)]
        if not any(c.move == info.pv[0] for c in equals):
            return Choice(info.pv[0], info)
        chosen = self._random.choice(equals)
        return Choice(chosen.move, _known(chosen, info))

    def _err(
        self,
        searcher: Searcher,
        position: Position,
        control: SearchControl,
        report: Report | None,
    ) -> Choice:
        """A move chosen with oversights and misjudgements, never blind to the next reply."""
        level, started = self._level, perf_counter()
        limit = Limit(time=level.time, depth=level.depth)
        found = self._without_blunders(
            position, searcher.candidates(position, limit, control, report)
        )
        glances = self._glances(searcher, position, control)
        judged = {
            c.move: glances[c.move] if self._random.random() < level.oversight else _hundredths(c)
            for c in found
        }
        chosen = max(found, key=lambda c: judged[c.move] + self._random.gauss(0, level.noise))
        elapsed = perf_counter() - started
        info = Info(chosen.depth, chosen.score, chosen.pv, control.nodes, elapsed, chosen.exact)
        return Choice(chosen.move, info)

    def _glances(
        self, searcher: Searcher, position: Position, control: SearchControl
    ) -> dict[Move, int]:
        """What each move looks like to somebody who overlooks its consequences."""
        if self._level.careful:
            found = searcher.candidates(position, Limit(depth=GLANCE), control)
            return {candidate.move: _hundredths(candidate) for candidate in found}
        evaluate, mover = self._knowledge.evaluate, position.to_move
        return {move: evaluate(position.play(move), mover) for move in position.legal_moves()}

    def _without_blunders(
        self, position: Position, found: Sequence[Candidate]
    ) -> Sequence[Candidate]:
        """The moves that do not let the next player win at once, if there are any."""
        if not self._level.careful:
            return found
        return [c for c in found if not self._allows_a_win(position, c.move)] or found

    def _allows_a_win(self, position: Position, move: Move) -> bool:
        after = position.play(move)
        return after.outcome() is None and self._knowledge.winning_move(after) is not None


def _as_good(candidate: Candidate, best: Candidate, info: Info) -> bool:
    """Whether a candidate may be played instead of the best move that `info` knows."""
    if info.exact:
        return candidate.exact and candidate.score == info.score
    return not candidate.exact and best.score - candidate.score < NEARLY_EQUAL


def _known(chosen: Candidate, info: Info) -> Info:
    if chosen.move == info.pv[0]:
        return info
    return Info(chosen.depth, chosen.score, chosen.pv, info.nodes, info.elapsed, chosen.exact)


def _hundredths(candidate: Candidate) -> int:
    """A candidate's worth on one scale, so that misjudgements can be added to it."""
    if not candidate.exact:
        return max(-DECIDED, min(DECIDED, candidate.score))
    sign = (candidate.score > 0) - (candidate.score < 0)
    return sign * DECIDED + 100 * candidate.score
