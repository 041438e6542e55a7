"""How many people a server, a worker and a database serve: measured costs, and a simulation of
what waiting they lead to.

``python -m tests.benchmarks.capacity`` prints the planning table of docs/capacity.md. What one
thing costs was measured (`tests.benchmarks.machines`, `tests.benchmarks.crowd`) on two shared
cores of a virtual machine; how people behave is assumed. Both stand in `Costs` and `People`:
change them to what you measure and see.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import simpy

from webapp.worker.lane import LEAST, THROUGH


@dataclass(frozen=True)
class People:
    """How people behave. All of this is assumed.

    Attributes:
        playing, watching: shares of all that are there; the rest looks at lists or away.
        think: seconds between two moves of one person, in the mean (exponential).
        computer: share of those who play that play the computer.
        deep: share of the computer's moves that a level above the quick ones chooses.
        seconds: what such a move takes, in the mean (exponential, at most 8); quick ones: 0.05.
        game: moves of a game, both sides' together; a game's other events are four.
        hours: of a day with as many people as at its peak, put together.
    """

    playing: float = 0.6
    watching: float = 0.2
    think: float = 10.0
    computer: float = 0.4
    deep: float = 0.3
    seconds: float = 1.5
    game: int = 40
    hours: float = 8.0


@dataclass(frozen=True)
class Costs:
    """What was measured.

    Attributes:
        move: seconds of a server's processor for a move made there, with one who looks on.
        follow: for a move of another server's that somebody here looks at.
        message: for each further person here who sees a move.
        socket: bytes of memory for a socket that looks on.
        wait: seconds until the database has stored a move.
        commits: moves a second that one PostgreSQL took on those two cores.
        row: bytes of an event with its clocks and its index; packed: of one in an archive.
        hop: seconds over Redis to another server, or to a worker and back.
    """

    move: float = 0.0039
    follow: float = 0.0021
    message: float = 0.000016
    socket: int = 12 * 1024
    wait: float = 0.0008
    commits: float = 1700.0
    row: float = 200.0
    packed: float = 36.0
    hop: float = 0.003


PROMISED = 0.060
"""Seconds within which 95 of 100 moves are to be seen by the other player."""

FULL = 0.95
"""Share of the computer's moves that are to get all the time that they want."""

SIZES = (30, 1_000, 10_000, 100_000, 1_000_000)


def slowest_twentieth(times: list[float]) -> float:
    return sorted(times)[int(0.95 * len(times))]


def moves_a_second(people: float, how: People) -> float:
    """Moves of people and of computers."""
    own = people * how.playing / how.think
    return own * (1 + how.computer)


def server_time(people: int, servers: int, how: People, costs: Costs, seconds: float) -> float:
    """Seconds below which 95 of 100 moves stay, from click to the other board, at one of several
    servers with so many people each: the interpreter does one thing at a time."""
    dice = random.Random(people)
    world = simpy.Environment()
    processor = simpy.Resource(world, 1)
    times: list[float] = []
    elsewhere = (1 - how.computer) * (1 - 1 / servers)
    crowd = how.watching / how.playing * 2  # those who look on, for each match

    def compute(work: float) -> Iterator[Any]:
        with processor.request() as turn:
            yield turn
            yield world.timeout(dice.expovariate(1 / work))

    def move() -> Iterator[Any]:
        began = world.now
        yield from compute(costs.move + crowd * costs.message)
        yield world.timeout(costs.wait)
        if dice.random() < elsewhere:
            yield world.timeout(costs.hop)
            yield from compute(costs.follow)  # as busy as this one
        times.append(world.now - began)

    def arrive() -> Iterator[Any]:
        rate = moves_a_second(people, how)
        while True:
            yield world.timeout(dice.expovariate(rate))
            world.process(move())

    world.process(arrive())
    world.run(seconds)
    return slowest_twentieth(times)


def share_of_full_moves(people: float, workers: int, how: People, seconds: float) -> float:
    """Which share of the deep moves gets its whole time, with the pool's own rule: the more
    wait, the less each may take."""
    dice = random.Random(int(people))
    world = simpy.Environment()
    desks = simpy.Resource(world, workers)
    full: list[bool] = []

    def search(wanted: float) -> Iterator[Any]:
        with desks.request() as turn:
            yield turn
            waiting = len(desks.queue)
            share = THROUGH if not waiting else max(LEAST, THROUGH * workers / (waiting + 1))
            given = min(wanted, share)
            full.append(given == wanted)
            yield world.timeout(given)

    def arrive() -> Iterator[Any]:
        rate = people * how.playing / how.think * how.computer * how.deep
        while True:
            yield world.timeout(dice.expovariate(rate))
            world.process(search(min(8.0, dice.expovariate(1 / how.seconds))))

    world.process(arrive())
    world.run(seconds)
    return sum(full) / max(1, len(full))


def waits_too_long(people: float, workers: int, how: People) -> bool:
    """Whether searches come faster than they are done, or too few get their whole time."""
    load = people * how.playing / how.think * how.computer * how.deep * how.seconds
    return load > 0.9 * workers or share_of_full_moves(people, workers, how, 2000.0) < FULL


def most(fits: Callable[[int], bool], first: int) -> int:
    """The largest number, in steps of a twentieth, that fits."""
    number = first
    while fits(number):
        number += max(1, number // 20)
    return max(first, number - max(1, number // 20))


def plan(how: People, costs: Costs) -> list[str]:
    """The planning table."""
    per_server = most(lambda n: server_time(n, 10, how, costs, 60.0) <= PROMISED, 200)
    workers = 8
    per_worker = most(lambda n: not waits_too_long(n, workers, how), 40) // workers
    events = moves_a_second(1, how) * (1 + 4 / how.game)
    lines = [
        f"One server: {per_server:,} people. One worker: {per_worker:,} people, of eight together.",
        f"PostgreSQL, two cores: {costs.commits / events:,.0f} people.",
        "",
        "| people | sockets a server | moves a second | servers | searches a second | workers "
        "| PostgreSQL's share | events a day | rows a day | packed |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for people in SIZES:
        servers = max(1, math.ceil(people / per_server))
        rate = moves_a_second(people, how)
        searches = people * how.playing / how.think * how.computer
        a_day = people * events * 3600 * how.hours
        needed = math.ceil(people / per_worker) if people > per_worker else 0
        lines.append(
            f"| {people:,} | {people // servers:,} | {rate:,.0f} | {servers:,} | {searches:,.0f} | "
            f"{needed:,} | {people * events / costs.commits:.2f} | {a_day / 1e6:,.1f} M | "
            f"{a_day * costs.row / 1e9:,.1f} GB | {a_day * costs.packed / 1e9:,.2f} GB |"
        )
    return lines


if __name__ == "__main__":
    print("\n".join(plan(People(), Costs())))
