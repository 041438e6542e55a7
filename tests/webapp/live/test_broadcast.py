"""The fast path sends what the stock path sends; leaves nothing behind."""

from __future__ import annotations

import gc
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.webapp.browsers import Person, wait_until
from tests.webapp.census import entries
from tests.webapp.conftest import Running
from webapp.service.live import LiveMatch
from webapp.sockets import edge, server, websocket
from webapp.sockets.broadcast import emit

People = Callable[[], Person]


def test_both_paths_send_the_same(person: People, running: Running) -> None:
    server = running.app.extensions["socketio"].server
    one, other = person(), person()
    match = one.create(seat0="me", seat1="me")
    one.watch(match)
    other.watch(match)
    payload: dict[str, Any] = {"text": "Grüße ✓", "list": [1, None, True, {"a": "\n"}]}
    emit(server, "fast", payload, to=match)
    server.emit("stock", payload, to=match)
    emit(server, "fast to all", payload, to=None)
    for client in (one, other):
        assert client.wait_for("fast") == client.wait_for("stock") == payload
        assert client.wait_for("fast to all") == payload


def test_fast_and_stock_keep_their_order(person: People, running: Running) -> None:
    server = running.app.extensions["socketio"].server
    one = person()
    match = one.create(seat0="me", seat1="me")
    one.watch(match)
    for number in range(200):
        if number % 3:
            emit(server, "count", {"n": number}, to=match)
        else:
            server.emit("count", {"n": number}, to=match)
    one.wait_for("count", lambda payload: payload["n"] == 199)
    counts = [payload["n"] for name, payload in one.messages if name == "count"]
    assert counts == list(range(200))


@pytest.fixture
def quick_pings(monkeypatch: pytest.MonkeyPatch) -> float:
    """A server, not yet made, that misses a client after so many seconds of silence."""
    for module, names in {
        edge: ("PING_INTERVAL",),
        websocket: ("PING_INTERVAL", "PING_TIMEOUT"),
        server: ("PING_INTERVAL", "PING_TIMEOUT"),
    }.items():
        for name in names:
            monkeypatch.setattr(module, name, 2)
    return 4


@pytest.mark.long
def test_an_idle_page_stays_connected(quick_pings: float, person: People) -> None:
    """Longer than Engine.IO's writer waits without anything in its queue."""
    one = person()
    match = one.create(seat0="me", seat1="me")
    one.watch(match)
    threading.Event().wait(quick_pings + 1)
    assert one.socket.connected
    assert one.move(match, 3, 0)["ok"]


@pytest.mark.hours
@pytest.mark.timeout(1800)
def test_11_two_thousand_cycles_over_sockets_leave_nothing(running: Running) -> None:
    cycle(running, 2000)


def test_11_a_few_cycles_over_sockets_leave_nothing(running: Running) -> None:
    cycle(running, 30)


BOUNDED = {
    "Limits._counting", "_Memory.storage", "_Memory.expirations", "Crowd._glances", "Once._made",
    "Identities._known", "GuestAddresses._addresses", "Librarian._recent",
    "RestingMatches._matches",
}  # fmt: skip
"""What is remembered of those who have gone: so many of each or for so long, as tests elsewhere
and the modules themselves say."""


def kept(running: Running) -> Counter[str]:
    """The entries of all that the server keeps when the last have been gone for some minutes."""
    services = running.services
    wait_until(lambda: len(services.crowd) == len(services.live) == 0)
    uptime = services.alarms._uptime
    for _ in range(130):
        moment, since = uptime._looked
        uptime._looked = moment + 2000, since  # as long as a silent player counts as there
        services.alarms.ring_due()
    wait_until(lambda: not len(services.alarms))
    roots = (services, running.app.extensions["flipfour.loop_handler"])
    wait_until(lambda: not entries(*roots)["Coalescer._rooms"])  # for a part of a second
    found = entries(*roots)
    known = {name for name in found if name.partition("[")[0] in BOUNDED}
    return +Counter({name: size for name, size in found.items() if name not in known})


def cycle(running: Running, times: int) -> None:
    """People come with sockets, play a move and go; afterwards the registries are empty, nothing
    has more entries than after the first ones, and no match is held by anything else."""
    before = matches_in_memory()
    server = running.app.extensions["socketio"].server
    few: Counter[str] = Counter()
    for round_ in range(times // 10):
        with Person(running.address) as one, Person(running.address) as other:
            for _ in range(10):
                match = one.create(seat0="me", seat1="friend")
                one.watch(match)
                other.join(match)
                other.watch(match)
                one.move(match, 3, 0, str(round_))
                other.call("leave", {"match": match})
                if round_ % 2:
                    one.call("leave", {"match": match})
        few = few or kept(running)
    assert kept(running) == few
    assert len(running.services.ai) == 0
    rooms = server.manager.rooms.get("/", {})
    assert not [room for room in rooms if room is not None], rooms
    wait_until(lambda: matches_in_memory() <= before)


def matches_in_memory() -> int:
    gc.collect()
    return sum(type(thing) is LiveMatch for thing in gc.get_objects())
