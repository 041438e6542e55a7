"""Who sits where when a match begins, and who may join it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import registry
from tests.webapp.deciding import ANN, BEN, CAT, do, start
from webapp.domain import actions
from webapp.domain.errors import Refusal
from webapp.domain.events import TookBack
from webapp.domain.history import Recorded, fold
from webapp.domain.setup import Colour, NewMatch, created


def made(colour: Colour, *seats: str, game: str = "connectfour") -> list[str | None]:
    order = NewMatch(registry.game(game), seats, colour)
    event = created(order, "abcdefgh", ANN, random.Random(5))
    return [s.guest or s.level for s in event.seats]


def test_who_moves_first() -> None:
    assert made(Colour.FIRST, "ai:4", "me") == ["ann", "4"]
    assert made(Colour.SECOND, "me", "ai:4") == ["4", "ann"]
    assert made(Colour.AS_GIVEN, "ai:4", "me") == ["4", "ann"]
    assert made(Colour.SECOND, "me", "me") == ["ann", "ann"], "at one screen there is no choice"


def test_random_colours_are_fair() -> None:
    order = NewMatch(registry.game("connectfour"), ("me", "ai:4"), Colour.RANDOM)
    rng = random.Random(1)
    firsts = Counter(created(order, "abcdefgh", ANN, rng).seats[0].guest for _ in range(400))
    assert 150 < firsts["ann"] < 250


def test_the_creator_does_not_take_the_second_seat_by_accident() -> None:
    match = start("connectfour", "ann", "open")
    with pytest.raises(Refusal) as error:
        actions.join(match, ANN)
    assert error.value.code == "seated"


def test_the_third_visitor_watches() -> None:
    match = start("connectfour", "ann", "ben")
    with pytest.raises(Refusal) as error:
        actions.join(match, CAT)
    assert error.value.code == "full"


def test_nobody_joins_a_match_that_was_broken_off() -> None:
    over = do(start("connectfour", "ann", "open"), ANN, "resign")
    with pytest.raises(Refusal) as error:
        actions.join(over, BEN)
    assert error.value.code == "over"


@pytest.mark.parametrize("seats", [("me",), ("me", "me", "me"), ("me", "you"), ("ai:99", "me")])
def test_a_senseless_order_is_refused(seats: tuple[str, ...]) -> None:
    with pytest.raises(Refusal):
        NewMatch(registry.game("connectfour"), seats)


def test_events_begin_with_the_creation() -> None:
    with pytest.raises(ValueError, match="begins with its creation"):
        fold([Recorded(1, TookBack(0, 0))])
    with pytest.raises(ValueError, match="at least one event"):
        fold([])


def test_those_at_one_screen_have_names_of_their_own() -> None:
    for seats, names in (
        (("me", "me"), ["Ann", "Friend"]),
        (("me", "me:Otto"), ["Ann", "Otto"]),
        (("me:Mira", "me"), ["Mira", "Ann"]),
    ):
        order = NewMatch(registry.game("connectfour"), seats)
        event = created(order, "abcdefgh", ANN, random.Random(5))
        assert [seat.name for seat in event.seats] == names
