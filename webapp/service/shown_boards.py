"""Which matches' small boards stand in the lists that people look at."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection


class ShownBoards:
    """By sockets. Thread-safe; forgets whatever is shown no more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._shown: dict[str, frozenset[str]] = {}
        self._seen_by: dict[str, set[str]] = {}

    def show(self, sid: str, match_ids: Collection[str]) -> None:
        """A socket's page shows these matches, and no others any more."""
        now = frozenset(match_ids)
        with self._lock:
            before = self._shown.pop(sid, frozenset())
            if now:
                self._shown[sid] = now
            for match_id in now - before:
                self._seen_by.setdefault(match_id, set()).add(sid)
            for match_id in before - now:
                self._seen_by[match_id].remove(sid)
                if not self._seen_by[match_id]:
                    del self._seen_by[match_id]

    def count(self, match_id: str) -> int:
        """How many sockets see a match's board."""
        return len(self._seen_by.get(match_id, ()))

    def seen_by(self, match_id: str) -> list[str]:
        """The sockets that see it."""
        with self._lock:
            return list(self._seen_by.get(match_id, ()))

    def __len__(self) -> int:
        return len(self._shown) + len(self._seen_by)
