"""Two servers over one PostgreSQL and one Redis are one: matches, people, seeks, chat, limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from flask import Flask

from tests.webapp.browsers import Person, wait_until
from tests.webapp.postgres import postgres, programs
from tests.webapp.redis_server import MISSING, PROGRAM, RedisServer
from webapp import create_app
from webapp.config import Config
from webapp.extensions import Services, services
from webapp.sockets.edge import Edge

pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason=MISSING),
    pytest.mark.skipif(
        programs() is None, reason="PostgreSQL is not installed, so several servers were not tried."
    ),
]

KEY = "the same at all servers"
WISH = {"game": "connectfour", "seat0": "me", "seat1": "friend"}


@dataclass
class Machine:
    """One server."""

    app: Flask
    address: str

    @property
    def services(self) -> Services:
        return services(self.app)


@dataclass
class Machines:
    """Two servers and what they share."""

    redis: RedisServer
    database: str
    one: Machine
    two: Machine

    @property
    def both(self) -> tuple[Machine, Machine]:
        return self.one, self.two


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    folder = programs()
    assert folder is not None
    with ExitStack() as stack:
        redis = stack.enter_context(RedisServer())
        url = stack.enter_context(postgres(folder))
        made = []
        for _ in range(2):
            config = Config(url, KEY, ai_pace=0, compile=False, redis=redis.url)
            app = create_app(config)
            edge = Edge(app, "127.0.0.1", 0).start()
            made.append(Machine(app, f"http://127.0.0.1:{edge.port}"))
            stack.callback(lambda app=app, edge=edge: (edge.stop(), services(app).close()))
        yield Machines(redis, url, *made)


@pytest.fixture
def person(machines: Machines) -> Iterator[Callable[[Machine], Person]]:
    """Makes people at one of the servers."""
    with ExitStack() as stack:
        yield lambda machine: stack.enter_context(Person(machine.address))


def move_over(person: Person, machine: Machine) -> None:
    """The same browser at another server, as when its own has died."""
    person.socket.disconnect()
    person.address = machine.address
    person.reconnect()


def test_a_match_between_two_servers_is_seen_alike_by_all(machines: Machines, person) -> None:
    ann, ben = person(machines.one), person(machines.two)
    watcher = person(machines.two)
    match = ann.create(**WISH)
    assert ann.watch(match)["ok"]
    assert watcher.watch(match)["ok"]
    assert ben.join(match)["ok"]
    assert ben.watch(match)["ok"]
    ann.wait_for("event", lambda event: event["t"] == "joined")
    for ply, column in enumerate([3, 3, 2, 2, 4, 4, 5]):
        mover = (ann, ben)[ply % 2]
        other = (ben, ann)[ply % 2]
        answer = mover.move(match, column, ply, f"ply{ply}")
        assert answer["ok"], answer
        other.wait_for_version(answer["v"])
    for somebody in (ann, ben, watcher):
        ended = somebody.wait_for("event", lambda event: event["t"] == "ended")
        versions = [event["v"] for event in somebody.events()]
        assert versions == list(range(versions[0], ended["v"] + 1)), "in order, none twice"
    assert ann.snapshot(match)["cells"] == ben.snapshot(match)["cells"]


def test_whoever_is_there_is_there_at_both_servers(machines: Machines, person) -> None:
    ann, ben = person(machines.one), person(machines.two)
    match = ann.create(**WISH)
    ann.watch(match)
    ben.join(match)
    ben.watch(match)
    ann.wait_for("presence", lambda there: there["online"] == [True, True])
    watcher = person(machines.two)
    watcher.watch(match)
    ann.wait_for("presence", lambda there: there["watching"] == 1)
    late = person(machines.one)
    assert late.watch(match)["snapshot"]["watching"] == 2
    ben.wait_for("presence", lambda there: there["watching"] == 2)
    watcher.socket.disconnect()
    late.socket.disconnect()
    ann.messages.clear()
    ben.socket.disconnect()
    ann.wait_for("presence", lambda there: there["online"] == [True, False])


def test_a_player_at_another_server_has_not_left(machines: Machines, person) -> None:
    ann, ben = person(machines.one), person(machines.two)
    match = ann.create(**WISH)
    ann.watch(match)
    ben.join(match)
    ben.watch(match)
    wait_until(
        lambda: (
            machines.two.services.crowd.online(machines.two.services.matches.match(match))
            == [True, True]
        )
    )
    told = ben.wait_for("beat")
    assert ben.call("beat", {"match": match, "now": told["now"]})["ok"]
    guest = machines.one.services.matches.match(match).seats[1].guest
    attendance = machines.one.services.matches._attendance
    wait_until(lambda: attendance._signs[match][guest].connected)


def test_seeks_are_listed_and_taken_at_both_servers(machines: Machines, person) -> None:
    ann, ben = person(machines.one), person(machines.two)
    assert ben.call("lobby", {})["ok"]
    pair = {"game": "othello:6", "clock": "5+3"}
    first = ann.http.post(f"{ann.address}/api/pair", json=pair).json()["match"]
    ben.wait_for("seeks", lambda told: any(s["match"] == first for s in told["seeks"]))
    assert ben.http.post(f"{ben.address}/api/pair", json=pair).json()["match"] == first
    ben.wait_for("seeks", lambda told: not any(s["match"] == first for s in told["seeks"]))
    wait_until(lambda: not machines.one.services.seeks.all())


def test_what_is_said_is_read_at_both_servers(machines: Machines, person) -> None:
    ann, ben = person(machines.one), person(machines.two)
    match = ann.create(**WISH)
    ann.watch(match)
    ben.join(match)
    ben.watch(match)
    stranger = person(machines.two)
    stranger.watch(match)
    assert ann.call("say", {"match": match, "room": "players", "text": "Hello there"})["ok"]
    assert ben.wait_for("chat")["text"] == "Hello there"
    assert ben.call("chat_switch", {"match": match, "on": False})["ok"]
    assert ann.wait_for("chat_off")["off"]
    assert not [name for name, _ in stranger.messages if name == "chat"]


def test_limits_are_counted_once_for_all_servers(machines: Machines, person) -> None:
    ann = person(machines.one)
    made = [ann.http.post(f"{ann.address}/api/matches", json={}).status_code for _ in range(12)]
    ann.address = machines.two.address
    made += [ann.http.post(f"{ann.address}/api/matches", json={}).status_code for _ in range(12)]
    assert 429 in made
    assert made.index(429) == 20


def test_the_computer_is_asked_by_one_server(machines: Machines, person) -> None:
    ann = person(machines.one)
    match = ann.create(game="connectfour", seat0="me", seat1="ai:1")
    watcher = person(machines.two)
    ann.watch(match)
    watcher.watch(match)
    assert ann.move(match, 3, 0)["ok"]
    for somebody in (ann, watcher):
        somebody.wait_for("event", lambda event: event["t"] == "moved" and event["ply"] == 2)
    assert len(machines.one.services.matches.match(match).moves) == 2


def test_all_servers_go_by_one_clock(machines: Machines) -> None:
    first, second = (machine.services.matches for machine in machines.both)
    wait_until(lambda: abs(first.now() - second.now()) < 50)
    before = first.now()
    wait_until(lambda: second.now() > before)
