"""A position's worth: the best line, and every move beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from engine.errors import EngineError, UnsupportedGame
from engine.parts.of_game import book_moves, proved_by_search, proved_score, soon_proved
from engine.search.info import Info
from engine.search.limits import Limit
from engine.search.score import Score, final_score, sign
from engine.search.searcher import Candidate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.game import Move, Position
    from engine.search.control import SearchControl
    from engine.search.info import Report
    from engine.search.searcher import Searcher
    from engine.search.solver import PositionSolver

    Prove: TypeAlias = Callable[[Position, SearchControl], tuple[Candidate, ...]]

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
        in_book = {known.move: known for known in self.book}
        found = [_deeper(candidate, in_book.get(candidate.move)) for candidate in self.candidates]
        if not found or not in_book:
            return self
        found.sort(key=lambda candidate: candidate.score.rank, reverse=True)
        best = found[0].info(self.best.nodes, self.best.elapsed, self.best.statistics)
        return replace(self, best=best, candidates=tuple(found))

    def by_book(self, candidate: Candidate) -> bool:
        """Whether what is told of a candidate is the book's word."""
        word = candidate.move, candidate.score, candidate.depth
        return word in [(known.move, known.score, known.depth) for known in self.book]

    def continued(self, played: Move, after: Analysis) -> Analysis:
        """The same with what is proved of the position after `played`, where two play.

        Nothing is learnt from it where the best move itself is not proved, unless there is no
        other: a proof that `played` wins would not say that nothing wins by more.
        """
        known = [candidate for candidate in self.candidates if candidate.exact]
        sole = len(self.candidates) == 1
        if not after.best.exact or not (sole or self.best.exact) or played in _moves(known):
            return self
        score = after.best.score.seen_by(1 - after.best.score.player)
        line = (played, *after.best.pv)
        proved = Candidate(move=played, score=score, depth=after.best.depth + 1, pv=line)
        found = tuple(proved if c.move == played else c for c in self.candidates)
        best = proved.info(self.best.nodes, self.best.elapsed) if sole else self.best
        return replace(self, best=best, candidates=found)


def analyze(
    position: Position,
    searcher: Searcher,
    limit: Limit,
    control: SearchControl,
    report: Report | None = None,
    threads: int | None = None,
    others: float | None = None,
) -> Analysis:
    """The best line of `position` and the worth of every move, within `limit`.

    `others`: seconds kept for the worth of all moves, what the best line takes aside; by default
    half of the limit, and what the best line leaves.

    `threads`: how many work on it where the search can share the work; by default one, and as
    many more as there are idle cores.
    """
    limit = replace(limit, threads=threads)
    if position.outcome() is not None:
        score = proved_score(position, final_score(position, position.to_move))
        return Analysis(_finished(score), ())
    nodes_before, counted = control.nodes, control.statistics
    for_best, for_all = _shares(limit.time, others)
    best = searcher.search(position, replace(limit, time=for_best), control, report)
    if limit.time is not None and others is None:
        for_all = max(limit.time - best.elapsed, for_all or 0)
    started = perf_counter()  # the first search has loaded what there was to load
    found = searcher.candidates(position, replace(limit, time=for_all), control)
    if best.exact or (best.score.certain and best.score.result != found[0].score.result):
        found = _with_proof(found, best)
    nodes = max(control.nodes - nodes_before, best.nodes)
    elapsed = best.elapsed + perf_counter() - started
    info = found[0].info(nodes, elapsed, control.statistics - counted)
    return Analysis(info, found, book_moves(position))


def known(position: Position, control: SearchControl) -> Analysis | None:
    """The analysis of `position` where all is soon proved without compiled code, else None."""
    return _all_proved(position, control, soon_proved)


def proved(position: Position, control: SearchControl, threads: int | None) -> Analysis | None:
    """The exact analysis of `position` where it takes no searcher, else None.

    `threads`: see `analyze`.
    """
    return _all_proved(position, control, partial(proved_by_search, threads=threads))


def _all_proved(position: Position, control: SearchControl, prove: Prove) -> Analysis | None:
    if position.outcome() is not None:
        score = proved_score(position, final_score(position, position.to_move))
        return Analysis(_finished(score), ())
    started, nodes_before, counted = perf_counter(), control.nodes, control.statistics
    found = prove(position, control)
    if not found:
        return None
    nodes, elapsed = control.nodes - nodes_before, perf_counter() - started
    info = found[0].info(nodes, elapsed, control.statistics - counted)
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
    solver.prepare()
    started, nodes_before, counted = perf_counter(), control.nodes, control.statistics
    mover = position.to_move
    if position.outcome() is not None:
        return Analysis(_finished(Score.proved(sign(final_score(position, mover)), mover)), ())
    found = []
    for move in position.legal_moves():
        after = position.play(move)
        solved = solver.solve_wdl(after, control)
        if solved is None:
            raise EngineError("The search was ended before every move was decided.")
        score = Score.proved(solved.score, after.to_move).seen_by(mover)
        found.append(Candidate(move=move, score=score, depth=1, pv=(move,)))
    found.sort(key=lambda candidate: candidate.score.rank, reverse=True)
    nodes, elapsed = control.nodes - nodes_before, perf_counter() - started
    info = found[0].info(nodes, elapsed, control.statistics - counted)
    return Analysis(info, tuple(found))


def _shares(time: float | None, others: float | None) -> tuple[float | None, float | None]:
    """Seconds for the best line, and those for all moves at least."""
    if time is None:
        return None, None
    kept = time * (1 - SHARE_FOR_THE_BEST) if others is None else others
    return time - kept, kept


def _moves(candidates: Iterable[Candidate]) -> set[Move]:
    return {candidate.move for candidate in candidates}


def _finished(score: Score) -> Info:
    """What there is to know of a finished game."""
    return Info(depth=0, score=score, pv=(), nodes=0, elapsed=0.0)


def _deeper(candidate: Candidate, known: Candidate | None) -> Candidate:
    if known is None or candidate.exact or known.depth <= candidate.depth:
        return candidate
    return replace(candidate, score=known.score, depth=known.depth, confidence=100)


def _with_proof(found: tuple[Candidate, ...], best: Info) -> tuple[Candidate, ...]:
    """The candidates with the proved best line in front.

    An unproved one would not go there: it is searched deeper than the candidates, and
    estimates of different depths do not compare.
    """
    others = tuple(candidate for candidate in found if candidate.move != best.pv[0])
    first = Candidate(move=best.pv[0], score=best.score, depth=best.depth, pv=best.pv)
    return (first, *others)
