"""Which browsers are still whom their cookies say, and by which name: signing out, links for one
use, names that are kept.

A cookie and a private link carry the generation they were made in. Whoever signs the other
browsers out begins a new one, which makes everything older worthless.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from webapp.domain.errors import Refusal
from webapp.lookalikes import keys
from webapp.service.people_store import Standing

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from webapp.domain.seat import Guest
    from webapp.service.people_store import IdentityStore

LINK_LIFETIME = timedelta(days=1)
"""Of a private link that nobody has opened."""

FRESH = 5.0
"""Seconds for which the store is not asked again; a server beside this one may have changed it."""

MAX_KNOWN = 10_000
"""Guests whose generation is remembered meanwhile."""


class _Known(NamedTuple):
    """How somebody stood, with this nickname, and until when that is believed."""

    nickname: str
    standing: Standing
    until: float


class Identities:
    """Every method may be called from any thread."""

    def __init__(self, store: IdentityStore) -> None:
        self._store = store
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._lock = threading.Lock()
        self.changes = 0
        """How often somebody was to be asked for anew; what was read before may be past."""

    def standing(self, guest: str, nickname: str, generation: int = 0) -> Standing:
        """How somebody stands whose cookie says so."""
        known = self._fresh(guest, nickname, generation)
        if known is not None:
            return known.standing
        changes = self.changes
        found = self._store.standing(guest, keys(nickname))
        with self._lock:
            if changes == self.changes:  # else it may have been read before the last one
                self._remember(guest, nickname, found)
        return found

    def standings(self, guests: Collection[str]) -> Mapping[str, Standing]:
        """What the store says now of these people, see `IdentityStore.standings`."""
        return self._store.standings(guests)

    def person(self, guest: str, nickname: str) -> Guest:
        """Somebody as others may know him or her now."""
        return self.standing(guest, nickname).person(guest, nickname)

    def welcome(self, guest: str, nickname: str) -> None:
        """Somebody has come whose id is new and whose name nobody can keep: the store, which may
        be away, has nothing to say of either."""
        with self._lock:
            self._remember(guest, nickname, Standing())

    def generation(self, guest: str) -> int:
        """The generation whose cookies and links count."""
        known = self._known.get(guest)
        return self.standing(guest, known.nickname if known else "").generation

    def remembers(self, guest: str, nickname: str, generation: int = 0) -> bool:
        """Whether `standing` answers without asking the store."""
        return self._fresh(guest, nickname, generation) is not None

    def forget(self, guest: str) -> None:
        """Ask the store anew: somebody has another name, or may have signed out elsewhere."""
        with self._lock:
            self.changes += 1
            self._known.pop(guest, None)

    def sign_out(self, guest: str) -> int:
        """Make every cookie and link of a guest worthless; answers the new generation."""
        generation = self._store.advance(guest)
        self.forget(guest)
        return generation

    def use_link(self, link: str) -> None:
        """Use a private link up.

        Raises:
            Refusal: it has been used.
        """
        if not self._store.spend(link, LINK_LIFETIME):
            raise Refusal("bad_link", "This link has been used; each one works once.")

    def _remember(self, guest: str, nickname: str, standing: Standing) -> None:
        self._known[guest] = _Known(nickname, standing, time.monotonic() + FRESH)
        while len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)

    def _fresh(self, guest: str, nickname: str, generation: int) -> _Known | None:
        """What is known of somebody and may be believed: a cookie of a later generation is one that
        another server has written since."""
        known = self._known.get(guest)
        if known is None or known.nickname != nickname or known.until <= time.monotonic():
            return None
        return known if known.standing.generation >= generation else None
