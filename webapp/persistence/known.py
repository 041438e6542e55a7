"""What is known of a position as JSON: a row's, and what a worker says to its server."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.judging.analysis import Analysis
from engine.parts.of_game import proved_score
from engine.search.score import Certainty, Score
from engine.search.searcher import Candidate
from webapp.service.known import Known

if TYPE_CHECKING:
    from engine.game import Position

CERTAINTIES = (Certainty.ESTIMATE, Certainty.EXACT, Certainty.AT_LEAST, Certainty.AT_MOST)
"""By the numbers that stand for them."""


def dump(known: Known) -> dict[str, Any]:
    """What is known of a position, for `load`."""
    best = known.found.best
    return {
        "seconds": known.seconds,
        "nodes": best.nodes,
        "elapsed": round(best.elapsed, 3),
        "moves": [
            [found.score.value, _sure(found), found.depth, found.confidence, list(found.pv)]
            for found in known.found.candidates
        ],
    }


def load(position: Position, data: dict[str, Any]) -> Known:
    """What `dump` has made of it."""
    found = tuple(
        Candidate(
            move=line[0],
            score=_score(position, value, CERTAINTIES[sure]),
            depth=depth,
            pv=tuple(line),
            confidence=percent,
        )
        for value, sure, depth, percent, line in data["moves"]
    )
    best = found[0].info(data["nodes"], data["elapsed"])
    return Known(Analysis(best, found), data["seconds"])


def _sure(found: Candidate) -> int:
    return CERTAINTIES.index(found.score.certainty)


def _score(position: Position, value: int, certainty: Certainty) -> Score:
    if certainty is Certainty.ESTIMATE:
        return Score.estimated(value, position.to_move)
    return replace(proved_score(position, value), certainty=certainty)
