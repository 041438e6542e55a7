"""A new match as somebody ordered it: which game, who sits where, who moves first."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from enum import StrEnum

from engine.game import Game
from webapp.domain.errors import Refusal
from webapp.domain.events import Created
from webapp.domain.seat import Guest, Seat

LEVEL = re.compile(r"[1-8]|depth:([1-9]|1[0-9]|20)")
"""A strength: one of the eight levels or a depth in plies."""


class Colour(StrEnum):
    """Who moves first."""

    AS_GIVEN = ""
    FIRST = "first"
    SECOND = "second"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class NewMatch:
    """The order; `seats` are ``me``, ``friend`` or ``ai:LEVEL`` in turn order."""

    game: Game
    seats: tuple[str, ...]
    colour: Colour = Colour.AS_GIVEN
    public: bool = True

    def __post_init__(self) -> None:
        if len(self.seats) != self.game.players:
            raise Refusal(
                "malformed", f"This game has {self.game.players} seats, not {len(self.seats)}."
            )
        for seat in self.seats:
            if seat not in {"me", "friend"}:
                check_level(seat.removeprefix("ai:") if seat.startswith("ai:") else "?")


def check_level(level: str) -> str:
    """`level` if there is such a strength."""
    if LEVEL.fullmatch(level) is None:
        raise Refusal("malformed", "A level is 1 to 8, or depth:1 to depth:20.")
    return level


def created(order: NewMatch, match_id: str, guest: Guest, rng: random.Random) -> Created:
    """The first event of the ordered match, colours drawn."""
    seats = tuple(_seat(text, guest) for text in _arranged(order, rng))
    return Created(match=match_id, game=order.game.key, seats=seats, public=order.public)


def _arranged(order: NewMatch, rng: random.Random) -> tuple[str, ...]:
    """The seats in turn order after the wish about colours.

    First and second concern the orderer's own colour, so they need exactly one ``me``.
    """
    seats = list(order.seats)
    if order.colour is Colour.AS_GIVEN:
        return order.seats
    if seats.count("me") == 1:
        wish = {Colour.FIRST: 0, Colour.SECOND: 1}
        target = wish.get(order.colour, rng.randrange(len(seats)))
        seats.insert(target, seats.pop(seats.index("me")))
    elif order.colour is Colour.RANDOM:
        rng.shuffle(seats)
    return tuple(seats)


def _seat(text: str, guest: Guest) -> Seat:
    if text == "me":
        return Seat.human(guest.id, guest.name)
    return Seat.open() if text == "friend" else Seat.ai(text.removeprefix("ai:"))
