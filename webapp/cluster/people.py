"""Who looks at which match by way of which server."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import TYPE_CHECKING

from webapp.cluster.members import MINUTE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from webapp.cluster.link import Link

_SERVERS = "flipfour:rooms:"
_PEOPLE = "flipfour:people:"


class People:
    """What other servers say of the followed matches; Redis keeps it for those who come later.

    Thread-safe. `changed` hears of a match that others have come to or gone from.
    """

    def __init__(self, link: Link, me: str, changed: Callable[[str], None]) -> None:
        self._link = link
        self._me = me
        self._changed = changed
        self._lock = threading.Lock()
        self._there: defaultdict[str, dict[str, set[str]]] = defaultdict(dict)

    # -- Ours ------------------------------------------------------------------------------

    def came(self, match_id: str, guest: str) -> None:
        """Note somebody of ours."""
        self.keep(match_id, [guest])

    def went(self, match_id: str, guest: str) -> None:
        key = self._key(match_id, self._me)
        self._link.do(lambda redis: redis.srem(key, guest), 0)

    def keep(self, match_id: str, guests: Collection[str]) -> None:
        """Note some of ours, or that they are still there."""
        key, index = self._key(match_id, self._me), _SERVERS + match_id

        def note(redis):  # type: ignore[no-untyped-def]
            pipe = redis.pipeline(transaction=False)
            pipe.sadd(key, *guests).expire(key, MINUTE)
            pipe.sadd(index, self._me).expire(index, MINUTE)
            pipe.execute()

        if guests:
            self._link.do(note, None)

    # -- The others' -----------------------------------------------------------------------

    def at(self, match_id: str) -> frozenset[str]:
        """The ids of those who are there by way of other servers."""
        with self._lock:
            there = self._there.get(match_id)
            return frozenset().union(*there.values()) if there else frozenset()

    def heard(self, match_id: str, server: str, guest: str, *, here: bool) -> None:
        """A server says that somebody has come or gone."""
        with self._lock:
            guests = self._there[match_id].setdefault(server, set())
            known = guest in guests
            (guests.add if here else guests.discard)(guest)
        if known != here:
            self._changed(match_id)

    def learn(self, match_id: str) -> None:
        """Take over from Redis who is at a match."""

        def ask(redis):  # type: ignore[no-untyped-def]
            servers = [name.decode() for name in redis.smembers(_SERVERS + match_id)]
            others = [name for name in servers if name != self._me]
            return {
                name: {guest.decode() for guest in redis.smembers(self._key(match_id, name))}
                for name in others
            }

        found = self._link.do(ask, None)
        if found is None:
            return
        before = self.at(match_id)
        with self._lock:
            self._there[match_id] = found
        if self.at(match_id) != before:
            self._changed(match_id)

    def forget(self, match_id: str) -> None:
        """The match is followed no more."""
        with self._lock:
            self._there.pop(match_id, None)

    def servers(self) -> set[str]:
        """The servers of which something is known."""
        with self._lock:
            return {server for there in self._there.values() for server in there}

    def bury(self, servers: Collection[str]) -> None:
        """Nobody is there any more by way of these servers."""
        with self._lock:
            touched = []
            for match_id, there in self._there.items():
                gone = [there.pop(name) for name in servers if name in there]
                if any(gone):
                    touched.append(match_id)
        for match_id in touched:
            self._changed(match_id)

    @staticmethod
    def _key(match_id: str, server: str) -> str:
        return f"{_PEOPLE}{match_id}:{server}"
