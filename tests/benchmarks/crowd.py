"""What a crowd costs the server, and what rude clients cost everybody else.

``python -m tests.benchmarks.crowd PART ...`` starts a server for each part and measures

- ``watchers [COUNT ...] [--peers FOLDER]``: strangers look on at one match in which a move is
  made every half second, by default 300, 1,000 and 5,000. With a folder in which
  ``npm install boardgame.io ws`` was called these two programs are measured beside ours, in turns;
- ``matches [COUNT]``: pairs of people make a move a second each, by default 300, and one pair
  while an AI thinks;
- ``rude``: how long an honest person waits for the answer to a move beside each kind of client
  that asks for too much;
- ``finished [COUNT]``: what stays in memory of games that have ended, by default 10,000;
- ``lists [COUNT]``: what the first page, the list of games and the programs' list take with so
  many matches in the store, by default 10,000, of which 48 are public and on the largest boards.

Without a part all are measured, watchers without peers. Processor times are the server's own, of
all its threads. Times of a crowd include this process that plays it, which has one thread:
compare them only with those of the same run.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path

from engine.registry import game as game_of
from tests.benchmarks.programs import Program, Usage, cookie_of, flipfour, peer
from tests.webapp import many
from tests.webapp.browsers import Person
from tests.webapp.live.rude import EMPTY_FRAGMENTS, HALF_A_BODY, HALF_A_HEADER, WIDE
from tests.webapp.processes import ServerProcess

MOVES = 40
INTERVAL = 0.5
ROUNDS = 20
EACH = 5
"""Matches of one person, who may not say too much at once."""
RUDE = 2100
FIRST = 100
"""Games that end before those that count, so that everything has been done once."""
PUBLIC, LONG, PAGES = 48, 200, 100
"""Matches in the list of games, their moves, and how often each page is asked for."""
CROWDS, MATCHES, FINISHED = (300, 1000, 5000), 300, 10_000


@contextmanager
def served() -> Iterator[ServerProcess]:
    """A server on an empty database."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "c.db") as server:
        yield server


def shares(times: Sequence[float]) -> str:
    """Milliseconds: the median, and what 95 and 99 of a hundred stay below."""
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return "median {:.1f}, p95 {:.1f}, p99 {:.1f} ms".format(*(1e3 * cuts[i] for i in (49, 94, 98)))


async def watch(program: Program, count: int) -> None:
    """One match, `count` strangers who look on."""
    usage = program.usage
    await asyncio.to_thread(usage.rest)
    room, spent, began = usage.memory(), usage.seconds(), time.perf_counter()
    crowd = await program.crowd(count)
    took, opening = time.perf_counter() - began, usage.seconds() - spent
    each = (usage.memory() - room) / count / 1024
    await asyncio.to_thread(usage.rest)
    spent, sent = usage.seconds(), []
    for ply in range(MOVES):
        sent.append(time.perf_counter())
        await program.move(ply)
        await asyncio.sleep(max(0.0, sent[ply] + INTERVAL - time.perf_counter()))
    with suppress(AssertionError):
        await many.until(lambda: all(len(one.events) >= MOVES for one in crowd))
    cost = (usage.seconds() - spent) / MOVES / count
    heard = [
        moment - at for one in crowd for (_, moment), at in zip(one.events, sent, strict=False)
    ]
    print(
        f"{program.name}, {count} watchers: {count / took:.0f} connections a second"
        f" ({1e3 * opening / count:.2f} ms of processor time each), {each:.1f} KiB each,"
        f" {1e6 * cost:.1f} us a message, {len(heard)} of {count * MOVES} heard, {shares(heard)},"
        f" load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def compare(counts: Sequence[int], folder: Path | None) -> None:
    """Watchers of our program and, where they are installed, of its peers."""
    kinds: list[Callable[[], AbstractContextManager[Program]]] = [flipfour]
    if folder is not None:
        kinds.append(partial(peer, "boardgame.io", "boardgame.js", "/c4,", folder))
        kinds.append(partial(peer, "plain ws", "plain.js", "", folder))
    for count in counts:
        for kind in kinds:
            with kind() as program:
                asyncio.run(watch(program, count))


async def play(server: ServerProcess, count: int, *, thinking: bool = False) -> None:
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

    usage = Usage(server.process.pid)
    spent = usage.seconds()
    await asyncio.gather(*(go_on(index) for index in range(count)))
    cost = (usage.seconds() - spent) / count / ROUNDS
    computed = "" if thinking else f", {1e3 * cost:.2f} ms of processor time a move"
    title = " while an AI thinks" if thinking else ""
    print(f"{count} matches{title}: {shares(times)} to the other{computed}", flush=True)


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
        spent, crowd = Usage(server.process.pid).seconds(), []
        for _ in range(count):
            transport = await many.connect(server.address, lambda: _Says(data))  # noqa: B023
            crowd.append(transport)
        beside = await asyncio.to_thread(longest)
        cost = Usage(server.process.pid).seconds() - spent
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


def finish(server: ServerProcess, count: int) -> None:
    """Have games end over HTTP; what stays of them."""
    usage, person = Usage(server.process.pid), Person(server.address)
    usage.rest()
    before = 0
    for number in range(-FIRST, count):
        if number == 0:
            before = usage.memory()
        if number % 15 == 0:  # nobody may begin hundreds of games an hour
            person = Person(server.address)
        match = person.create(seat0="me", seat1="me", moves="112233")
        url = f"{server.address}/api/matches/{match}/act"
        assert person.http.post(url, json={"t": "resign", "id": "r"}).json()["ok"]
    print(f"{count} finished games: {(usage.memory() - before) / 2**20:.0f} MiB more in memory")


def list_games(server: ServerProcess, count: int) -> None:
    """Processor time of a page, the edge's and the threads' together."""
    game, dice = game_of("othello:16"), random.Random(1)
    position, moves = game.start(), list[int]()
    while position.ply < LONG:
        moves.append(dice.choice(position.legal_moves()))
        position = position.play(moves[-1])
    usage, person = Usage(server.process.pid), Person(server.address)
    for number in range(count):
        if number % 15 == 0:
            person = Person(server.address)
        person.create(seat0="me", seat1="me", moves="4455", public=False)
    for number in range(PUBLIC):
        if number % 15 == 0:
            person = Person(server.address)
        person.create(game=game.key, seat0="me", seat1="me", public=True, moves=moves)
    usage.rest()
    for path in ("/", "/watch", "/api/matches"):
        for _ in range(2):
            person.http.get(server.address + path).raise_for_status()
        spent = usage.seconds()
        for _ in range(PAGES):
            person.http.get(server.address + path).raise_for_status()
        cost = (usage.seconds() - spent) / PAGES
        print(f"{path} with {count} matches, {PUBLIC} public: {1e3 * cost:.1f} ms", flush=True)


def _watchers(arguments: Sequence[str]) -> None:
    words, folder = list(arguments), None
    if "--peers" in words:
        place = words.index("--peers")
        folder = Path(words[place + 1])
        del words[place : place + 2]
    compare([int(word) for word in words] or CROWDS, folder)


def _matches(arguments: Sequence[str]) -> None:
    with served() as server:
        Usage(server.process.pid).rest()
        asyncio.run(play(server, int(next(iter(arguments), MATCHES))))
        think(server)
        asyncio.run(play(server, 1, thinking=True))


def _rude(_arguments: Sequence[str]) -> None:
    with served() as server:
        asyncio.run(annoy(server))


def _finished(arguments: Sequence[str]) -> None:
    with served() as server:
        finish(server, int(next(iter(arguments), FINISHED)))


def _lists(arguments: Sequence[str]) -> None:
    with served() as server:
        list_games(server, int(next(iter(arguments), FINISHED)))


PARTS = {
    "watchers": _watchers,
    "matches": _matches,
    "rude": _rude,
    "finished": _finished,
    "lists": _lists,
}


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    for name in arguments[:1] or PARTS:
        PARTS[name](arguments[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
