"""How late a flag falls.

``python -m tests.benchmarks.flags [MATCHES]`` starts a server of its own, lets so many clocks of
a second run out, some at a time, and prints the milliseconds from the moment a clock was at 0:00
to the page's knowing of it: of a quiet server, and while moves are made in other matches. A
clock runs from between sending the move before and its acknowledgement; the earlier counts.
"""

from __future__ import annotations

import asyncio
import sys
import time

from tests.benchmarks.crowd import served, shares
from tests.benchmarks.programs import cookie_of
from tests.webapp import many
from tests.webapp.browsers import Person
from tests.webapp.processes import ServerProcess

MATCHES = 200
EACH = 10
"""Matches of one person, whose flags fall at nearly the same time."""

SECOND = 1.0
OTHERS = 20
"""Matches in which moves are made meanwhile."""


async def timed(server: ServerProcess, count: int) -> list[float]:
    """How many seconds after 0:00 each of `count` flags fell."""
    host = Person(server.address)
    player = await many.enter(server.address, cookie_of(host))

    async def one() -> float:
        match = host.create(seat0="me", seat1="me", clock="1/move")
        watcher = await many.enter(server.address)
        assert (await watcher.ask("watch", {"match": match}))["ok"]
        for ply in range(2):
            action = {"match": match, "t": "move", "ply": ply, "move": ply, "id": f"{ply}"}
            sent = time.perf_counter()
            assert (await player.ask("act", action))["ok"]
        await many.until(lambda: len(watcher.events) >= 3)
        watcher.close()
        return watcher.events[2][1] - sent - SECOND

    found = await asyncio.gather(*(one() for _ in range(count)))
    player.close()
    return list(found)


async def busy(server: ServerProcess, end: asyncio.Event) -> None:
    """Moves in other matches, taken back again, until the `end`."""
    host = Person(server.address)
    player = await many.enter(server.address, cookie_of(host))
    matches = [host.create(seat0="me", seat1="me") for _ in range(OTHERS)]
    number = 0
    while not end.is_set():
        for match in matches:
            number += 1
            move = {"match": match, "t": "move", "ply": 0, "move": 3, "id": str(number)}
            await player.ask("act", move)
            await player.ask("act", {"match": match, "t": "takeback"})
            await asyncio.sleep(0.1)
    player.close()


async def quiet(server: ServerProcess, count: int) -> list[float]:
    times: list[float] = []
    while len(times) < count:
        times += await timed(server, min(EACH, count - len(times)))
    return times


async def beside(server: ServerProcess, count: int) -> list[float]:
    end = asyncio.Event()
    others = asyncio.create_task(busy(server, end))
    times = await quiet(server, count)
    end.set()
    await others
    return times


def main() -> int:
    """Measure and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    for name, measure in (("quiet", quiet), ("while others move", beside)):
        with served() as server:
            times = asyncio.run(measure(server, count))
        print(f"{name:18} {shares(times)}, latest {1000 * max(times):.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
