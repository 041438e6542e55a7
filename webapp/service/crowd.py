"""Who is connected: sockets, the match each looks at, the guest behind it."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webapp.domain.match import Match


class Crowd:
    """The sockets in each match's room. Thread-safe; holds nothing for empty rooms."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rooms: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._watched: defaultdict[str, set[str]] = defaultdict(set)

    def enter(self, match_id: str, sid: str, guest: str) -> None:
        with self._lock:
            self._rooms[match_id][sid] = guest
            self._watched[sid].add(match_id)

    def leave(self, match_id: str, sid: str) -> bool:
        """Whether the socket had been in the room."""
        with self._lock:
            if sid not in self._rooms.get(match_id, {}):
                return False
            del self._rooms[match_id][sid]
            if not self._rooms[match_id]:
                del self._rooms[match_id]
            self._watched[sid].discard(match_id)
            if not self._watched[sid]:
                del self._watched[sid]
            return True

    def watched_by(self, sid: str) -> tuple[str, ...]:
        """The matches a socket looks at."""
        with self._lock:
            return tuple(self._watched.get(sid, ()))

    def is_empty(self, match_id: str) -> bool:
        return match_id not in self._rooms

    def sids(self, match_id: str, guest: str | None = None) -> list[str]:
        """The sockets in a room, all or one person's."""
        with self._lock:
            room = self._rooms.get(match_id, {})
            return [sid for sid, owner in room.items() if guest is None or owner == guest]

    def online(self, match: Match) -> list[bool]:
        """Per seat, whether its person is connected (an AI always is)."""
        with self._lock:
            here = set(self._rooms.get(match.id, {}).values())
        return [seat.level is not None or seat.guest in here for seat in match.seats]

    def watching(self, match: Match) -> int:
        """How many people look on without a seat."""
        with self._lock:
            here = set(self._rooms.get(match.id, {}).values())
        return len(here - match.guests())

    def __len__(self) -> int:
        return len(self._rooms) + len(self._watched)
