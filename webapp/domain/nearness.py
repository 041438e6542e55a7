"""Which of those who wait for a stranger somebody is brought together with. Pure.

In rated games the nearest rating comes first, and who wishes so waits for one that is near; what
counts as near grows with waiting, and after a while anybody does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webapp.domain.match import Match
    from webapp.domain.rating import Rating
    from webapp.domain.setup import NewMatch

NEAR = 100
"""How far ratings are apart at most that are near at once; the weaker one scores a third."""

WIDER = 5
"""Points by which that grows with each second of waiting."""

ANYBODY = 60_000
"""Milliseconds of waiting after which a game with anybody is better than none."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that waits for a stranger, and for how long (milliseconds)."""

    match: Match
    waited: int

    @property
    def rating(self) -> Rating | None:
        """Of whoever waits there."""
        return next((seat.rating for seat in self.match.seats if seat.rating), None)

    def takes(self, rating: Rating | None) -> bool:
        """Whether somebody with this rating is near enough by now."""
        if not self.match.near or self.waited >= ANYBODY:
            return True
        return _apart(self.rating, rating) <= NEAR + WIDER * self.waited / 1000


def suitable(waiting: Iterable[Waiting], order: NewMatch, rating: Rating | None) -> list[Match]:
    """The matches that somebody who orders this, and has waited for nothing yet, may join: the
    nearest rating first, else the longest waiting."""
    apart = [(_apart(one.rating, rating), one) for one in waiting if alike(one.match, order)]
    if order.rated:
        apart.sort(key=lambda pair: pair[0])
    return [
        one.match
        for distance, one in apart
        if one.takes(rating) and (not order.near or distance <= NEAR)
    ]


def alike(match: Match, other: Match | NewMatch) -> bool:
    """Whether the same is wanted in both."""
    return (match.game, match.control, match.rated) == (other.game, other.control, other.rated)


def met(one: Waiting, waiting: Iterable[Waiting]) -> Match | None:
    """The nearest match of somebody who has waited longer, and with whom whoever waits in `one` may
    play by now. Of two that a server has found at once their ids decide."""
    near = [
        other
        for other in waiting
        if (other.waited, other.match.id) > (one.waited, one.match.id)
        if alike(one.match, other.match)
        if not one.match.guests() & other.match.guests()
        if one.takes(other.rating) and other.takes(one.rating)
    ]
    return min(near, key=lambda other: _apart(one.rating, other.rating)).match if near else None


def _apart(one: Rating | None, other: Rating | None) -> float:
    """Between two of whom one has no rating there is nothing to compare."""
    return abs(one.value - other.value) if one and other else 0
