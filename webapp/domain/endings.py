"""How a match goes on without a player who gave up, ran out of time or left. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.domain.events import Ended, HandedOver, Rematched, Renamed
from webapp.domain.match import Status
from webapp.domain.result import Reason, Result
from webapp.domain.seat import SeatKind

if TYPE_CHECKING:
    from webapp.domain.events import AnyEvent
    from webapp.domain.match import Match

SUBSTITUTE_LEVEL = "4"
"""Of the AI that plays on for somebody who is out, where no other AI sits at the board."""


def given_up(match: Match, seat: int, reason: Reason) -> tuple[AnyEvent, ...]:
    """The player of `seat` is out. Of two, the other wins; among three, the others play on.

    Three players keep their three colours: a skipped turn would be a rule that Connect Four
    does not have, and no record or analysis could be replayed with it. So the computer drops
    the discs of whoever is out.
    """
    others = [s for i, s in enumerate(match.seats) if i != seat and s.kind is SeatKind.HUMAN]
    if reason is not Reason.TIME:  # who plays for several gives up for all of them
        others = [s for s in others if s.guest != match.seats[seat].guest]
    if match.game.players > 2 and others:
        levels = [s.level for s in match.seats if s.level is not None]
        return (HandedOver(seat, levels[0] if levels else SUBSTITUTE_LEVEL, reason),)
    winner = 1 - seat if match.game.players == 2 else None
    return (Ended(Result(reason, winner, by=seat)),)


def called_off(match: Match, instead: str | None) -> tuple[AnyEvent, ...]:
    """Nobody waits for strangers any more, but plays in another match `instead`."""
    if not match.open or match.status is not Status.WAITING:
        return ()
    ended = Ended(Result(Reason.ABANDONED))
    return (ended, Rematched(instead, begins=False)) if instead else (ended,)


def turned_down(match: Match, name: str | None = None) -> tuple[AnyEvent, ...]:
    """Whom a free seat is kept for does not come: nobody plays. `name`: his or hers from now on,
    also where that had been said before."""
    free = [i for i, seat in enumerate(match.seats) if seat.kind is SeatKind.OPEN]
    others = [i for i in free if match.seats[i].name != name]
    renamed = () if name is None else tuple(Renamed(seat, name) for seat in others)
    if match.status is not Status.WAITING:
        return renamed
    return (*renamed, Ended(Result(Reason.ABANDONED, by=free[0])))
