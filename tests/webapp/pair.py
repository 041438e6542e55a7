"""Two servers in this process, over one PostgreSQL and one Redis, so that tests can look inside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from flask import Flask

from tests.webapp.machines import KEY
from tests.webapp.postgres import PostgresServer, postgres_server, programs
from tests.webapp.redis_server import RedisServer
from webapp import create_app
from webapp.config import Config
from webapp.extensions import Services, services
from webapp.sockets.edge import Edge


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

    def restart(self, port: int) -> None:
        """Listen again where it did, after its edge was stopped."""
        self.edge = Edge(self.app, "127.0.0.1", port).start()


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
