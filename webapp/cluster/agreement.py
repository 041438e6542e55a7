"""Whether servers that would be one have the same secret, without telling it to anybody."""

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
"""Seconds after the last server's end from when on another secret may come."""

_NAME = "flipfour:agreed"


def digest(secret: str) -> str:
    """What stands for a secret."""
    return hmac.new(secret.encode(), _NAME.encode(), hashlib.sha256).hexdigest()


def agrees(url: str, secret: str) -> bool:
    """Whether no running server has another secret; yes where Redis cannot be asked."""
    with connect(url) as redis, suppress(RedisError):
        known = redis.get(_NAME)
        return known is None or known == digest(secret).encode()
    return True


def agree(redis: Redis, secret: str) -> None:
    """Say that a server with this secret runs."""
    redis.set(_NAME, digest(secret), ex=KEPT)
