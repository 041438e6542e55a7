"""What an analysis says, as messages ready for JSON.

Every message carries the `token` by which the page knows what it belongs to.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, TypedDict

from engine.judging.appraisal import appraise, appraise_end, label, lead, note
from engine.judging.remarks import summary
from engine.judging.review import Mark, mark_of
from engine.registry import family_of
from webapp.service.news import PositionNews, ReviewedPly, ReviewNews

if TYPE_CHECKING:
    from engine.game import Position
    from engine.judging.analysis import Analysis
    from engine.search.searcher import Candidate

LINES = 3
"""Moves whose lines are told; of the others only the score."""

PREPARING = "The fast engine is being prepared; this is a first impression."

FAILED = "The analysis failed. Another move or a reload tries again."


class MoveMessage(TypedDict):
    """What one legal move is worth; `line` is told of the best few only."""

    move: int
    label: str
    note: str
    kind: str
    line: list[str]


class PositionMessage(TypedDict):
    """A position's worth and that of every move."""

    token: int
    verdict: str
    proof: str
    lead: float | None
    moves: list[MoveMessage]
    remarks: list[str]


class PlyMessage(TypedDict):
    """How the sides stand at a ply, and what the move that was played then was worth."""

    ply: int
    lead: float | None
    mark: str


class ReviewMessage(TypedDict):
    """What is known of some plies of the game, `proved` of how many moves `of`."""

    token: int
    review: list[PlyMessage]
    proved: int
    of: int


@singledispatch
def analysis(news: PositionNews | ReviewNews) -> PositionMessage | ReviewMessage:
    """The message of what an analysis has found."""
    raise TypeError(f"No message tells {type(news).__name__}.")


@analysis.register
def _(news: PositionNews) -> PositionMessage:
    token, position, found = news.token, news.position, news.found
    if news.failed:
        return _position(token, FAILED, "", None, [], [])
    if found is None:
        end = appraise_end(position)
        return _position(token, end.sentence, "", end.lead, [], [])
    best = found.best
    worth = appraise(position, best.score, exact=best.exact)
    moves = [_move(position, c, place) for place, c in enumerate(found.candidates)]
    remarks = [text for text in summary(position, found.candidates) if text != worth.sentence]
    if news.stand_in:
        remarks.append(PREPARING)
    return _position(token, worth.sentence, _proof(found), worth.lead, moves, remarks)


@analysis.register
def _(news: ReviewNews) -> ReviewMessage:
    told = [_reviewed(ply) for ply in news.plies]
    return {"token": news.token, "review": told, "proved": news.proved, "of": news.moves}


def _reviewed(known: ReviewedPly) -> PlyMessage:
    position, found, played = known.position, known.found, known.played
    if found is None:
        return {"ply": known.ply, "lead": appraise_end(position).lead, "mark": ""}
    best = found.best
    counted = family_of(position.game).counted
    mark = Mark.NONE if played is None else mark_of(found.candidates, played, counted=counted)
    standing = lead(position, best.score, exact=best.exact)
    return {"ply": known.ply, "lead": standing, "mark": mark.value}


def _position(
    token: int,
    verdict: str,
    proof: str,
    standing: float | None,
    moves: list[MoveMessage],
    remarks: list[str],
) -> PositionMessage:
    return {
        "token": token,
        "verdict": verdict,
        "proof": proof,
        "lead": standing,
        "moves": moves,
        "remarks": remarks,
    }


def _move(position: Position, candidate: Candidate, place: int) -> MoveMessage:
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
