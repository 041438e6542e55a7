"""How much is open at all servers, of what may be open only so often: a hash for each guest and
address in Redis, in which every server has a field of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.cluster.members import MINUTE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from redis import Redis

    from webapp.cluster.link import Link
    from webapp.cluster.members import Members

_OPEN = "flipfour:open:"


class OpenCounts:
    """Thread-safe. What is told are whole counts, so that a Redis that has lost them learns them
    again, and those of a dead server do not count."""

    def __init__(self, link: Link, members: Members) -> None:
        self._link = link
        self._members = members

    def tell(self, counts: Mapping[str, int]) -> dict[str, int]:
        """So many are open here under these names; answers how many are elsewhere, nothing while
        Redis is away."""
        nothing: list[dict[bytes, bytes]] = []

        def ask(redis: Redis) -> list[dict[bytes, bytes]]:
            self._note(redis, counts)
            pipe = redis.pipeline(transaction=False)
            for name in counts:
                pipe.hgetall(_OPEN + name)
            return pipe.execute()

        found = self._link.do(ask, nothing)
        told = {
            name: {server.decode(): int(count) for server, count in fields.items()}
            for name, fields in zip(counts, found, strict=False)
        }
        others = {server for fields in told.values() for server in fields} - {self._members.me}
        alive = self._members.alive(others) or set()
        return {
            name: sum(count for server, count in fields.items() if server in alive)
            for name, fields in told.items()
        }

    def keep(self, counts: Mapping[str, int]) -> None:
        """All that is open here still is."""
        if counts:
            self._link.do(lambda redis: self._note(redis, counts), None)

    def _note(self, redis: Redis, counts: Mapping[str, int]) -> None:
        pipe = redis.pipeline(transaction=False)
        for name, count in counts.items():
            if count:
                pipe.hset(_OPEN + name, self._members.me, str(count))
                pipe.expire(_OPEN + name, MINUTE)
            else:
                pipe.hdel(_OPEN + name, self._members.me)
        pipe.execute()
