"""What an analysis says, as messages ready for JSON.

Every message carries the `token` by which the page knows what it belongs to.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, TypedDict

from engine.judging.appraisal import appraise, appraise_end, label, note, sureness
from engine.judging.figures import figures
from engine.judging.remarks import summary
from engine.sentences import name_move
from webapp.service.news import PositionNews, ProgressNews, ReviewNews
from webapp.wire.review import ReviewMessage, review

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Position
    from engine.judging.analysis import Analysis
    from engine.search.searcher import Candidate

KINDS = {1: "good", 0: "even", -1: "bad"}
"""What a move is called in the page's styles, by the sign of its score."""

SHORT = 0.2
"""Seconds from which on a speed is told."""

PREPARING = "The fast engine is being prepared; this is a first impression."

FAILED = "The analysis failed. Another move or a reload tries again."


class MoveMessage(TypedDict):
    """What one legal move is worth.

    `how`: how sure its score is.
    `line`: told of the best few only; each of its moves in the notation of records, for
    addresses, and as people read it.
    `text`: the move in the notation of records.
    `reply`: what the other side answers, in both; empty where that is not known.
    """

    move: int
    label: str
    note: str
    kind: str
    text: str
    reply: list[str]
    line: list[tuple[str, str]]
    how: str


class PositionMessage(TypedDict):
    """A position's worth and that of every move.

    `effort`: what the search did, as labels and figures; empty where that is not known.
    """

    token: int
    verdict: str
    proof: str
    lead: float | None
    moves: list[MoveMessage]
    remarks: list[str]
    effort: list[tuple[str, str]]


class ProgressMessage(TypedDict):
    """How far a search has come, in words."""

    token: int
    progress: str


@singledispatch
def analysis(
    news: PositionNews | ProgressNews | ReviewNews,
) -> PositionMessage | ProgressMessage | ReviewMessage:
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
    worth = appraise(position, best.score)
    moves = [
        _move(position, c, found.by_book(c), with_line=place < news.lines)
        for place, c in enumerate(found.candidates)
    ]
    remarks = [text for text in summary(position, found.candidates) if text != worth.sentence]
    if news.stand_in:
        remarks.append(PREPARING)
    effort = [(figure.label, figure.value) for figure in figures(best)]
    return _position(token, worth.sentence, _proof(found), worth.lead, moves, remarks, effort)


@analysis.register
def _(news: ProgressNews) -> ProgressMessage:
    speed = _speed(news.nodes, news.elapsed)
    progress = f"searching, depth {news.depth}, {news.elapsed:.0f} s{speed}"
    return {"token": news.token, "progress": progress}


@analysis.register
def _(news: ReviewNews) -> ReviewMessage:
    return review(news)


def _position(
    token: int,
    verdict: str,
    proof: str,
    standing: float | None,
    moves: list[MoveMessage],
    remarks: list[str],
    effort: Sequence[tuple[str, str]] = (),
) -> PositionMessage:
    return {
        "token": token,
        "verdict": verdict,
        "proof": proof,
        "lead": standing,
        "moves": moves,
        "remarks": remarks,
        "effort": list(effort),
    }


def _move(
    position: Position, candidate: Candidate, by_book: bool, *, with_line: bool
) -> MoveMessage:
    score, game = candidate.score, position.game
    kind = KINDS[score.sign]
    line = candidate.pv if with_line else ()
    return {
        "move": candidate.move,
        "label": label(score),
        "note": note(position, score),
        "kind": kind if score.certain else f"{kind} open",
        "how": sureness(score, candidate.depth, by_book=by_book),
        "text": game.format_move(candidate.move),
        "reply": [said for move in candidate.pv[1:2] for said in _said(game, move)],
        "line": [_said(game, move) for move in line],
    }


def _said(game: Game, move: Move) -> tuple[str, str]:
    return game.format_move(move), name_move(game, move)


def _proof(found: Analysis) -> str:
    """How sure it is, and what it took."""
    best = found.best
    first = found.candidates[:1]
    by_book = bool(first) and first[0].depth == best.depth and found.by_book(first[0])
    how = sureness(best.score, best.depth, by_book=by_book)
    if best.confidence < 100 and not best.exact:
        how += f", {best.confidence}% sure"
    return f"{how}, {best.elapsed:.1f} s{_speed(best.nodes, best.elapsed)}"


def _speed(nodes: int, elapsed: float) -> str:
    """Positions a second; empty where the time is too short to tell."""
    if elapsed < SHORT or not nodes:
        return ""
    thousands = nodes / elapsed / 1000
    speed = f"{thousands / 1000:.1f} M" if thousands >= 1000 else f"{thousands:.0f} k"
    return f", {speed}/s"
