"""Who is at a match: for each seat whether its player is there or what else he does, and who
looks on, by number and, where they wish it, by name."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import TYPE_CHECKING

from webapp.domain.match import Status
from webapp.service.heartbeats import GONE_AFTER
from webapp.service.views import Presence, Standing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webapp.domain.match import Match
    from webapp.domain.seat import Guest
    from webapp.service.environment import Environment

NAMED = 8
"""Names of those who look on that are told at most."""


class PresenceTracker:
    """Tells the pages of each match who is there. Thread-safe; forgets matches nobody sees."""

    def __init__(self, environment: Environment) -> None:
        self._other_servers = environment.other_servers
        self._crowd = environment.crowd
        self._live = environment.live
        self._announcer = environment.announcer
        self._uptime = environment.uptime
        self._alarms = environment.alarms
        self._lock = threading.Lock()
        self._lost: dict[tuple[str, str], int] = {}
        """When the last socket of a player ended, by match and guest."""
        self._present: set[tuple[str, str]] = set()
        """The players that were at a match, here or by way of another server, when it was told."""
        self._missed: defaultdict[str, set[str]] = defaultdict(set)
        """The matches whose pages wait for news of a guest."""
        self._named: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """The sockets at a match that may be told of by name, and whose they are."""

    def at(self, match: Match) -> Presence:
        """How it stands now."""
        online = tuple(self._crowd.online(match))
        standings = tuple(
            Standing.ONLINE if here else self._standing(match.id, seat.guest)
            for seat, here in zip(match.seats, online, strict=True)
        )
        return Presence(online, self._crowd.watching(match), standings, self._names(match))

    def online(self, guests: Iterable[str]) -> set[str]:
        """Which of these people, who keep their names, have a page open that is connected, at
        whichever server."""
        return {one for one in guests if self._doing(one) or self._other_servers.doing(one)}

    def connected(self, guest: str) -> None:
        """A socket of a person has opened or ended, or looks elsewhere."""
        self._other_servers.does(guest, self._doing(guest))

    def hang_up(self, guest: str) -> None:
        """End a person's sockets at this server."""
        for sid in self._crowd.sockets(guest):
            self._announcer.hang_up(sid)

    def tell(self, match: Match) -> None:
        """Tell the pages of a match how it stands now."""
        self._note(match)
        there = self.at(match)
        later = None
        with self._lock:
            for seat, standing in zip(match.seats, there.standings, strict=True):
                if standing is not Standing.ONLINE and seat.guest is not None:
                    self._missed[seat.guest].add(match.id)
                if standing is Standing.RECONNECTING and seat.guest:
                    later = self._lost[match.id, seat.guest] + GONE_AFTER
        self._announcer.presence(match.id, there)
        if later is not None:
            self._look_again(match.id, later)

    def came(self, match: Match, guest: str) -> None:
        """A socket looks at a match."""
        with self._lock:
            self._lost.pop((match.id, guest), None)
        self.tell(match)
        self.connected(guest)
        self._tell_others(guest, match.id)

    def heard(self, guest: str) -> None:
        """Somebody does something else at another server."""
        self._tell_others(guest, "")

    def activities(self) -> dict[str, str]:
        """What everybody does here of whom other servers may be asked."""
        everybody = self._crowd.everywhere()
        return {guest: doing for guest in everybody if (doing := self._doing(guest))}

    def name(self, match_id: str, sid: str, guest: Guest, named: object) -> None:
        """Whether whoever is behind a socket that looks on may be told of by name."""
        with self._lock:
            known = sid in self._named.get(match_id, ())
            if named:
                self._named[match_id][sid] = guest.id
        if named and not known:
            self._other_servers.named(match_id, guest.id, guest.name)
        elif known and not named:
            self._unname(match_id, sid)

    def named_here(self, match_id: str) -> dict[str, str]:
        """The names, by ids, of those who may be told of and look on by way of this server."""
        with self._lock:
            sids = tuple(self._named.get(match_id, ()))
        people = {guest.id: guest.name for sid in sids if (guest := self._crowd.guest(sid))}
        return {guest: name for guest, name in people.items() if name}

    def renamed(self, guest: Guest) -> None:
        """Somebody goes by another name, which whoever reads of him is told, or is hidden."""
        self.connected(guest.id)
        self._tell_others(guest.id, "")
        for match_id in self._crowd.rooms(guest.id):
            with self._lock:
                named = guest.id in self._named.get(match_id, {}).values()
            if named:
                self._other_servers.named(match_id, guest.id, guest.name)
                self._look_again(match_id, self._uptime.now())

    def went(self, match: Match, sid: str, guest: str) -> None:
        """A socket has looked away."""
        alone = self._crowd.is_empty(match.id)
        self._unname(match.id, sid)
        with self._lock:
            if alone:
                self._forget(match)
            elif guest in match.guests() and not self._crowd.sids(match.id, guest):
                self._lost[match.id, guest] = self._uptime.now()
        if not alone:
            self.tell(match)
        self.connected(guest)
        self._tell_others(guest, match.id)

    def _note(self, match: Match) -> None:
        """Remember since when players are missed, wherever they had been seen."""
        online = self._crowd.online(match)
        with self._lock:
            for seat, here in zip(match.seats, online, strict=True):
                if seat.guest is None:
                    continue
                key = match.id, seat.guest
                if here:
                    self._present.add(key)
                    self._lost.pop(key, None)
                elif key in self._present:
                    self._present.discard(key)
                    self._lost.setdefault(key, self._uptime.now())

    def _standing(self, match_id: str, guest: str | None) -> Standing:
        """Of somebody who is not at the match."""
        activities = {self._doing(guest), self._other_servers.doing(guest)} if guest else set()
        for standing in (Standing.PLAYING, Standing.WATCHING):
            if standing.value in activities:
                return standing
        with self._lock:
            lost = self._lost.get((match_id, guest or ""))
        if lost is not None and self._uptime.now() - lost < GONE_AFTER:
            return Standing.RECONNECTING
        return Standing.AWAY

    def _doing(self, guest: str) -> str:
        """What somebody does here; empty: nothing that others may know."""
        if self._crowd.is_hidden(guest):
            return ""
        rooms = self._crowd.rooms(guest)
        if not rooms:
            return Standing.ONLINE.value if self._crowd.is_known(guest) else ""
        playing = any(self._plays(room, guest) for room in rooms)
        return (Standing.PLAYING if playing else Standing.WATCHING).value

    def _plays(self, match_id: str, guest: str | None) -> bool:
        live = self._live.glance(match_id)
        if live is None or live.match.status is not Status.PLAYING:
            return False
        return guest in live.match.guests()

    def _names(self, match: Match) -> tuple[str, ...]:
        people = {**self._other_servers.names(match.id), **self.named_here(match.id)}
        players = match.guests()
        names = {name for guest, name in people.items() if guest not in players}
        return tuple(sorted(names)[:NAMED])

    def _tell_others(self, guest: str, here: str) -> None:
        """Whoever waits for somebody at another match learns what he does now."""
        with self._lock:
            waiting = self._missed.pop(guest, set())
            if here in waiting and not self._crowd.sids(here, guest):
                self._missed[guest].add(here)
            waiting.discard(here)
        for match_id in waiting:
            self._look_again(match_id, self._uptime.now())

    def _look_again(self, match_id: str, at: int) -> None:
        """Later, as who holds a match's lock waits for no other's but the next game's."""
        self._alarms.set(("presence", match_id), at, lambda: self._refresh(match_id))

    def _refresh(self, match_id: str) -> None:
        if self._crowd.is_empty(match_id):
            return
        with self._live.use(match_id) as live:
            self.tell(live.match)

    def _unname(self, match_id: str, sid: str) -> None:
        """A socket is told of by name no more, and its person neither where it was the last."""
        with self._lock:
            guest = self._named[match_id].pop(sid, None)
            last = guest not in self._named[match_id].values()
            if not self._named[match_id]:
                del self._named[match_id]
        if guest is not None and last:
            self._other_servers.named(match_id, guest, "")

    def _forget(self, match: Match) -> None:
        self._alarms.set(("presence", match.id), None, lambda: None)
        for guest in match.guests():
            self._lost.pop((match.id, guest), None)
            self._present.discard((match.id, guest))
            if guest in self._missed:
                self._missed[guest].discard(match.id)
                if not self._missed[guest]:
                    del self._missed[guest]

    def __len__(self) -> int:
        return len(self._lost) + len(self._present) + len(self._missed) + len(self._named)
