"""A new match as somebody ordered it: which game, who sits where, who moves first."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.game import Game, Move
from engine.players import parse_level
from webapp.domain.clock import TimeControl
from webapp.domain.errors import Refusal
from webapp.domain.events import Created
from webapp.domain.opening import positions
from webapp.domain.rated import ladder
from webapp.domain.seat import Guest, Seat, SeatKind

if TYPE_CHECKING:
    from webapp.domain.rating import Rating

COMPANIONS = ("Friend", "Second friend")
"""The names of those who play at somebody's screen and have not said theirs."""


class Colour(StrEnum):
    """Who moves first."""

    AS_GIVEN = ""
    FIRST = "first"
    SECOND = "second"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class NewMatch:
    """The order.

    Attributes:
        seats: ``me``, ``me:NAME`` (several at one screen), ``friend`` or ``ai:LEVEL`` in turn
            order.
        opening: the moves to start after; `opening_of` has checked them.
        open: whether strangers are invited to its free seats.
        rated: whether the result is to count for the players' ratings.
        near: whether only people of about the same rating are wanted.
        kept_for: the name of whoever is asked to take the free seats.
    """

    game: Game
    seats: tuple[str, ...]
    colour: Colour = Colour.AS_GIVEN
    public: bool = True
    opening: tuple[Move, ...] = ()
    control: TimeControl | None = None
    open: bool = False
    rated: bool = False
    near: bool = False
    kept_for: str = ""

    def __post_init__(self) -> None:
        if len(self.seats) != self.game.players:
            raise Refusal(
                "malformed", f"This game has {self.game.players} seats, not {len(self.seats)}."
            )
        for seat in self.seats:
            kind, _, level = seat.partition(":")
            if kind == "ai":
                level_key(level)
            elif kind != "me" and seat != "friend":
                raise Refusal("malformed", f"{seat[:20]!r} sits nowhere; say me, friend or ai:4.")
        if self.rated and not self._ratable():
            raise Refusal("unratable")

    def _ratable(self) -> bool:
        two = sorted(seat.partition(":")[0] for seat in self.seats) == ["friend", "me"]
        usual = ladder(self.game) is not None and not self.opening
        return two and usual and self.control is not None


def level_key(text: str) -> str:
    """The canonical name of the level `text` names."""
    try:
        return parse_level(text).key
    except EngineError as error:
        raise Refusal("malformed", str(error)) from None


def created(
    order: NewMatch,
    match_id: str,
    guest: Guest,
    rng: random.Random,
    rating: Rating | None = None,
) -> Created:
    """The first event of the ordered match, colours drawn; `rating` is the orderer's.

    Raises:
        Refusal: it is to be rated, and the orderer has no rating.
    """
    if order.rated and rating is None:
        raise Refusal("nameless")
    orders = _arranged(order, rng)
    if order.rated:  # nobody plays for ratings by another name than the one that is kept
        orders = tuple(text.partition(":")[0] for text in orders)
    seats = _seated(orders, guest, rating, order.kept_for)
    return Created(
        match=match_id,
        game=order.game.key,
        seats=seats,
        public=order.public,
        moves=order.opening,
        control=order.control,
        open=order.open,
        rated=order.rated,
        near=order.near,
        host=None if any(seat.kind is not SeatKind.AI for seat in seats) else guest.id,
    )


def _arranged(order: NewMatch, rng: random.Random) -> tuple[str, ...]:
    """The seats in turn order after the wish about colours.

    First and second concern the orderer's own colour, so they need exactly one ``me``; they
    count from the board the match starts with.
    """
    seats = list(order.seats)
    if order.colour is Colour.AS_GIVEN:
        return order.seats
    mine = [seat for seat in seats if seat.partition(":")[0] == "me"]
    if len(mine) == 1:
        first = positions(order.game, order.opening)[-1].to_move
        wish = {Colour.FIRST: first, Colour.SECOND: (first + 1) % len(seats)}
        target = wish.get(order.colour, rng.randrange(len(seats)))
        seats.insert(target, seats.pop(seats.index(mine[0])))
    elif order.colour is Colour.RANDOM:
        rng.shuffle(seats)
    return tuple(seats)


def _seated(
    orders: tuple[str, ...], guest: Guest, rating: Rating | None, kept_for: str
) -> tuple[Seat, ...]:
    """The seats as ordered. Each has a name of its own, those at one screen too."""
    seats: list[Seat] = []
    spare = [guest.name, *COMPANIONS]
    if sum(text.partition(":")[0] == "me" for text in orders) > 1:
        rating = None  # several at one screen
    for text in orders:
        kind, _, rest = text.partition(":")
        if kind == "me":
            name = rest or spare.pop(0)
            known = guest.registered and name == guest.name
            seats.append(Seat.human(guest.id, name, registered=known, rating=rating))
        else:
            seats.append(Seat.open(kept_for) if kind == "friend" else Seat.ai(level_key(rest)))
    return tuple(seats)


def pairing(
    game: Game, control: TimeControl | None, *, rated: bool = False, near: bool = False
) -> NewMatch:
    """The order of somebody who plays with whoever wants the same."""
    seats = ("me", *("friend",) * (game.players - 1))
    return NewMatch(game, seats, Colour.RANDOM, control=control, open=True, rated=rated, near=near)
