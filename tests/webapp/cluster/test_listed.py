"""What the lists of other servers hear of a match: its first news at once, then the latest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, cast

import pytest
from socketio import Server

pytest.importorskip("redis", reason="Redis's client is not installed")

from engine.registry import game as game_of
from tests.webapp.fakes import House
from webapp.cluster.announcer import SharedAnnouncer
from webapp.cluster.packets import ALL, Listed, Packet
from webapp.domain.action import Action, ActionKind
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch

ANN = Guest("ann", "Ann")


class Loop:
    """A server whose loop calls what comes later when the test says so."""

    rooms: ClassVar[dict[str, dict[str, str]]] = {}

    def __init__(self) -> None:
        self.manager = self.flipfour_loop = self
        self.later: list[Callable[[], None]] = []

    def call(self, _later: object, _seconds: float, function: Callable[[], None]) -> None:
        self.later.append(function)


def test_other_servers_are_told_of_a_match_no_more_often_than_lists_are_looked_at() -> None:
    loop, house = Loop(), House()
    told: list[tuple[str, Packet]] = []

    def never(_channel: str, _packet: Packet) -> None:
        pytest.fail("nobody's move waits for Redis on account of lists")

    def soon(channel: str, packet: Packet) -> None:
        told.append((channel, packet))

    announcer = SharedAnnouncer(cast(Server, loop), house.crowd, never, soon)
    order = NewMatch(game_of("connectfour"), ("me", "me"), public=True)
    quick, slow = (house.matches.create(order, ANN) for _ in range(2))
    for ply in range(20):
        house.matches.act(quick, ANN, Action(ActionKind.MOVE, ply=ply, move=ply % 7))
        announcer.lobby(house.matches.match(quick))
    announcer.lobby(house.matches.match(slow))
    assert _versions(told) == [(quick, 2), (slow, 1)]
    for function in loop.later[:]:
        function()
    assert _versions(told) == [(quick, 2), (slow, 1), (quick, 21)]
    assert {channel for channel, _ in told} == {ALL}


def _versions(told: list[tuple[str, Any]]) -> list[tuple[str, int]]:
    assert all(isinstance(packet, Listed) for _, packet in told)
    return [(packet.thumbnail["match"], packet.thumbnail["v"]) for _, packet in told]
