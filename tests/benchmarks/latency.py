"""How long a move takes from one browser to the other's, and what a running search costs.

``python -m tests.benchmarks.latency`` starts servers of its own, lets two clients play over
real sockets and prints the milliseconds from sending a move to its acknowledgement and to
its arrival at the other client, and from asking for a page to its last byte: of quiet servers, of
servers with two searches running (a move's and an analysis), and of servers with laboratory
questions running, in turns. The clients are bare sockets in this process, so their own cost is
small. Only these servers let one person send so much so fast. They are measured once their engine
is there: while it is loaded searches are in plain Python, which keeps the interpreter for itself.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path
from urllib.parse import urlsplit

import requests
import simple_websocket

from tests.webapp.processes import ServerProcess

MOVES = 150
"""Moves of one round."""

PAGES = 50
"""Times that each page is asked for in one round."""

UNLIMITED = (
    "--limit", "messages.guest=1000000/minute", "--limit", "requests.guest=1000000/minute",
)  # fmt: skip

ROUNDS = 3
"""Rounds of each kind, in turns, so that a busy machine treats all alike."""


class Client:
    """A Socket.IO client of a few lines; stamps each message as it arrives."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = requests.Session()
        session = self.http.get(f"{address}/api/session", timeout=60).json()
        self.http.headers["X-CSRF-Token"] = session["csrf_token"]
        cookies = "; ".join(f"{c.name}={c.value}" for c in self.http.cookies)
        place = urlsplit(address).netloc
        self.socket = simple_websocket.Client(
            f"ws://{place}/socket.io/?EIO=4&transport=websocket", headers={"Cookie": cookies}
        )
        self.arrived: dict[str, float] = {}
        self._condition = threading.Condition()
        self.socket.send('40{"protocol":2}')
        threading.Thread(target=self._read, daemon=True).start()
        self.wait("40")

    def _read(self) -> None:
        while True:
            try:
                text = self.socket.receive()
            except simple_websocket.ConnectionClosed:
                return
            now = time.perf_counter()
            if text == "2":
                self.socket.send("3")
            with self._condition:
                self.arrived[self._name(text)] = now
                self._condition.notify_all()

    @staticmethod
    def _name(text: str) -> str:
        """``40``, ``43<id>`` of an acknowledgement, ``v<n>`` of a match event."""
        if text.startswith('42["event"'):
            return f"v{json.loads(text[2:])[1]['v']}"
        return text.partition("[")[0].partition("{")[0]

    def wait(self, name: str) -> float:
        with self._condition:
            assert self._condition.wait_for(lambda: name in self.arrived, 60), name
            return self.arrived[name]

    def call(self, number: int, event: str, payload: object) -> float:
        """Send an event; answers when it was sent."""
        sent = time.perf_counter()
        self.socket.send(f"42{number}{json.dumps([event, payload])}")
        return sent


def measure(address: str) -> tuple[list[float], list[float]]:
    """Milliseconds to the acknowledgement and to the other client, sorted."""
    red, yellow = Client(address), Client(address)
    match = red.http.post(f"{address}/api/matches", json={"seat0": "me", "seat1": "me"}).json()
    identity = match["match"]
    for client in (red, yellow):
        client.call(1, "watch", {"match": identity})
        client.wait("431")
    acks, others = [], []
    for number in range(2, MOVES * 2, 2):
        action = {"match": identity, "t": "move", "ply": 0, "move": 3, "id": str(number)}
        sent = red.call(number, "act", action)
        acks.append(red.wait(f"43{number}") - sent)
        others.append(yellow.wait(f"v{number}") - sent)
        red.call(number + 1, "act", {"match": identity, "t": "takeback"})
        yellow.wait(f"v{number + 1}")
    for client in (red, yellow):
        client.socket.close()
    return sorted(1000 * t for t in acks), sorted(1000 * t for t in others)


def visit(address: str) -> list[float]:
    """Milliseconds for pages of all kinds, sorted."""
    ann = Client(address)
    order = {"seat0": "me", "seat1": "friend", "public": True}
    match = ann.http.post(f"{address}/api/matches", json=order).json()["match"]
    times = []
    for path in ("/", "/watch", f"/m/{match}", "/analysis?game=connectfour&moves=4453", "/puzzles"):
        for _ in range(PAGES):
            began = time.perf_counter()
            ann.http.get(address + path, timeout=60).raise_for_status()
            times.append(time.perf_counter() - began)
    ann.socket.close()
    return sorted(1000 * t for t in times)


def ready(address: str) -> None:
    """Wait until nothing of the engine is to be loaded any more."""
    while requests.get(f"{address}/readyz", timeout=60).json().get("engine") != 1:
        time.sleep(0.2)


def quiet(address: str) -> None:
    """Nothing else to do."""


def searching(address: str) -> None:
    """Let AIs of full strength think while they are watched, and analyse, for the rest of the
    server's life."""
    host = Client(address)
    for number in range(1, 5):
        order = {"game": "connectfour:8x8:5", "seat0": "ai:10", "seat1": "ai:10"}
        match = host.http.post(f"{address}/api/matches", json=order).json()["match"]
        host.call(number, "watch", {"match": match})
        host.wait(f"43{number}")
    look = {"token": 1, "game": "othello", "moves": "f5d6c3d3c4", "seconds": 0, "review": False}
    host.call(9, "analysis", look)
    host.wait("439")


def inquiring(address: str) -> None:
    """Ask as many hard questions as the laboratory answers at a time, of both its engines."""
    host = Client(address)
    token = str(host.http.headers["X-CSRF-Token"])
    questions = ("othello", "count draw"), ("connectfour:16x16", "draw and first_full = 5")
    for number, (game, text) in enumerate(questions, 1):
        form = {"csrf_token": token, "game": game, "q": text}
        asked = host.http.post(f"{address}/lab", data=form)
        asked.raise_for_status()
        host.call(number, "laboratory", {"job": asked.url.rpartition("/")[2]})
        host.wait(f"43{number}")


def show(name: str, times: list[float]) -> None:
    share = [times[int(len(times) * part)] for part in (0.5, 0.95, 0.99)]
    print(f"{name:38} median {share[0]:6.2f}  p95 {share[1]:6.2f}  p99 {share[2]:6.2f} ms")


def main() -> int:
    """Measure and print."""
    acks: dict[str, list[float]] = defaultdict(list)
    others: dict[str, list[float]] = defaultdict(list)
    pages: dict[str, list[float]] = defaultdict(list)
    loads = {
        "quiet": quiet,
        "with searches running": searching,
        "with questions running": inquiring,
    }
    for _ in range(ROUNDS):
        for name, load in loads.items():
            with (
                tempfile.TemporaryDirectory() as folder,
                ServerProcess(Path(folder) / "latency.db", 0, *UNLIMITED) as server,
            ):
                ready(server.address)
                load(server.address)
                acknowledged, arrived = measure(server.address)
                pages[name] += visit(server.address)
            acks[name] += acknowledged
            others[name] += arrived
    for name in loads:
        show(f"{name}: acknowledged", sorted(acks[name]))
        show(f"{name}: at the other client", sorted(others[name]))
        show(f"{name}: a page", sorted(pages[name]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
