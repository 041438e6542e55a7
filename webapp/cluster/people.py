"""Who looks at which match by way of which server, and who of them may be told of by name."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import TYPE_CHECKING

from webapp.cluster.members import MINUTE
from webapp.cluster.packets import Named, Went, match_channel

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from redis import Redis

    from webapp.cluster.link import Link
    from webapp.cluster.packets import Came

_SERVERS = "flipfour:rooms:"
_PEOPLE = "flipfour:people:"
_NAMES = "flipfour:names:"


class People:
    """What other servers say of the followed matches; Redis keeps it for those who come later.

    Thread-safe. `changed` hears of a match that others have come to or gone from.
    """

    def __init__(self, link: Link, me: str, changed: Callable[[str], None]) -> None:
        self._link = link
        self._me = me
        self._changed = changed
        self._lock = threading.Lock()
        self._there: defaultdict[str, dict[str, dict[str, str]]] = defaultdict(dict)
        """By match and server the ids, each with a name or none."""

    # -- Ours ------------------------------------------------------------------------------

    def came(self, match_id: str, guest: str) -> None:
        """Note somebody of ours."""
        self.keep(match_id, {guest: ""})

    def went(self, match_id: str, guest: str) -> None:
        people, names = self._keys(match_id, self._me)

        def forget(redis: Redis) -> None:
            pipe = redis.pipeline(transaction=False)
            pipe.srem(people, guest)
            pipe.hdel(names, guest)
            pipe.execute()

        self._link.do(forget, None)

    def named(self, match_id: str, guest: str, name: str) -> None:
        """Somebody of ours may be told of by this name, or no more."""
        if name:
            self.keep(match_id, {guest: name})
        else:
            self._link.do(lambda redis: redis.hdel(self._keys(match_id, self._me)[1], guest), 0)

    def keep(self, match_id: str, guests: Mapping[str, str]) -> None:
        """Note some of ours, with a name or none, or that they are still there."""
        (people, names), index = self._keys(match_id, self._me), _SERVERS + match_id
        named = {guest: name for guest, name in guests.items() if name}

        def note(redis: Redis) -> None:
            pipe = redis.pipeline(transaction=False)
            pipe.sadd(people, *guests)
            pipe.expire(people, MINUTE)
            if named:
                pipe.hset(names, mapping=named)  # type: ignore[arg-type]
                pipe.expire(names, MINUTE)
            pipe.sadd(index, self._me)
            pipe.expire(index, MINUTE)
            pipe.execute()

        if guests:
            self._link.do(note, None)

    # -- The others' -----------------------------------------------------------------------

    def at(self, match_id: str) -> frozenset[str]:
        """The ids of those who are there by way of other servers."""
        with self._lock:
            there = self._there.get(match_id)
            return frozenset().union(*there.values()) if there else frozenset()

    def names(self, match_id: str) -> dict[str, str]:
        """The names, by ids, of those who are there by way of other servers and have one."""
        with self._lock:
            servers = self._there.get(match_id, {}).values()
            return {guest: name for there in servers for guest, name in there.items() if name}

    def heard(self, server: str, packet: Came | Went | Named) -> None:
        """A server says that somebody has come or gone, or by which name he may be told of."""
        guest = packet.guest
        with self._lock:
            if not self._follows(packet.match):
                return
            guests = self._there[packet.match].setdefault(server, {})
            before = guests.get(guest)
            if isinstance(packet, Went):
                guests.pop(guest, None)
            elif not isinstance(packet, Named):
                guests[guest] = before or ""
            elif packet.name or before:  # who has gone is named no more after it
                guests[guest] = packet.name
            changed = guests.get(guest) != before
        if changed:
            self._changed(packet.match)

    def learn(self, match_id: str) -> None:
        """Take over from Redis who is at a match."""

        def ask(redis: Redis) -> dict[str, dict[str, str]]:
            servers = [name.decode() for name in redis.smembers(_SERVERS + match_id)]  # type: ignore[union-attr]
            return {name: self._read(redis, match_id, name) for name in servers if name != self._me}

        found = self._link.do(ask, None)
        if found is None:
            return
        with self._lock:
            if not self._follows(match_id):
                return
            before, self._there[match_id] = self._there.get(match_id, {}), found
        if _together(before) != _together(found):
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

    def _follows(self, match_id: str) -> bool:
        """Asked under the lock, so that nothing comes after `forget`, which would stay."""
        return self._link.follows(match_channel(match_id))

    def _read(self, redis: Redis, match_id: str, server: str) -> dict[str, str]:
        people, names = self._keys(match_id, server)
        pipe = redis.pipeline(transaction=False)
        pipe.smembers(people)
        pipe.hgetall(names)
        there, named = pipe.execute()
        return {guest.decode(): named.get(guest, b"").decode() for guest in there}

    @staticmethod
    def _keys(match_id: str, server: str) -> tuple[str, str]:
        """Where Redis keeps who is at a match by way of a server, and their names."""
        return f"{_PEOPLE}{match_id}:{server}", f"{_NAMES}{match_id}:{server}"


def _together(there: Mapping[str, Mapping[str, str]]) -> set[tuple[str, str]]:
    return {pair for guests in there.values() for pair in guests.items()}
