"""What a review says of a game's plies, as messages ready for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from engine.enumeration import listed
from engine.judging.appraisal import appraise_end, label, lead, note
from engine.judging.remarks import why
from engine.judging.review import Mark, judge
from engine.registry import family_of
from engine.sentences import name_move

if TYPE_CHECKING:
    from engine.game import Position
    from engine.judging.review import Judgement
    from engine.search.searcher import Candidate
    from webapp.service.news import ReviewedPly, ReviewNews

NAMED = 3
"""Moves that are named where several were as good."""

ERRORS = frozenset({Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER})


class ErrorMessage(TypedDict):
    """A move that was worse than another; `sure` where both scores are proved."""

    move: str
    mover: int
    better: str
    best: int
    tag: str
    text: str
    sure: bool


class PlyMessage(TypedDict):
    """How the sides stand at a ply, and what the move that was played then was worth.

    `proved`: whether that is; `kept`: whether the move kept the proved result, null
    where that is open or no move was played; `lost`: discs.
    """

    ply: int
    lead: float | None
    proved: bool
    mark: str
    kept: bool | None
    lost: int | None
    forced: bool
    error: ErrorMessage | None


class ReviewMessage(TypedDict):
    """What is known of some plies of the game, `proved` of how many moves `of`."""

    token: int
    review: list[PlyMessage]
    proved: int
    of: int


def review(news: ReviewNews) -> ReviewMessage:
    plies = [_reviewed(ply) for ply in news.plies]
    return {"token": news.token, "review": plies, "proved": news.proved, "of": news.moves}


def _reviewed(known: ReviewedPly) -> PlyMessage:
    position, found, played = known.position, known.found, known.played
    if found is None:
        return _ply(known.ply, appraise_end(position).lead, proved=True)
    best = found.best
    standing = lead(position, best.score)
    message = _ply(known.ply, standing, proved=best.score.certain)
    counted = family_of(position.game).counted
    judged = None if played is None else judge(found.candidates, played, counted=counted)
    if judged is None:
        return message
    message["mark"] = judged.mark.value
    message["kept"], message["lost"], message["forced"] = judged.kept, judged.lost, judged.forced
    if judged.mark in ERRORS:
        message["error"] = _error(position, judged, found.candidates)
    return message


def _ply(ply: int, standing: float | None, *, proved: bool) -> PlyMessage:
    return {
        "ply": ply,
        "lead": standing,
        "proved": proved,
        "mark": "",
        "kept": None,
        "lost": None,
        "forced": False,
        "error": None,
    }


def _error(
    position: Position, judged: Judgement, candidates: tuple[Candidate, ...]
) -> ErrorMessage:
    game, best, played = position.game, judged.best, judged.played
    alike = [candidate.move for candidate in candidates if candidate.score == best.score]
    better = listed([name_move(game, move) for move in sorted(alike[:NAMED])], "or")
    tag = f"{_worth(position, best)} → {_worth(position, played)}"
    said = " ".join(why(position, best, played))
    if not judged.sure:
        tag, said = "likely", f"Probably {better}. The proof has not come this far."
    return {
        "move": name_move(game, played.move),
        "mover": position.to_move,
        "better": better,
        "best": best.move,
        "tag": tag,
        "text": said,
        "sure": judged.sure,
    }


def _worth(position: Position, found: Candidate) -> str:
    return note(position, found.score) or label(found.score)
