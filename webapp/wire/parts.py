"""What a snapshot and an event of the same match say alike."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.judging.remarks import advice
from webapp.domain.actions import CLAIM_AFTER
from webapp.domain.match import Match, Status
from webapp.domain.result import score_text, verdict
from webapp.domain.seat import SeatKind
from webapp.wire import messages as m

if TYPE_CHECKING:
    from webapp.domain.clock import Clock


def outcome(match: Match) -> m.OutcomeFields | None:
    """How the match ended, in data and in words."""
    result = match.result
    if result is None:
        return None
    words = verdict(result, match.game)
    by = None if result.by is None else match.seats[result.by]
    if by is not None and by.kind is SeatKind.OPEN and by.name:
        words = replace(words, title=f"{by.name} declined.")
    return {
        "winner": result.winner,
        "reason": str(result.reason),
        "squares": list(result.squares),
        "score": result.score,
        "title": words.title,
        "text": words.text,
        "result": score_text(result, match.game),
    }


def clock(clock: Clock | None) -> m.ClockFields | None:
    """What every seat has left, and whose clock runs."""
    if clock is None:
        return None
    return {"ms": list(clock.left), "run": clock.running, "at": clock.since}


def hint(match: Match, seat: int, move: int | None) -> m.HintFields:
    """What a seat was told to play in the position that is on the board."""
    if move is None:
        return {"seat": seat, "move": None, "text": "", "said": ""}
    text, said = match.game.format_move(move), advice(match.position, move)
    return {"seat": seat, "move": move, "text": text, "said": said}


def legal(match: Match) -> list[int]:
    """What the side to move may play; nothing once the match is over."""
    if match.status is Status.FINISHED:
        return []
    return list(match.position.legal_moves())


def left(seat: int, at: int) -> m.LeftFields:
    """Whose player gives no sign since `at`, and from when on the others may claim."""
    return {"seat": seat, "at": at, "claim_at": at + CLAIM_AFTER}


def tally(match: Match) -> m.TallyFields:
    """The series so far."""
    return {"wins": list(match.tally.wins), "draws": match.tally.draws}
