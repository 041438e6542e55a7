"""What several servers want to have searched is searched once (single flight): a game may have
readers at all of them, and the steps of its review are the same. One server searches, or asks a
worker; the others read what was found."""

from __future__ import annotations

import hashlib
import json
import threading
from typing import TYPE_CHECKING, Any

from webapp.cluster.members import MINUTE

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.search.control import SearchControl
    from webapp.cluster.link import Link
    from webapp.cluster.members import Members

LOOK = 0.1
"""Seconds between two looks for what another server is having searched."""


class SingleFlight:
    """Thread-safe. A server that dies, or stops what it asked for, leaves it to the next one."""

    def __init__(self, link: Link, members: Members) -> None:
        self._link = link
        self._members = members
        self._lock = threading.Lock()
        self._mine: set[str] = set()
        """What this server is having searched."""

    def keep(self) -> None:
        """Go on with what may take longer than a claim holds; to be called every second."""
        with self._lock:
            for name in self._mine:
                self._members.claim(_claim(name))

    def find(
        self, asked: object, control: SearchControl, search: Callable[[], dict[str, Any] | None]
    ) -> dict[str, Any] | None:
        """What this or another server finds by a `search` for what is `asked`, which JSON can say;
        None where this one finds nothing, or has stopped waiting.

        Without Redis everybody searches.
        """
        name = hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:24]
        stopped = threading.Event()
        control.when_stopped(stopped.set)
        while not stopped.is_set():
            if (found := self._known(name)) is not None:
                return found
            if self._members.claim(_claim(name)):
                return self._search(name, search)
            stopped.wait(LOOK)
        return None

    def _known(self, name: str) -> dict[str, Any] | None:
        text = self._link.do(lambda redis: redis.get(_found(name)), None)
        return None if text is None else json.loads(text)

    def _search(
        self, name: str, search: Callable[[], dict[str, Any] | None]
    ) -> dict[str, Any] | None:
        found = None
        with self._lock:
            self._mine.add(name)
        try:
            if (found := self._known(name)) is None and (found := search()) is not None:
                text = json.dumps(found, separators=(",", ":"))
                self._link.do(lambda redis: redis.set(_found(name), text, ex=MINUTE), None)
            return found
        finally:
            with self._lock:
                self._mine.discard(name)
            self._members.release(_claim(name))


def _claim(name: str) -> str:
    return f"once:{name}"


def _found(name: str) -> str:
    """Where Redis keeps what was found."""
    return f"flipfour:found:{name}"
