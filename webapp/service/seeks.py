"""Open seeks: matches that wait for strangers. Each ends soon after its owner's last tab.

A seek is a match with an open seat, so that joining it is the one way into a match and gives
one game whoever presses first.
"""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from webapp.domain.action import Action, ActionKind
from webapp.domain.errors import Refusal
from webapp.domain.match import Status
from webapp.domain.nearness import Waiting, alike, met, suitable
from webapp.domain.seat import Guest
from webapp.service.limits import IPV6_PLACE, address_key

if TYPE_CHECKING:
    from webapp.domain.match import Match
    from webapp.domain.setup import NewMatch
    from webapp.service.environment import Environment
    from webapp.service.matches import Matches

LOOK_EVERY = 2_000
GRACE = 10_000
"""For which a seek outlives its owner's last tab: long enough for a refresh."""

SHOWN = 24
"""Seeks that people see. One stranger with many cookies could make the first page a quarter of a
megabyte for everybody; all that wait are brought together."""

FROM_ONE_PLACE = 3
"""Of them from one place before all others have theirs: else he would fill the list for good."""

FIRST_GRACE = 60_000
"""For which it waits for its owner's first tab; a page without script never opens a socket."""


class Seeks:
    """The open seeks, the longest waiting first. Thread-safe."""

    def __init__(self, matches: Matches, environment: Environment) -> None:
        self._guest_addresses = environment.guest_addresses
        self._other_servers = environment.other_servers
        self._matches = matches
        self._crowd = environment.crowd
        self._announcer = environment.announcer
        self._uptime = environment.uptime
        self._alarms = environment.alarms
        self._ratings = environment.ratings
        self._lock = threading.RLock()
        self._pairing = threading.Lock()
        self._open: dict[str, Match] = {}
        self._until: dict[str, int] = {}
        self._since: dict[str, int] = {}
        self._places: dict[str, str] = {}
        """From where; the same of all whom this server has not seen."""
        matches.listen(self.note)

    def all(self) -> list[Match]:
        """The matches that wait for somebody."""
        with self._lock:
            return list(self._open.values())

    def shown(self) -> list[Match]:
        """Those of them that people see: of each place the first, then what else has waited for
        longest."""
        with self._lock:
            waiting = list(self._open.values())
            places = [self._places[match.id] for match in waiting]
        if len(waiting) <= SHOWN:
            return waiting
        seen: Counter[str] = Counter()
        first: list[int] = []
        rest: list[int] = []
        for number, place in enumerate(places):
            (first if seen[place] < FROM_ONE_PLACE else rest).append(number)
            seen[place] += 1
        return [waiting[number] for number in sorted((first + rest)[:SHOWN])]

    def pair(self, order: NewMatch, guest: Guest) -> str:
        """The match in which `guest` plays what `order` wants: that of somebody who waits for
        the same, see `suitable`, else a new one in which the next one is waited for. Where the
        guest waits for the same already, that; it ends where near ratings matter otherwise now."""
        with self._pairing, self._other_servers.pairing():
            own = [one for one in self.all() if alike(one, order) and guest.id in one.guests()]
            if same := [one for one in own if one.near == order.near]:
                return same[0].id
            match_id = self._join_or_wait(order, guest)
            for one in own:
                with suppress(Refusal):  # somebody came this very moment
                    self._matches.call_off(one.id, match_id)
            return match_id

    def _join_or_wait(self, order: NewMatch, guest: Guest) -> str:
        """The match of somebody who waits for what is ordered, joined, or a new one."""
        rating = self._ratings.at_seat(guest, order.game) if order.rated else None
        for match in suitable(self._waiting(), order, rating):
            try:
                self._matches.join(match.id, guest)
            except Refusal:  # somebody was faster, or the owner has just gone
                continue
            return match.id
        return self._matches.create(order, guest)

    def _waiting(self) -> list[Waiting]:
        now = self._uptime.now()
        with self._lock:
            return [Waiting(match, now - self._since[match.id]) for match in self._open.values()]

    def _meet(self, match_id: str) -> None:
        """Bring whoever waits there to somebody who has waited for longer and is near enough by
        now; his or her page follows."""
        if (
            self._partner(match_id) is None
        ):  # servers take turns only where something may come of it
            return
        with self._pairing, self._other_servers.pairing():
            if (pair := self._partner(match_id)) is None:
                return
            own, other = pair
            seat = next(seat for seat in own.seats if seat.guest)
            guest = Guest(seat.guest or "", seat.name, seat.registered)
            with suppress(Refusal):  # somebody was faster
                self._matches.join(other.id, guest)
                if not self._matches.call_off(match_id, other.id):  # somebody came, or nobody waits
                    self._matches.act(other.id, guest, Action(ActionKind.ABORT))

    def _partner(self, match_id: str) -> tuple[Match, Match] | None:
        """A rated match that waits for somebody, and one where that person waits."""
        with self._lock:
            match = self._open.get(match_id)
        if match is None or not match.rated:
            return None
        waiting = {one.match.id: one for one in self._waiting()}
        own = waiting.get(match_id)
        other = met(own, waiting.values()) if own else None
        return (own.match, other) if own and other else None

    def heard(self, match_id: str) -> None:
        """A match waits for somebody, or no more, by way of another server."""
        self.note(self._matches.remote.refreshed(match_id))

    def note(self, match: Match) -> None:
        """A match has changed: it may wait for somebody now, or no more."""
        waits = match.open and match.status is Status.WAITING
        with self._lock:
            if not waits and match.id not in self._open:
                return
            if not waits:
                del self._open[match.id], self._until[match.id], self._since[match.id]
                del self._places[match.id]
                self._alarms.set(("seek", match.id), None, lambda: None)
            else:
                if match.id not in self._open:
                    self._since[match.id] = self._uptime.now()
                    self._until[match.id] = self._since[match.id] + FIRST_GRACE
                    self._look_again(match.id)
                self._open[match.id] = match
                self._places[match.id] = self._place(match)
            self._announcer.seeks(self.shown())

    def _place(self, match: Match) -> str:
        return address_key(self._guest_addresses.at(match).address, IPV6_PLACE)

    def _look_again(self, match_id: str) -> None:
        at = self._uptime.now() + LOOK_EVERY
        self._alarms.set(("seek", match_id), at, lambda: self._look(match_id))

    def _look(self, match_id: str) -> None:
        """End the seek if nobody who waits there has been here for a while."""
        now = self._uptime.now()
        with self._lock:
            match = self._open.get(match_id)
            if match is None:
                return
            if any(self._crowd.sockets(guest) for guest in match.guests()):
                self._until[match_id] = now + GRACE
                self._other_servers.keep_seek(match_id, GRACE)
            self._places[match_id] = self._place(match)
            over = now >= self._until[match_id]
        if over and not self._other_servers.is_kept(match_id):
            self._matches.call_off(match_id)
        else:
            self._look_again(match_id)
            self._meet(match_id)
