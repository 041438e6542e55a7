"""Who plays which colour."""

from __future__ import annotations

import re
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
        name: what the others read, an AI's by its level; of an open seat, for whom it is kept,
            if for somebody.
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

    def __post_init__(self) -> None:
        if self.level is not None:  # whatever an older version has stored
            object.__setattr__(self, "name", level_name(self.level))

    @classmethod
    def human(
        cls, guest: str, name: str, *, registered: bool = False, rating: Rating | None = None
    ) -> Seat:
        return cls(SeatKind.HUMAN, guest, name, registered=registered, rating=rating)

    @classmethod
    def ai(cls, level: str) -> Seat:
        return cls(SeatKind.AI, level=level)

    @classmethod
    def open(cls, kept_for: str = "") -> Seat:
        return cls(SeatKind.OPEN, name=kept_for)


def level_name(level: str) -> str:
    """What a level is called wherever it plays: ``Level 4`` or ``Depth 6``."""
    kind, _, number = level.partition(":")
    return f"Depth {number}" if number else f"Level {kind}"


_OLD_NAME = re.compile(r"AI (level|depth) \d+")


def name_today(name: str) -> str:
    """`name`, or what a level is called now where it is what older versions called one."""
    return name[3:].capitalize() if _OLD_NAME.fullmatch(name) else name


@dataclass(frozen=True, slots=True)
class Guest:
    """A person: an unguessable id and a name, which may be `registered`, that is kept for
    whoever has its password. Who is `hidden` wishes nobody to see that he or she is here."""

    id: str
    name: str
    registered: bool = False
    hidden: bool = False
