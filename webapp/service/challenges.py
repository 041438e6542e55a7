"""Challenges: invitations that somebody whose name is kept finds on the first page.

A challenge is a match with a free seat, as any invitation is: the link opens it for whoever has it,
and joining is the one way in. What is kept beside it is who asked whom, and whether that person
declined.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from webapp.domain.errors import Refusal
from webapp.domain.match import Status
from webapp.service.live import MATCH_ID
from webapp.service.names import FORGOTTEN
from webapp.service.other_servers import ALONE
from webapp.service.ports import Unreadable

if TYPE_CHECKING:
    from webapp.domain.account import Account
    from webapp.domain.match import Match
    from webapp.domain.seat import Guest
    from webapp.domain.setup import NewMatch
    from webapp.service.lobby import Lobby
    from webapp.service.matches import Matches
    from webapp.service.other_servers import OtherServers
    from webapp.service.people_store import ChallengeStore
    from webapp.service.ports import Announcer

SHOWN = 12
"""Challenges that a person sees at once, and that may wait for one person, by people who keep their
names and by guests counted apart: so no crowd of guests takes a place from the others."""

MOST = 10 * SHOWN
"""More than ever wait for one person, though servers that cannot agree let some more in."""

AT_ONCE = 3
"""Challenges by one person that may wait, each for somebody else."""

AGAIN = timedelta(days=1)
"""For which whoever was declined comes to that end again, instead of to a new challenge."""


class Challenges:
    """Every method may be called from any thread."""

    def __init__(
        self,
        store: ChallengeStore,
        matches: Matches,
        lobby: Lobby,
        announcer: Announcer,
        other_servers: OtherServers = ALONE,
    ) -> None:
        self._store = store
        self._matches = matches
        self._lobby = lobby
        self._announcer = announcer
        self._other_servers = other_servers
        self._making = threading.Lock()

    def challenge(self, order: NewMatch, guest: Guest, to: Account) -> str:
        """The match to which a guest challenges somebody; the one before while that waits, and
        for the time `AGAIN` after it was declined.

        Raises:
            Refusal: that is the same person, too many wait, or `Matches.create` refuses.
        """
        if guest.id == to.guest_id:
            raise Refusal("malformed", "You cannot challenge yourself.")
        with self._making, self._other_servers.challenging():
            if before := self._store.between(guest.id, to.guest_id, AGAIN):
                return before
            if self._store.made(guest.id) >= AT_ONCE:
                raise Refusal("challenges")
            if self._store.waiting(to.guest_id, registered=guest.registered) >= SHOWN:
                raise Refusal("challenged")
            match_id = self._matches.create(replace(order, kept_for=to.name), guest)
            self._store.add(match_id, to.guest_id, guest)
        self._announcer.challenged(self._matches.match(match_id), to.guest_id)
        return match_id

    def to(self, guest_id: str) -> list[Match]:
        """The challenges that wait for a person, in the order of `ChallengeStore.of`."""
        views = self._lobby.views(self._store.of(guest_id, SHOWN), guest_id)
        waiting = (view.match for view in views if view.match.status is Status.WAITING)
        return [match for match in waiting if not match.held_by(guest_id)]

    def decline(self, match_id: str, guest_id: str) -> None:
        """End a challenge to a person, which tells whoever made it.

        Raises:
            Refusal: no match has such an id.
        """
        if MATCH_ID.fullmatch(match_id) is None:  # PostgreSQL takes no text with a zero in it
            raise Refusal("no_match")
        if self._store.decline(match_id, guest_id):
            self._matches.turn_down(match_id)

    def forget(self, guest_id: str) -> None:
        """Drop all challenges to a person, whoever made one reads that somebody declined, and those
        by him or her from the pages of others."""
        for match_id in self._store.of(guest_id, MOST):
            with suppress(Unreadable):
                self._matches.turn_down(match_id, FORGOTTEN)
        self._store.forget(guest_id)
