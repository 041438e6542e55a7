"""The programs that a crowd looks on at, each in a process of its own: ours and its peers."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from tests.webapp import many
from tests.webapp.browsers import Person, wait_until
from tests.webapp.live.rude import WIDE
from tests.webapp.processes import ServerProcess

PEERS = Path(__file__).parent / "peers"

CALM, CALM_FOR = 0.02, 2.0
"""Seconds of processor time in as many of rest, below which a program has done with starting."""


def cookie_of(person: Person) -> str:
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.http.cookies)


class Usage:
    """What a process takes of the machine."""

    def __init__(self, pid: int) -> None:
        self._folder = Path("/proc") / str(pid)

    def seconds(self) -> float:
        """Of the processor, by all its threads."""
        fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Resident bytes."""
        pages = int((self._folder / "statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def rest(self) -> None:
        """Wait until it has done with starting."""
        while True:
            before = self.seconds()
            time.sleep(CALM_FOR)
            if self.seconds() - before < CALM:
                return


class Watcher(Protocol):
    """One of the crowd; `events` are (number, moment) of all that it heard."""

    events: list[tuple[int, float]]


class Program(Protocol):
    """A server with one game, whose moves the first who comes makes."""

    name: str
    usage: Usage

    async def crowd(self, count: int) -> list[Watcher]:
        """So many who look on."""

    async def move(self, ply: int) -> None:
        """The event that tells of it has the number `ply`."""


class Flipfour:
    name = "Flipfour"

    def __init__(self, server: ServerProcess) -> None:
        self._address = server.address
        self.usage = Usage(server.process.pid)
        self._host = Person(server.address)
        self._match = self._host.create(game=WIDE, seat0="me", seat1="me")
        self._player: many.Client | None = None

    async def crowd(self, count: int) -> list[Watcher]:
        return [*await many.watchers(self._address, self._match, count)]

    async def move(self, ply: int) -> None:
        if self._player is None:
            self._player = await many.enter(self._address, cookie_of(self._host))
        action = {"match": self._match, "t": "move", "ply": ply, "move": ply % 16, "id": str(ply)}
        assert (await self._player.ask("act", action))["ok"]


class _Stranger(many.Client):
    """Who looks on at a peer; numbers the news as it comes."""

    def __init__(self, address: str, namespace: str) -> None:
        super().__init__(address)
        self._namespace = namespace
        self.synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def _take(self, text: str) -> None:
        if text.startswith("0"):
            self.send_raw(many.frame(f"40{self._namespace}"))
        elif text.startswith("40") and not self.entered.done():
            self.entered.set_result(None)
            self.send_raw(many.frame(f'42{self._namespace}["sync","m1",null,null,2]'))
        elif text.startswith(f'42{self._namespace}["sync"') and not self.synced.done():
            self.synced.set_result(None)
        elif text.startswith(f'42{self._namespace}["update"'):
            self.events.append((len(self.events), time.perf_counter()))
        elif text == "2":
            super()._take(text)


class Peer:
    """A program of Node."""

    def __init__(self, name: str, pid: int, port: int, namespace: str) -> None:
        self.name, self.usage = name, Usage(pid)
        self._address, self._namespace = f"http://127.0.0.1:{port}", namespace
        self._player: _Stranger | None = None

    async def crowd(self, count: int) -> list[Watcher]:
        turn = asyncio.Semaphore(16)

        async def come() -> Watcher:
            async with turn:
                return await self._enter()

        return list(await asyncio.gather(*(come() for _ in range(count))))

    async def _enter(self) -> _Stranger:
        made = await many.connect(self._address, lambda: _Stranger(self._address, self._namespace))
        await asyncio.wait_for(made.synced, many.PATIENCE)
        return made

    async def move(self, ply: int) -> None:
        if self._player is None:
            self._player = await self._enter()
        move = {"type": "drop", "args": [ply % 7], "playerID": "0"}
        action = {"type": "MAKE_MOVE", "payload": move}
        text = many.compact(["update", action, ply, "m1", "0"])
        self._player.send_raw(many.frame(f"42{self._namespace}{text}"))


@contextmanager
def flipfour() -> Iterator[Program]:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "c.db") as server:
        yield Flipfour(server)


@contextmanager
def peer(name: str, script: str, namespace: str, folder: Path) -> Iterator[Program]:
    """`folder`: where Node's packages are installed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["node", str(PEERS / script), str(folder.resolve()), str(port)]
    environ = os.environ | {"NODE_ENV": "production"}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environ)

    def answers() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_until(answers)
        yield Peer(name, process.pid, port, namespace)
    finally:
        process.kill()
        process.wait()
