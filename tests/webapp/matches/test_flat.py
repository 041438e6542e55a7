"""What comes and goes leaves nothing behind, however often: 2,000 matches and as many people."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine import registry
from tests.webapp.census import entries
from tests.webapp.fakes import House
from webapp.cluster.packets import Came, match_channel
from webapp.cluster.people import People
from webapp.domain.action import Action, ActionKind
from webapp.domain.clock import ClockKind, TimeControl
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch
from webapp.service.ports import Answer
from webapp.sockets import handlers

FOUR = registry.game("connectfour")


def move(ply: int) -> Action:
    return Action(ActionKind.MOVE, ply=ply, move=3, id=f"{ply}")


def cycle(house: House, number: int) -> None:
    """Two people and one who looks on come, play, and go in one of several ways."""
    matches = house.matches
    ann, ben, cat = (Guest(f"{name}{number}", name) for name in ("ann", "ben", "cat"))
    for guest in (ann, ben, cat):
        house.crowd.connect(guest.id, guest)
    clock = TimeControl(ClockKind.FISCHER, 3_600_000) if number % 5 else None
    match = matches.create(NewMatch(FOUR, ("me", "friend"), control=clock), ann)
    matches.join(match, ben)
    for guest in (ann, ben, cat):
        matches.watch(match, None, guest.id, guest, lambda: None, named=True)
    matches.act(match, ann, move(0))
    if number % 3 == 0:
        matches.act(match, ben, Action(ActionKind.RESIGN))
    if number % 3 == 1:
        matches.leave(match, ben.id)
        house.wait(1)
    alone = matches.create(NewMatch(FOUR, ("me", "ai:1")), cat)
    matches.watch(alone, None, cat.id, cat, lambda: None)
    matches.act(alone, cat, move(0))
    asked = house.thinker.asked[-1]
    if number % 2:
        matches.answer(Answer(asked, 2))
    house.seeks.pair(NewMatch(FOUR, ("me", "friend"), open=True), ann)
    for guest in (ann, ben, cat):
        for room in house.crowd.watched_by(guest.id):
            matches.leave(room, guest.id)
        house.crowd.disconnect(guest.id)
    matches.answer(Answer(asked, 2))


def after(house: House, first: int, last: int) -> Counter[str]:
    """What is kept when these cycles are over for two hours."""
    outside = (house.announcer, house.thinker, house.store)
    for number in range(first, last):
        cycle(house, number)
        if number % 50 == 49:
            house.wait(7200)
            for kept in (kept for part in outside for kept in vars(part).values()):
                kept.clear()
    return +entries(house.matches, house.seeks, house.crowd, house.live, house.alarms)


@pytest.mark.parametrize("cycles", [150, pytest.param(2000, marks=pytest.mark.hours)])
def test_11_cycles_of_all_that_comes_and_goes_leave_nothing(cycles: int) -> None:
    house = House()
    few = after(house, 0, 50)
    assert after(house, 50, cycles) == few
    assert len(house.live) == len(house.crowd) == len(house.alarms) == 0
    assert len(house.matches.presence) == 0


def test_a_clock_that_is_set_again_and_again_is_one_alarm() -> None:
    house = House()
    for moment in range(10_000):
        house.alarms.set(("clock", "abcdefgh"), 3_600_000 + moment, lambda: None)
    assert len(house.alarms) == 1
    assert entries(house.alarms)["Alarms._heap"] < 200
    assert house.alarms.next() == 3_609_999


class _Line:
    """To a Redis that knows of somebody at every match."""

    def __init__(self) -> None:
        self.channels: set[str] = set()

    def follows(self, channel: str) -> bool:
        return channel in self.channels

    def do(self, command: object, otherwise: object) -> object:
        return {"two": {"ben": "Ben"}}


def test_news_of_a_match_that_is_not_followed_any_more_is_not_kept() -> None:
    line = _Line()
    people = People(line, "one", lambda match_id: None)  # type: ignore[arg-type]
    for number in range(100):
        match_id = f"m{number}"
        line.channels = {match_channel(match_id)}
        people.heard("two", Came(match_id, "ann"))
        assert people.at(match_id) == {"ann"}
        people.learn(match_id)
        assert people.at(match_id) == {"ben"}
        line.channels.clear()
        people.forget(match_id)
        people.heard("two", Came(match_id, "ann"))
        people.learn(match_id)
    assert not +entries(people)


def test_a_socket_looks_at_so_many_matches(person: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers, "MOST_WATCHED", 2)
    ann = person()
    matches = [ann.create(seat0="me", seat1="friend") for _ in range(3)]
    answers = [ann.watch(match) for match in (*matches, matches[0])]
    assert [answer.get("code") for answer in answers] == [None, None, "watching", None]
    ann.call("leave", {"match": matches[0]})
    assert ann.watch(matches[2])["ok"]
