"""Saying something beside a match. Lines are no events: versions and boards never wait for talk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from webapp.domain.chat import Room, players_of, rooms_of
from webapp.domain.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from webapp.domain.chat import Line, Note
    from webapp.domain.match import Match
    from webapp.domain.seat import Guest
    from webapp.service.matches import Matches
    from webapp.service.ports import ChatAnnouncer, ChatStore


@dataclass(frozen=True, slots=True)
class Heard:
    """The chat as one person may read it.

    Attributes:
        notes: what was done meanwhile, as far as players read it.
        off: names of the players who have switched it off.
        own_off: whether this person is one of them.
    """

    match: Match
    guest: str
    rooms: tuple[Room, ...]
    lines: Sequence[Line]
    notes: Sequence[Note]
    off: tuple[str, ...]
    own_off: bool
    player: bool


class Chat:
    """The talk of all matches. Thread-safe."""

    def __init__(
        self, store: ChatStore, matches: Matches, announcer: ChatAnnouncer, *, on: bool = True
    ) -> None:
        self._store = store
        self._matches = matches
        self._announcer = announcer
        self.on = on

    def say(self, match_id: str, guest: Guest, room: Room, text: str) -> Line:
        """Say something in a room of the match.

        Raises:
            Refusal: chat is off, or the room is not one of this person's.
        """
        match = self._match(match_id, guest)
        if room not in rooms_of(match, guest.id):
            raise Refusal("other_room")
        if not guest.name:
            raise Refusal("cookies")
        if self._off(match):
            raise Refusal("chat_off")
        line = self._store.add(match.series, room, guest, text)
        self._announcer.said(match, line)
        return line

    def hear(self, match_id: str, guest: Guest) -> Heard:
        """What was said so far where this person reads."""
        match = self._match(match_id, guest)
        rooms = rooms_of(match, guest.id)
        off = self._off(match)
        return Heard(
            match,
            guest.id,
            rooms,
            self._store.lines(match.series, rooms),
            self._store.notes(match) if Room.PLAYERS in rooms else (),
            _names(match, off),
            guest.id in off,
            guest.id in players_of(match),
        )

    def switch(self, match_id: str, guest: Guest, *, on: bool) -> None:
        """A player wants no chat beside this match, or has no objection any more."""
        match = self._match(match_id, guest)
        if guest.id not in players_of(match):
            raise Refusal("spectator")
        self._store.switch(match.series, guest.id, on=on)
        self._announcer.chat_off(match, _names(match, self._off(match)))

    def reported(self, match_id: str, guest: Guest, number: int) -> Line:
        """The line that somebody complains of, which he must be able to read."""
        match = self._match(match_id, guest)
        line = self._line(match, rooms_of(match, guest.id), number)
        if line is None:
            raise Refusal("no_line")
        return line

    def standing(self, match_ids: Collection[str]) -> dict[str, tuple[int, frozenset[str]]]:
        """Of each of these matches the newest line's number, and who wants no chat beside it."""
        series = {match_id: self._matches.match(match_id).series for match_id in match_ids}
        known = self._store.standing(set(series.values())) if self.on and series else {}
        nothing = 0, frozenset[str]()
        return {match_id: known.get(name, nothing) for match_id, name in series.items()}

    def since(self, match_id: str, number: int) -> list[Line]:
        """What was said beside a match, in whatever room, after line `number`."""
        lines = self._store.lines(self._matches.match(match_id).series, tuple(Room))
        return [line for line in lines if line.number > number]

    def line(self, match_id: str, number: int) -> tuple[Match, Line] | None:
        """A line that was said by way of another server, and its match."""
        match = self._matches.match(match_id)
        line = self._line(match, tuple(Room), number)
        return None if line is None else (match, line)

    def off(self, match_id: str) -> tuple[Match, tuple[str, ...]]:
        """A match and the names of the players who have switched its chat off."""
        match = self._matches.match(match_id)
        return match, _names(match, self._off(match))

    def forget(self, guest: str) -> None:
        """Remove all that a person has said."""
        self._store.forget(guest)

    def _match(self, match_id: str, guest: Guest) -> Match:
        if not self.on:
            raise Refusal("no_chat")
        return self._matches.seen(match_id, guest.id)

    def _line(self, match: Match, rooms: Sequence[Room], number: int) -> Line | None:
        lines = self._store.lines(match.series, rooms)
        return next((line for line in lines if line.number == number), None)

    def _off(self, match: Match) -> frozenset[str]:
        """The players who want no chat; somebody's wish goes with his seat."""
        return self._store.off(match.series) & players_of(match)


def _names(match: Match, guests: frozenset[str]) -> tuple[str, ...]:
    names = [seat.name for seat in match.seats if seat.guest in guests]
    return tuple(names) or (("A player",) if guests else ())
