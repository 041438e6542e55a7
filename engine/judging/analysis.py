"""A position's worth: the best line, and every move beside it."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

from engine.errors import EngineError, UnsupportedGame
from engine.parts import book_moves
from engine.search.info import Info
from engine.search.limits import Limit
from engine.search.score import final_score, worth
from engine.search.searcher import Candidate
from engine.search.solver import sign

if TYPE_CHECKING:
    from engine.game import Position
    from engine.search.control import SearchControl
    from engine.search.info import Report
    from engine.search.searcher import Searcher
    from engine.search.solver import PositionSolver

SHARE_FOR_THE_BEST = 0.5
"""Part of a time limit spent on the best line before the other moves are weighed."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found out about a position.

    Attributes:
        best: the best line; of a finished game an empty one with the final score.
        candidates: every legal move, the best one first.
        book: what the opening book says of them, nothing outside the book.
    """

    best: Info
    candidates: tuple[Candidate, ...]
    book: tuple[Candidate, ...] = ()

    @property
    def informed(self) -> Analysis:
        """The same with the book's word on the moves that it knows more deeply."""
        said = {known.move: known for known in self.book}
        found = [_deeper(candidate, said.get(candidate.move)) for candidate in self.candidates]
        if not found or not said:
            return self
        found.sort(key=worth, reverse=True)
        first, spent = found[0], self.best
        best = Info(
            *(first.depth, first.score, first.pv, spent.nodes, spent.elapsed),
            exact=first.exact,
            confidence=first.confidence,
        )
        return replace(self, best=best, candidates=tuple(found))


def analyze(
    position: Position,
    searcher: Searcher,
    limit: Limit,
    control: SearchControl,
    report: Report | None = None,
    threads: int | None = None,
) -> Analysis:
    """The best line of `position` and the worth of every move, within `limit`.

    `threads`: how many may work on it where the search can share the work; by default two
    if the machine has them.
    """
    limit = replace(limit, threads=threads or min(2, os.cpu_count() or 1))
    if position.outcome() is not None:
        score = final_score(position, position.to_move)
        return Analysis(Info(0, score, (), 0, 0.0, exact=True), ())
    started, nodes_before = perf_counter(), control.nodes
    share = None if limit.time is None else limit.time * SHARE_FOR_THE_BEST
    best = searcher.search(position, replace(limit, time=share), control, report)
    if limit.time is not None:
        left = limit.time - (perf_counter() - started)
        limit = replace(limit, time=max(left, limit.time * (1 - SHARE_FOR_THE_BEST)))
    found = searcher.candidates(position, limit, control)
    if best.exact:
        found = _with_proof(found, best)
    nodes, elapsed = max(control.nodes - nodes_before, best.nodes), perf_counter() - started
    first = found[0]
    info = Info(first.depth, first.score, first.pv, nodes, elapsed, first.exact, first.confidence)
    return Analysis(info, found, book_moves(position))


def decide(position: Position, solver: PositionSolver, control: SearchControl) -> Analysis:
    """The outcome of `position` and of every move, proved: 1 the mover wins, 0 a draw, -1.

    That is quicker than exact scores, so the lines are no more than the move itself.

    Raises:
        UnsupportedGame: more than two play.
        EngineError: `control` ended the search.
    """
    if len(position.game.player_names) != 2:
        raise UnsupportedGame("Who wins is decided for two players only.")
    started, nodes_before, mover = perf_counter(), control.nodes, position.to_move
    if position.outcome() is not None:
        score = sign(final_score(position, mover))
        return Analysis(Info(0, score, (), 0, 0.0, exact=True), ())
    found = []
    for move in position.legal_moves():
        after = position.play(move)
        solved = solver.solve_wdl(after, control)
        if solved is None:
            raise EngineError("The search was ended before every move was decided.")
        score = solved.score if after.to_move == mover else -solved.score
        found.append(Candidate(move, score, exact=True, depth=1, pv=(move,)))
    found.sort(key=lambda candidate: -candidate.score)
    best = found[0]
    nodes, elapsed = control.nodes - nodes_before, perf_counter() - started
    return Analysis(Info(1, best.score, best.pv, nodes, elapsed, exact=True), tuple(found))


def _deeper(candidate: Candidate, known: Candidate | None) -> Candidate:
    if known is None or candidate.exact or known.depth <= candidate.depth:
        return candidate
    return replace(
        candidate, score=known.score, exact=known.exact, depth=known.depth, confidence=100
    )


def _with_proof(found: tuple[Candidate, ...], best: Info) -> tuple[Candidate, ...]:
    """The candidates with the proved best line in front.

    An unproved one would not go there: it is searched deeper than the candidates, and
    estimates of different depths do not compare.
    """
    others = tuple(candidate for candidate in found if candidate.move != best.pv[0])
    first = Candidate(best.pv[0], best.score, best.exact, best.depth, best.pv)
    return (first, *others)
