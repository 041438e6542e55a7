"""Of many messages about one state, the first and the latest are sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import pytest
from socketio import Server

from engine.registry import game as game_of
from tests.webapp.fakes import House
from webapp.domain.seat import Guest
from webapp.domain.setup import pairing
from webapp.sockets.announcer import RoomAnnouncer
from webapp.sockets.coalesce import PATIENCE, Coalescer

GAMES = [game_of(f"othello:{size}") for size in range(4, 17, 2)]


class Later(list[Callable[[], None]]):
    """What is to be called later, when the test says so."""

    def __call__(self, _seconds: float, function: Callable[[], None]) -> None:
        self.append(function)


def test_the_first_at_once_and_then_the_latest() -> None:
    later = Later()
    sent: list[tuple[str, int]] = []
    coalescer = Coalescer(lambda room, payload: sent.append((room, payload["n"])), 1.0, later)
    for n in range(100):
        coalescer.put("a", {"n": n})
    coalescer.put("b", {"n": 0})
    assert sent == [("a", 0), ("b", 0)]
    later[0]()
    assert sent == [("a", 0), ("b", 0), ("a", 99)]
    coalescer.put("a", {"n": 100})
    later[1]()  # of "b", which had nothing more to say
    coalescer.put("b", {"n": 1})
    assert sent == [("a", 0), ("b", 0), ("a", 99), ("b", 1)]
    later[2]()
    assert sent[-1] == ("a", 100)


def test_where_many_listen_only_what_is_pressing_is_told_soon() -> None:
    """A thousand hear their number every tenth time, and at the next one who plays."""
    later = Later()
    sent: list[int] = []
    coalescer = Coalescer(lambda _room, payload: sent.append(payload["n"]), 1.0, later)

    def ring(times: int) -> None:
        for _ in range(times):
            later[-1]()

    coalescer.put("a", {"n": 0}, pressing="away", listeners=1000)
    coalescer.put("a", {"n": 1}, pressing="away", listeners=1000)
    ring(9)
    assert sent == [0]
    ring(1)
    assert sent == [0, 1]
    coalescer.put("a", {"n": 2}, pressing="there", listeners=1000)
    ring(1)
    assert sent == [0, 1, 2]
    coalescer.put("a", {"n": 3}, pressing="there", listeners=10**6)
    ring(10)
    coalescer.put("a", {"n": 4}, pressing="there", listeners=10**6)
    ring(PATIENCE)
    assert sent == [0, 1, 2, 3, 4], "nobody waits for longer, and only the latest is told"
    ring(PATIENCE)
    assert not coalescer._rooms


def test_a_room_is_told_again_after_a_message_that_could_not_be_sent() -> None:
    later = Later()
    sent: list[int] = []

    def send(_room: str, payload: Mapping[str, Any]) -> None:
        if payload["n"] % 2:
            raise ConnectionError
        sent.append(payload["n"])

    coalescer = Coalescer(send, 1.0, later)
    with pytest.raises(ConnectionError):
        coalescer.put("a", {"n": 1})
    coalescer.put("a", {"n": 2})
    later[-1]()
    coalescer.put("a", {"n": 3})
    with pytest.raises(ConnectionError):
        later[-1]()
    coalescer.put("a", {"n": 4})
    later[-1]()
    assert sent == [2, 4]


class Lobby:
    """A server with so many who look at the list of games, and what they were told."""

    def __init__(self, listeners: int) -> None:
        self.manager = self.flipfour_loop = self
        self.listeners = listeners
        self.told: list[list[str]] = []
        self.later = Later()

    def get_participants(self, _namespace: str, _room: str) -> list[tuple[str, str]]:
        return [(f"s{n}", f"e{n}") for n in range(self.listeners)]

    def emit(self, _event: str, payload: Any, to: str) -> None:
        self.told.append([seek["match"] for seek in payload["seeks"]])

    def call(self, function: Callable[..., None], *arguments: Any) -> None:
        function(*arguments)


def test_a_flood_of_seeks_is_told_of_by_its_first_and_latest() -> None:
    server, house = Lobby(listeners=1), House()
    announcer = RoomAnnouncer(cast(Server, server), house.crowd)
    ids = [house.seeks.pair(pairing(game, None), Guest(game.key, "Ann")) for game in GAMES]
    for n in range(1, len(GAMES) + 1):
        announcer.seeks(house.seeks.all()[:n])
    assert server.told == [ids[:1]]
    server.listeners = 0
    announcer.seeks([])
    server.later[0]()
    assert server.told == [ids[:1], []], "what nobody waits for by now is no news"
