"""Moves with scores, as a search could have found them."""

from __future__ import annotations

from engine.search.score import Score
from engine.search.searcher import Candidate


def exactly(move: int, value: int, player: int = 0, *, depth: int = 9, pv=()) -> Candidate:
    """A move with a proved score."""
    score = Score.proved(value, player)
    return Candidate(move=move, score=score, depth=depth, pv=(move, *pv))


def about(move: int, value: int, player: int = 0, *, depth: int = 9, pv=(), **more) -> Candidate:
    """A move with an estimate, in hundredths of a disc."""
    score = Score.estimated(value, player)
    return Candidate(move=move, score=score, depth=depth, pv=(move, *pv), **more)
