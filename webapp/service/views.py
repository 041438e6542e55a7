"""What the service tells of a match: domain values, which the edge turns into messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webapp.domain.history import Change
    from webapp.domain.match import Match


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is there: per seat whether its player is connected, and how many look on."""

    online: tuple[bool, ...]
    watching: int


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
