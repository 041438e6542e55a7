"""People who leave for good: at once nobody any more, and forgotten bit by bit.

Who has left is noted in the transaction that gives up the name. What others see now is done while
the person waits; a name on tens of thousands of old boards goes in the background, a match at a
time so that nobody's move waits, and after a crash from where it had got to.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Protocol

from webapp.service.other_servers import ALONE
from webapp.service.ports import StoreAway

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webapp.service.identities import Identities
    from webapp.service.matches import Matches
    from webapp.service.other_servers import OtherServers
    from webapp.service.people_store import Departure, DepartureStore
    from webapp.service.ports import Store

log = logging.getLogger(__name__)

AT_ONCE = 25
"""Matches that lose a name while the person waits, and between two notes of how far it got. Each
is seven trips to PostgreSQL, a tenth of a second where much else is going on."""

REST = 0.02
"""Seconds between two matches afterwards, in which others have their turn."""

LOOK_EVERY = 60.0
"""Seconds after which is looked for those whom a server has begun to forget that is no more."""


class Forgetful(Protocol):
    """What keeps something of people."""

    def forget(self, guest: str, /) -> None:
        """Drop all that is kept of a person."""


class Departures:
    """`start` has a thread of its own go on with whatever is left."""

    def __init__(
        self,
        store: DepartureStore,
        events: Store,
        matches: Matches,
        identities: Identities,
        keepers: Sequence[Forgetful],
        other_servers: OtherServers = ALONE,
    ) -> None:
        self._store = store
        self._events = events
        self._matches = matches
        self._identities = identities
        self._keepers = keepers
        self._other_servers = other_servers
        self._more = threading.Event()
        self._closed = threading.Event()

    def leave(self, guest: str, *, everywhere: bool) -> None:
        """A person is nobody from now on: no cookie, link or name leads there any more."""
        left = self._store.note(guest, everywhere=everywhere)
        self._identities.sign_out(guest)
        self._matches.forget(guest)
        self._matches.hang_up(guest)
        for keeper in self._keepers:
            keeper.forget(guest)
        if self._take_names(left, left.reached) is None:
            self._store.done(guest)
        else:
            self._more.set()

    def look(self) -> None:
        """Go on with everybody of whom something is left, to the end; nobody waits for somebody of
        whom something cannot be forgotten. What was done before a crash is done once more where
        that costs little."""
        for left in self._store.all():
            try:
                self._go_on(left)
            except StoreAway:
                raise
            except Exception:
                log.exception("Somebody who has left could not be forgotten.")

    def start(self) -> None:
        threading.Thread(target=self._run, name="flipfour-departures", daemon=True).start()

    def close(self) -> None:
        self._closed.set()
        self._more.set()

    def _go_on(self, left: Departure) -> None:
        self._identities.sign_out(left.guest)
        self._matches.forget(left.guest)
        for keeper in self._keepers:
            keeper.forget(left.guest)
        reached: str | None = left.reached
        while reached is not None and not self._closed.is_set():
            reached = self._take_names(left, reached, REST)
        if reached is None:
            self._store.done(left.guest)

    def _take_names(self, left: Departure, after: str, rest: float = 0.0) -> str | None:
        """Take a name off the next boards; answers how far it has got, None: to the end."""
        some = self._events.matches_of(left.guest, after, AT_ONCE, over=left.everywhere)
        for match_id in some:
            self._matches.forget(left.guest, [match_id])
            if rest and self._closed.wait(rest):
                return after
        if len(some) < AT_ONCE:
            return None
        self._store.reach(left.guest, some[-1])
        return some[-1]

    def _run(self) -> None:
        while not self._closed.is_set():
            self._more.clear()
            try:
                if self._other_servers.keeps_library():  # one for all, as what is written is alike
                    self.look()
            except StoreAway:
                log.warning("People who have left cannot be forgotten just now.")
            except Exception:
                log.exception("People who have left could not be forgotten.")
            self._more.wait(LOOK_EVERY)
