"""What only counts in its latest state is not sent more often than anybody can see."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Coalescer:
    """Sends a room's first message at once and, of what follows within `interval` seconds,
    the last one at their end.

    A thousand people who come to look on would else be told of each other a million times.
    """

    def __init__(self, send: Callable[[str, Mapping[str, Any]], None], interval: float) -> None:
        self._send = send
        self._interval = interval
        self._lock = threading.Lock()
        self._waiting: dict[str, Mapping[str, Any] | None] = {}
        """Per room that was told of late: what to tell next, if anything."""

    def put(self, room: str, payload: Mapping[str, Any]) -> None:
        with self._lock:
            if room in self._waiting:
                self._waiting[room] = payload
            else:
                self._now(room, payload)

    def _now(self, room: str, payload: Mapping[str, Any]) -> None:
        """Under the lock, so that no older message can overtake a newer one."""
        self._waiting[room] = None
        self._send(room, payload)
        timer = threading.Timer(self._interval, self._interval_over, (room,))
        timer.daemon = True
        timer.start()

    def _interval_over(self, room: str) -> None:
        with self._lock:
            payload = self._waiting.pop(room)
            if payload is not None:
                self._now(room, payload)
