"""Whether servers that would be one have the same secret and database, which nobody is told."""

from __future__ import annotations

import hashlib
import hmac
from contextlib import suppress
from typing import TYPE_CHECKING

from redis.exceptions import RedisError

from webapp.cluster.link import connect

if TYPE_CHECKING:
    from redis import Redis

KEPT = 60
"""Seconds after the last server's end from when on others may come."""

_SECRET = "flipfour:agreed"  # noqa: S105 (a name)
_DATABASE = "flipfour:agreed:database"


def digest(secret: str, said: str = _SECRET) -> str:
    """What stands for a secret, or for something else that is said to those who have it."""
    return hmac.new(secret.encode(), said.encode(), hashlib.sha256).hexdigest()


def differs(url: str, secret: str, database: str) -> str:
    """What running servers have that this one has not, `secret` or `database`; nothing where Redis
    cannot be asked."""
    with connect(url) as redis, suppress(RedisError):
        for name, (key, mine) in _agreed(secret, database).items():
            known = redis.get(key)
            if known is not None and mine and known != mine.encode():
                return name
    return ""


def agree(redis: Redis, secret: str, database: str) -> None:
    """Say that a server with this secret and database runs."""
    pipe = redis.pipeline(transaction=False)
    for key, mine in _agreed(secret, database).values():
        if mine:
            pipe.set(key, mine, ex=KEPT)
    pipe.execute()


def _agreed(secret: str, database: str) -> dict[str, tuple[str, str]]:
    """Where Redis keeps what stands for either; nothing does for an unknown database."""
    return {
        "secret": (_SECRET, digest(secret)),
        "database": (_DATABASE, digest(secret, database) if database else ""),
    }
