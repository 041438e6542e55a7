"""How much somebody wants to know of the position they look at."""

from __future__ import annotations

from dataclasses import dataclass

SLICES = (0.3, 1.0, 4.0, 16.0)
"""Seconds of one search after the other of the position that is looked at."""

LONGER = (60.0, 120.0, 240.0, 480.0, 960.0)
"""Those that follow for who wants to go on for as long as they look."""

URGENCY = (0, 2, 4, 7, 8, 9, 10, 11, 12)
"""Of each slice, the most urgent first; between them come the passes of a review."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a person has set.

    Attributes:
        seconds: of the longest search; None: as long as they look.
        depth: plies at which it is enough; None: never.
        lines: moves whose lines are told.
    """

    seconds: float | None = SLICES[-1]
    depth: int | None = None
    lines: int = 3

    @property
    def slices(self) -> tuple[float, ...]:
        """The searches one after the other."""
        every = SLICES + LONGER
        if self.seconds is None:
            return every
        return tuple(slice_ for slice_ in every if slice_ <= self.seconds) or every[:1]

    def reached(self, depth: int) -> bool:
        """Whether a search to this depth is enough."""
        return self.depth is not None and depth >= self.depth


USUAL = Effort()
