"""What is known of a position as JSON: a row's, and what a worker says to its server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.judging.analysis import Analysis
from engine.parts.of_game import proved_score
from engine.search.score import Score
from engine.search.searcher import Candidate
from webapp.service.known import Known

if TYPE_CHECKING:
    from engine.game import Position


def dump(known: Known) -> dict[str, Any]:
    """What is known of a position, for `load`."""
    best = known.found.best
    return {
        "seconds": known.seconds,
        "nodes": best.nodes,
        "elapsed": round(best.elapsed, 3),
        "moves": [
            [found.score.value, int(found.exact), found.depth, found.confidence, list(found.pv)]
            for found in known.found.candidates
        ],
    }


def load(position: Position, data: dict[str, Any]) -> Known:
    """What `dump` has made of it."""
    found = tuple(
        Candidate(
            move=line[0],
            score=_score(position, value, exact=bool(exact)),
            depth=depth,
            pv=tuple(line),
            confidence=sure,
        )
        for value, exact, depth, sure, line in data["moves"]
    )
    best = found[0].info(data["nodes"], data["elapsed"])
    return Known(Analysis(best, found), data["seconds"])


def _score(position: Position, value: int, *, exact: bool) -> Score:
    return proved_score(position, value) if exact else Score.estimated(value, position.to_move)
