"""Who is brought together for a rated game: the nearest, and anybody after a while."""

from __future__ import annotations

from contextlib import AbstractContextManager

import pytest

from tests.webapp.fakes import House
from tests.webapp.people.rated import ANN, BEN, CAT, CLOCK, DAN, FOUR
from webapp.domain.action import Action, ActionKind
from webapp.domain.history import fold
from webapp.domain.match import Status
from webapp.domain.rating import Rating
from webapp.domain.seat import Guest
from webapp.domain.setup import pairing
from webapp.service.other_servers import NoOtherServers


def test_pairing_keeps_rated_and_casual_apart() -> None:
    house = House()
    casual = house.seeks.pair(pairing(FOUR, CLOCK), ANN)
    rated = house.seeks.pair(pairing(FOUR, CLOCK, rated=True), BEN)
    assert rated != casual
    assert house.seeks.pair(pairing(FOUR, CLOCK, rated=True), ANN) == rated
    assert house.matches.match(rated).status is Status.PLAYING


def strength(house: House, guest: Guest, value: float) -> None:
    house.store.ratings.kept[guest.id, "connectfour"] = Rating(value, 60, 0.06, 30, 1000)


def test_pairing_brings_the_nearest_together() -> None:
    house = House()
    for guest, value in ((ANN, 1200), (BEN, 1700), (CAT, 1650), (DAN, 1250)):
        strength(house, guest, value)
    rated, near = pairing(FOUR, CLOCK, rated=True), pairing(FOUR, CLOCK, rated=True, near=True)
    first = house.seeks.pair(near, ANN)
    second = house.seeks.pair(near, BEN)
    assert first != second
    assert house.seeks.pair(rated, CAT) == second
    assert house.seeks.pair(near, DAN) == first


def test_whoever_wants_anybody_after_all_waits_for_nobody_near_any_more() -> None:
    house = House()
    rated, near = pairing(FOUR, CLOCK, rated=True), pairing(FOUR, CLOCK, rated=True, near=True)
    first = house.seeks.pair(near, ANN)
    assert house.seeks.pair(near, ANN) == first
    second = house.seeks.pair(rated, ANN)
    assert [match.id for match in house.seeks.all()] == [second]
    assert house.matches.match(first).next == second, "an old tab follows"
    assert house.seeks.pair(near, ANN) not in {first, second}


def test_whoever_waits_for_somebody_near_takes_anybody_after_a_while() -> None:
    house = House()
    strength(house, ANN, 1500)
    strength(house, BEN, 1750)
    for sid, guest in (("ann", ANN), ("ben", BEN)):
        house.crowd.connect(sid, guest)
    near = pairing(FOUR, CLOCK, rated=True, near=True)
    first = house.seeks.pair(near, ANN)
    house.wait(10)
    second = house.seeks.pair(near, BEN)
    assert second != first
    house.wait(10)
    assert len(house.seeks.all()) == 2, "250 apart is not near so soon"
    house.wait(30)
    assert house.seeks.all() == []
    assert house.matches.match(first).guests() == {ANN.id, BEN.id}
    assert house.matches.match(first).status is Status.PLAYING
    called_off = house.matches.match(second)
    assert called_off.status is Status.FINISHED
    assert called_off.next == first, "the page follows"
    assert fold(house.store.events[second]) == called_off


def far_apart(house: House) -> tuple[str, str]:
    """Two who begin to wait for somebody near at the same moment."""
    for guest, value in ((ANN, 1500), (BEN, 1750)):
        strength(house, guest, value)
        house.crowd.connect(guest.id, guest)
    near = pairing(FOUR, CLOCK, rated=True, near=True)
    return house.seeks.pair(near, ANN), house.seeks.pair(near, BEN)


def test_two_who_have_waited_equally_long_meet_too() -> None:
    house = House()
    both = far_apart(house)
    house.wait(70)
    assert house.seeks.all() == []
    games = [house.matches.match(match_id) for match_id in both]
    assert sorted(match.status for match in games) == [Status.FINISHED, Status.PLAYING]


def test_who_has_stopped_waiting_is_brought_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page was left between the look at who waits and the meeting."""
    house = House()
    both, join = far_apart(house), house.matches.join

    def leave_first(match_id: str, guest: Guest) -> int:
        own = both[both[0] == match_id]
        house.matches.act(own, guest, Action(ActionKind.ABORT))
        return join(match_id, guest)

    monkeypatch.setattr(house.matches, "join", leave_first)
    house.wait(70)
    assert [house.matches.match(match_id).status for match_id in both] == [Status.FINISHED] * 2


def test_casual_seeks_ask_no_other_server_whom_to_meet() -> None:
    house = House()
    house.crowd.connect("ann", ANN)
    asked: list[None] = []
    house.seeks.pair(pairing(FOUR, CLOCK), ANN)
    house.seeks._other_servers = Asked(asked)
    house.wait(20)
    assert len(house.seeks.all()) == 1
    assert asked == []


class Asked(NoOtherServers):
    """Notes how often servers take turns."""

    def __init__(self, asked: list[None]) -> None:
        self._asked = asked

    def pairing(self) -> AbstractContextManager[None]:
        self._asked.append(None)
        return super().pairing()
