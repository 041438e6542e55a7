"""Applications on databases of their own, and visitors with cookies of their own."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Engine
from werkzeug.routing import Rule

from tests.webapp.analysing import CLOCK, Shelf, Told
from tests.webapp.asking import Asker
from tests.webapp.browsers import Person
from tests.webapp.pair import Machine, Machines, two_servers
from tests.webapp.postgres import postgres, programs
from tests.webapp.redis_server import RedisServer
from tests.webapp.task_queues import AskingServer
from webapp import create_app
from webapp.config import Config
from webapp.extensions import Services, services
from webapp.persistence.database import open_database
from webapp.persistence.models import Base
from webapp.service.analysis import Analyses
from webapp.service.passwords import Passwords
from webapp.sockets.edge import Edge


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without rows; a copy of it is there at once, where migrations take a while."""
    path = tmp_path_factory.mktemp("empty") / "empty.db"
    open_database(f"sqlite:///{path}").dispose()
    return path


class CompiledTemplates(BytecodeCache):
    """What one application has compiled serves the next: its first page takes a ninth as long."""

    def __init__(self) -> None:
        self._known: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._known:
            bucket.bytecode_from_string(self._known[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key] = bucket.bytecode_to_string()


COMPILED = CompiledTemplates()


class CompiledRule(Rule):
    """What builds addresses of a route is compiled once for all applications: the same text makes
    the same function, and compiling the hundred routes is most of what an application costs."""

    _known: ClassVar[dict[object, Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (*self._trace, str(self.defaults), append_unknown)
        if key not in self._known:
            self._known[key] = super()._compile_builder(append_unknown)
        return self._known[key]


@pytest.fixture(scope="session", autouse=True)
def compiled_rules() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Flask, "url_rule_class", CompiledRule)
        yield


@pytest.fixture
def app(tmp_path: Path, empty_store: Path) -> Iterator[Flask]:
    shutil.copyfile(empty_store, tmp_path / "test.db")
    app = create_app(Config(database=f"sqlite:///{tmp_path / 'test.db'}", ai_pace=0, compile=False))
    app.jinja_env.bytecode_cache = COMPILED
    yield app
    services(app).close()


@dataclass
class Visitor:
    """A browser's worth of cookies, with the token its changing requests carry."""

    client: FlaskClient
    headers: dict[str, str]
    name: str

    def get(self, path: str) -> Any:
        return self.client.get(path).json

    def post(self, path: str, data: object) -> Any:
        return self.client.post(path, json=data, headers=self.headers)

    def create(self, **fields: object) -> str:
        response = self.post("/api/matches", {"public": True} | fields)
        assert response.status_code == 201, response.json
        return str(response.json["match"])

    def snapshot(self, match: str) -> Any:
        return self.get(f"/api/matches/{match}")

    def act(self, match: str, **fields: object) -> Any:
        return self.post(f"/api/matches/{match}/act", fields).json

    def move(self, match: str, move: int, ply: int, action: str = "") -> Any:
        return self.act(match, t="move", move=move, ply=ply, id=action or f"ply{ply}")

    def join(self, match: str) -> Any:
        return self.post(f"/api/matches/{match}/join", {}).json


@pytest.fixture
def visitor(app: Flask) -> Any:
    """Makes visitors."""

    def make() -> Visitor:
        client = app.test_client()
        session = client.get("/api/session").json
        assert session is not None
        return Visitor(client, {"X-CSRF-Token": session["csrf_token"]}, session["name"])

    return make


@dataclass
class Running:
    """A server in this process, so that tests can look inside."""

    app: Flask
    address: str

    @property
    def services(self) -> Services:
        return services(self.app)


@pytest.fixture
def running(app: Flask) -> Iterator[Running]:
    edge = Edge(app, "127.0.0.1", 0).start()
    yield Running(app, f"http://127.0.0.1:{edge.port}")
    edge.stop()


@pytest.fixture
def person(running: Running) -> Iterator[Callable[[], Person]]:
    """Makes people with an open socket."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(Person(running.address))


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    with two_servers() as made:
        yield made


@pytest.fixture
def person_at() -> Iterator[Callable[[Machine], Person]]:
    """Makes people at one of several servers."""
    with ExitStack() as stack:
        yield lambda machine: stack.enter_context(Person(machine.address))


@pytest.fixture(scope="module")
def postgres_url() -> Iterator[str]:
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is not installed, so only SQLite was tried.")
    with postgres(folder) as url:
        yield url


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Iterator[Callable[[str], Engine]]:
    """Opens files of SQLite by their names, and closes them at the end."""
    with ExitStack() as stack:

        def make(name: str) -> Engine:
            made = open_database(f"sqlite:///{tmp_path / name}")
            stack.callback(made.dispose)
            return made

        yield make


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path, empty_store: Path) -> Iterator[Engine]:
    """A new store of either kind; PostgreSQL's is emptied at the end."""
    if request.param == "sqlite":
        shutil.copyfile(empty_store, tmp_path / "either.db")
        made = open_database(f"sqlite:///{tmp_path / 'either.db'}")
        yield made
        made.dispose()
        return
    made = open_database(request.getfixturevalue("postgres_url"))
    yield made
    with made.begin() as connection:
        for table in reversed(Base.metadata.sorted_tables):
            connection.execute(table.delete())
    made.dispose()


@pytest.fixture
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits count in one moment, however long a busy machine takes over a test: who does so much a
    minute would be let go on by the next one."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)


@pytest.fixture
def cheap_hashes(app: Flask) -> None:
    """Hashes of passwords in a hundredth of the time."""
    services(app).accounts._passwords = Passwords("scrypt:1024:8:1")


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    with RedisServer() as server:
        yield server


@pytest.fixture
def asking(redis: RedisServer) -> Iterator[AskingServer]:
    """A server's end of the task queues."""
    redis.client.flushall()
    made = AskingServer(redis.url)
    yield made
    made.die()


@pytest.fixture(scope="module")
def laboratory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One application for all tests of a module, so that its process is warm."""
    database = tmp_path_factory.mktemp("laboratory") / "test.db"
    app = create_app(Config(database=f"sqlite:///{database}", compile=False))
    yield app
    services(app).close()


@pytest.fixture
def asker(laboratory: Flask) -> Asker:
    return Asker(laboratory)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def analyses(told: Told, shelf: Shelf) -> Iterator[Analyses]:
    analyses = Analyses(told, shelf, CLOCK)  # type: ignore[arg-type]
    yield analyses
    analyses.close()
