"""What the service tells of a match: domain values, which the edge turns into messages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webapp.domain.history import Change
    from webapp.domain.match import Match


class Standing(StrEnum):
    """What a seat's player does, as far as the match is concerned; those who have left it are
    events of the match."""

    ONLINE = "online"
    RECONNECTING = "reconnecting"
    PLAYING = "playing"
    """Another game."""
    WATCHING = "watching"
    """Another game."""
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is there.

    Attributes:
        online: per seat, whether its player is at the match.
        watching: how many look on.
        standings: per seat.
        names: of those who look on and wish to be named; of many only some.
    """

    online: tuple[bool, ...]
    watching: int
    standings: tuple[Standing, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as one person may see it.

    Attributes:
        viewer: the id of the person, None for somebody unknown. It never leaves the server.
        thinking: the seat of the AI that thinks, if one does.
        now: the moment of the view.
    """

    match: Match
    viewer: str | None
    presence: Presence
    thinking: int | None
    now: int


@dataclass(frozen=True, slots=True)
class Watched:
    """The answer to somebody who begins to watch: what was missed, or all there is."""

    view: MatchView
    missed: tuple[Change, ...] | None
