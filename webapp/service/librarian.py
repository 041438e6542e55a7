"""Keeps games in the background: matches as they end, and files that people bring, a few games at
a time so that nobody's move waits. What is to be kept waits in the store, so a restart goes on.

Of several servers one does it, as what a game is found by would else be worked out at each.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from engine.errors import EngineError
from webapp.audit import alias
from webapp.domain.errors import Refusal
from webapp.domain.history import fold
from webapp.domain.library import EVERYBODY, Brought, Entry
from webapp.domain.match import Match
from webapp.service.other_servers import ALONE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from webapp.service.library_store import LibraryStore
    from webapp.service.other_servers import OtherServers
    from webapp.service.ports import Store

log = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two looks for matches that are over."""

AT_ONCE = 100
"""Matches that are looked at before the files have their turn."""

REST = 0.02
"""Seconds that others may write between two parts of a file."""

SEEN_AT_ONCE = 2_000
"""Matches that are asked for: more than end in the time of `LATE`."""

LATE = 10_000_000
"""Microseconds by which a match may become visible later than its time says, with several
servers."""

WAITING = 20
"""Files that may wait."""


class Librarian:
    """One thread that writes to the library. Every method may be called from any thread."""

    def __init__(
        self,
        store: LibraryStore,
        matches: Store,
        other_servers: OtherServers = ALONE,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """`wall`: the clock by which `matches` notes when they change."""
        self._wall = wall
        self._other_servers = other_servers
        self._store = store
        self._matches = matches
        self._changed = threading.Condition()
        self._brought = self._closed = False
        self._written = self._next_look = 0.0
        self._recent: dict[str, int] = {}

    def start(self) -> None:
        """Keep from now on by itself."""
        threading.Thread(target=self._run, name="flipfour-librarian", daemon=True).start()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def bring(self, owner: str, name: str, entries: Sequence[Entry], refused: int) -> Brought:
        """Keep games as a new collection, from now on.

        Raises:
            Refusal: the owner's last file, or too many files, are waiting.
        """
        with self._changed:
            waiting = self._store.waiting()
            if owner in waiting.values():
                raise Refusal("bringing")
            if len(waiting) >= WAITING:
                raise Refusal("busy", "Many files are being read; please try again in a minute.")
            number = self._store.collect(owner, name, entries, refused)
            self._brought = True
            self._changed.notify_all()
        return Brought(number, name, 0, len(entries), refused)

    def keep_matches(self) -> int:
        """Keep the matches that have ended since the last time; answers how many were looked at."""
        seen, now = self._store.seen(), int(1_000_000 * self._wall().timestamp())
        if seen > now + LATE:
            back = timedelta(microseconds=seen - now)
            log.warning("The clock has been set back by %s; the library goes by the new one.", back)
            self._store.look_back(now)
            seen = now
        changed = self._store.changed(max(0, seen - LATE), SEEN_AT_ONCE)
        fresh = [(name, at) for name, at in changed if self._recent.get(name) != at][:AT_ONCE]
        for name, at in fresh:
            try:
                self._keep_match(fold(self._matches.load(name)), at)
            except (EngineError, ValueError) as error:  # damaged, or of a newer version
                log.warning("The match %s cannot be kept in the library: %s", alias(name), error)
        newest = max([at for _, at in fresh], default=seen)
        if not fresh and len(changed) == SEEN_AT_ONCE:
            newest = changed[-1][1]
        newest = min(newest, max(now, seen))  # some may be of a clock that was ahead
        self._recent |= fresh
        self._recent = {name: at for name, at in self._recent.items() if at > newest - LATE}
        if newest > seen:
            self._store.see(newest)
        return len(fresh)

    def _keep_match(self, match: Match, at: int) -> None:
        source = f"match:{match.id}"
        day = datetime.fromtimestamp(at / 1_000_000, UTC).date()
        kept, wanted = self._store.kept(source), _owners(match, day)
        for owner, old in kept.items():
            entry = wanted.get(owner)
            if entry is not None and _same(old.entry, entry):
                del wanted[owner]
            else:
                self._store.drop(owner, source, match.guests())
        for owner, entry in wanted.items():
            self._store.add(owner, [entry])

    def _run(self) -> None:
        while not self._closed:
            try:
                if not self._other_servers.keeps_library():
                    self._wait(EVERY)
                    continue
                looked_at = self.keep_matches() if time.monotonic() >= self._next_look else 0
                self._next_look = time.monotonic() + (REST if looked_at else EVERY)
                kept = self._keep_part()
                self._wait(REST if looked_at else EVERY, kept=kept)
            except Exception as error:  # the store is away: nobody else would go on
                log.warning("The library waits: %s", str(error).partition("\n")[0])
                self._wait(EVERY)

    def _wait(self, seconds: float, *, kept: bool = False) -> None:
        """Until so much time has passed, or a file has come; not at all where one goes on."""
        with self._changed:
            if not kept:
                self._changed.wait_for(lambda: self._closed or self._brought, seconds)
            self._brought = False

    def _keep_part(self) -> bool:
        """Keep some games of a file. What they are found by is worked out while others write."""
        part = self._store.next_part()
        if part is None:
            return False
        time.sleep(max(0.0, self._written + REST - time.monotonic()))
        self._store.keep(part)
        self._written = time.monotonic()
        return True


def _owners(match: Match, day: date) -> dict[str, Entry]:
    """On whose shelves a match belongs, as it is to be kept there."""
    result = match.result
    if result is None or not result.counts or not match.moves:
        return {}
    entry = Entry.of_match(match, day)
    if match.public:
        return {EVERYBODY: entry}
    return {guest: replace(entry, guests=frozenset(), seated=()) for guest in match.guests()}


def _same(kept: Entry, entry: Entry) -> bool:
    return (kept.moves, kept.players, kept.result, kept.score) == (
        entry.moves,
        entry.players,
        entry.result,
        entry.score,
    )
