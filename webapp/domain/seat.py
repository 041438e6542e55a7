"""Who plays which colour."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from webapp.domain.rating import Rating


class SeatKind(StrEnum):
    """What moves a seat's discs."""

    HUMAN = "human"
    AI = "ai"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Seat:
    """One colour of a match.

    Attributes:
        kind: who moves.
        guest: the id of the person (humans only). It never leaves the server.
        name: what the others read; of an open seat, for whom it is kept, if for somebody.
        level: the AI's level, such as ``4`` or ``depth:6`` (AIs only).
        registered: whether the name is kept for this person.
        rating: of the person in this game when he or she sat down, where ratings are kept.
    """

    kind: SeatKind
    guest: str | None = None
    name: str = ""
    level: str | None = None
    registered: bool = False
    rating: Rating | None = None

    @classmethod
    def human(
        cls, guest: str, name: str, *, registered: bool = False, rating: Rating | None = None
    ) -> Seat:
        return cls(SeatKind.HUMAN, guest, name, registered=registered, rating=rating)

    @classmethod
    def ai(cls, level: str) -> Seat:
        return cls(SeatKind.AI, name=ai_name(level), level=level)

    @classmethod
    def open(cls, kept_for: str = "") -> Seat:
        return cls(SeatKind.OPEN, name=kept_for)


def ai_name(level: str) -> str:
    """``AI level 4`` or ``AI depth 6``."""
    kind, _, number = level.partition(":")
    return f"AI depth {number}" if number else f"AI level {kind}"


@dataclass(frozen=True, slots=True)
class Guest:
    """A person: an unguessable id and a name, which may be `registered`, that is kept for
    whoever has its password."""

    id: str
    name: str
    registered: bool = False
