"""The worth of every root move, deepened together, then proved one by one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.games.othello.evaluation.evaluation import DISC
from engine.games.othello.search.deepening import INFINITY, steps
from engine.search.info import Info
from engine.search.searcher import Candidate

if TYPE_CHECKING:
    from engine.game import Move
    from engine.games.othello.search.deepening import Root, Step
    from engine.search.info import Report
    from engine.search.limits import Limit


@dataclass(slots=True)
class _Worth:
    """What is known of one move; an exact score is in discs, another in hundredths."""

    move: Move
    score: int = 0
    exact: bool = False
    depth: int = 0
    line: tuple[Move, ...] = ()
    confidence: int = 100

    @property
    def rank(self) -> int:
        """Comparable between exact and other scores."""
        return self.score * DISC if self.exact else self.score


def rate_moves(
    root: Root, moves: tuple[Move, ...], limit: Limit, report: Report | None
) -> tuple[Candidate, ...]:
    """These of the legal moves with their scores, best first."""
    started, nodes_before = time.perf_counter(), root.nodes
    worths = [_Worth(move, line=(move,)) for move in moves]

    def tell() -> None:
        worths.sort(key=lambda worth: -worth.rank)
        if report is not None:
            best = worths[0]
            elapsed, nodes = time.perf_counter() - started, root.nodes - nodes_before
            report(
                Info(best.depth, best.score, best.line, nodes, elapsed, best.exact, best.confidence)
            )

    for step in steps(root, limit):
        for worth in tuple(worths):
            found = _prove(root, worth) if step.proves else _search(root, worth, step)
            if found is None:
                break
            worths[worths.index(worth)] = found
        tell()
        if root.aborted:
            break
    return tuple(Candidate(w.move, w.score, w.exact, w.depth, w.line, w.confidence) for w in worths)


def _search(root: Root, worth: _Worth, step: Step) -> _Worth | None:
    root.be_confident(step.confidence)
    score = root.search(worth.move, -INFINITY, INFINITY, step.depth)
    if root.aborted:
        return None
    line = root.line(worth.move, step.depth)
    return _Worth(worth.move, score, False, step.depth, line, step.confidence)


def _prove(root: Root, worth: _Worth) -> _Worth | None:
    """The exact score of one move, by null windows from its estimate."""
    low, high = -root.squares, root.squares
    guess = 2 * round(worth.score / (2 * DISC))
    while low < high:
        alpha = min(max(guess, low + 2), high) - 1
        guess = root.prove(worth.move, alpha, likely=guess > alpha)
        if root.aborted:
            return None
        if guess > alpha:
            low = guess
        else:
            high = guess
    return _Worth(worth.move, low, True, root.left, root.exact_line(worth.move, low))
