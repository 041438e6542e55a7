"""The list of one's own games, told by way of any server: each player of his or her games alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webapp.deciding import play, start
from webapp import wire
from webapp.sockets.announcer import RoomAnnouncer, own_room


class Sockets:
    """Remembers what rooms were told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.told: list[tuple[str, dict[str, Any], str | None]] = []

        def emit(_server: Any, name: str, payload: Any, to: str | None) -> None:
            self.told.append((name, dict(payload), to))

        monkeypatch.setattr("webapp.sockets.announcer.emit", emit)


@pytest.fixture
def sockets(monkeypatch: pytest.MonkeyPatch) -> Sockets:
    return Sockets(monkeypatch)


def test_each_player_hears_whose_turn_it_is(sockets: Sockets) -> None:
    no: Any = None
    RoomAnnouncer(no, no).own(play(start("connectfour", "ann", "ben"), "4"))
    turns = {to: (name, game["turn"], game["ms"]) for name, game, to in sockets.told}
    assert turns == {
        own_room("ann"): ("own", False, None),
        own_room("ben"): ("own", True, None),
    }
    assert all(game["cells"][3] == 0 for _, game, _ in sockets.told)


def test_a_person_with_both_seats_hears_once_and_the_computer_never(sockets: Sockets) -> None:
    no: Any = None
    RoomAnnouncer(no, no).own(start("connectfour", "ann", "ann"))
    RoomAnnouncer(no, no).own(start("connectfour", "4", "ann"))
    assert [(to, game["turn"]) for _, game, to in sockets.told] == [
        (own_room("ann"), True),
        (own_room("ann"), False),
    ]


def test_other_servers_pass_it_on_once(sockets: Sockets) -> None:
    pytest.importorskip("redis", reason="Redis's client is not installed")
    from webapp.cluster.announcer import SharedAnnouncer
    from webapp.cluster.local_services import LocalServices
    from webapp.cluster.packets import ALL, Owned, decode, encode

    no: Any = None
    match = start("connectfour", "4", "ann")
    sent: list[tuple[str, Any]] = []
    here = SharedAnnouncer(no, no, lambda channel, news: sent.append((channel, news)), no)
    here.own(match)
    assert sent == [(ALL, Owned("ann", dict(wire.own_game(match, "ann"))))]
    heard = decode(encode(sent[0][1], "here").encode(), "there")
    assert heard is not None
    there = SharedAnnouncer(no, no, lambda *_: pytest.fail("it is told no further"), no)
    LocalServices(no, no, no, no, no, no, no, there, no).hear(heard[0])
    assert sockets.told[0] == sockets.told[1]
