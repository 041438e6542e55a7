"""Which servers and workers live, and what one holds that others take over when it dies."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from redis import Redis

    from webapp.cluster.link import Link

BEAT = 1.0
"""Seconds between two signs of life of a server."""

DEAD_AFTER = 4_000
"""Milliseconds of silence after which a server counts as dead."""

MINUTE = 60
"""Seconds after which Redis forgets what a dead server had said."""

SERVERS = "flipfour:servers"
WORKERS = "flipfour:workers"
ANALYSTS = "flipfour:analysts"
PROVERS = "flipfour:provers"
"""Kinds of processes that live beside each other: servers, and workers that choose moves, analyse
positions and answer the laboratory's questions."""

_ALIVE = "flipfour:server:"
_LEAD = "flipfour:lead"


class Members:
    """This server among the others, by an id that it has until it ends. Thread-safe."""

    def __init__(self, link: Link, kind: str = SERVERS) -> None:
        self._link = link
        self._kind = kind
        self.me = secrets.token_hex(6)

    def beat(self) -> None:
        """Say that this process lives."""

        def say(redis):  # type: ignore[no-untyped-def]
            pipe = redis.pipeline(transaction=False)
            pipe.set(_ALIVE + self.me, 1, px=DEAD_AFTER).sadd(self._kind, self.me)
            pipe.execute()

        self._link.do(say, None)

    def all(self, kind: str) -> set[str]:
        """Those of a kind that live; nobody while Redis is away."""
        nobody: set[str | bytes] = set()
        known = self._link.do(lambda redis: redis.smembers(kind), nobody)
        names = {name if isinstance(name, str) else name.decode() for name in known}
        alive = self.alive(names) or set()
        if dead := names - alive - {self.me}:
            self._link.do(lambda redis: redis.srem(kind, *dead), 0)
        return alive

    def leave(self) -> None:
        """Say that it ends, so that nobody waits for it."""
        self._link.do(lambda redis: redis.delete(_ALIVE + self.me), 0)

    def alive(self, servers: Iterable[str]) -> set[str] | None:
        """Which of these servers live; None where that cannot be known."""
        asked = list(servers)
        if not asked:
            return set()
        found = self._link.do(lambda redis: redis.mget([_ALIVE + name for name in asked]), None)
        if found is None:
            return None
        return {name for name, sign in zip(asked, found, strict=True) if sign}

    def leads(self) -> bool:
        """Whether this server is the one that looks after what nobody has in memory."""

        def ask(redis):  # type: ignore[no-untyped-def]
            if redis.set(_LEAD, self.me, nx=True, px=DEAD_AFTER):
                return True
            if redis.get(_LEAD) != self.me.encode():
                return False
            redis.pexpire(_LEAD, DEAD_AFTER)
            return True

        return self._link.do(ask, False)

    def claim(self, key: str) -> bool:
        """Take something that one server does for all; whether it is ours now.

        What a dead server had taken is free. Without Redis all is ours.
        """
        name = f"flipfour:claim:{key}"

        def ask(redis):  # type: ignore[no-untyped-def]
            if redis.set(name, self.me, nx=True, ex=MINUTE):
                return True
            holder = redis.get(name)
            if holder is None or holder == self.me.encode():
                redis.expire(name, MINUTE)
                return True
            if redis.exists(_ALIVE + holder.decode()):
                return False
            redis.set(name, self.me, ex=MINUTE)
            return True

        return self._link.do(ask, True)

    def release(self, key: str) -> None:
        """Give back what was claimed, if it is still ours."""
        name = f"flipfour:claim:{key}"

        def give(redis: Redis) -> None:
            if redis.get(name) == self.me.encode():
                redis.delete(name)

        self._link.do(give, None)
