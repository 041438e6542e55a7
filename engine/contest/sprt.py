"""When to end a contest of two: the sequential probability ratio test.

Two hypotheses, that the difference in strength is `elo0` or `elo1`, are told apart with errors of
5% to either side. The logarithm of the likelihood ratio is Van den Bergh's approximation for games
with draws ("The GSPRT"), ``n/2 log(v0 / v1)``: of n games, v0 and v1 are the mean squares of what
their points differ from what either hypothesis expects.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from engine.errors import EngineError

if TYPE_CHECKING:
    from engine.contest.tally import Tally

ERROR = 0.05
"""How likely either wrong answer is."""

MOST = 4_000
"""Elo points that players may be tested for; that many win all but one of 10^10 games."""

BOUND = log((1 - ERROR) / ERROR)
"""The ratio's logarithm at which a hypothesis is accepted: 2.94."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of `elo1` against `elo0`.

    Raises:
        EngineError: the second is not the larger, or one is nobody's.
    """

    elo0: float
    elo1: float

    def __post_init__(self) -> None:
        if not -MOST <= self.elo0 < self.elo1 <= MOST:
            raise EngineError(
                f"A test needs two Elo numbers that rise, from -{MOST} to {MOST}:"
                f" {self.elo0:g} and {self.elo1:g} are not."
            )

    def ratio(self, tally: Tally) -> float:
        """The logarithm of the likelihood ratio so far."""
        spreads = [
            # half a game won and lost are added, as for the tally's errors, lest one be 0
            (tally.won + 0.5) * (1 - share) ** 2
            + tally.drawn * (0.5 - share) ** 2
            + (tally.lost + 0.5) * share**2
            for share in (1 / (1 + 10 ** (-elo / 400)) for elo in (self.elo0, self.elo1))
        ]
        return tally.games / 2 * log(spreads[0] / spreads[1])

    def verdict(self, tally: Tally) -> str | None:
        """``"elo0"`` or ``"elo1"``, whichever is accepted; None while neither is."""
        ratio = self.ratio(tally)
        return None if abs(ratio) < BOUND else "elo1" if ratio > 0 else "elo0"
