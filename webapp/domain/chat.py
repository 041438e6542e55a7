"""What people say beside a match: the rooms, who is in which, and what a line is.

A rematch goes on with what was said: the games of a series have one chat.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from webapp.domain import events
from webapp.domain.match import Status

if TYPE_CHECKING:
    from webapp.domain.events import AnyEvent
    from webapp.domain.match import Match

MAX_LETTERS = 160
"""Of one line."""

KEPT = 60
"""Lines of one room that are remembered; the oldest go first."""


class Room(StrEnum):
    """Players' and watchers' talk apart, so that nobody is told what to play."""

    PLAYERS = "players"
    WATCHERS = "watchers"


@dataclass(frozen=True, slots=True)
class Line:
    """Something said.

    Attributes:
        number: counts the lines of the series from 1 on.
        guest: the id of who said it. It never leaves the server.
        name: what the others read, as it was then.
        text: plain text.
    """

    number: int
    room: Room
    guest: str
    name: str
    text: str


NOTED = (events.Offered, events.Declined, events.Left, events.Returned, events.GaveTime)
"""What players read among their lines."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something done that players read among their lines.

    Attributes:
        v: its version in the match.
        after: the number of the line before it, 0 where there is none.
    """

    v: int
    event: AnyEvent
    after: int


def rooms_of(match: Match, guest: str) -> tuple[Room, ...]:
    """Where somebody who may see the match reads and writes. Players hear the watchers once
    the game is over, watchers never hear the players."""
    if match.status is Status.WAITING:
        return ()
    players = players_of(match)
    watched = (Room.WATCHERS,) if match.public else ()
    if guest not in players:
        return watched
    if len(players) < 2:
        return ()
    return (Room.PLAYERS, *(watched if match.status is Status.FINISHED else ()))


def players_of(match: Match) -> frozenset[str]:
    """Those who play, and those for whom a computer plays on."""
    return match.guests() | frozenset(match.handed_over.values())


def speaker(series: str, guest: str) -> str:
    """What stands for a person beside one series, so that others can mute him whatever he calls
    himself; no way leads back to the id, nor from one series to another."""
    return hashlib.sha256(f"{series} {guest}".encode()).hexdigest()[:12]
