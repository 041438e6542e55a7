"""What somebody wants to do to a match."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from webapp.domain.match import UNNAMED, OfferKind
from webapp.domain.timing import UNTIMED, Moment

if TYPE_CHECKING:
    from engine.game import Move


class ActionKind(StrEnum):
    """The names of the actions on the wire."""

    MOVE = "move"
    RESIGN = "resign"
    OFFER = "offer"
    ACCEPT = "accept"
    DECLINE = "decline"
    TAKEBACK = "takeback"
    LEVEL = "level"
    REMATCH = "rematch"
    RESET = "reset"
    ABORT = "abort"
    CLAIM = "claim"
    GIVE = "give"
    SHOW = "show"
    HINT = "hint"


class Claim(StrEnum):
    """What may be claimed when the other has left."""

    WIN = "win"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Action:
    """What somebody wants to do.

    Attributes:
        id: the client's name for it, to recognise it when it is sent twice.
        ply: the ply the actor saw (moves: required).
        seat: which of several seats at one screen; for a level, whose.
        fresh_id: the id a next match would get.
        on: whether others may watch.
        moment: when it arrived, and how long it was on its way.
    """

    kind: ActionKind
    id: str | None = None
    ply: int | None = None
    move: Move | None = None
    seat: int | None = None
    offer: OfferKind | None = None
    level: str | None = None
    claim: Claim = Claim.WIN
    on: bool = False
    fresh_id: str = ""
    moment: Moment = UNTIMED

    @property
    def key(self) -> str | None:
        """Equal for the same action sent twice."""
        if self.kind is not ActionKind.MOVE:
            return self.id
        return (
            f"{self.ply}:{self.id}" if self.id is not None else f"{UNNAMED}{self.ply}:{self.move}"
        )
