"""200 matches by the clock over lines that cut, lose, delay, double and reorder."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from engine import registry
from tests.webapp.clocked import ANN, BEN, CAT
from tests.webapp.fakes import House, PageState
from webapp import wire
from webapp.domain.action import Action, ActionKind
from webapp.domain.clock import parse_control
from webapp.domain.errors import Refusal
from webapp.domain.match import Status
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch

SAME = (
    *("v", "status", "ply", "to_move", "cells", "legal", "outcome", "tally"),
    *("clock", "spent", "gone"),
)


class Page:
    """A page at the end of a bad line: it applies what comes in order and asks on a gap."""

    def __init__(self, house: House, match_id: str, guest: Guest, rng: random.Random) -> None:
        self.house, self.match_id, self.guest, self.rng = house, match_id, guest, rng
        self.on_its_way: list[dict[str, Any]] = []
        self.browser = PageState(self._ask(None)["snapshot"])

    def send(self, event: dict[str, Any]) -> None:
        """The line takes an event: once, twice or not at all, and in no order."""
        for _ in range(self.rng.choice([0, 1, 1, 1, 1, 2])):
            self.on_its_way.insert(self.rng.randint(0, len(self.on_its_way)), event)

    def receive(self) -> None:
        """Some of what is on its way arrives, or the line is cut and all of it is lost."""
        if self.rng.random() < 0.1:
            self.on_its_way.clear()
            self.sync()
            return
        for _ in range(self.rng.randint(0, 3)):
            if self.on_its_way:
                self._take(copy.deepcopy(self.on_its_way.pop(0)))

    def sync(self) -> None:
        answer = self._ask(self.browser.view["v"])
        if "snapshot" in answer:
            self.browser = PageState(answer["snapshot"])
        for event in answer.get("events", ()):
            self._take(event)

    def play(self) -> None:
        """Press something on what the page shows, twice at times."""
        view = self.browser.view
        if view["status"] != "playing" or not view["legal"]:
            return
        move = Action(
            ActionKind.MOVE,
            id=f"{self.guest.id}{view['ply']}",
            ply=view["ply"],
            move=self.rng.choice(view["legal"]),
        )
        for _ in range(self.rng.choice([1, 1, 2])):
            try:
                self.house.matches.act(self.match_id, self.guest, move)
            except Refusal:
                self.sync()

    def _take(self, event: dict[str, Any]) -> None:
        known = self.browser.view["v"]
        if event["v"] == known + 1:
            self.browser.apply(event)
        elif event["v"] > known:
            self.sync()

    def _ask(self, v: int | None) -> Any:
        answer = self.house.matches.watch(
            self.match_id, v, f"{self.guest.id}-tab", self.guest, lambda: None
        )
        return copy.deepcopy(wire.watched(answer))


def play_out(house: House, pages: list[Page], rng: random.Random) -> None:
    """Until the match is over; whoever is to move is slow at times, or silent."""
    match_id = pages[0].match_id
    for _ in range(2000):
        house.wait(rng.choice([0.1, 0.1, 0.3, 2.0]))
        rng.choice(pages[:-1]).play()
        for match, guest, now in house.announcer.beats:
            page = next(page for page in pages if page.guest.id == guest)
            if match == match_id and rng.random() < 0.7:
                house.matches.heard(match, page.guest, now)
        house.announcer.beats.clear()
        for event in house.announcer.events:
            for page in pages:
                page.send(event)
        house.announcer.events.clear()
        for page in pages:
            page.receive()
        if house.matches.match(match_id).status is Status.FINISHED:
            return
    raise AssertionError("A match by the clock never ended.")


@pytest.mark.parametrize("seed", range(8))
def test_all_views_are_equal_at_the_end(seed: int) -> None:
    rng = random.Random(seed)
    ends = set()
    for _ in range(25):
        house = House()
        game = registry.game(rng.choice(["connectfour", "othello:6", "connectfour:4x4:3"]))
        control = parse_control(rng.choice(["0.2+0", "0.5+1", "3/move"]))
        match_id = house.matches.create(NewMatch(game, ("me", "friend"), control=control), ANN)
        house.matches.join(match_id, BEN)
        pages = [Page(house, match_id, guest, rng) for guest in (ANN, BEN, CAT)]
        play_out(house, pages, rng)
        for page in pages:
            page.sync()  # the line is good again
        truth = house.snapshot(match_id)
        for page in pages:
            assert {f: page.browser.view[f] for f in SAME} == {f: truth[f] for f in SAME}
        ends.add(truth["outcome"]["reason"])
    assert "time" in ends, "no flag ever fell"
    assert len(ends) > 1
