"""Challenges: invitations that somebody whose name is kept finds on the first page.

A challenge is a match with a free seat, as any invitation is: the link opens it for whoever has it,
and joining is the one way in. What is kept beside it is only whom it was meant for.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from webapp.domain.errors import Refusal
from webapp.domain.match import Status
from webapp.service.live import MATCH_ID

if TYPE_CHECKING:
    from webapp.domain.account import Account
    from webapp.domain.match import Match
    from webapp.domain.seat import Guest
    from webapp.domain.setup import NewMatch
    from webapp.service.matches import Matches
    from webapp.service.ports import ChallengeStore

SHOWN = 12
"""The newest challenges to a person; those before wait until these are answered."""


class Challenges:
    """Every method may be called from any thread."""

    def __init__(self, store: ChallengeStore, matches: Matches) -> None:
        self._store = store
        self._matches = matches

    def challenge(self, order: NewMatch, guest: Guest, to: Account) -> str:
        """The match to which a guest challenges somebody; the one before while that waits.

        Raises:
            Refusal: that is the same person, or `Matches.create` refuses.
        """
        if guest.id == to.guest_id:
            raise Refusal("malformed", "Nobody can challenge himself.")
        for match in self.to(to.guest_id):
            if guest.id in match.guests():
                return match.id
        match_id = self._matches.create(order, guest)
        self._store.add(match_id, to.guest_id)
        return match_id

    def to(self, guest_id: str) -> list[Match]:
        """The challenges that wait for a person, the newest first."""
        found: list[Match] = []
        for match_id in self._store.of(guest_id, SHOWN):
            with suppress(Refusal):
                match = self._matches.match(match_id)
                if match.status is Status.WAITING and not match.held_by(guest_id):
                    found.append(match)
        return found

    def decline(self, match_id: str, guest_id: str) -> None:
        """Show a challenge no more; whoever made it may give the link to somebody else.

        Raises:
            Refusal: no match has such an id.
        """
        if MATCH_ID.fullmatch(match_id) is None:  # PostgreSQL takes no text with a zero in it
            raise Refusal("no_match")
        self._store.remove(match_id, guest_id)

    def forget(self, guest_id: str) -> None:
        """Drop all challenges to a person."""
        self._store.forget(guest_id)
