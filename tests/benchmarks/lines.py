"""People play by the clock over lines that cut, delay, double and reorder.

``python -m tests.benchmarks.lines [MATCHES] [SEED] [AT_ONCE]`` starts a server of its own and lets
two players and an onlooker of each match reach it by `tests.webapp.bad_line`. At the end all three
must see what the server says. Prints the faults, the differences, and how long it took a page
to be right again after a cut, the time until it tries anew included. A match takes a sixth of a
second of processor time, the server's and the players', and many seconds of waiting: what limits
a run is how many are played at once.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.benchmarks.programs import cookie_of
from tests.webapp import many
from tests.webapp.bad_line import BadLine, Faults
from tests.webapp.browsers import Person
from tests.webapp.fakes import PageState
from tests.webapp.many import Client, connect, frame
from tests.webapp.processes import ServerProcess

SAME = ("v", "status", "ply", "to_move", "cells", "legal", "outcome", "tally", "clock", "gone")

GAMES = ("connectfour:4x4:3", "connectfour:5x4", "othello:4", "connectfour:4x4:3:3p")
CLOCKS = ("2/move", "0.05+0", "0.1+1")
SILENT = 0.08
"""The part of all who stop in the middle, so that their flag falls."""

RETRY = (0.05, 0.25)
"""Seconds after which a page tries to connect again."""

PATIENCE = 5.0
"""Seconds after which an answer counts as lost."""

LONGEST = 90.0
"""Seconds that a match may take at most."""


@dataclass
class Tally:
    """What was seen."""

    matches: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    right_after: list[float] = field(default_factory=list)

    def report(self) -> str:
        cuts = statistics.quantiles(self.right_after or [0, 0], n=20, method="inclusive")
        faults = ", ".join(f"{count} {name}" for name, count in sorted(self.faults.items()))
        ends = ", ".join(f"{count} {name}" for name, count in sorted(self.endings.items()))
        return (
            f"{self.matches} matches ({ends}) under {faults}; {len(self.wrong)} differences; "
            f"right after a cut: median {1000 * cuts[9]:.0f}, p95 {1000 * cuts[18]:.0f} ms\n"
            + "\n".join(self.wrong)
        )


class Ear(Client):
    """A client that hands on whatever comes, and does not mind hearing it twice."""

    def __init__(self, address: str, cookie: str, page: Page) -> None:
        super().__init__(address, cookie)
        self._page = page

    def _take(self, text: str) -> None:
        if text.startswith("42"):
            name, payload = json.loads(text[2:])
            self._page.hear(self, name, payload)
        elif not text.startswith("43") or int(text[2:].partition("[")[0]) in self._answers:
            super()._take(text)

    def tell(self, name: str, data: object) -> None:
        self.send_raw(frame(f"42{json.dumps([name, data])}"))

    async def answer(self, name: str, data: dict[str, Any]) -> Any:
        if self.lost.done():
            raise ConnectionError("The line was cut.")
        return await asyncio.wait_for(self.ask(name, data), PATIENCE)


class Page:
    """The page of one person at one match, which follows until it sees the end."""

    def __init__(
        self, server: str, line: str, match: str, cookie: str, rng: random.Random, tally: Tally
    ) -> None:
        self.server, self.line, self.match, self.cookie = server, line, match, cookie
        self.rng, self.tally = rng, tally
        self.browser: PageState | None = None
        self.news = asyncio.Event()
        self.ahead = 0
        self.action: dict[str, Any] | None = None
        self.stops = rng.randint(4, 8) if rng.random() < SILENT else 1000
        self.cut_at: float | None = None

    @property
    def over(self) -> bool:
        return self.browser is not None and self.browser.view["status"] == "finished"

    def hear(self, client: Ear, name: str, payload: Any) -> None:
        if name == "beat":
            client.tell("beat", payload)
        elif name == "event":
            self._apply(payload)
        self.news.set()

    async def stay(self) -> None:
        """Until the end is seen, whatever the line does."""
        while not self.over:
            try:
                await self._follow()
            except (ConnectionError, TimeoutError, OSError):
                self.cut_at = self.cut_at or time.perf_counter()
                await asyncio.sleep(self.rng.uniform(*RETRY))

    async def _follow(self) -> None:
        client = await connect(self.line, lambda: Ear(self.server, self.cookie, self))
        try:
            await asyncio.wait_for(client.entered, PATIENCE)
            await self._sync(client)
            if self.cut_at is not None:
                self.tally.right_after.append(time.perf_counter() - self.cut_at)
                self.cut_at = None
            while not self.over:
                await self._go_on(client)
        finally:
            client.close()

    async def _go_on(self, client: Ear) -> None:
        """Do what there is to do, else wait for news."""
        assert self.browser is not None
        self.news.clear()
        view = self.browser.view
        if self.ahead > view["v"]:
            await self._sync(client)
        elif self.action is not None or (view["to_move"] in view["you"] and view["legal"]):
            await self._act(client)
        else:
            news = asyncio.ensure_future(self.news.wait())
            try:
                await asyncio.wait([news, client.lost], return_when=asyncio.FIRST_COMPLETED)
            finally:
                news.cancel()
            if client.lost.done():
                raise ConnectionError("The line was cut.")

    async def _act(self, client: Ear) -> None:
        """Play at random, or send again what was not answered."""
        assert self.browser is not None
        view = self.browser.view
        if self.action is None and view["ply"] >= self.stops:
            await asyncio.wait([client.lost], timeout=0.1)
            if client.lost.done():
                raise ConnectionError("The line was cut.")
            return
        if self.action is None:
            await asyncio.sleep(self.rng.uniform(0, 0.05))
            act = self.rng.choices(("move", "resign"), (99, 1))[0]
            self.action = {"match": self.match, "t": act, "id": f"{self.rng.random()}"}
            if act == "move" and view["legal"]:
                self.action |= {"ply": view["ply"], "move": self.rng.choice(view["legal"])}
        answer = await client.answer("act", self.action)
        self.action = None
        if not answer["ok"] or answer["v"] > self.browser.view["v"]:
            await self._sync(client)

    async def _sync(self, client: Ear) -> None:
        known = {} if self.browser is None else {"v": self.browser.view["v"]}
        answer = await client.answer("watch", {"match": self.match, **known})
        assert answer["ok"], answer
        if "snapshot" in answer:
            self.browser = PageState(answer["snapshot"])
        for event in answer.get("events", ()):
            self._apply(event)

    def _apply(self, event: dict[str, Any]) -> None:
        known = 0 if self.browser is None else self.browser.view["v"]
        if self.browser is not None and event["v"] == known + 1:
            self.browser.apply(event)
        elif event["v"] > known:
            self.ahead = max(self.ahead, event["v"])


def seated(server: str, rng: random.Random) -> tuple[str, list[str], Person]:
    """A new match, the cookies of its players, and one of them."""
    game = rng.choice(GAMES)
    count = 3 if game.endswith("3p") else 2
    people = [Person(server) for _ in range(count)]
    seats = {f"seat{seat}": "me" if seat == 0 else "friend" for seat in range(count)}
    match = people[0].create(game=game, clock=rng.choice(CLOCKS), **seats)
    for friend in people[1:]:
        friend.join(match)
    return match, [cookie_of(person) for person in people], people[0]


async def play(server: str, line: BadLine, rng: random.Random, tally: Tally) -> None:
    """One match, to its end."""
    match, cookies, host = await asyncio.to_thread(seated, server, rng)
    pages = [Page(server, line.address, match, cookie, rng, tally) for cookie in (*cookies, "")]
    try:
        await asyncio.wait_for(asyncio.gather(*(page.stay() for page in pages)), LONGEST)
    except TimeoutError:
        tally.wrong.append(f"{match} never ended for some: {[page.over for page in pages]}")
        return
    truth = await asyncio.to_thread(host.snapshot, match)
    host.http.close()
    for number, page in enumerate(pages):
        assert page.browser is not None
        view = page.browser.view
        differs = [name for name in SAME if view[name] != truth[name]]
        if differs:
            tally.wrong.append(f"{match}, page {number}: {differs}")
    tally.matches += 1
    tally.endings[truth["outcome"]["reason"]] += 1


async def play_all(server: str, matches: int, seed: int, at_once: int) -> Tally:
    tally = Tally()
    turn = asyncio.Semaphore(at_once)

    async def one(number: int) -> None:
        async with turn:
            await play(server, line, random.Random(f"{seed} {number}"), tally)

    async with BadLine(server, Faults(), random.Random(seed)) as line:
        await asyncio.gather(*(one(number) for number in range(matches)))
        tally.faults = line.told
    return tally


def run(matches: int, seed: int = 1, at_once: int = 25) -> Tally:
    """Play so many matches at a server of one's own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "lines.db", 0) as server,
    ):
        return many.run(play_all(server.address, matches, seed, at_once))


def main() -> int:
    tally = run(*map(int, sys.argv[1:] or ["200"]))
    print(tally.report())
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
