"""Glicko-2: how strong a person plays, and how sure that is. Pure.

The steps and their numbers are those of Mark Glickman's "Example of the Glicko-2 system"
(glicko.net/glicko/glicko2.pdf). A game is reckoned as soon as it is over; what passes between two
games widens the deviation by days instead of by whole rating periods, so that nobody waits for the
end of one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

START = 1500.0
"""The rating of somebody of whom nothing is known."""

WIDEST, NARROWEST = 350.0, 45.0
"""Between which deviations stay: that of a newcomer, and one that leaves the strongest regular
something to win."""

LOWEST = 400.0
"""No rating falls below it, so that there is an end to what whoever only loses can lose."""

WILDEST = 0.1
"""The largest volatility; the paper's example begins at 0.06."""

PROVISIONAL = 110.0
"""The deviation from which on a rating is a guess, shown with a question mark."""

PERIOD = 4.665
"""Days of one rating period: a regular's deviation of 60 is at 110 again after a year away."""

TAU = 0.5
"""How far volatility may move at once; the paper has 0.3 to 1.2."""

_SCALE = 173.7178
_CLOSE = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody plays one game.

    Attributes:
        value: on Glickman's scale, on which 1500 is where everybody begins.
        deviation: with 95 % the true strength is within twice of it.
        volatility: how erratic the results are.
        games: that counted.
        day: of the last one, as `datetime.date.toordinal` counts.
    """

    value: float = START
    deviation: float = WIDEST
    volatility: float = 0.06
    games: int = 0
    day: int = 0

    @property
    def provisional(self) -> bool:
        return self.deviation > PROVISIONAL

    @property
    def text(self) -> str:
        """``1587``, and ``1500?`` while that is a guess."""
        return f"{round(self.value)}{'?' if self.provisional else ''}"

    def aged(self, day: int) -> Rating:
        """The same on a later day: less sure. A date before the last game's changes nothing."""
        if not self.games or day <= self.day:
            return self
        periods = (day - self.day) / PERIOD
        wide = sqrt(self.deviation**2 + periods * (_SCALE * self.volatility) ** 2)
        return replace(self, deviation=min(WIDEST, wide))


@dataclass(frozen=True, slots=True)
class Rated:
    """What a game has made of somebody's rating."""

    before: Rating
    after: Rating

    @property
    def text(self) -> str:
        """By how much the shown number changed, as `change_text` says it."""
        return change_text(self.before.value, self.after.value)


def change_text(before: float, after: float) -> str:
    """``+9``, ``−4`` or ``±0``: from one value, as it is shown, to the other."""
    change = round(after) - round(before)
    return f"{'+' if change > 0 else '−' if change else '±'}{abs(change)}"


def after_game(first: Rating, second: Rating, score: float, day: int) -> tuple[Rated, Rated]:
    """What both have after their game on `day`; `score` is the first one's: 1, 0.5 or 0."""
    old = first.aged(day), second.aged(day)
    new = updated(old[0], [(old[1], score)], 0), updated(old[1], [(old[0], 1 - score)], 0)
    return tuple(  # type: ignore[return-value]
        Rated(was, _bounded(replace(now, games=was.games + 1, day=max(was.day, day))))
        for was, now in zip(old, new, strict=True)
    )


def updated(rating: Rating, results: Sequence[tuple[Rating, float]], periods: float = 1) -> Rating:
    """The rating after games against others, each with the score, as of before these games.

    `periods` is for how long the deviation widens meanwhile; 0 where it was `aged` before.
    """
    if not results:
        return rating
    # Step 2: to the Glicko-2 scale.
    mu, phi = (rating.value - START) / _SCALE, rating.deviation / _SCALE
    # Steps 3 and 4: what the games say alone, and how sure that is.
    precision = surplus = 0.0
    for other, score in results:
        other_phi = other.deviation / _SCALE
        weight = 1 / sqrt(1 + 3 * (other_phi / pi) ** 2)
        expected = 1 / (1 + exp(-weight * (mu - (other.value - START) / _SCALE)))
        precision += weight**2 * expected * (1 - expected)
        surplus += weight * (score - expected)
    variance = 1 / precision
    # Step 5: the new volatility.
    volatility = _volatility(rating.volatility, phi, variance, variance * surplus)
    # Steps 6 and 7: the new deviation and rating.
    wide = phi**2 + periods * volatility**2
    new_phi = 1 / sqrt(1 / wide + precision)
    value = START + _SCALE * (mu + new_phi**2 * surplus)
    # Step 8: back to the usual scale.
    return replace(rating, value=value, deviation=_SCALE * new_phi, volatility=volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The root that step 5 asks for, by the Illinois method."""
    a = log(sigma**2)

    def f(x: float) -> float:
        grown = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - a) / TAU**2

    low, high = a, log(delta**2 - phi**2 - variance) if delta**2 > phi**2 + variance else a - TAU
    while delta**2 <= phi**2 + variance and f(high) < 0:
        high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def _bounded(rating: Rating) -> Rating:
    return replace(
        rating,
        value=max(LOWEST, rating.value),
        deviation=min(WIDEST, max(NARROWEST, rating.deviation)),
        volatility=min(WILDEST, rating.volatility),
    )
