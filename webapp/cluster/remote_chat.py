"""Chat lines that come by way of other servers: as they are told, else out of the store."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from webapp.cluster.announcer import SharedAnnouncer
    from webapp.service.chat import Chat

FEW = 3
"""Lines that are read out of a match that is new here: they may be newer than its pages."""


class RemoteChat:
    """What our readers of the followed matches have read. Thread-safe.

    A page takes a line by its number, so that one may be read out twice.
    """

    def __init__(self, chat: Chat, announcer: SharedAnnouncer) -> None:
        self._chat = chat
        self._announcer = announcer
        self._lock = threading.Lock()
        self._read: dict[str, tuple[int, frozenset[str]]] = {}
        """The newest line that was read, and who had switched the chat off, by match."""

    def heard(self, match_id: str, number: int) -> None:
        """Another server says that there is a line."""
        if (found := self._chat.line(match_id, number)) is not None:
            self._announcer.heard_line(*found)

    def switched(self, match_id: str) -> None:
        """Another server says that a chat was switched."""
        self._announcer.heard_switch(*self._chat.off(match_id))

    def look(self, match_ids: Collection[str]) -> None:
        """See what of these matches may have been missed."""
        for match_id, (number, off) in self._chat.standing(match_ids).items():
            with self._lock:
                before = self._read.get(match_id)
                self._read[match_id] = number, off
            if before is None:
                before = max(0, number - FEW), off
            if number > before[0]:
                match = self._chat.off(match_id)[0]
                for line in self._chat.since(match_id, before[0]):
                    self._announcer.heard_line(match, line)
            if off != before[1]:
                self.switched(match_id)

    def forget(self, match_id: str) -> None:
        """Nobody here reads it any more."""
        with self._lock:
            self._read.pop(match_id, None)
