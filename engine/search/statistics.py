"""What a search did with the positions it visited, for those who are curious."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Counts of one search, of all its threads. Ways to an answer that take no moves in order
    (bounds, the last few squares of Othello, the ply before the horizon) are not among them.

    Attributes:
        hits: positions that the transposition table answered, by their own entry or a reply's.
        cuts: positions where one move sufficed, so that those after it were not searched
            (alpha-beta's cut-offs).
        first_cuts: those of them where it was the first move searched; the more of them, the
            better the order of the moves.
    """

    hits: int
    cuts: int
    first_cuts: int

    def __sub__(self, earlier: Statistics) -> Statistics:
        """What was counted since `earlier`."""
        return Statistics(
            hits=self.hits - earlier.hits,
            cuts=self.cuts - earlier.cuts,
            first_cuts=self.first_cuts - earlier.first_cuts,
        )

    @property
    def first_share(self) -> float | None:
        """The part of the cut-offs that the first move brought about; None without any."""
        return self.first_cuts / self.cuts if self.cuts else None
