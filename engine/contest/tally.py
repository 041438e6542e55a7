"""How much stronger one player is than another, from the games they have played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log10, sqrt
from typing import Any

DEVIATIONS = 1.96
"""Standard deviations to either side that hold 95% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Won, drawn and lost games of one side; a draw is worth `draw` points.

    The errors follow from the spread of the three results (trinomial). Half a game won and
    half a game lost are added for them, so that no number of like results is certainty.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    draw: float = 0.5

    def and_points(self, points: float) -> Tally:
        """The tally with one more game: 1, `draw` or 0 points."""
        won, lost = points == 1, points == 0
        drawn = not won and not lost
        return Tally(self.won + won, self.drawn + drawn, self.lost + lost, self.draw)

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The points taken, as a share of those there were."""
        return (self.won + self.draw * self.drawn) / self.games if self.games else 0.0

    @property
    def margin(self) -> float:
        """The share is known to ± this much, with 95% confidence."""
        won, lost, games = self.won + 0.5, self.lost + 0.5, self.games + 1
        mean = (won + self.draw * self.drawn) / games
        spread = won * (1 - mean) ** 2 + self.drawn * (self.draw - mean) ** 2 + lost * mean**2
        return DEVIATIONS * sqrt(spread) / games

    @property
    def decided(self) -> Tally:
        """The games that somebody won."""
        return replace(self, drawn=0)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in strength and the ends of its 95% interval, in Elo points."""
        mean = (self.won + 0.5 + self.draw * self.drawn) / (self.games + 1)
        least = 0.5 / (self.games + 1)
        low, high = mean - self.margin, mean + self.margin
        ends = (max(low, least), min(high, 1 - least))
        return _elo(mean), _elo(ends[0]), _elo(ends[1])

    def figures(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "share": round(self.share, 4),
            "margin": round(self.margin, 4),
        }


def _elo(share: float) -> float:
    """The difference in Elo points at which `share` of the points is expected."""
    return -400 * log10(1 / share - 1)
