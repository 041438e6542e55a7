"""Keeps games in the background: matches as they end, and files that people bring, a few games at
a time so that nobody's move waits."""

from __future__ import annotations

import logging
import threading
from collections import deque
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from engine.errors import EngineError
from webapp.domain.errors import Refusal
from webapp.domain.history import fold
from webapp.domain.library import EVERYBODY, Brought, Entry
from webapp.domain.match import Match, Status

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from webapp.service.ports import LibraryStore, Store

log = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two looks for matches that are over."""

AT_ONCE = 100
"""Games kept in one transaction, a twentieth of a second; moves wait for no longer."""

REST = 0.02
"""Seconds that others may write between two of them."""

SEEN_AT_ONCE = 2_000
"""Matches that are asked for: more than end in the time of `LATE`."""

LATE = 10_000_000
"""Microseconds by which a match may become visible later than its time says, with several
servers."""

WAITING = 20
"""Files that may wait."""


@dataclass
class _Task:
    """A file that is being kept; `rest` are the games to come."""

    owner: str
    collection: int
    rest: deque[Entry]
    stopped: bool = False


class Librarian:
    """One thread that writes to the library. Every method may be called from any thread."""

    def __init__(self, store: LibraryStore, matches: Store) -> None:
        self._store = store
        self._matches = matches
        self._tasks: deque[_Task] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._recent: dict[str, int] = {}

    def start(self) -> None:
        """Keep from now on by itself."""
        threading.Thread(target=self._run, name="flipfour-librarian", daemon=True).start()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def bring(self, owner: str, name: str, entries: Sequence[Entry], refused: int) -> Brought:
        """Keep games as a new collection.

        Raises:
            Refusal: the owner's last file, or too many files, are waiting.
        """
        with self._changed:
            if any(task.owner == owner for task in self._tasks):
                raise Refusal("bringing")
            if len(self._tasks) >= WAITING:
                raise Refusal("busy", "Many files are being read; please try again in a minute.")
            number = self._store.collect(owner, name, len(entries), refused)
            self._tasks.append(_Task(owner, number, deque(entries)))
            self._changed.notify_all()
        return Brought(number, name, 0, len(entries), refused)

    def keeps(self, collection: int) -> bool:
        """Whether the games of a collection are still being kept."""
        with self._changed:
            return any(task.collection == collection for task in self._tasks)

    def stop(self, collection: int) -> None:
        """Keep no more of a collection; answers once none is on its way."""
        with self._changed:
            for task in self._tasks:
                task.stopped = task.stopped or task.collection == collection
            self._changed.notify_all()
            self._changed.wait_for(
                lambda: self._closed or all(t.collection != collection for t in self._tasks), 10
            )

    def keep_matches(self) -> int:
        """Keep the matches that have ended since the last time; answers how many were looked at."""
        seen = self._store.seen()
        changed = self._store.changed(max(0, seen - LATE), SEEN_AT_ONCE)
        fresh = [(name, at) for name, at in changed if self._recent.get(name) != at][:AT_ONCE]
        for name, at in fresh:
            try:
                self._keep_match(fold(self._matches.load(name)), at)
            except (EngineError, ValueError) as error:  # damaged, or of a newer version
                log.warning("The match %s cannot be kept in the library: %s", name, error)
        newest = max([at for _, at in fresh], default=seen)
        if not fresh and len(changed) == SEEN_AT_ONCE:
            newest = changed[-1][1]
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
                if not self._keep_some() and not self.keep_matches():
                    self._wait(EVERY)
                else:
                    self._wait(REST)
            except Exception as error:  # the store is away: nobody else would go on
                log.warning("The library waits: %s", error)
                self._wait(EVERY)

    def _wait(self, seconds: float) -> None:
        with self._changed:
            if not self._closed:
                self._changed.wait_for(
                    lambda: self._closed or (seconds == EVERY and bool(self._tasks)), seconds
                )

    def _keep_some(self) -> bool:
        """Keep some games of a file; of several files in turn."""
        with self._changed:
            task = self._tasks[0] if self._tasks else None
        if task is None:
            return False
        part = [task.rest[at] for at in range(min(AT_ONCE, len(task.rest)))]
        if part and not task.stopped:
            self._add(task, part)
        with self._changed:
            for _ in part:
                task.rest.popleft()
            self._tasks.remove(task)
            if task.rest and not task.stopped:
                self._tasks.append(task)
            self._changed.notify_all()
        return True

    def _add(self, task: _Task, part: Sequence[Entry]) -> None:
        """Keep games; one that breaks the rules costs no other."""
        try:
            self._store.add(task.owner, part, task.collection)
        except EngineError:
            for entry in part if len(part) > 1 else ():
                self._add(task, [entry])


def _owners(match: Match, day: date) -> dict[str, Entry]:
    """On whose shelves a match belongs, as it is to be kept there."""
    result = match.result
    if match.status is not Status.FINISHED or result is None or not result.counts:
        return {}
    if not match.moves:
        return {}
    entry = Entry.of_match(match, day)
    if match.public:
        return {EVERYBODY: entry}
    return {guest: replace(entry, guests=frozenset()) for guest in match.guests()}


def _same(kept: Entry, entry: Entry) -> bool:
    return (kept.moves, kept.players, kept.result, kept.score) == (
        entry.moves,
        entry.players,
        entry.result,
        entry.score,
    )
