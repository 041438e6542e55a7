"""The matches in memory: one lock and one folded state each, loaded on demand.

A match stays while somebody uses or watches it or an AI thinks about it. What falls out
is folded again from the store when it is next asked for.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from webapp import wire
from webapp.domain.errors import Refusal

if TYPE_CHECKING:
    from webapp.domain.events import Recorded
    from webapp.domain.match import Match
    from webapp.service.ports import Question, Store

MATCH_ID = re.compile(r"[0-9A-Za-z]{1,16}")

REMEMBERED = 64
"""Live messages kept per match for those who come back after a short absence."""


class LiveMatch:
    """A match in use. Read and change it only under `lock`."""

    def __init__(self, match_id: str) -> None:
        self.id = match_id
        self.lock = threading.RLock()
        self.users = 0
        self.asked: Question | None = None
        self.recent: deque[dict[str, Any]] = deque(maxlen=REMEMBERED)
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        if self._match is None:
            raise Refusal("no_match")
        return self._match

    @property
    def thinking(self) -> int | None:
        """The seat of the AI that thinks, if one does."""
        return self.asked.seat if self.asked else None

    @property
    def loaded(self) -> bool:
        return self._match is not None

    def advance(self, records: Sequence[Recorded]) -> list[dict[str, Any]]:
        """Apply stored events; answers their live messages."""
        messages = []
        for record in records:
            before, self._match = self._match, record.after(self._match)
            if before is not None:
                messages.append(wire.event(record, before, self._match))
        self.recent.extend(messages)
        return messages

    def reload(self, records: Sequence[Recorded]) -> list[dict[str, Any]]:
        """Catch up with the store; answers the live messages that were missed here."""
        known = 0 if self._match is None else self._match.v
        return self.advance([record for record in records if record.v > known])

    def missed_since(self, v: int) -> list[dict[str, Any]] | None:
        """The messages after version `v`, or None when a snapshot must be sent instead."""
        current = self.match.v
        if v > current:
            return None
        missed = [message for message in self.recent if message["v"] > v]
        return missed if len(missed) == current - v else None


class LiveMatches:
    """The registry of matches in memory."""

    def __init__(self, store: Store, is_watched: Callable[[str], bool]) -> None:
        self._store = store
        self._is_watched = is_watched
        self._lock = threading.Lock()
        self._matches: dict[str, LiveMatch] = {}

    @contextmanager
    def use(self, match_id: str) -> Iterator[LiveMatch]:
        """The match, locked.

        Raises:
            Refusal: there is no such match.
        """
        if MATCH_ID.fullmatch(match_id) is None:
            raise Refusal("no_match")
        with self._lock:
            live = self._matches.setdefault(match_id, LiveMatch(match_id))
            live.users += 1
        try:
            with live.lock:
                if not live.loaded:
                    live.reload(self._store.load(match_id))
                _ = live.match
                yield live
        finally:
            with self._lock:
                live.users -= 1
                if not live.users and live.asked is None and not self._is_watched(match_id):
                    self._matches.pop(match_id, None)

    def __len__(self) -> int:
        return len(self._matches)

    def ids(self) -> list[str]:
        with self._lock:
            return list(self._matches)
