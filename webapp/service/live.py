"""The matches in memory: one lock and one folded state each, loaded on demand.

A match stays while somebody uses or watches it or an AI thinks about it. What falls out
is folded again from the store when it is next asked for.
"""

from __future__ import annotations

import logging
import re
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from webapp.domain.errors import Refusal
from webapp.domain.history import Change
from webapp.service.other_servers import ALONE
from webapp.service.ports import Purpose, StoreAway, Unreadable

if TYPE_CHECKING:
    from webapp.domain.history import Recorded
    from webapp.domain.match import Match
    from webapp.service.other_servers import OtherServers
    from webapp.service.ports import Question, Store

MATCH_ID = re.compile(r"[0-9A-Za-z]{1,16}")

log = logging.getLogger(__name__)

REMEMBERED = 64
"""Changes kept per match for those who come back after a short absence."""


class WouldWait(Exception):
    """Whoever asked may not wait, and nothing has been done."""


class LiveMatch:
    """A match in use. Read and change it only under `lock`."""

    def __init__(self, match_id: str) -> None:
        self.id = match_id
        self.lock = threading.RLock()
        self.users = 0
        self.asked: Question | None = None
        self.recent: deque[Change] = deque(maxlen=REMEMBERED)
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        if self._match is None:
            raise Refusal("no_match")
        return self._match

    @property
    def thinking(self) -> int | None:
        """The seat of the AI that thinks, if one does."""
        asked = self.asked
        return asked.seat if asked and asked.purpose is Purpose.MOVE else None

    @property
    def loaded(self) -> bool:
        return self._match is not None

    def advance(self, changes: Sequence[Change]) -> None:
        """Take over what is stored by now."""
        self._match = changes[-1].after
        self.recent.extend(changes)

    def reload(self, records: Sequence[Recorded]) -> list[Change]:
        """Catch up with the store; answers what was missed here."""
        if self._match is None:
            if not records:
                return []
            self._match = records[0].after(None)
        changes, before = [], self._match
        for record in records:
            if record.v > before.v:
                changes.append(Change(record, before, record.after(before)))
                before = changes[-1].after
        if changes:
            self.advance(changes)
        return changes

    def clear(self) -> None:
        """Know nothing of the match any more."""
        self._match = None
        self.recent.clear()

    def missed_since(self, v: int) -> tuple[Change, ...] | None:
        """The changes after version `v`, or None when all must be told instead."""
        current = self.match.v
        if v > current:
            return None
        missed = tuple(change for change in self.recent if change.record.v > v)
        return missed if len(missed) == current - v else None


class LiveMatches:
    """The registry of matches in memory."""

    def __init__(
        self, store: Store, is_watched: Callable[[str], bool], other_servers: OtherServers = ALONE
    ) -> None:
        self._store = store
        self._is_watched = is_watched
        self._other_servers = other_servers
        self._lock = threading.Lock()
        self._matches: dict[str, LiveMatch] = {}
        self._set_aside: set[str] = set()
        """The unreadable matches that the log knows of."""

    @contextmanager
    def use(self, match_id: str, *, wait: bool = True) -> Iterator[LiveMatch]:
        """The match, locked.

        Raises:
            Refusal: there is no such match.
            WouldWait: without `wait`, somebody else uses it, or it is not in memory.
            Unreadable: there is one, of which nobody can make sense.
        """
        if MATCH_ID.fullmatch(match_id) is None:
            raise Refusal("no_match")
        with self._lock:
            live = self._matches.setdefault(match_id, LiveMatch(match_id))
            live.users += 1
        try:
            if not live.lock.acquire(blocking=wait):
                raise WouldWait
            try:
                if not live.loaded:
                    if not wait:
                        raise WouldWait
                    self._load(live)
                _ = live.match
                yield live
            finally:
                live.lock.release()
        finally:
            with self._lock:
                live.users -= 1
                if not live.users:
                    self._keep_or_drop(live)

    def __len__(self) -> int:
        return len(self._matches)

    def ids(self) -> list[str]:
        """The matches in memory; not those that somebody asks for in vain just now."""
        with self._lock:
            return [match_id for match_id, live in self._matches.items() if live.loaded]

    def glance(self, match_id: str) -> LiveMatch | None:
        """The match if it is in memory, not locked: how it stands may be read, though a
        writer waits for the store."""
        live = self._matches.get(match_id)
        return live if live is not None and live.loaded else None

    def _keep_or_drop(self, live: LiveMatch) -> None:
        """Under the registry's lock, as nobody uses the match just now."""
        if live.asked is not None or self._is_watched(live.id):
            self._other_servers.follow(live.id)
        else:
            self._matches.pop(live.id, None)
            self._other_servers.unfollow(live.id)

    def _load(self, live: LiveMatch) -> None:
        """Fold a match from the store; one that cannot be is set aside, and the log says so
        once."""
        try:
            live.reload(self._store.load(live.id))
        except StoreAway:
            raise
        except Exception as error:
            live.clear()
            if live.id not in self._set_aside:
                self._set_aside.add(live.id)
                log.error(
                    "Match %s cannot be read and is set aside: %r",
                    live.id,
                    error.__cause__ or error,
                )
            raise Unreadable from error
