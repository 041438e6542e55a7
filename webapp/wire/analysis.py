"""What an analysis says, as plain dicts ready for JSON.

Every message carries the `token` by which the page knows what it belongs to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.appraisal import appraise, appraise_end, label, lead, note
from engine.explaining import summary
from engine.registry import family_of
from engine.reviewing import Mark, mark_of

if TYPE_CHECKING:
    from engine.analysis import Analysis
    from engine.game import Move, Position
    from engine.search.searcher import Candidate

LINES = 3
"""Moves whose lines are told; of the others only the score."""

PREPARING = "The fast engine is being prepared; this is a first impression."

FAILED = "The analysis failed. Another move or a reload tries again."


def analysis(
    token: int, position: Position, found: Analysis | None, *, stand_in: bool = False
) -> dict[str, Any]:
    """A position's worth and that of every move; `found` is None for a finished one."""
    if found is None:
        end = appraise_end(position)
        return _position(token, end.sentence, "", end.lead, [], [])
    best = found.best
    worth = appraise(position, best.score, exact=best.exact)
    moves = [_move(position, c, place) for place, c in enumerate(found.candidates)]
    remarks = [text for text in summary(position, found.candidates) if text != worth.sentence]
    if stand_in:
        remarks.append(PREPARING)
    proof = _proof(found)
    return _position(token, worth.sentence, proof, worth.lead, moves, remarks)


def review(token: int, plies: list[dict[str, Any]]) -> dict[str, Any]:
    """What is known of some plies of the game, each as `reviewed_ply` tells it."""
    return {"token": token, "review": plies}


def reviewed_ply(
    ply: int, position: Position, found: Analysis | None, played: Move | None
) -> dict[str, Any]:
    """How the sides stand at a ply, and what the move that was played then was worth."""
    if found is None:
        return {"ply": ply, "lead": appraise_end(position).lead, "mark": ""}
    best = found.best
    counted = family_of(position.game).counted
    mark = Mark.NONE if played is None else mark_of(found.candidates, played, counted=counted)
    standing = lead(position, best.score, exact=best.exact)
    return {"ply": ply, "lead": standing, "mark": mark.value}


def analysis_failed(token: int) -> dict[str, Any]:
    """Nothing was found out."""
    return _position(token, FAILED, "", None, [], [])


def _position(
    token: int,
    verdict: str,
    proof: str,
    standing: float | None,
    moves: list[dict[str, Any]],
    remarks: list[str],
) -> dict[str, Any]:
    return {
        "token": token,
        "verdict": verdict,
        "proof": proof,
        "lead": standing,
        "moves": moves,
        "remarks": remarks,
    }


def _move(position: Position, candidate: Candidate, place: int) -> dict[str, Any]:
    score, exact = candidate.score, candidate.exact
    kind = "good" if score > 0 else "bad" if score < 0 else "even"
    game = position.game
    return {
        "move": candidate.move,
        "label": label(score, exact=exact),
        "note": note(position, score) if exact else "",
        "kind": kind if exact else f"{kind} open",
        "line": [game.format_move(move) for move in candidate.pv] if place < LINES else [],
    }


def _proof(found: Analysis) -> str:
    """How sure it is, and what it took."""
    best = found.best
    if best.exact:
        how = "exact"
    elif best.confidence < 100:
        how = f"depth {best.depth}, {best.confidence}% sure"
    else:
        how = f"depth {best.depth}"
    return f"{how}, {best.elapsed:.1f} s"
