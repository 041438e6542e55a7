"""Counts against limits, in memory or in a store that several servers share."""

from __future__ import annotations

import logging
import threading
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, cast

from limits.errors import ConfigurationError, StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.storage import Storage

log = logging.getLogger(__name__)

PATIENCE = 0.5
"""Seconds that the shared store may take."""

AWAY = 3.0
"""Seconds for which the shared store is left alone once it has not answered."""


SWEEP = 30.0
"""Seconds after which old counts in memory are forgotten."""


class BadStore(ValueError):
    """There is no such store."""


class Counting:
    """Sliding windows. While the shared store is away this server counts by itself: it would
    be worse to stop everybody, or nobody. Thread-safe."""

    def __init__(self, url: str) -> None:
        try:
            shared = not url.startswith("memory")
            options = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
            storage = (
                storage_from_string(url, wrap_exceptions=True, **options) if shared else _Memory()
            )
            self._shared = _Windows(cast("Storage", storage))  # ``async+`` urls are not offered
        except ConfigurationError as error:
            raise BadStore(str(error)) from None
        self._own = _Windows(_Memory()) if shared else self._shared
        self._away_until = 0.0

    def hit(self, limit: RateLimitItem, name: str, key: str) -> float | None:
        """Count one more; answers None, or the moment from when on there is room again."""
        if time.monotonic() >= self._away_until:
            try:
                return self._shared.hit(limit, name, key)
            except StorageError as error:
                log.warning("Limits are counted here alone: %s", error)
                self._away_until = time.monotonic() + AWAY
        return self._own.hit(limit, name, key)


class _Memory(MemoryStorage):
    """Counts in this process, with nobody's thread.

    The library's own looks through all counts a hundred times a second for old ones, each time
    from a new thread.
    """

    def __init__(self) -> None:
        super().__init__()
        self._swept = time.time()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        now = time.time()
        if abs(now - self._swept) > SWEEP:
            self._swept = now
            for old in [key for key, until in self.expirations.items() if until <= now]:
                self.clear(old)
        if key not in self.storage:
            self.expirations[key] = now + expiry
        self.storage[key] += amount
        return self.storage[key]


class _Windows:
    def __init__(self, storage: Storage) -> None:
        self.strategy = SlidingWindowCounterRateLimiter(storage)
        in_memory = isinstance(storage, MemoryStorage)
        self.counting = threading.Lock() if in_memory else nullcontext()

    def hit(self, limit: RateLimitItem, name: str, key: str) -> float | None:
        with self.counting:
            if self.strategy.hit(limit, name, key):
                return None
            return float(self.strategy.get_window_stats(limit, name, key).reset_time)
