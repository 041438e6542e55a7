"""What only counts in its latest state is not sent more often than anybody can see."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

AT_A_TIME = 100
"""Listeners of a room who are told within an interval; of more, each hears less often."""

PATIENCE = 20
"""Intervals until everybody is told, however many they are."""


@dataclass(slots=True)
class _Room:
    """One that was told of late."""

    sent: Hashable
    """What was pressing in the last message."""
    patience: int
    """Intervals until the next message that is not pressing."""
    next: Mapping[str, Any] | None = None
    pressing: Hashable = None
    listeners: int = 1


class Coalescer:
    """Sends a room's first message at once and, of what follows within `interval` seconds,
    the last one at their end.

    A thousand people who come to look on would else be told of each other a million times.
    Where many listen, what is not pressing waits longer: to tell them how many they are was a
    tenth of what it took to let them in.
    """

    def __init__(
        self,
        send: Callable[[str, Mapping[str, Any]], None],
        interval: float,
        later: Callable[[float, Callable[[], None]], None],
    ) -> None:
        """`later` calls a function after so many seconds."""
        self._send = send
        self._interval = interval
        self._later = later
        self._lock = threading.Lock()
        self._rooms: dict[str, _Room] = {}

    def put(
        self, room: str, payload: Mapping[str, Any], pressing: Hashable = None, listeners: int = 1
    ) -> None:
        """`pressing`: the part of it whose change waits for no more than an interval."""
        with self._lock:
            late = self._rooms.get(room)
            if late is None:
                self._now(room, payload, pressing, listeners)
            else:
                late.next, late.pressing, late.listeners = payload, pressing, listeners

    def _now(
        self, room: str, payload: Mapping[str, Any], pressing: Hashable, listeners: int
    ) -> None:
        """Under the lock, so that no older message can overtake a newer one."""
        self._rooms[room] = _Room(pressing, min(PATIENCE, -(-listeners // AT_A_TIME)))
        try:
            self._send(room, payload)
        finally:  # a room that nothing waits for would never be told again
            self._wait(room)

    def _wait(self, room: str) -> None:
        self._later(self._interval, partial(self._interval_over, room))

    def _interval_over(self, room: str) -> None:
        with self._lock:
            late = self._rooms[room]
            late.patience -= 1
            due = late.patience <= 0
            if late.next is not None and (due or late.pressing != late.sent):
                self._now(room, late.next, late.pressing, late.listeners)
            elif due:
                del self._rooms[room]
            else:
                self._wait(room)
