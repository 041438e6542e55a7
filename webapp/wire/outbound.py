"""Builds every message that leaves the server, as plain dicts ready for JSON.

No builder ever includes a guest's id or any other secret: seats carry names only, and
``you`` is the viewer's own seats.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.players import LEVELS
from webapp.domain import events
from webapp.domain.match import Match, Status
from webapp.domain.result import score_text, verdict
from webapp.domain.seat import SeatKind
from webapp.wire.board import cells, changes, counts, flips, game_fields, landing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webapp.domain.errors import Refusal

Payload: TypeAlias = dict[str, Any]


def snapshot(
    match: Match,
    viewer: str | None,
    *,
    online: Sequence[bool],
    watching: int,
    thinking: int | None,
) -> Payload:
    """All a page needs to draw the match, for a viewer (None: somebody without a seat)."""
    you = match.held_by(viewer) if viewer else ()
    position = match.position
    open_seat = any(seat.kind is SeatKind.OPEN for seat in match.seats)
    alone = bool(you) and viewer is not None and match.is_alone(viewer)
    return {
        "match": match.id,
        "v": match.v,
        "status": match.status.value,
        "game": game_fields(match.game),
        "seats": _seats(match, online),
        "you": list(you),
        "host": viewer is not None and match.is_hosted_by(viewer),
        "can_join": open_seat and not you and match.status is Status.WAITING,
        "alone": alone,
        "can_undo": alone and match.status is Status.PLAYING and match.undo_ply(you) is not None,
        "ply": match.ply,
        "to_move": match.to_move,
        "cells": cells(position),
        "legal": _legal(match),
        "last": list(position.last_changes),
        "moves": _moves(match),
        "opening": match.opening,
        "flips": flips(position) if match.status is not Status.FINISHED else {},
        "landing": landing(position) if match.status is not Status.FINISHED else {},
        "outcome": outcome(match),
        "counts": counts(position),
        "offer": _offer(match),
        "tally": _tally(match),
        "number": match.number,
        "next": match.next,
        "thinking": thinking,
        "watching": watching,
        "clock": None,
        "public": match.public,
        "level_choices": list(LEVELS),
    }


def outcome(match: Match) -> Payload | None:
    """How the match ended, in data and in words."""
    result = match.result
    if result is None:
        return None
    words = verdict(result, match.game)
    return {
        "winner": result.winner,
        "reason": result.reason.value,
        "squares": list(result.squares),
        "score": result.score,
        "title": words.title,
        "text": words.text,
        "result": score_text(result, match.game),
    }


def event(record: events.Recorded, before: Match, after: Match) -> Payload:
    """The live message of one event."""
    head: Payload = {"match": after.id, "v": record.v, "t": record.event.t}
    return head | _fields(record.event, before, after)


def hints(match: Match) -> Payload:
    """What the seat to move is shown under its pointer. Not versioned."""
    position = match.position
    return {
        "match": match.id,
        "v": match.v,
        "landing": landing(position),
        "flips": flips(position),
    }


def presence(match_id: str, online: Sequence[bool], watching: int) -> Payload:
    """Who of the players is connected, and how many others look on."""
    return {"match": match_id, "watching": watching, "online": list(online)}


def thinking(match_id: str, seat: int | None) -> Payload:
    return {"match": match_id, "seat": seat}


def thumbnail(match: Match) -> Payload:
    """What a small picture of the match shows."""
    return {
        "match": match.id,
        "v": match.v,
        "status": match.status.value,
        "to_move": match.to_move,
        "cells": cells(match.position),
        "last": list(match.position.last_changes),
    }


def refusal(error: Refusal, v: int | None = None) -> Payload:
    """The negative answer to an action."""
    return {"ok": False, "code": error.code, "message": error.message, "v": v}


@singledispatch
def _fields(event: events.Event, before: Match, after: Match) -> Payload:
    raise TypeError(f"{event.t} never goes over the wire.")


@_fields.register
def _(event: events.Moved, before: Match, after: Match) -> Payload:
    ended = after.position.outcome()
    short = {"winner": ended.winner, "reason": str(ended.termination)} if ended else None
    return {
        "ply": after.ply,
        "seat": event.seat,
        "move": event.move,
        "changes": changes(after.position, event.seat),
        "to_move": after.to_move,
        "legal": _legal(after),
        "clock": None,
        "outcome": short,
    }


@_fields.register
def _(event: events.TookBack, before: Match, after: Match) -> Payload:
    return {
        "ply": after.ply,
        "cells": cells(after.position),
        "last": list(after.position.last_changes),
        "to_move": after.to_move,
        "legal": _legal(after),
        "moves": after.ply,
    }


@_fields.register
def _(event: events.Ended, before: Match, after: Match) -> Payload:
    return {"outcome": outcome(after), "tally": _tally(after)}


@_fields.register
def _(event: events.Joined, before: Match, after: Match) -> Payload:
    return {"seat": event.seat, "name": event.name, "status": after.status.value}


@_fields.register
def _(event: events.Renamed, before: Match, after: Match) -> Payload:
    return {"seat": event.seat, "name": event.name}


@_fields.register(events.Offered)
@_fields.register(events.Agreed)
@_fields.register(events.Declined)
def _(
    event: events.Offered | events.Agreed | events.Declined, before: Match, after: Match
) -> Payload:
    return {"kind": event.kind.value, "by": event.by}


@_fields.register
def _(event: events.Levelled, before: Match, after: Match) -> Payload:
    return {"seat": event.seat, "level": event.level, "name": after.seats[event.seat].name}


@_fields.register
def _(event: events.HandedOver, before: Match, after: Match) -> Payload:
    seat = after.seats[event.seat]
    return {
        "seat": event.seat,
        "level": event.level,
        "name": seat.name,
        "player": before.seats[event.seat].name,
    }


@_fields.register
def _(event: events.Rematched, before: Match, after: Match) -> Payload:
    return {"next": event.next}


@_fields.register
def _(event: events.AiFailed, before: Match, after: Match) -> Payload:
    return {"seat": event.seat, "text": event.text}


def _legal(match: Match) -> list[int]:
    if match.status is Status.FINISHED:
        return []
    return list(match.position.legal_moves())


def _seats(match: Match, online: Sequence[bool]) -> list[Payload]:
    return [
        {
            "seat": index,
            "colour": match.game.player_names[index],
            "kind": seat.kind.value,
            "name": seat.name,
            "level": seat.level,
            "online": online[index],
        }
        for index, seat in enumerate(match.seats)
    ]


def _moves(match: Match) -> list[list[object]]:
    return [
        [position.to_move, move, match.game.format_move(move)]
        for position, move in zip(match.positions, match.moves, strict=False)
    ]


def _offer(match: Match) -> Payload | None:
    offer = match.offer
    if offer is None:
        return None
    return {"kind": offer.kind.value, "by": offer.by, "agreed": sorted(offer.agreed)}


def _tally(match: Match) -> Payload:
    return {"wins": list(match.tally.wins), "draws": match.tally.draws}
