"""Matches on a clock for tests: who plays, what they do, what their clocks show."""

from __future__ import annotations

from engine import registry
from tests.webapp.fakes import House
from webapp.domain.action import Action, ActionKind
from webapp.domain.clock import (
    parse_control,
)
from webapp.domain.match import Match
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch

ANN, BEN, CAT = (Guest(name.lower(), name) for name in ("Ann", "Ben", "Cat"))


def begin(house: House, clock: str, *seats: str, game: str = "connectfour") -> str:
    """A match that all three may have a seat in."""
    seats = seats or ("me", "friend")
    order = NewMatch(registry.game(game), seats, control=parse_control(clock))
    match_id = house.matches.create(order, ANN)
    for guest in (BEN, CAT)[: seats.count("friend")]:
        house.matches.join(match_id, guest)
    return match_id


def move(house: House, match_id: str, guest: Guest, column: int = 0) -> None:
    ply = house.matches.match(match_id).ply
    house.matches.act(match_id, guest, Action(ActionKind.MOVE, ply=ply, move=column))


def clock_of(house: House, match_id: str) -> tuple[int, ...]:
    """What each seat has left now, in whole tenths of a second."""
    match = house.matches.match(match_id)
    assert match.clock is not None
    return tuple(round(left / 100) for left in match.clock.at(house.uptime.now()))


def both_moved(house: House, clock: str = "1+2", *seats: str) -> str:
    match_id = begin(house, clock, *seats)
    move(house, match_id, ANN, 0)
    move(house, match_id, BEN, 1)
    return match_id


def ended(match: Match) -> tuple[str, int | None, int | None]:
    assert match.result is not None
    return match.result.reason.value, match.result.winner, match.result.by
