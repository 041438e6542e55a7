"""A player that errs as people do: it misjudges, and overlooks what comes later."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from engine.parts.of_game import knowledge_of
from engine.players.base import Choice
from engine.players.caution import only_move, winning_move, without_blunders
from engine.players.levelled import LevelPlayer, known

if TYPE_CHECKING:
    from engine.game import Move, Position
    from engine.search.control import SearchControl
    from engine.search.info import Report
    from engine.search.limits import Limit
    from engine.search.searcher import Candidate, Searcher

GLANCE = 2
"""Plies seen of a move whose consequences are overlooked: it and the reply."""

LEAST_SHARE = 0.1
"""Part of a time limit that a glance may take where the search has spent it all."""

DECIDED = 5_000
"""Worth of a proved win beside estimates, hundredths of a disc."""


class ErringPlayer(LevelPlayer):
    """Weighs every move like a search does, then errs by the level's measure.

    While it attends it takes every win in one and, where it can, stops every loss in one.
    """

    def choose(
        self, position: Position, control: SearchControl, report: Report | None = None
    ) -> Choice:
        """A move that looks good at the level's sight; see `Chooser.choose`."""
        at_once, attends = only_move(position), self._random.random() < self._level.attention
        if at_once is None and attends:
            at_once = winning_move(position)
        if at_once is not None:
            return Choice(at_once)
        started = perf_counter()
        searcher, limit = self._searcher_now()
        found = searcher.candidates(position, limit, control, report)
        if attends:
            found = tuple(without_blunders(position, found))
        if control.stopped:
            chosen = found[0]
        else:
            glances = (
                self._glances(searcher, position, _rest(limit, started), control)
                if attends
                else self._feel(position)
            )
            chosen = max(found, key=lambda candidate: self._judge(candidate, glances))
        return Choice(chosen.move, known(chosen, control.nodes, started))

    def _judge(self, candidate: Candidate, glances: dict[Move, int]) -> float:
        """What the player thinks of a move, in hundredths of a disc."""
        overlooked = self._random.random() < self._level.oversight
        seen = glances[candidate.move] if overlooked else _hundredths(candidate)
        return seen + self._random.gauss(0, self._level.noise)

    def _glances(
        self, searcher: Searcher, position: Position, limit: Limit, control: SearchControl
    ) -> dict[Move, int]:
        """What each move looks like to somebody who overlooks its consequences."""
        found = searcher.candidates(position, replace(limit, depth=GLANCE), control)
        return {candidate.move: _hundredths(candidate) for candidate in found}

    def _feel(self, position: Position) -> dict[Move, int]:
        """What each move looks like to somebody who does not even see the reply."""
        evaluate, mover = knowledge_of(self._game).evaluate, position.to_move
        return {move: evaluate(position.play(move), mover) for move in position.legal_moves()}


def _rest(limit: Limit, started: float) -> Limit:
    """What a limit leaves since `started`, a reading of `perf_counter`; at least a share."""
    if limit.time is None:
        return limit
    left = limit.time - (perf_counter() - started)
    return replace(limit, time=max(left, LEAST_SHARE * limit.time))


def _hundredths(candidate: Candidate) -> int:
    """A candidate's worth on one scale, so that misjudgements can be added to it."""
    score = candidate.score
    if score.exact:
        return score.sign * DECIDED + score.hundredths
    if score.certain:
        return score.result * DECIDED
    return max(-DECIDED, min(DECIDED, score.value))
