"""What the library calls by itself a client cannot call: nobody becomes somebody else by it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webapp.browsers import Person
from tests.webapp.conftest import Running


def _known(running: Running, match: str) -> str:
    """The id of who plays a match, which is a secret; here it has got about."""
    (guest,) = running.services.matches.match(match).guests()
    return guest


def test_an_event_called_connect_makes_nobody_of_somebody_else(
    person: Any, running: Running
) -> None:
    ann, thief = person(), person()
    match = ann.create(seat0="me", seat1="me")
    said = {"guest": _known(running, match), "name": "Ann", "generation": 0}
    environ = {"flipfour.session": said, "REMOTE_ADDR": "203.0.113.9"}
    answer = thief.call("connect", (environ, {"protocol": 2}))
    assert answer["code"] == "unknown_event"
    assert thief.move(match, 3, 0)["code"] == "spectator"
    assert ann.move(match, 3, 0)["ok"]


@pytest.mark.parametrize("event", ["connect", "disconnect", "*"])
def test_a_socket_stays_what_it_is(person: Any, running: Running, event: str) -> None:
    one: Person = person()
    match = one.create(seat0="me", seat1="me")
    guest = _known(running, match)
    (sid,) = running.services.crowd.sockets(guest)
    before = running.services.limits.open_here()
    assert one.call(event, ({}, {"protocol": 2}))["code"] == "unknown_event"
    assert running.services.limits.open_here() == before != {}
    assert running.services.crowd.sockets(guest) == [sid]
    assert one.move(match, 3, 0)["ok"]


@pytest.mark.parametrize("name", [None, 5, ["act"], {"a": 1}])
def test_what_is_no_name_is_answered(person: Any, name: object) -> None:
    assert person().call(name)["code"] == "unknown_event"


def test_what_does_not_exist_has_no_room(person: Any, running: Running) -> None:
    one = person()
    server = running.app.extensions["socketio"].server
    before = set(server.manager.rooms["/"])
    for number in range(3):
        assert one.call("study", {"study": f"nothing{number}"})["code"] == "no_study"
        assert one.call("laboratory", {"job": f"nothing{number}"})["code"] == "no_job"
        assert not one.call("watch", {"match": f"nothing{number}"})["ok"]
    assert set(server.manager.rooms["/"]) == before


@pytest.mark.parametrize("packet", ['51-["act",{"_placeholder":true,"num":0}]', '69999999-["x"]'])
def test_no_packet_waits_for_bytes(person: Any, running: Running, packet: str) -> None:
    one = person()
    one.socket.eio.send(packet)
    assert one.call("pulse") == {"ok": True}, "no part of what came before"
    assert not running.app.extensions["socketio"].server._binary_packet
