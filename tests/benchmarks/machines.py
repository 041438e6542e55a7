"""What several machines cost: moves into either store, the way over a second server, workers.

``python -m tests.benchmarks.machines [store|servers|computer|third|workers]``: parts alone, or all:

- store: moves a second that SQLite and PostgreSQL take, from one thread and from sixteen;
- servers: from a move at one server to those who look on there and at another one, and the
  processor time of both servers for each message;
- computer: from a person's move at one server to its being seen at the other, and to the answer of
  a computer whose search a worker does;
- third: from the moves of two people at two servers, and of a worker's computer, to those who look
  on at a third one, and whether all have heard the same;
- workers: from asking a worker for a quick move to its answer, and how many it finds a second.

PostgreSQL and SQLite keep their promises to the disk as in use, but for this benchmark's own
PostgreSQL, which is started without fsync like the tests'; ``-c fsync=on`` is measured too.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from engine import registry
from engine.search.control import SearchControl
from tests.benchmarks.chaos import People
from tests.webapp import many
from tests.webapp.machines import Installation, Process
from tests.webapp.postgres import postgres_server, programs
from tests.webapp.task_queues import Stages
from webapp.cluster.link import Link
from webapp.cluster.members import SERVERS, Members
from webapp.cluster.workers import Workers
from webapp.domain.events import Created, Moved
from webapp.domain.history import Recorded
from webapp.domain.seat import Seat
from webapp.persistence.database import open_database
from webapp.persistence.repository import Repository
from webapp.service.ports import Batch, Question, StoreAway

SECONDS = 5.0
"""For which moves are stored as fast as they can be."""

PLIES = 30
MOVES = 150
INTERVAL = 0.1
WATCHERS = 200
LOOKING_ON = 10
"""At the third server."""
ASKED = 400
"""Moves that a worker is asked for."""
SEATS = (Seat.human("ann", "Ann"), Seat.human("ben", "Ben"))


def store_moves(store: Repository, until: float, times: list[float]) -> None:
    """Play one match after the other, a move a commit."""
    while time.perf_counter() < until:
        created = Recorded(1, Created(secrets.token_hex(8), "connectfour:16x16", SEATS))
        match = created.after(None)
        with suppress(StoreAway):
            store.commit([Batch(match, (created,))])
        for ply in range(PLIES):
            record = Recorded(ply + 2, Moved(ply % 2, ply % 16), ply % 2, f"{ply}:act")
            match = record.after(match)
            began = time.perf_counter()
            try:
                store.commit([Batch(match, (record,))])
            except StoreAway:  # it was locked for too long
                break
            times.append(time.perf_counter() - began)


def measure_store(name: str, engine: Engine) -> None:
    for threads in (1, 16):
        times: list[float] = []
        until, spent = time.perf_counter() + SECONDS, time.process_time()
        workers = [
            threading.Thread(target=store_moves, args=(Repository(engine), until, times))
            for _ in range(threads)
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        spent = time.process_time() - spent
        cuts = statistics.quantiles(times, n=100)
        print(
            f"{name}, {threads} threads: {len(times) / SECONDS:.0f} moves a second, "
            f"median {1e3 * cuts[49]:.2f}, p95 {1e3 * cuts[94]:.2f} ms, "
            f"{1e3 * spent / len(times):.2f} ms of the server's processor time a move",
            flush=True,
        )


def stores() -> None:
    with tempfile.TemporaryDirectory() as folder:
        engine = open_database(f"sqlite:///{folder}/moves.db")
        measure_store("SQLite", engine)
        engine.dispose()
    found = programs()
    assert found is not None
    with postgres_server(found) as server:
        engine = open_database(server.url)
        measure_store("PostgreSQL without fsync", engine)
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("ALTER SYSTEM SET fsync = on")
            connection.exec_driver_sql("SELECT pg_reload_conf()")
        measure_store("PostgreSQL with fsync", engine)
        engine.dispose()


def processor_time(process: Process) -> float:
    fields = Path(f"/proc/{process.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _watch(place: Installation, here: int, there: int) -> None:
    one, two = place.servers
    host = People(one.address)
    match = host.create(one.address, game="connectfour:16x16:16", seat0="me", seat1="me")
    player = await many.enter(one.address, host.cookie)
    assert (await player.ask("watch", {"match": match}))["ok"]
    crowds = [await many.watchers(one.address, match, here)]
    crowds.append(await many.watchers(two.address, match, there))
    await asyncio.sleep(1.0)
    before, sent = [processor_time(server) for server in place.servers], {}
    for ply in range(MOVES):
        action = {"match": match, "t": "move", "ply": ply, "move": ply % 16, "id": str(ply)}
        sent[ply + 2] = time.perf_counter()
        assert (await player.ask("act", action))["ok"]
        await asyncio.sleep(max(0.0, sent[ply + 2] + INTERVAL - time.perf_counter()))
    everybody = [one for crowd in crowds for one in crowd]
    with suppress(AssertionError):
        await many.until(lambda: all(len(one.events) >= MOVES for one in everybody))
    spent = [processor_time(s) - b for s, b in zip(place.servers, before, strict=True)]
    each = sum(spent) / MOVES / (1 + here + there)
    print(
        f"{here} look on at the player's server, {there} at the other: "
        + ", ".join(f"{1e3 * seconds / MOVES:.2f} ms" for seconds in spent)
        + f" of processor time a move, {1e6 * each:.0f} us a message, the player's too"
    )
    for name, crowd in zip(("here", "there"), crowds, strict=True):
        if crowd:
            heard = [moment - sent[v] for one in crowd for v, moment in one.events]
            cuts = statistics.quantiles(heard, n=100)
            print(
                f"  {name}: {len(heard)} of {len(crowd) * MOVES} heard, "
                f"median {1e3 * cuts[49]:.1f}, p95 {1e3 * cuts[94]:.1f} ms",
                flush=True,
            )
    for client in (player, *everybody):
        client.close()


def servers() -> None:
    with tempfile.TemporaryDirectory() as folder, Installation(Path(folder), workers=0) as place:
        for here, there in ((0, 0), (1, 0), (0, 1), (1, 1), (WATCHERS, 0), (0, WATCHERS)):
            asyncio.run(_watch(place, here, there))


async def _against_the_computer(place: Installation) -> None:
    """From a person's move at one server to somebody who looks on at the other one."""
    one, two = place.servers
    host = People(one.address)
    match = host.create(one.address, game="connectfour:16x16:16", seat0="me", seat1="ai:depth:1")
    player = await many.enter(one.address, host.cookie)
    (watcher,) = await many.watchers(two.address, match, 1)
    sent: dict[int, float] = {}
    for number in range(MOVES // 2):
        ply, v = 2 * number, 2 * number + 2
        for column in range(number, number + 16):  # the computer may have filled some
            sent[v] = sent[v + 1] = time.perf_counter()
            move = {"match": match, "t": "move", "ply": ply, "move": column % 16, "id": f"{column}"}
            if (answer := await player.ask("act", move))["ok"]:
                break
        assert answer["ok"], answer
        await many.until(lambda v=v: any(heard > v for heard, _ in watcher.events))  # type: ignore[misc]
        await asyncio.sleep(INTERVAL / 2)
    for name, rest in (("a person's move", 0), ("the computer's answer, by a worker", 1)):
        heard = [moment - sent[v] for v, moment in watcher.events if v % 2 == rest]
        cuts = statistics.quantiles(heard, n=100)
        print(
            f"{name}, seen at the other server {1e3 * cuts[49]:.1f} ms after the person's, "
            f"p95 {1e3 * cuts[94]:.1f} ms",
            flush=True,
        )
    for client in (player, watcher):
        client.close()


def computer() -> None:
    with tempfile.TemporaryDirectory() as folder, Installation(Path(folder), workers=1) as place:
        place.wait_for_workers()
        asyncio.run(_against_the_computer(place))


class Follower(many.Client):
    """Keeps whole events with their moments, and wakes whoever waits for one."""

    def __init__(self, address: str, cookie: str = "") -> None:
        super().__init__(address, cookie)
        self.told: dict[int, dict[str, Any]] = {}
        self.when: dict[int, float] = {}
        self._came = asyncio.Event()

    def _take(self, text: str) -> None:
        if not text.startswith('42["event"'):
            super()._take(text)
            return
        event = json.loads(text[2:])[1]
        self.told[event["v"]], self.when[event["v"]] = event, time.perf_counter()
        self._came.set()

    async def reach(self, v: int) -> dict[str, Any]:
        """Wait for the event of a version."""
        while v not in self.told:
            self._came.clear()
            await asyncio.wait_for(self._came.wait(), many.PATIENCE)
        return self.told[v]


async def _follow(address: str, match: str, cookie: str = "") -> Follower:
    client = await many.connect(address, lambda: Follower(address, cookie))
    await asyncio.wait_for(client.entered, many.PATIENCE)
    assert (await client.ask("watch", {"match": match}))["ok"]
    return client


async def _at_three(place: Installation) -> None:
    """Two people at two servers and a worker's computer, seen by others at the third server."""
    first, second, third = (server.address for server in place.servers)
    ann, ben = People(first), People(second)
    seats = {"seat0": "me", "seat1": "friend", "seat2": "ai:depth:1"}
    match = ann.create(first, game="connectfour:16x16:16:3p", clock="5+3", **seats)
    ben.join(second, match)
    players = await _follow(first, match, ann.cookie), await _follow(second, match, ben.cookie)
    crowd = [await _follow(third, match) for _ in range(LOOKING_ON)]
    everybody = (*players, *crowd)
    heard: dict[str, list[float]] = {"a person's move": [], "the worker's answer": []}
    sent, v, legal = 0.0, 2, list(range(16))
    for ply in range(MOVES):
        kind = "the worker's answer"
        if ply % 3 < 2:
            kind, sent = "a person's move", time.perf_counter()
            move = legal[ply % len(legal)]
            action = {"match": match, "t": "move", "ply": ply, "move": move, "id": str(ply)}
            answer = await players[ply % 3].ask("act", action)
            assert answer["ok"], answer
        v += 1
        for client in everybody:
            legal = (await client.reach(v))["legal"]
        heard[kind] += [client.when[v] - sent for client in crowd]
        await asyncio.sleep(INTERVAL / 2 if ply % 3 < 1 else 0.0)
    for kind, times in heard.items():
        cuts = statistics.quantiles(times, n=100)
        print(
            f"{kind}, seen at the third server {1e3 * cuts[49]:.1f} ms after the last person's "
            f"sending, p95 {1e3 * cuts[94]:.1f} ms, of {len(times)}"
        )
    told = [[client.told[number] for number in range(3, v + 1)] for client in everybody]
    facts = [[(e["v"], e["t"], e["move"], e["clock"]) for e in events] for events in told]
    same = all(one == facts[0] for one in facts)
    print(f"the same {v - 2} moves in the same order with the same clocks: {same}", flush=True)
    for client in everybody:
        client.close()


def third() -> None:
    with tempfile.TemporaryDirectory() as folder, Installation(Path(folder), 3, 1) as place:
        place.wait_for_workers()
        asyncio.run(_at_three(place))


def workers() -> None:
    with tempfile.TemporaryDirectory() as folder, Installation(Path(folder), 1, 1) as place:
        place.wait_for_workers()
        asking: list[Workers] = []
        link = Link(
            place.redis.url, lambda channel, text: asking[0].task_queue.hear(channel, text) and None
        )
        members = Members(link, SERVERS)
        asking.append(Workers(link, members))
        link.start()
        link.wait(5)
        asking[0].refresh()
        for threads in (1, 8):
            _ask(asking[0], threads, place)


def _ask(workers: Workers, threads: int, place: Installation) -> None:
    """Ask one worker for moves that take no time, so many at a time."""
    position = registry.game("connectfour").start()
    times: list[float] = []

    def ask(first: int) -> None:
        for number in range(first, ASKED, threads):
            question = Question(f"m{number}", 0, 0, 0, "depth:1", position)
            began = time.perf_counter()
            assert workers.ask(question, 5.0, SearchControl(), Stages()) is not None
            times.append(time.perf_counter() - began)

    asking = [threading.Thread(target=ask, args=(first,)) for first in range(threads)]
    began, spent = time.perf_counter(), processor_time(place.workers[0])
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    taken, spent = time.perf_counter() - began, processor_time(place.workers[0]) - spent
    cuts = statistics.quantiles(times, n=100)
    print(
        f"moves at once, {threads} at a time asked of a worker: median {1e3 * cuts[49]:.1f}, "
        f"p95 {1e3 * cuts[94]:.1f} ms; {ASKED / taken:.0f} a second, "
        f"{1e3 * spent / ASKED:.2f} ms of the worker's processor time each",
        flush=True,
    )


PARTS: dict[str, Callable[..., None]] = {
    "store": stores,
    "servers": servers,
    "computer": computer,
    "third": third,
    "workers": workers,
}

if __name__ == "__main__":
    for word in sys.argv[1:] or PARTS:
        PARTS[word]()
