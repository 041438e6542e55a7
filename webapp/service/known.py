"""What is known of one position that people look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.judging.analysis import Analysis


@dataclass(frozen=True, slots=True)
class Known:
    """An analysis, the seconds that it may have taken, and whether by a stand-in's search."""

    found: Analysis
    seconds: float
    stand_in: bool = False

    @property
    def settled(self) -> bool:
        """Whether more time would change nothing."""
        return all(candidate.exact for candidate in self.found.candidates)

    def suffices(self, seconds: float) -> bool:
        """Whether a search of so many seconds is not needed any more."""
        return self.tried(seconds, standing_in=False)

    def tried(self, seconds: float, *, standing_in: bool) -> bool:
        """The same, where a stand-in's search may be all there is for now."""
        return self.settled or (self.seconds >= seconds and (standing_in or not self.stand_in))

    def beats(self, other: Known) -> bool:
        """Whether to remember it in place of another one."""
        return self._rank >= other._rank

    @property
    def _rank(self) -> tuple[bool, bool, float]:
        return self.settled, not self.stand_in, self.seconds
