"""Which browsers are still whom their cookies say: signing out, and links for one use.

A cookie and a private link carry the generation they were made in. Whoever signs the other
browsers out begins a new one, which makes everything older worthless.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from datetime import timedelta
from typing import TYPE_CHECKING

from webapp.domain.errors import Refusal

if TYPE_CHECKING:
    from webapp.service.ports import IdentityStore

LINK_LIFETIME = timedelta(days=1)
"""Of a private link that nobody has opened."""

FRESH = 5.0
"""Seconds for which the store is not asked again; a server beside this one may have changed it."""

MAX_KNOWN = 10_000
"""Guests whose generation is remembered meanwhile."""


class Identities:
    """Every method may be called from any thread."""

    def __init__(self, store: IdentityStore) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def generation(self, guest: str) -> int:
        """The generation whose cookies and links count."""
        moment = time.monotonic()
        known = self._known.get(guest)
        if known is not None and known[1] > moment:
            return known[0]
        return self._remember(guest, self._store.generation(guest))

    def remembers(self, guest: str) -> bool:
        """Whether `generation` answers without asking the store."""
        known = self._known.get(guest)
        return known is not None and known[1] > time.monotonic()

    def sign_out(self, guest: str) -> int:
        """Make every cookie and link of a guest worthless; answers the new generation."""
        return self._remember(guest, self._store.advance(guest))

    def use_link(self, link: str) -> None:
        """Use a private link up.

        Raises:
            Refusal: it has been used.
        """
        if not self._store.spend(link, LINK_LIFETIME):
            raise Refusal("bad_link", "This link has been used; each one works once.")

    def _remember(self, guest: str, generation: int) -> int:
        self._known[guest] = generation, time.monotonic() + FRESH
        while len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)
        return generation
