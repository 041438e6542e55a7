"""Which ply of a game is searched next, until every one is proved that can be afforded.

A review goes from the last ply back, as what is proved of later plies helps the earlier ones.
Short searches prove the end of a game within a moment; then every ply gets an estimate, and
the proofs go on with more and more time for each. A pass ends where plies one after the
other were too hard: those before them are harder still.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webapp.service.known import Known


@dataclass(frozen=True, slots=True)
class Pass:
    """One walk from the end of a game to its beginning.

    Attributes:
        seconds: of each search.
        urgency: among all searches, see `webapp.service.analysis`.
        patience: plies one after the other that may stay unproved before it ends; None: all.
    """

    seconds: float
    urgency: int
    patience: int | None


PASSES = (
    Pass(0.1, 1, 1),
    Pass(0.25, 3, None),
    Pass(4.0, 5, 3),
    Pass(30.0, 6, 2),
)

STAND_IN_PASS = PASSES[2]
"""What is repeated while plain Python stands in for the compiled search."""


@dataclass(frozen=True, slots=True)
class Step:
    """The search of one ply of a game."""

    ply: int
    seconds: float
    urgency: int


def next_step(known: Mapping[int, Known], plies: int, *, standing_in: bool = False) -> Step | None:
    """The next search of a game with so many plies to review; None: it is as sure as it gets.

    `known`: what was found so far by ply, settled for those that need no search.
    `standing_in`: whether the findings of a stand-in's search are all there is for now.
    """
    for a_pass in PASSES:
        failed = 0
        for ply in range(plies - 1, -1, -1):
            found = known.get(ply)
            if found is None or not found.tried(a_pass.seconds, standing_in=standing_in):
                return Step(ply, a_pass.seconds, a_pass.urgency)
            failed = 0 if found.settled else failed + 1
            if failed == a_pass.patience:
                break
    if standing_in:
        for ply in range(plies - 1, -1, -1):
            if known[ply].stand_in and not known[ply].settled:
                return Step(ply, STAND_IN_PASS.seconds, STAND_IN_PASS.urgency)
    return None
