"""Which ply of a game is searched next, until every one is proved that can be afforded.

What books know comes first. Then a review goes from the last ply back, as what is proved of
later plies helps the earlier ones. Short searches prove its end, and what lies just beyond the
book, within a moment: the best moves alone, for what was played is worth what the next ply is,
and that is all a mistake needs. Then every ply gets an estimate, and the proofs go on with more
and more time for each. A pass ends where plies one after the other were too hard: those beyond
them are harder still.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.search.limits import Limit
from webapp.service.known import THOROUGH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.game import Move
    from webapp.service.known import Known


QUICK = 0.12
"""Seconds of the searches that are to find the first mistakes."""

SOON = 0.9
"""Seconds of those that go on from there, before every ply gets an estimate: for what a quick one
almost proves would else wait until then."""


@dataclass(frozen=True, slots=True)
class Pass:
    """One walk from the end of a game to its beginning.

    Attributes:
        seconds: of each search.
        urgency: among all searches, see `webapp.service.analysis`.
        patience: plies one after the other that may stay unproved before it ends; None: all.
        forward: whether it walks from the beginning to the end instead.
        alone: whether it proves what was played and the best move, and no others.
    """

    seconds: float
    urgency: int
    patience: int | None
    forward: bool = False
    alone: bool = False

    def ends(self, found: Known, played: Move | None) -> bool:
        """Whether it asks no more of a ply; forward the next ply will say what was played."""
        if self.alone:
            return found.proves(None if self.forward else played)
        return found.reviewed(played)


PASSES = (
    Pass(0.02, 1, 1, forward=True),
    Pass(QUICK, 1, 1, forward=True, alone=True),
    Pass(QUICK, 1, 1, alone=True),
    Pass(SOON, 3, 1, alone=True),
    Pass(0.25, 3, None),
    Pass(THOROUGH, 5, 3),
    Pass(1.0, 5, None),
    Pass(30.0, 6, 2),
)

STAND_IN_PASS = Pass(THOROUGH, 5, None)
"""What is repeated while plain Python stands in for the compiled search."""

SHARE_OF_OTHERS = 1 / 8
"""Part of a thorough search that the moves beside the best one get, whose proofs together may
take ten times as long."""

GLANCE = 0.005
"""Seconds that they get where the best move alone is to be proved."""

PATIENCE = 8
"""Times its seconds that a search waits on a busy machine until it has had them."""


@dataclass(frozen=True, slots=True)
class Step:
    """The search of one ply of a game."""

    ply: int
    seconds: float
    urgency: int


def bounds_of(seconds: float, *, review: bool) -> tuple[Limit, float | None]:
    """The limit of a search, and what of it the moves beside the best one get at least.

    What a `review` can prove is not to depend on what else the machine does. For the second
    see `engine.judging.analysis.analyze`.
    """
    if not review:
        return Limit(time=seconds), None
    others = GLANCE if seconds in {QUICK, SOON} else None
    if seconds >= THOROUGH:
        others = seconds * SHARE_OF_OTHERS
    return Limit(time=seconds, patience=PATIENCE), others


def next_step(
    known: Mapping[int, Known], played: Sequence[Move | None], *, standing_in: bool = False
) -> Step | None:
    """The next search of a game; None: it is as sure as it gets.

    `known`: what was found so far by ply.
    `played`: the move made at each ply to be reviewed; None where the game goes on.
    `standing_in`: whether the findings of a stand-in's search are all there is for now.
    """
    for a_pass in PASSES:
        if a_pass.forward and a_pass.alone and not (known and known[0].proves(None)):
            continue  # no book to go beyond
        failed = 0
        for ply in _walk(len(played), forward=a_pass.forward):
            found = known.get(ply)
            done = found is not None and a_pass.ends(found, played[ply])
            tried = found is not None and found.tried(a_pass.seconds, standing_in=standing_in)
            if not (done or tried):
                return Step(ply, a_pass.seconds, a_pass.urgency)
            failed = 0 if done else failed + 1
            if failed == a_pass.patience:
                break
    if standing_in:
        for ply in _walk(len(played), forward=False):
            if known[ply].stand_in and not known[ply].settled:
                return Step(ply, STAND_IN_PASS.seconds, STAND_IN_PASS.urgency)
    return None


def _walk(plies: int, *, forward: bool) -> range:
    return range(plies) if forward else range(plies - 1, -1, -1)
