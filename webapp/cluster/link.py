"""This process's line to Redis: it says things, hears things, and is down or up as a whole.

Redis may die at any moment. The first command that fails takes the line down; until the thread
that listens has it back, every command answers at once what it answers without Redis. So does a
Redis that is full: it lets nobody say that he lives.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from redis import Redis
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.exceptions import LockError, RedisError
from redis.lock import Lock
from redis.retry import Retry

log = logging.getLogger(__name__)

T = TypeVar("T")

TIMEOUT = 1.0
"""Seconds that a command may take; play never waits longer for a Redis that has stopped."""

AGAIN = 0.25
"""Seconds between two attempts to reach Redis."""

LISTEN = 2.0
"""Seconds without a word after which the listening connection is tried."""


def connect(url: str, *, waiting: bool = False) -> Redis:
    """A client that gives up soon, or only then not when it is `waiting` for tasks.

    Raises `ValueError` where `url` is none of Redis's.
    """
    client: Redis = Redis.from_url(
        url,
        socket_timeout=None if waiting else TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        socket_keepalive=True,
        retry=Retry(NoBackoff(), 1),  # a connection that an earlier Redis has left behind
        health_check_interval=15,
    )
    return client


def _release(lock: Lock) -> None:
    with suppress(LockError):  # it was held for too long, and is another's
        lock.release()


class Link:
    """Thread-safe. `hear` is called with channel and text of all that is published on the
    followed channels, `joined` with each channel from when on that is so, `returned` whenever
    Redis is reached again; all on the listening thread."""

    def __init__(
        self,
        url: str,
        hear: Callable[[str, bytes], None],
        joined: Callable[[str], None] = lambda channel: None,
        returned: Callable[[], None] = lambda: None,
    ) -> None:
        self._redis = connect(url)
        self._hear = hear
        self._joined = joined
        self._returned = returned
        self._lock = threading.Lock()
        self._line = threading.Lock()
        """Held while channels are subscribed to, so that none is by way of a dead connection."""
        self._channels: set[str] = set()
        self._orders: queue.SimpleQueue[tuple[str, str] | None] = queue.SimpleQueue()
        self._pubsub: PubSub | None = None
        self._up = threading.Event()
        self._said = False
        """Whether the operator knows that Redis is away."""
        self.times = 0
        """How often Redis was reached: it grows with each loss that somebody has to know of."""
        self._closed = threading.Event()

    @property
    def up(self) -> bool:
        """Whether Redis is reached."""
        return self._up.is_set()

    def start(self) -> None:
        """Listen from now on."""
        for target in (self._listen, self._order):
            threading.Thread(target=target, name="flipfour-link", daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Wait until Redis is reached."""
        return self._up.wait(seconds)

    def close(self) -> None:
        self._closed.set()
        self._orders.put(None)

    def do(self, command: Callable[[Redis], T], otherwise: T) -> T:
        """The answer of a command, or `otherwise` while Redis is away."""
        if not self.up:
            return otherwise
        try:
            return command(self._redis)
        except RedisError as error:
            self._lost(error)
            return otherwise

    def lock(self, name: str, seconds: float) -> Callable[[], None] | None:
        """Hold a lock of all servers for so long at most; answers what gives it back, None
        where it cannot be had."""
        lock = self._redis.lock(name, timeout=seconds, blocking_timeout=seconds)
        if not self.do(lambda redis: lock.acquire(), False):
            return None
        return lambda: self.do(lambda redis: _release(lock), None)

    def publish(self, channel: str, text: str) -> None:
        self.do(lambda redis: redis.publish(channel, text), None)

    def follow(self, channel: str) -> None:
        """Hear a channel; again and again, for nothing."""
        if channel not in self._channels:
            with self._lock:
                self._channels.add(channel)
            self._orders.put(("subscribe", channel))

    def unfollow(self, channel: str) -> None:
        if channel in self._channels:
            with self._lock:
                self._channels.discard(channel)
            self._orders.put(("unsubscribe", channel))

    def follows(self, channel: str) -> bool:
        """Whether a channel is to be heard."""
        return channel in self._channels

    @property
    def channels(self) -> list[str]:
        """What is followed."""
        with self._lock:
            return list(self._channels)

    # -- Threads ---------------------------------------------------------------------------

    def _order(self) -> None:
        """Send what is to be followed, so that whoever decides it need not wait for Redis."""
        while (order := self._orders.get()) is not None:
            verb, channel = order
            with self._line:
                pubsub = self._pubsub
                if pubsub is None or (verb == "subscribe") != (channel in self._channels):
                    continue
                try:
                    getattr(pubsub, verb)(channel)
                except (RedisError, OSError) as error:
                    self._lost(error)

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                self._hear_all()
            except (RedisError, OSError, ValueError) as error:
                self._lost(error)
            except Exception:
                log.exception("News from the other servers could not be taken in.")
            with self._line:
                self._pubsub = None
            self._up.clear()
            self._closed.wait(AGAIN)

    def _hear_all(self) -> None:
        with self._redis.pubsub() as pubsub:  # type: ignore[no-untyped-call]
            with self._line:
                if channels := self.channels:
                    pubsub.subscribe(*channels)
                self._redis.set("flipfour:up", 1, ex=60)  # one that is full answers a ping
                self._pubsub = pubsub
            if self._said:
                log.warning("Redis is back.")
            self.times += 1
            self._said = False
            self._up.set()
            self._returned()
            quiet = 0
            while self.up and not self._closed.is_set():
                message = pubsub.get_message(timeout=LISTEN)
                quiet = quiet + 1 if message is None else 0
                if quiet == 1:
                    pubsub.ping()
                elif quiet > 1:
                    raise RedisError("Redis does not answer.")
                elif message is not None:
                    self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "message":
            self._hear(message["channel"].decode(), message["data"])
        elif message["type"] == "subscribe":
            self._joined(message["channel"].decode())

    def _lost(self, error: Exception) -> None:
        if not self._said and not self._closed.is_set():
            log.warning("Redis: %s", error)
            self._said = True
        self._up.clear()
