"""Everything dies, again and again, while people play.

``python -m tests.benchmarks.chaos [MATCHES] [SEED] [MINUTES]`` plays 200 matches with clocks by
default, a third against the computer, at two servers with two workers, a Redis and a PostgreSQL, of
which each dies or stands still again and again (`faults.py`); after MINUTES none begins. Reported:

- faults, and the time from each death, or from the end of each standstill, until a move at one
  server is seen at the other;
- acknowledged actions that are lost or doubled in the store, matches that do not end;
- matches whose moves the plain rules do not allow or judge otherwise;
- views of either server that are not what the store says, clocks that ran faster than time.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests

from tests.benchmarks.faults import faults_of
from tests.benchmarks.judging import check_clocks, check_rules
from tests.webapp import many
from tests.webapp.machines import Installation
from webapp.domain.history import Recorded, fold
from webapp.persistence.database import open_database
from webapp.persistence.repository import Repository

MATCHES = 200
AT_ONCE = 24
CLOCK = "5+3"
GAME = "connectfour"
PATIENCE = 4.0
"""Seconds after which a page sends an action again."""

HTTP_PATIENCE = 2.0
"""Seconds for a request, lest those to what stands still take all threads, its end's too."""

THINK = 0.6
"""Seconds that a person thinks at the most."""

CALM = 0.4
"""Seconds between a recovery and the next fault, at the least."""


class Page(many.Client):
    """A page at a match: it answers beats, keeps the newest view, and says when it changes."""

    def __init__(self, address: str, cookie: str) -> None:
        super().__init__(address, cookie)
        self.view: dict[str, Any] = {}
        self.changed = asyncio.Event()

    def _take(self, text: str) -> None:
        if text.startswith("0"):
            self._transport.write(many.frame('40{"protocol":2}'))
        elif text.startswith('42["beat"'):
            beat = json.loads(text[2:])[1]
            self._transport.write(many.frame(f"42{json.dumps(['beat', beat])}"))
        elif text.startswith('42["event"'):
            self._event(json.loads(text[2:])[1])
        else:
            super()._take(text)

    def _event(self, event: dict[str, Any]) -> None:
        if not self.view or event["v"] <= self.view["v"]:
            return
        if event["v"] != self.view["v"] + 1:
            self.view = {}  # a gap: it asks anew
        else:
            self.view["v"] = event["v"]
            for name in ("ply", "to_move", "legal"):
                if name in event:
                    self.view[name] = event[name]
            if event["t"] == "ended":
                self.view["status"] = "finished"
            if event["t"] == "joined":
                self.view["status"] = event["status"]
            if event["t"] not in {"moved", "ended", "joined", "left", "returned", "ai_failed"}:
                self.view = {}
        self.changed.set()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.changed.set()


@dataclass
class Tally:
    """What has happened."""

    faults: Counter[str] = field(default_factory=Counter)
    right_after: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    acknowledged: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    resent: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    events: int = 0
    finished: int = 0

    def report(self) -> str:
        lines = [
            f"{sum(self.faults.values())} faults: {dict(self.faults)}",
            f"{self.finished} matches finished, {self.events} events, "
            f"{sum(map(len, self.acknowledged.values()))} acknowledged actions, "
            f"{self.resent} sent again, refused: {dict(self.refused)}",
        ]
        for kind, times in sorted(self.right_after.items()):
            p95 = sorted(times)[min(len(times) - 1, int(0.95 * len(times)))]
            lines.append(
                f"right again after {kind}: median {statistics.median(times):.2f}, "
                f"p95 {p95:.2f} s of {len(times)}"
            )
        return "\n".join([*lines, *(self.wrong or ["nothing lost, doubled, stuck or wrong"])])


class People:
    """Two cookies for each pair, taken before anything dies."""

    def __init__(self, address: str) -> None:
        self.http = requests.Session()
        session = self.http.get(f"{address}/api/session").json()
        self.http.headers["X-CSRF-Token"] = session["csrf_token"]
        self.cookie = "; ".join(f"{c.name}={c.value}" for c in self.http.cookies)

    def create(self, address: str, **fields: str) -> str:
        asked = fields | {"public": True}
        answer = self.http.post(f"{address}/api/matches", json=asked, timeout=HTTP_PATIENCE)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["match"])

    def look(self, address: str, match: str) -> Any:
        return self.http.get(f"{address}/api/matches/{match}", timeout=HTTP_PATIENCE).json()

    def join(self, address: str, match: str) -> None:
        url = f"{address}/api/matches/{match}/join"
        assert self.http.post(url, json={}, timeout=HTTP_PATIENCE).json()["ok"]


class Chaos:
    """One run."""

    def __init__(self, place: Installation, seed: int) -> None:
        self._place = place
        self._random = random.Random(seed)
        self.tally = Tally()
        self._over = False

    async def run(self, matches: int, at_once: int = AT_ONCE, until: float = math.inf) -> None:
        """Play; after `until`, a moment of `time.monotonic`, no match begins."""
        everybody = [(People(self._address()), People(self._address())) for _ in range(at_once)]
        turn = asyncio.Semaphore(at_once)
        free = list(range(at_once))
        probe = await self._probe()
        made: list[str] = []

        async def one(number: int) -> None:
            async with turn:
                if time.monotonic() > until:
                    return
                pair = free.pop()
                match, seats = await self._create(everybody[pair], number)
                made.append(match)
                await asyncio.gather(*(self._person(who, match, seat) for seat, who in seats))
                free.append(pair)

        faults = asyncio.create_task(self._faults(probe))
        await asyncio.gather(*(one(number) for number in range(matches)))
        self._over = True
        await faults
        await asyncio.to_thread(self._place.wait)
        self._check(made)

    def _address(self) -> str:
        return self._random.choice(self._place.servers).address

    # -- People ----------------------------------------------------------------------------

    async def _create(self, pair: tuple[People, People], number: int) -> tuple[str, list]:
        """A match, created and joined while servers may be dying."""
        host, guest = pair
        computer = number % 3 == 2
        while True:
            try:
                match = await asyncio.to_thread(
                    host.create, self._address(), game=GAME, clock=CLOCK, seat0="me",
                    seat1="ai:2" if computer else "friend",
                )  # fmt: skip
                break
            except (requests.RequestException, AssertionError):
                await asyncio.sleep(0.2)
        while not computer:
            try:
                await asyncio.to_thread(guest.join, self._address(), match)
                break
            except (requests.RequestException, AssertionError):
                await asyncio.sleep(0.2)
                with suppress(requests.RequestException):  # perhaps it was heard
                    seen = await asyncio.to_thread(guest.look, self._address(), match)
                    if seen.get("status") == "playing":
                        break
        return match, [(0, host)] if computer else [(0, host), (1, guest)]

    async def _person(self, who: People, match: str, seat: int) -> None:
        """Play a seat to the end, over as many connections as it takes."""
        dice = random.Random(f"{match}{seat}")
        pending: tuple[str, dict[str, Any]] | None = None
        while True:
            try:
                page = await many.connect(
                    address := self._address(), lambda: Page(address, who.cookie)
                )
            except OSError:
                await asyncio.sleep(0.1)
                continue
            with suppress(ConnectionError, OSError, asyncio.TimeoutError):
                await asyncio.wait_for(page.entered, PATIENCE)
                while True:
                    if not page.view:
                        answer = await self._ask(page, "watch", {"match": match})
                        if not answer["ok"]:
                            await asyncio.sleep(0.2)
                            continue
                        page.view = answer["snapshot"]
                    view = page.view
                    if view["status"] == "finished":
                        page.close()
                        return
                    if pending is None and view["to_move"] == seat and view["legal"]:
                        move = dice.choice(view["legal"])
                        name = f"{seat}-{view['ply']}-{dice.random():.6f}"
                        pending = name, {"match": match, "t": "move", "ply": view["ply"],
                                         "move": move, "id": name}  # fmt: skip
                        await asyncio.sleep(dice.random() * THINK)
                    if pending is not None:
                        pending = await self._act(page, match, *pending)
                        continue
                    page.changed.clear()
                    with suppress(asyncio.TimeoutError):
                        await asyncio.wait_for(page.changed.wait(), 5.0)
                    if page.lost.done():
                        break
            page.close()
            if pending is not None:
                self.tally.resent += 1

    async def _ask(self, page: Page, event: str, data: dict[str, Any]) -> Any:
        return await asyncio.wait_for(page.ask(event, data), PATIENCE)

    async def _act(self, page: Page, match: str, name: str, action: dict[str, Any]) -> Any:
        """Send an action; answers what is still to be sent."""
        answer = await self._ask(page, "act", action)
        if answer["ok"]:
            self.tally.acknowledged[match][name] = answer["v"]
            while page.view and page.view["ply"] == action["ply"] and not page.lost.done():
                page.changed.clear()
                if page.view["status"] == "finished":
                    break
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(page.changed.wait(), 1.0)
            return None
        self.tally.refused[answer["code"]] += 1
        if answer["code"] in {"unavailable", "conflict", "limit"}:
            await asyncio.sleep(0.1)
            return name, action
        page.view = {}  # it was decided otherwise: look anew
        return None

    # -- Faults ----------------------------------------------------------------------------

    async def _probe(self) -> tuple[People, str]:
        """A match of one person with both seats, seen from both servers."""
        host = People(self._place.servers[0].address)
        match = host.create(
            self._place.servers[0].address, game="connectfour:16x16:16", seat0="me", seat1="me"
        )
        return host, match

    async def _faults(self, probe: tuple[People, str]) -> None:
        faults = faults_of(self._place)
        while not self._over:
            for fault in self._random.sample(faults, len(faults)):
                if self._over:
                    return
                self.tally.faults[fault.kind] += 1
                await asyncio.to_thread(fault.begin)
                began = time.monotonic()
                await asyncio.sleep(self._random.random() * fault.longest)
                if fault.passes:
                    began = time.monotonic()
                await asyncio.to_thread(fault.end)
                await self._until_right(probe)
                self.tally.right_after[fault.kind].append(time.monotonic() - began)
                await asyncio.sleep(CALM + self._random.random())

    async def _until_right(self, probe: tuple[People, str]) -> None:
        """Until a move made at one server is seen at the other."""
        host, match = probe
        first, second = (server.address for server in self._random.sample(self._place.servers, 2))
        while True:
            await asyncio.to_thread(self._place.keep)
            pages: list[Page] = []
            try:
                for address in (first, second):
                    page = await many.connect(address, lambda a=address: Page(a, host.cookie))  # type: ignore[misc]
                    pages.append(page)
                    await asyncio.wait_for(page.entered, PATIENCE)
                    page.view = (await self._ask(page, "watch", {"match": match}))["snapshot"]
                ply = pages[0].view["ply"]
                action = {"match": match, "t": "move", "ply": ply, "move": ply % 16, "id": str(ply)}
                answer = await self._ask(pages[0], "act", action)
                if answer["ok"]:
                    await self._seen(pages[1], answer["v"])
                    return
            except (TimeoutError, OSError, ConnectionError, KeyError):
                pass
            finally:
                for page in pages:
                    page.close()
            await asyncio.sleep(0.05)

    async def _seen(self, page: Page, v: int) -> None:
        end = time.monotonic() + 2 * PATIENCE
        while page.view and page.view["v"] < v:
            if time.monotonic() > end:
                raise TimeoutError
            page.changed.clear()
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(page.changed.wait(), 0.5)

    # -- What must be true at the end ------------------------------------------------------

    def _check(self, matches: list[str]) -> None:
        engine = open_database(self._place.postgres.url)
        store = Repository(engine)
        for match in matches:
            records = store.load(match)
            self.tally.events += len(records)
            for problem in (
                *self._check_actions(match, records),
                *check_rules(records),
                *self._check_views(match, records),
                *check_clocks(engine, match, records),
            ):
                self.tally.wrong.append(f"{match}: {problem}")
        engine.dispose()

    def _check_actions(self, match: str, records: list[Recorded]) -> list[str]:
        stored = Counter(record.act for record in records if record.act)
        wrong = [f"{act} is doubled" for act, count in stored.items() if count > 1]
        versions = {record.act: record.v for record in records if record.act}
        for name, v in self.tally.acknowledged[match].items():
            if not any(act.endswith(name) and at == v for act, at in versions.items()):
                wrong.append(f"{name} was acknowledged as {v} and is lost")
        if [record.v for record in records] != list(range(1, len(records) + 1)):
            wrong.append("versions have a gap")
        state = fold(records)
        if state.result is None:
            wrong.append("it is stuck")
        self.tally.finished += state.result is not None
        return wrong

    def _check_views(self, match: str, records: list[Recorded]) -> list[str]:
        state = fold(records)
        wrong = []
        for server in self._place.servers:
            seen = requests.get(f"{server.address}/api/matches/{match}", timeout=10).json()
            squares = range(len(seen["cells"]))
            if seen["v"] != len(records) or seen["status"] != state.status.value:
                wrong.append(f"{server.address} shows version {seen['v']} of {len(records)}")
            if [state.position.cell(square) for square in squares] != seen["cells"]:
                wrong.append(f"{server.address} shows another board")
        return wrong


def run(matches: int, seed: int, at_once: int = AT_ONCE, minutes: float = math.inf) -> Tally:
    """A run in an installation of its own."""
    with tempfile.TemporaryDirectory() as folder, Installation(Path(folder)) as place:
        chaos = Chaos(place, seed)
        many.run(chaos.run(matches, at_once, time.monotonic() + 60 * minutes))
        if chaos.tally.wrong:
            print(place.log.read_text()[-20_000:])
        return chaos.tally


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    count, number, most = [*given, *(MATCHES, 1, math.inf)[len(given) :]]
    print(run(count, number, minutes=most).report())
