"""Who is connected: sockets, the match each looks at, the guest behind it."""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from webapp.service.other_servers import ALONE
from webapp.service.shown_boards import ShownBoards

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from webapp.domain.match import Match
    from webapp.domain.seat import Guest
    from webapp.service.other_servers import OtherServers

GLANCE = 60.0
"""Seconds for which a page without a socket counts as being looked at."""

MAX_GLANCES = 10_000


class Crowd:
    """The open sockets and the rooms they are in, and who is in them by way of other servers.
    Thread-safe; forgets whoever is gone."""

    def __init__(self, other_servers: OtherServers = ALONE) -> None:
        self._other_servers = other_servers
        self.boards = ShownBoards()
        self._lock = threading.Lock()
        self._guests: dict[str, Guest] = {}
        self._generations: dict[str, int] = {}
        self._sockets: defaultdict[str, set[str]] = defaultdict(set)
        """The sockets of each guest."""
        self._rooms: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._watched: defaultdict[str, set[str]] = defaultdict(set)
        self._glances: dict[str, float] = {}
        self._people: dict[str, Counter[str]] = {}
        """Sockets of each guest in a room: with thousands there nobody counts them anew."""
        self._places: defaultdict[str, set[str]] = defaultdict(set)
        """The rooms of each guest."""

    def connect(self, sid: str, guest: Guest, generation: int = 0) -> None:
        """A socket opens; `generation`: that of its cookie, see `service.identities`."""
        with self._lock:
            self._guests[sid] = guest
            self._generations[sid] = generation
            self._sockets[guest.id].add(sid)

    def disconnect(self, sid: str) -> Guest | None:
        """The person behind the socket, None where there was none."""
        with self._lock:
            guest = self._guests.pop(sid, None)
            self._generations.pop(sid, None)
            self.boards.show(sid, ())
            if guest is not None:
                self._sockets[guest.id].discard(sid)
                if not self._sockets[guest.id]:
                    del self._sockets[guest.id]
        return guest

    def show(self, sid: str, match_ids: Collection[str]) -> None:
        """The list on a socket's page shows the boards of these matches, of no others any more."""
        with self._lock:
            if sid in self._guests:
                self.boards.show(sid, match_ids)

    @property
    def size(self) -> int:
        """Open sockets."""
        return len(self._guests)

    def guest(self, sid: str) -> Guest | None:
        """The person behind a socket, by the newest name."""
        return self._guests.get(sid)

    def rename(self, guest: Guest) -> None:
        """All sockets of a person go by the new name, which may be kept from now on."""
        with self._lock:
            for sid in self._sockets.get(guest.id, ()):
                self._guests[sid] = guest

    def generations(self) -> dict[str, tuple[Guest, int]]:
        """Everybody by id, and the least generation of his or her sockets' cookies."""
        with self._lock:
            return {
                guest: (self._guests[next(iter(sids))], min(self._generations[one] for one in sids))
                for guest, sids in self._sockets.items()
            }

    def sockets(self, guest: str) -> list[str]:
        """All sockets of a person."""
        with self._lock:
            return list(self._sockets.get(guest, ()))

    def enter(self, match_id: str, sid: str, guest: str) -> None:
        with self._lock:
            people = self._people.setdefault(match_id, Counter())
            new = guest not in people
            if sid not in self._rooms[match_id]:
                people[guest] += 1
            self._rooms[match_id][sid] = guest
            self._watched[sid].add(match_id)
            self._places[guest].add(match_id)
        if new:
            self._other_servers.came(match_id, guest)

    def leave(self, match_id: str, sid: str) -> str | None:
        """The guest behind the socket, None where it had not been in the room."""
        with self._lock:
            if sid not in self._rooms.get(match_id, {}):
                return None
            guest = self._rooms[match_id].pop(sid)
            self._people[match_id][guest] -= 1
            last = not self._people[match_id][guest]
            if last:
                del self._people[match_id][guest]
                self._places[guest].discard(match_id)
                if not self._places[guest]:
                    del self._places[guest]
            if not self._rooms[match_id]:
                del self._rooms[match_id], self._people[match_id]
            self._watched[sid].discard(match_id)
            if not self._watched[sid]:
                del self._watched[sid]
        if last:
            self._other_servers.went(match_id, guest)
        return guest

    def watched_by(self, sid: str) -> tuple[str, ...]:
        """The matches a socket looks at."""
        with self._lock:
            return tuple(self._watched.get(sid, ()))

    def rooms(self, guest: str) -> tuple[str, ...]:
        """The matches a person looks at."""
        with self._lock:
            return tuple(self._places.get(guest, ()))

    def is_known(self, guest: str) -> bool:
        """Whether a socket here is of a person who keeps that name: of others nobody asks."""
        with self._lock:
            return any(self._guests[sid].registered for sid in self._sockets.get(guest, ()))

    def is_hidden(self, guest: str) -> bool:
        """Whether a socket here is of a person who wishes nobody to see it."""
        with self._lock:
            return any(self._guests[sid].hidden for sid in self._sockets.get(guest, ()))

    def everywhere(self) -> list[str]:
        """The ids of all who look at a match here or are known."""
        with self._lock:
            known = {guest.id for guest in self._guests.values() if guest.registered}
            return list(known.union(self._places))

    def glance(self, match_id: str) -> None:
        """Somebody has looked at a match without a socket, and may do so again soon."""
        with self._lock:
            if len(self._glances) > MAX_GLANCES:
                self._glances.clear()
            self._glances[match_id] = time.monotonic() + GLANCE

    def looks(self, match_id: str) -> bool:
        """Whether anybody sees a match."""
        glanced = self._glances.get(match_id, 0.0) > time.monotonic()
        return match_id in self._rooms or glanced or bool(self._other_servers.people(match_id))

    def lets_rest(self, match: Match) -> bool:
        """Whether computers alone play, without a clock, and nobody sees it."""
        return not match.guests() and match.control is None and not self.looks(match.id)

    def is_empty(self, match_id: str) -> bool:
        return match_id not in self._rooms

    def sids(self, match_id: str, guest: str | None = None) -> list[str]:
        """The sockets in a room, all or one person's."""
        with self._lock:
            room = self._rooms.get(match_id, {})
            return [sid for sid, owner in room.items() if guest is None or owner == guest]

    def sids_where(self, match_id: str, fits: Callable[[str], bool]) -> list[str]:
        """The sockets in a room of those people, by their ids, who fit."""
        with self._lock:
            room = dict(self._rooms.get(match_id, {}))
        fitting = {guest for guest in set(room.values()) if fits(guest)}
        return [sid for sid, guest in room.items() if guest in fitting]

    def online(self, match: Match) -> list[bool]:
        """Per seat, whether its person is connected (an AI always is)."""
        away = self._other_servers.people(match.id)
        with self._lock:
            here = self._people.get(match.id, Counter())
            there = {s.guest for s in match.seats if s.guest in here or s.guest in away}
        return [seat.level is not None or seat.guest in there for seat in match.seats]

    def watching(self, match: Match) -> int:
        """How many people look on without a seat."""
        away = self._other_servers.people(match.id)
        with self._lock:
            here = self._people.get(match.id, Counter())
            only_away = sum(guest not in here for guest in away)
            players = sum(guest in here or guest in away for guest in match.guests())
            return len(here) + only_away - players

    def people(self, match_id: str) -> list[str]:
        """The ids of those in a room by way of this server."""
        with self._lock:
            return list(self._people.get(match_id, ()))

    def __len__(self) -> int:
        rooms = len(self._rooms) + len(self._places)
        sockets = len(self._guests) + len(self._sockets)
        return sockets + len(self._watched) + rooms + len(self.boards)
