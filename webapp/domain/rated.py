"""Which games count for ratings, and when. Pure.

One rating a game, with whatever clock: ratings by speed would be six numbers of which a small place
could keep none sure. Against the computer, at one screen, among three, on boards of other sizes and
from other positions games are casual.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.registry import family_key
from webapp.domain.events import Ended, Moved
from webapp.domain.rating import after_game
from webapp.domain.seat import SeatKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game
    from webapp.domain.events import AnyEvent
    from webapp.domain.match import Match
    from webapp.domain.rating import Rated, Rating
    from webapp.domain.result import Result


def ladder(game: Game) -> str | None:
    """What ratings of this game are kept under, its family's key; None where none are."""
    usual = game.key == family_key(game.key) and game.players == 2
    return game.key if usual else None


def settled(
    match: Match, events: Sequence[AnyEvent], ratings: Sequence[Rating], day: int
) -> tuple[AnyEvent, ...]:
    """The next events of a rated match, its end, if it is among them, with what it makes of the
    players' `ratings` (in the order of the seats) on `day`."""
    return tuple(
        replace(event, ratings=counted(event.result, ratings, day))
        if isinstance(event, Ended) and counts(match, events)
        else event
        for event in events
    )


def counts(match: Match, events: Sequence[AnyEvent]) -> bool:
    """Whether these events end a rated match in which everybody has moved by then."""
    if not match.rated or any(seat.kind is not SeatKind.HUMAN for seat in match.seats):
        return False
    moved = {event.seat for event in events if isinstance(event, Moved)}
    begun = all(seat in moved or match.has_moved(seat) for seat in range(len(match.seats)))
    ends = (event.result for event in events if isinstance(event, Ended))
    return begun and any(result.counts for result in ends)


def counted(result: Result, ratings: Sequence[Rating], day: int) -> tuple[Rated, ...]:
    """What the result of a game between two makes of their ratings."""
    score = 0.5 if result.winner is None else float(result.winner == 0)
    return after_game(ratings[0], ratings[1], score, day)
