"""Builds every message of a match that leaves the server, shaped as `messages` says.

No builder ever includes a guest's id or any other secret: seats carry names only, and
``you`` is the viewer's own seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.players import LEVELS
from webapp.domain.clock import FIRST_MOVE
from webapp.domain.hints import hints_left
from webapp.domain.match import Match, Status
from webapp.domain.seat import SeatKind
from webapp.wire import messages as m
from webapp.wire.board import cells, counts, flips, game_fields, landing
from webapp.wire.event_messages import Missed
from webapp.wire.events import event
from webapp.wire.parts import clock, hint, left, legal, outcome, tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from webapp.domain.clock import TimeControl
    from webapp.domain.errors import Refusal
    from webapp.service.views import MatchView, Presence, Watched


def snapshot(view: MatchView) -> m.Snapshot:
    """All a page needs to draw the match, for its viewer."""
    match, viewer = view.match, view.viewer
    you = match.held_by(viewer) if viewer else ()
    position = match.position
    open_seat = any(seat.kind is SeatKind.OPEN for seat in match.seats)
    alone = bool(you) and viewer is not None and match.is_alone(viewer)
    return {
        "match": match.id,
        "v": match.v,
        "status": match.status.value,
        "game": game_fields(match.game),
        "seats": _seats(match, view.presence),
        "you": list(you),
        "host": viewer is not None and match.is_hosted_by(viewer),
        "can_join": open_seat and not you and match.status is Status.WAITING,
        "alone": alone,
        "can_undo": alone and _can_undo(match, you),
        "ply": match.ply,
        "to_move": match.to_move,
        "cells": cells(position),
        "legal": legal(match),
        "last": list(position.last_changes),
        "moves": _moves(match),
        "opening": match.opening,
        "spent": list(match.spent),
        "flips": flips(position) if match.status is not Status.FINISHED else {},
        "landing": landing(position) if match.status is not Status.FINISHED else {},
        "outcome": outcome(match),
        "counts": counts(position),
        "offer": _offer(match),
        "tally": tally(match),
        "number": match.number,
        "next": match.next,
        "thinking": view.thinking,
        "watching": view.presence.watching,
        "watchers": list(view.presence.names),
        "clock": clock(match.clock),
        "control": _control(match.control),
        "gone": [left(seat, at) for seat, at in match.gone.items()],
        "can_abort": bool(you) and match.status is not Status.FINISHED and not match.begun,
        "now": view.now if match.clock is not None or match.gone else None,
        "public": match.public,
        "open": match.open,
        "wants_public": set(you) <= match.agreed_public,
        "level_choices": list(LEVELS),
        "hint": _hint(match),
        "hints_left": [hints_left(match, seat) for seat in range(match.game.players)],
        "rated": match.rated,
    }


def watched(
    answer: Watched, describe: Callable[[MatchView], m.Snapshot] = snapshot
) -> Missed | m.SnapshotAnswer:
    """The answer to somebody who begins to watch."""
    view = answer.view
    if answer.missed is None:
        return {"ok": True, "v": view.match.v, "snapshot": describe(view)}
    return {
        "ok": True,
        "v": view.match.v,
        "events": [event(change) for change in answer.missed],
        "hints": hints(view.match),
        "thinking": view.thinking,
        "now": view.now,
    }


def hints(match: Match) -> m.Hints:
    """What the seat to move is shown under its pointer. Not versioned."""
    position = match.position
    return {
        "match": match.id,
        "v": match.v,
        "landing": landing(position),
        "flips": flips(position),
    }


def presence(match_id: str, there: Presence) -> m.Presence:
    """Who of the players is connected, how many others look on, and who they are."""
    return {
        "match": match_id,
        "watching": there.watching,
        "online": list(there.online),
        "standings": [standing.value for standing in there.standings],
        "names": list(there.names),
    }


def beat(match_id: str, now: int) -> m.Beat:
    """A sign of life that wants an answer."""
    return {"match": match_id, "now": now}


def thinking(match_id: str, seat: int | None, ahead: int = 0) -> m.Thinking:
    """Which AI thinks, and for how many others' moves it has to wait."""
    fields: m.Thinking = {"match": match_id, "seat": seat}
    return fields | {"ahead": ahead} if ahead else fields


def _size_text(game: m.GameFields) -> str:
    """``7 × 6, three players, 5 in a row``: all in which a game is not the usual one."""
    connect = game["connect"]
    table = ["three players"] if game["players"] > 2 else []
    line = [f"{connect} in a row"] if connect not in {None, 4} else []
    return ", ".join([game["size_text"], *table, *line])


def seek(match: Match) -> m.Seek:
    """A match that waits for strangers."""
    game = game_fields(match.game)
    free = [number for number, seat in enumerate(match.seats) if seat.kind is SeatKind.OPEN]
    return {
        "match": match.id,
        "names": [seat.name for seat in match.seats if seat.kind is not SeatKind.OPEN],
        "game": match.game.key,
        "game_name": game["name"],
        "size_text": _size_text(game),
        "control": match.control.key if match.control else None,
        "control_text": match.control.text if match.control else "",
        "colours": [match.game.player_names[number] for number in free],
        "seat": free[0],
        "rating": next((s.rating.text for s in match.seats if s.rating), "") if match.rated else "",
    }


def thumbnail(match: Match) -> m.Thumbnail:
    """What a small picture of the match shows."""
    return {
        "match": match.id,
        "v": match.v,
        "status": match.status.value,
        "to_move": match.to_move,
        "cells": cells(match.position),
        "last": list(match.position.last_changes),
    }


def own_game(match: Match, guest: str) -> m.OwnGame:
    """How a match stands in the list of one who plays in it, or is challenged to it."""
    held = match.held_by(guest)
    return {
        **thumbnail(match),
        "turn": match.waits_for(guest),
        "ms": match.clock.left[held[0]] if match.clock and held else None,
    }


def refusal(error: Refusal, v: int | None = None) -> m.Refused:
    """The negative answer to an action."""
    refused: m.Refused = {"ok": False, "code": error.code, "message": error.message, "v": v}
    if error.retry is not None:
        refused["retry"] = error.retry
    return refused


def _hint(match: Match) -> m.HintFields | None:
    return None if match.hint is None else hint(match, match.hint.seat, match.hint.move)


def _can_undo(match: Match, you: tuple[int, ...]) -> bool:
    if match.status is Status.FINISHED:
        return match.may_reopen(you)
    return match.status is Status.PLAYING and match.undo_ply(you) is not None


def _control(control: TimeControl | None) -> m.ControlFields | None:
    if control is None:
        return None
    return {
        "key": control.key,
        "text": control.text,
        "kind": control.kind.value,
        "base": control.base,
        "increment": control.increment,
        "first_move": FIRST_MOVE,
    }


def _seats(match: Match, there: Presence) -> list[m.SeatFields]:
    return [_seat(match, index, there) for index in range(len(match.seats))]


def _seat(match: Match, index: int, there: Presence) -> m.SeatFields:
    seat = match.seats[index]
    fields: m.SeatFields = {
        "seat": index,
        "colour": match.game.player_names[index],
        "kind": seat.kind.value,
        "name": seat.name,
        "level": seat.level,
        "online": there.online[index],
        "standing": there.standings[index].value,
    }
    if seat.registered:
        fields["registered"] = True
    if seat.rating is not None:
        fields["rating"] = seat.rating.text
    if match.ratings:
        fields["rating"], fields["change"] = (
            match.ratings[index].after.text,
            match.ratings[index].text,
        )
    return fields


def _moves(match: Match) -> list[tuple[int, int, str]]:
    return [
        (position.to_move, move, match.game.format_move(move))
        for position, move in zip(match.positions, match.moves, strict=False)
    ]


def _offer(match: Match) -> m.OfferFields | None:
    offer = match.offer
    if offer is None:
        return None
    return {"kind": offer.kind.value, "by": offer.by, "agreed": sorted(offer.agreed)}
