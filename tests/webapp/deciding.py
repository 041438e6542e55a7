"""Matches that are played by the rules alone, without a server."""

from __future__ import annotations

import pytest

from webapp.domain import actions
from webapp.domain.action import Action, ActionKind
from webapp.domain.errors import Refusal
from webapp.domain.events import Created
from webapp.domain.history import changes
from webapp.domain.match import Match
from webapp.domain.seat import Guest, Seat

ANN, BEN, CAT = (Guest(name, name.title()) for name in ("ann", "ben", "cat"))


def seat(text: str) -> Seat:
    people = {guest.id: guest for guest in (ANN, BEN, CAT)}
    if text in people:
        return Seat.human(text, people[text].name)
    return Seat.open() if text == "open" else Seat.ai(text)


def start(game: str, *seats: str) -> Match:
    return Created("abcdefgh", game, tuple(seat(text) for text in seats)).start()


def do(match: Match, who: Guest, kind: str, **fields: object) -> Match:
    """The match after an action; a move's ply is the current one unless given."""
    action = Action(ActionKind(kind), fresh_id="nextgame", **fields)  # type: ignore[arg-type]
    decision = actions.decide(match, actions.seats_for(match, who.id, action), action)
    return changes(match, decision.events, decision.seat, action.key)[-1].after


def play(match: Match, text: str) -> Match:
    """The match after moves, each by its seat's owner or AI."""
    for move in match.game.parse_moves(text):
        action = Action(ActionKind.MOVE, ply=match.ply, move=move)
        decision = actions.decide(match, (match.to_move,), action)
        match = changes(match, decision.events)[-1].after
    return match


def events_of(match: Match, who: Guest, kind: str, **fields: object) -> tuple[object, ...]:
    action = Action(ActionKind(kind), fresh_id="nextgame", **fields)  # type: ignore[arg-type]
    return actions.decide(match, actions.seats_for(match, who.id, action), action).events


def refusal(match: Match, who: Guest, kind: str, **fields: object) -> str:
    with pytest.raises(Refusal) as error:
        do(match, who, kind, **fields)
    return error.value.code
