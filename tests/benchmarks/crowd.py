"""What a crowd costs the server, and what rude clients cost everybody else.

``python -m tests.benchmarks.crowd [WATCHERS] [MATCHES]`` starts a server for each part:

- watchers: strangers look on at one match in which a move is made every half second;
- matches: pairs of people make a move a second each, alone and while an AI thinks;
- rude clients: how long an honest person waits for the answer to a move beside each kind;
- finished games: what stays in memory of thousands of them.

Processor times are the server's own, of all its threads. Times of a crowd include this process
that plays it, which has one thread: compare them only with those of the same run.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.webapp import many
from tests.webapp.browsers import Person
from tests.webapp.processes import ServerProcess
from tests.webapp.test_crowd import EMPTY_FRAGMENTS, HALF_A_BODY, HALF_A_HEADER, WIDE

MOVES = 40
INTERVAL = 0.5
ROUNDS = 20
EACH = 5
"""Matches of one person, who may not say too much at once."""
RUDE = 2100
FINISHED = 10_000


@contextmanager
def served() -> Iterator[ServerProcess]:
    """A server on an empty database."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "c.db") as server:
        yield server


def processor_time(server: ServerProcess) -> float:
    """Seconds that all threads of the server have computed."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(server: ServerProcess) -> int:
    """Resident bytes of the server."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def shares(times: Sequence[float]) -> str:
    """Milliseconds: the median, and what 95 and 99 of a hundred stay below."""
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return "median {:.1f}, p95 {:.1f}, p99 {:.1f} ms".format(*(1e3 * cuts[i] for i in (49, 94, 98)))


def cookie_of(person: Person) -> str:
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.http.cookies)


async def watch(server: ServerProcess, count: int) -> None:
    """One match, `count` strangers who look on."""
    host = Person(server.address)
    match = host.create(game=WIDE, seat0="me", seat1="me")
    player = await many.enter(server.address, cookie_of(host))
    room, spent, began = memory(server), processor_time(server), time.perf_counter()
    crowd = await many.watchers(server.address, match, count)
    took, opening = time.perf_counter() - began, processor_time(server) - spent
    each = (memory(server) - room) / count / 1024
    spent, sent = processor_time(server), {}
    for ply in range(MOVES):
        action = {"match": match, "t": "move", "ply": ply, "move": ply % 16, "id": str(ply)}
        sent[ply + 2] = time.perf_counter()
        assert (await player.ask("act", action))["ok"]
        await asyncio.sleep(max(0.0, sent[ply + 2] + INTERVAL - time.perf_counter()))
    with suppress(AssertionError):
        await many.until(lambda: all(len(one.events) >= MOVES for one in crowd))
    cost = (processor_time(server) - spent) / MOVES / count
    heard = [moment - sent[v] for one in crowd for v, moment in one.events]
    print(
        f"{count} watchers: {count / took:.0f} connections a second ({1e3 * opening / count:.2f} ms"
        f" of processor time each), {each:.1f} KiB each, {1e6 * cost:.1f} us a message,"
        f" {len(heard)} of {count * MOVES} heard, {shares(heard)}"
    )


async def play(server: ServerProcess, count: int, title: str) -> None:
    """`count` matches of two, a move a second in each; the time until the other hears it."""
    hosts = [Person(server.address) for _ in range(-(-count // EACH))]
    matches = [hosts[i // EACH].create(game=WIDE, seat0="me", seat1="me") for i in range(count)]
    pairs = []
    for i, match in enumerate(matches):
        player = await many.enter(server.address, cookie_of(hosts[i // EACH]))
        (other,) = await many.watchers(server.address, match, 1)
        pairs.append((match, player, other))
    times: list[float] = []

    async def go_on(index: int) -> None:
        match, player, other = pairs[index]
        await asyncio.sleep(index / count)
        for ply in range(ROUNDS):
            began = time.perf_counter()
            action = {"match": match, "t": "move", "ply": ply, "move": ply % 16, "id": str(ply)}
            assert (await player.ask("act", action))["ok"]
            await many.until(lambda ply=ply: len(other.events) > ply)  # type: ignore[misc]
            times.append(other.events[ply][1] - began)
            await asyncio.sleep(max(0.0, began + 1 - time.perf_counter()))

    spent = processor_time(server)
    await asyncio.gather(*(go_on(index) for index in range(count)))
    cost = (processor_time(server) - spent) / count / ROUNDS
    print(f"{count} matches{title}: {shares(times)} to the other, {1e3 * cost:.2f} ms a move")


def think(server: ServerProcess) -> None:
    """Have an AI think for as long as it is let."""
    host = Person(server.address)
    match = host.create(game="connectfour:8x8:5", seat0="ai:10", seat1="ai:10")
    host.connect().watch(match)


async def annoy(server: ServerProcess) -> None:
    """How long an honest person waits for the answer to a move beside each rude client."""
    ann = Person(server.address).connect()
    match, plies = ann.create(game=WIDE, seat0="me", seat1="me"), itertools.count()

    def longest() -> float:
        waits = []
        for ply in itertools.islice(plies, 5):
            began = time.perf_counter()
            assert ann.move(match, ply % 16, ply, f"{ply}")["ok"]
            waits.append(time.perf_counter() - began)
        return max(waits)

    alone = await asyncio.to_thread(longest)
    print(f"a move's answer, the longest of five: {1e3 * alone:.0f} ms alone")
    kinds = {
        f"{RUDE} silent connections": (RUDE, b""),
        f"{RUDE} halves of a header": (RUDE, HALF_A_HEADER),
        f"{RUDE} halves of a body": (RUDE, HALF_A_BODY),
        f"{RUDE} websockets without hello": (RUDE, many.upgrade(server.address)),
        "180 KB of empty fragments": (1, many.upgrade(server.address) + EMPTY_FRAGMENTS),
    }
    for name, (count, data) in kinds.items():
        spent, crowd = processor_time(server), []
        for _ in range(count):
            transport = await many.connect(server.address, lambda: _Says(data))  # noqa: B023
            crowd.append(transport)
        beside = await asyncio.to_thread(longest)
        cost = processor_time(server) - spent
        print(f"  {1e3 * beside:.0f} ms beside {name}, {cost:.2f} s of processor time")
        for one in crowd:
            one.transport.abort()


class _Says(asyncio.Protocol):
    """Says one thing and waits."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._data)


def finish(server: ServerProcess) -> None:
    """Play games to their ends over HTTP; what stays of them."""
    before, person = memory(server), Person(server.address)
    for number in range(FINISHED):
        if number % 15 == 0:  # nobody may begin hundreds of games an hour
            person = Person(server.address)
        match = person.create(seat0="me", seat1="me", moves="1122334")
        url = f"{server.address}/api/matches/{match}/act"
        assert person.http.post(url, json={"t": "resign", "id": "r"}).json()["ok"]
    print(f"{FINISHED} finished games: {(memory(server) - before) / 2**20:.0f} MiB more in memory")


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    count, matches = (int(text) for text in (*arguments, "1000", "300")[:2])
    with served() as server:
        asyncio.run(watch(server, count))
    with served() as server:
        asyncio.run(play(server, matches, ""))
        think(server)
        asyncio.run(play(server, 1, " while an AI thinks"))
    with served() as server:
        asyncio.run(annoy(server))
    with served() as server:
        finish(server)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
