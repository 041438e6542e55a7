"""Of many messages about one state, the first and the latest are sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import pytest
from socketio import Server

from engine.registry import game as game_of
from tests.webapp.fakes import House
from webapp.domain.action import Action, ActionKind
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch, pairing
from webapp.sockets.announcer import LOADS, LOBBY, RoomAnnouncer
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
    """A server with so many who look at the list of games, and what who was told."""

    def __init__(self, listeners: int) -> None:
        self.manager = self.flipfour_loop = self
        self.listeners = listeners
        self.told: list[tuple[str, Any]] = []
        self.later = Later()

    @property
    def rooms(self) -> dict[str, dict[str, range]]:
        return {"/": {LOBBY: range(self.listeners)}}

    def emit(self, _event: str, payload: Any, to: str) -> None:
        self.told.append((to, payload))

    def seeks(self) -> list[list[str]]:
        return [[seek["match"] for seek in payload["seeks"]] for _, payload in self.told]

    def call(self, function: Callable[..., None], *arguments: Any) -> None:
        function(*arguments)


def test_a_flood_of_seeks_is_told_of_by_its_first_and_latest() -> None:
    server, house = Lobby(listeners=1), House()
    announcer = RoomAnnouncer(cast(Server, server), house.crowd)
    ids = [house.seeks.pair(pairing(game, None), Guest(game.key, "Ann")) for game in GAMES]
    for n in range(1, len(GAMES) + 1):
        announcer.seeks(house.seeks.all()[:n])
    assert server.seeks() == [ids[:1]]
    server.listeners = 0
    announcer.seeks([])
    server.later[0]()
    assert server.seeks() == [ids[:1], []], "what nobody waits for by now is no news"


@pytest.fixture
def listed() -> tuple[Lobby, House, RoomAnnouncer, list[str]]:
    """Ten thousand look at lists with boards of two matches; one page shows the first."""
    server, house = Lobby(listeners=10_000), House()
    order = NewMatch(game_of("connectfour"), ("me", "me"), public=True)
    matches = [house.matches.create(order, Guest("ann", "Ann")) for _ in range(2)]
    house.crowd.connect("page", Guest("ben", "Ben"))
    house.crowd.show("page", matches[:1])
    return server, house, RoomAnnouncer(cast(Server, server), house.crowd), matches


def drop(house: House, match: str, ply: int) -> None:
    house.matches.act(match, Guest("ann", "Ann"), Action(ActionKind.MOVE, ply=ply, move=ply))


def test_a_page_is_told_of_the_moves_on_boards_it_shows(
    listed: tuple[Lobby, House, RoomAnnouncer, list[str]],
) -> None:
    """Of all others the lists hear by two messages in five seconds, whoever plays how much."""
    server, house, announcer, matches = listed
    for ply in range(6):
        for match in matches:
            drop(house, match, ply)
            announcer.lobby(house.matches.match(match))
    to_page = [payload["v"] for to, payload in server.told if to == "page"]
    to_all = [payload for to, payload in server.told if to == LOBBY]
    assert (to_page, len(to_all)) == ([2], 1)
    assert to_all[0]["spread"] == 1000 * server.listeners // LOADS
    for function in server.later[:]:
        function()
    assert [payload["v"] for to, payload in server.told if to == "page"] == [2, 7], "the latest"
    assert len([to for to, _ in server.told if to == LOBBY]) == 1, "it is not yet time"


def test_that_a_match_has_begun_is_told_beside_moves_in_others(
    listed: tuple[Lobby, House, RoomAnnouncer, list[str]],
) -> None:
    server, house, announcer, matches = listed
    drop(house, matches[0], 0)
    for match in matches:
        announcer.lobby(house.matches.match(match))
    assert [p["match"] for to, p in server.told if to == LOBBY] == matches


def test_what_is_shown_no_more_is_forgotten(
    listed: tuple[Lobby, House, RoomAnnouncer, list[str]],
) -> None:
    _server, house, _announcer, matches = listed
    boards = house.crowd.boards
    house.crowd.show("page", matches[1:])
    assert [boards.seen_by(match) for match in matches] == [[], ["page"]]
    house.crowd.disconnect("page")
    house.crowd.show("page", matches)
    assert not len(boards), "whoever has gone sees nothing"
