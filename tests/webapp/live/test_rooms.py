"""A socket that goes is forgotten everywhere, however many others there are."""

from __future__ import annotations

import pytest
from socketio.manager import Manager

from webapp.sockets.rooms import Rooms


class Counted(str):
    """A socket's id that counts how often it is looked up."""

    __slots__ = ("lookups",)
    lookups: int

    def __new__(cls, text: str) -> Counted:
        made = super().__new__(cls, text)
        made.lookups = 0
        return made

    def __hash__(self) -> int:
        self.lookups += 1
        return super().__hash__()


class Ids:
    """What a manager asks of its server: ids."""

    def __init__(self) -> None:
        self.eio = self
        self.given: list[Counted] = []

    def generate_id(self) -> Counted:
        self.given.append(Counted(f"sid{len(self.given)}"))
        return self.given[-1]


def among(others: int, manager: Manager) -> tuple[Manager, Counted]:
    """A socket in the lobby and in a match, with so many `others` in the lobby."""
    manager.server = Ids()
    for number in range(others + 1):
        sid = manager.connect(manager.pre_connect(f"eio{number}", "/"), "/")
        manager.basic_enter_room(sid, "/", "lobby")
    manager.basic_enter_room(sid, "/", "match")
    return manager, sid


def work(others: int, manager: Manager) -> int:
    """Lookups of one socket's going."""
    manager, sid = among(others, manager)
    before = sid.lookups
    manager.pre_disconnect(sid, "/")
    manager.basic_disconnect(sid, "/")
    return sid.lookups - before


def test_going_takes_no_more_work_among_many() -> None:
    assert work(2000, Manager()) > 2000  # what it is measured by
    assert work(2000, Rooms()) == work(2, Rooms()) < 50


@pytest.mark.parametrize("manager", [Manager, Rooms])
def test_who_goes_is_in_no_room_and_takes_nothing_along(manager: type[Manager]) -> None:
    rooms, sid = among(3, manager())
    rooms.basic_leave_room(sid, "/", "elsewhere")
    rooms.pre_disconnect(sid, "/")
    assert not rooms.is_connected(sid, "/")
    rooms.basic_disconnect(sid, "/")
    rooms.basic_disconnect(sid, "/")
    assert not rooms.pending_connect
    assert not rooms.pending_disconnect
    assert "match" not in rooms.rooms["/"]
    assert not rooms.get_rooms(sid, "/")
    assert len(list(rooms.get_participants("/", "lobby"))) == 3
    with pytest.raises(KeyError):
        rooms.basic_enter_room(sid, "/", "lobby")


def test_no_room_is_kept_for_who_comes_too_late() -> None:
    rooms, sid = among(3, Rooms())
    rooms.basic_disconnect(sid, "/")
    before = set(rooms.rooms["/"])
    with pytest.raises(KeyError):
        rooms.basic_enter_room(sid, "/", "new")
    assert set(rooms.rooms["/"]) == before


def test_with_the_last_socket_all_is_forgotten() -> None:
    rooms, sid = among(0, Rooms())
    rooms.basic_leave_room(sid, "/", "match")
    rooms.basic_disconnect(sid, "/")
    assert not rooms.rooms
    assert not rooms._entered
