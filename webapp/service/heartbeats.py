"""Whether each player is still there, and how long a message takes to come and go.

Pages answer a beat every two seconds, also hidden ones. Whoever is silent for five seconds
after an answer has left. Who never answered one (a page without script) is given longer:
every request is a sign.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from webapp.domain.events import AnyEvent, Left, Returned
from webapp.domain.timing import Moment

if TYPE_CHECKING:
    from webapp.domain.match import Match
    from webapp.service.uptime import Uptime

BEAT_EVERY = 2_000
GONE_AFTER = 5_000
UNCONNECTED_GONE_AFTER = 120_000
"""Milliseconds, like all times here."""

LONGEST_ROUND = 10_000
"""An answer that took longer says nothing about the line."""

MEASURED = 3
"""Round trips remembered; the shortest is the line's, the others had to wait somewhere."""


@dataclass(slots=True)
class _Signs:
    last: int
    connected: bool = False
    rounds: deque[int] = field(default_factory=lambda: deque(maxlen=MEASURED))

    def is_silent(self, now: int) -> bool:
        return now - self.last >= (GONE_AFTER if self.connected else UNCONNECTED_GONE_AFTER)


class Heartbeats:
    """The signs of life of the players of all matches that are watched over. Thread-safe."""

    def __init__(self, uptime: Uptime) -> None:
        self._uptime = uptime
        self._lock = threading.Lock()
        self._signs: dict[str, dict[str, _Signs]] = {}

    def begin(self, match: Match) -> bool:
        """Watch over the players of a match; False if that was so already."""
        now = self._uptime.now()
        with self._lock:
            begun = match.id not in self._signs
            signs = self._signs.setdefault(match.id, {})
            for seat, sitting in enumerate(match.seats):
                if sitting.guest is not None:
                    silence = UNCONNECTED_GONE_AFTER if seat in match.gone else 0
                    signs.setdefault(sitting.guest, _Signs(now - silence))
            return begun

    def has_begun(self, match_id: str) -> bool:
        """Whether the players of a match are watched over."""
        return match_id in self._signs

    def end(self, match_id: str) -> None:
        """Forget the players of a match."""
        with self._lock:
            self._signs.pop(match_id, None)

    def heard(self, match_id: str, guest: str, sent_at: int | None = None) -> None:
        """A sign of somebody; `sent_at` is when the beat that it answers was sent."""
        now = self._uptime.now()
        with self._lock:
            signs = self._signs.get(match_id, {}).get(guest)
            if signs is None:
                return
            signs.last = now
            signs.connected |= sent_at is not None
            if sent_at is not None and 0 <= now - sent_at <= LONGEST_ROUND:
                signs.rounds.append(now - sent_at)

    def moment(self, match_id: str = "", guest: str | None = None) -> Moment:
        """Now, and how long a message of `guest` takes to come and go. A clock that is read is
        kept soon."""
        self._uptime.keep_soon()
        return Moment(self._uptime.now(), self._lag(match_id, guest))

    def absent(self, match_id: str) -> frozenset[str]:
        """Those who were silent too long, whether or not that is written down yet."""
        now = self._uptime.now()
        with self._lock:
            known = tuple(self._signs.get(match_id, {}).items())
        return frozenset(guest for guest, signs in known if signs.is_silent(now))

    def news(self, match: Match) -> list[AnyEvent]:
        """Who has left since, and who is back."""
        now = self._uptime.now()
        absent = self.absent(match.id)
        found: list[AnyEvent] = []
        for seat, sitting in enumerate(match.seats):
            if sitting.guest is None:
                continue
            here = sitting.guest not in absent
            if here and seat in match.gone:
                found.append(Returned(seat))
            elif not here and seat not in match.gone:
                found.append(Left(seat, now))
        return found

    def _lag(self, match_id: str, guest: str | None) -> int:
        """The measured round trip to somebody, 0 where none is."""
        with self._lock:
            signs = self._signs.get(match_id, {}).get(guest or "")
            return min(signs.rounds, default=0) if signs else 0
