"""What somebody has made of the puzzles: first tries, streaks, the puzzle of a day."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

STRIDE = 0.6180339887498949
"""Steps of this share of a list come back to nothing that was near before."""


@dataclass(frozen=True, slots=True)
class Try:
    """A guest's dealings with a puzzle.

    Attributes:
        first_right: whether the first try, without help, was right; it alone counts.
        solved: whether any was.
        wrong: wrong tries so far.
        daily: the day (`date.toordinal`) whose puzzle it was when it was solved.
    """

    puzzle: int
    first_right: bool
    solved: bool
    wrong: int
    daily: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """All of a guest's tries, the newest first."""

    tries: tuple[Try, ...]

    @property
    def solved(self) -> frozenset[int]:
        return frozenset(one.puzzle for one in self.tries if one.solved)

    @property
    def in_a_row(self) -> int:
        """How many first tries were right since the last that was not."""
        wrong = (at for at, one in enumerate(self.tries) if not one.first_right)
        return next(wrong, len(self.tries))

    def days(self, today: int) -> int:
        """Days running on which the day's puzzle was solved, up to today or yesterday."""
        done = {one.daily for one in self.tries}
        last = today if today in done else today - 1
        count = 0
        while last - count in done:
            count += 1
        return count

    def of(self, puzzle: int) -> Try | None:
        return next((one for one in self.tries if one.puzzle == puzzle), None)


def daily(numbers: Sequence[int], day: int) -> int:
    """The puzzle of a day (`date.toordinal`), the same for all, no neighbour of yesterday's.

    Every puzzle has its day before one comes again.
    """
    count = len(numbers)
    step = round(count * STRIDE)
    while gcd(step, count) > 1:
        step += 1
    return numbers[day * step % count]


def following(numbers: Sequence[int], after: int, solved: frozenset[int]) -> int | None:
    """The next unsolved puzzle of a list, after one of them and then from the first."""
    at = numbers.index(after) + 1 if after in numbers else 0
    left = (number for number in (*numbers[at:], *numbers[:at]) if number != after)
    return next((number for number in left if number not in solved), None)
