"""The worth of every root move, deepened together, then proved one by one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from engine.games.othello.search.deepening import INFINITY, steps
from engine.games.othello.search.settling import nearest, settle
from engine.search.score import Score
from engine.search.searcher import Candidate

if TYPE_CHECKING:
    from engine.game import Move
    from engine.games.othello.search.deepening import Root, Step
    from engine.search.info import Report
    from engine.search.limits import Limit


def rate_moves(
    root: Root, moves: tuple[Move, ...], limit: Limit, report: Report | None
) -> tuple[Candidate, ...]:
    """These of the legal moves with their scores, best first."""
    started, nodes_before = time.perf_counter(), root.nodes
    unknown = Score.estimated(0, root.mover)
    worths = [Candidate(move=move, score=unknown, depth=0, pv=(move,)) for move in moves]

    def tell() -> None:
        worths.sort(key=lambda worth: -worth.score.hundredths)
        if report is not None:
            report(worths[0].info(root.nodes - nodes_before, time.perf_counter() - started))

    for step in steps(root, limit):
        for worth in tuple(worths):
            found = _prove(root, worth) if step.proves else _search(root, worth, step)
            if found is None:
                break
            worths[worths.index(worth)] = found
        tell()
        if root.aborted:
            break
    return tuple(worths)


def _search(root: Root, worth: Candidate, step: Step) -> Candidate | None:
    root.be_confident(step.confidence)
    score = root.search(worth.move, -INFINITY, INFINITY, step.depth)
    if root.aborted:
        return None
    line = root.line(worth.move, step.depth)
    return Candidate(
        move=worth.move,
        score=Score.estimated(score, root.mover),
        depth=step.depth,
        pv=line,
        confidence=step.confidence,
    )


def _prove(root: Root, worth: Candidate) -> Candidate | None:
    """The exact score of one move, by null windows from its estimate."""

    def exceeds(alpha: int) -> int | None:
        answer = root.prove(worth.move, alpha)
        return None if root.aborted else answer

    guess = nearest(worth.score.hundredths)
    value = settle(-root.squares, root.squares, guess, exceeds)
    if value is None:
        return None
    score, line = Score.proved(value, root.mover), root.exact_line(worth.move, value)
    return Candidate(move=worth.move, score=score, depth=root.left, pv=line)
