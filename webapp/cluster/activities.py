"""What people do by way of which server: whether somebody who is missed plays or watches another
match, or has only a page open."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from webapp.cluster.members import MINUTE
from webapp.service.views import Standing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from redis import Redis

    from webapp.cluster.link import Link

_ACTIVITIES = "flipfour:doings:"


class Activities:
    """Thread-safe. Servers tell each other of changes, and Redis keeps all for those that have
    missed one. `changed` hears of a guest who does something else at another server."""

    def __init__(self, link: Link, me: str, changed: Callable[[str], None]) -> None:
        self._link = link
        self._me = me
        self._changed = changed
        self._lock = threading.Lock()
        self._here: dict[str, str] = {}
        self._there: dict[str, dict[str, str]] = {}

    def note(self, guest: str, doing: str) -> bool:
        """What somebody does here, empty: nothing; whether the others have to know."""
        with self._lock:
            if self._here.get(guest, "") == doing:
                return False
            self._here[guest] = doing
            if not doing:
                del self._here[guest]
        return True

    def keep(self, activities: Mapping[str, str]) -> None:
        """All that people here do, now."""
        key = _ACTIVITIES + self._me
        with self._lock:
            self._here = dict(activities)

        def write(redis: Redis) -> None:
            pipe = redis.pipeline()
            pipe.delete(key)
            for guest, doing in activities.items():
                pipe.hset(key, guest, doing)
            pipe.expire(key, MINUTE)
            pipe.execute()

        self._link.do(write, None)

    def heard(self, server: str, guest: str, doing: str) -> None:
        """A server says what somebody does there."""
        with self._lock:
            there = self._there.setdefault(server, {})
            there[guest] = doing
            if not doing:
                del there[guest]
        self._changed(guest)

    def learn(self, servers: Collection[str]) -> None:
        """Take over from Redis what people do at these servers, which are all that live."""

        def read(redis: Redis) -> dict[str, dict[str, str]]:
            others = [name for name in servers if name != self._me]
            return {name: _texts(redis.hgetall(_ACTIVITIES + name)) for name in others}

        found = self._link.do(read, None)
        if found is None:
            return
        with self._lock:
            before, self._there = self._there, found
        for guest, _ in _pairs(before) ^ _pairs(found):
            self._changed(guest)

    def of(self, guest: str) -> str:
        """What somebody does by way of other servers; empty: nothing."""
        with self._lock:
            activities = {there.get(guest, "") for there in self._there.values()}
        order = (Standing.PLAYING.value, Standing.WATCHING.value, Standing.ONLINE.value)
        return next((doing for doing in order if doing in activities), "")


def _texts(fields: Mapping[Any, Any]) -> dict[str, str]:
    return {guest.decode(): doing.decode() for guest, doing in fields.items()}


def _pairs(there: Mapping[str, Mapping[str, str]]) -> set[tuple[str, str]]:
    """Guests and what they do."""
    return {pair for activities in there.values() for pair in activities.items()}
