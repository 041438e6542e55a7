"""An exact score by null windows: MTD(f), Plaat's, for scores that are even numbers of discs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.othello.evaluation.evaluation import DISC

if TYPE_CHECKING:
    from collections.abc import Callable


def settle(low: int, high: int, guess: int, exceeds: Callable[[int], int | None]) -> int | None:
    """The score between `low` and `high`, or the end of that range that it lies beyond.

    ``exceeds(alpha)`` answers a bound on the right side of `alpha`. None once it answers None.
    """
    while low < high:
        alpha = window(low, high, guess)
        answer = exceeds(alpha)
        if answer is None:
            return None
        guess = answer
        if answer > alpha:
            low = min(answer, high)
        else:
            high = max(answer, low)
    return low


def window(low: int, high: int, guess: int) -> int:
    """What to ask whether a score between `low` and `high` exceeds, expecting `guess`."""
    return min(max(guess, low + 2), high) - 1


def nearest(hundredths: float) -> int:
    """The possible final score nearest to an estimate."""
    return 2 * round(hundredths / (2 * DISC))
