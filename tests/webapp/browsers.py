"""People at a running server: cookies, forms' tokens and a socket, without a real browser."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import requests
import socketio
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

PATIENCE = 60.0
"""Seconds after which an expected message counts as lost."""

ASKS_AGAIN = Retry(
    2, connect=0, status=0, other=0, backoff_factor=0, respect_retry_after_header=False
)
"""As browsers do whose idle connection the server has closed just as they used it."""


def wait_until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for something that announces itself to nobody."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        threading.Event().wait(0.01)


class Person:
    """One browser. `messages` are all socket messages it got, as (name, payload)."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = requests.Session()
        self.http.mount("http://", HTTPAdapter(max_retries=ASKS_AGAIN))
        session = self.http.get(f"{address}/api/session").json()
        self.http.headers["X-CSRF-Token"] = session["csrf_token"]
        self.messages: list[tuple[str, Any]] = []
        self._arrived = threading.Condition()
        self.socket = self._new_socket()

    def __enter__(self) -> Person:
        return self if self.socket.connected else self.connect()

    def __exit__(self, *_: object) -> None:
        self.socket.disconnect()
        self.http.close()

    def _new_socket(self) -> socketio.Client:
        made = socketio.Client(reconnection=False, request_timeout=PATIENCE)
        made.on("*", self._take)
        made.on("connect_error", lambda data: self._take("connect_error", data))
        return made

    def reconnect(self) -> Person:
        """A new socket, as after the old one broke; what came before is forgotten."""
        self.socket = self._new_socket()
        self.messages.clear()
        return self.connect()

    def connect(self, protocol: int = 2, origin: str | None = None) -> Person:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies)
        headers = {"Cookie": cookies} | ({"Origin": origin} if origin else {})
        self.socket.connect(
            self.address,
            auth={"protocol": protocol},
            headers=headers,
            transports=["websocket"],
            wait_timeout=PATIENCE,
        )
        return self

    def _take(self, name: str, payload: Any = None) -> None:
        with self._arrived:
            self.messages.append((name, payload))
            self._arrived.notify_all()

    def wait_for(self, name: str, fits: Callable[[Any], bool] = lambda _: True) -> Any:
        """The first message of this name that fits, now or soon."""

        def found() -> list[Any]:
            return [payload for n, payload in self.messages if n == name and fits(payload)]

        with self._arrived:
            assert self._arrived.wait_for(found, PATIENCE), f"no {name} among {self.messages}"
            return found()[0]

    def wait_for_version(self, v: int) -> Any:
        return self.wait_for("event", lambda event: event["v"] == v)

    def events(self) -> list[dict[str, Any]]:
        return [payload for name, payload in self.messages if name == "event"]

    def call(self, event: str, *data: Any) -> Any:
        return self.socket.call(event, *data, timeout=PATIENCE)

    def watch(self, match: str, v: int | None = None) -> Any:
        return self.call("watch", {"match": match} | ({} if v is None else {"v": v}))

    def act(self, match: str, **fields: Any) -> Any:
        return self.call("act", {"match": match, **fields})

    def move(self, match: str, move: int, ply: int, action: str = "a") -> Any:
        return self.act(match, t="move", move=move, ply=ply, id=action)

    def create(self, **fields: Any) -> str:
        response = self.http.post(f"{self.address}/api/matches", json={"public": True} | fields)
        assert response.status_code == 201, response.text
        return str(response.json()["match"])

    def join(self, match: str) -> Any:
        return self.http.post(f"{self.address}/api/matches/{match}/join", json={}).json()

    def snapshot(self, match: str) -> Any:
        return self.http.get(f"{self.address}/api/matches/{match}").json()
