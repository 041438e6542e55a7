"""Two servers in this process, over one PostgreSQL and one Redis, so that tests can look inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import pytest
from flask import Flask

from tests.webapp.browsers import Person
from tests.webapp.machines import KEY
from tests.webapp.postgres import PostgresServer, postgres_server, programs
from tests.webapp.redis_server import MISSING, PROGRAM, RedisServer
from webapp import create_app
from webapp.cluster.cluster import Cluster
from webapp.config import Config
from webapp.extensions import Services, services
from webapp.sockets.edge import Edge

NEEDS = [
    # What is killed leaves connections to the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.skipif(PROGRAM is None, reason=MISSING),
    pytest.mark.skipif(
        programs() is None, reason="PostgreSQL is not installed, so several servers were not tried."
    ),
]
"""The marks of tests that ask for two servers."""

WISH = {"game": "connectfour", "seat0": "me", "seat1": "friend"}


@dataclass
class Machine:
    """One server."""

    app: Flask
    edge: Edge

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.edge.port}"

    @property
    def services(self) -> Services:
        return services(self.app)


@dataclass
class Machines:
    """Two servers and what they share."""

    redis: RedisServer
    database: PostgresServer
    one: Machine
    two: Machine

    @property
    def both(self) -> tuple[Machine, Machine]:
        return self.one, self.two


@contextmanager
def two_servers(proxies: int = 0) -> Iterator[Machines]:
    folder = programs()
    assert folder is not None
    with ExitStack() as stack:
        redis = stack.enter_context(RedisServer())
        database = stack.enter_context(postgres_server(folder))
        made = []
        for _ in range(2):
            app = create_app(
                Config(
                    database.url, KEY, ai_pace=0, compile=False, redis=redis.url, proxies=proxies
                )
            )
            machine = Machine(app, Edge(app, "127.0.0.1", 0).start())
            made.append(machine)
            stack.callback(lambda m=machine: (m.edge.stop(), m.services.close()))  # type: ignore[misc]
        yield Machines(redis, database, *made)


def move_over(person: Person, machine: Machine) -> None:
    """The same browser at another server, as when its own has died."""
    person.socket.disconnect()
    person.address = machine.address
    person.reconnect()


def rename(person: Person, name: str) -> None:
    answer = person.http.post(f"{person.address}/name", {"name": name}, allow_redirects=False)
    assert answer.status_code == 303


def cluster_of(machine: Machine) -> Cluster:
    (cluster,) = (part for part in machine.services.background if isinstance(part, Cluster))
    return cluster


def begin(machines: Machines, person: Callable[[Machine], Person]) -> tuple[str, Person, Person]:
    """A match between somebody at either server."""
    ann, ben = person(machines.one), person(machines.two)
    match = ann.create(**WISH)
    ann.watch(match)
    ben.join(match)
    ben.watch(match)
    ann.wait_for("presence", lambda there: there["online"] == [True, True])
    return match, ann, ben


def both_move(match: str, ann: Person, ben: Person) -> None:
    """The first two moves, each seen by the other."""
    assert ann.move(match, 3, 0)["ok"]
    ben.wait_for_version(3)
    assert ben.move(match, 3, 1)["ok"]
    ann.wait_for_version(4)
