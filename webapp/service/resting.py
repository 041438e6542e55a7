"""Matches out of memory that lists have read of late."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webapp.domain.match import Match

POSITIONS = 40_000
"""Of all that are kept: a thousand games of usual length, or 170 of the longest, 36 MiB at most."""


class RestingMatches:
    """As they were last read. Thread-safe; forgets what nobody has asked for for longest."""

    def __init__(self, positions: int = POSITIONS) -> None:
        self._room = positions
        self._lock = threading.Lock()
        self._matches: OrderedDict[str, Match] = OrderedDict()

    def get(self, match_id: str, v: int | None = None) -> Match | None:
        """The match, as of version `v` where that is given."""
        with self._lock:
            match = self._matches.get(match_id)
            if match is None or v not in {None, match.v}:
                return None
            self._matches.move_to_end(match_id)
            return match

    def keep(self, match: Match) -> None:
        """In place of what was kept of it."""
        with self._lock:
            self._forget(match.id)
            self._matches[match.id] = match
            self._room -= len(match.positions)
            while self._room < 0:
                self._forget(next(iter(self._matches)))

    def _forget(self, match_id: str) -> None:
        if (match := self._matches.pop(match_id, None)) is not None:
            self._room += len(match.positions)
