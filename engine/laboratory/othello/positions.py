"""Every position of Othello as an answer, counted ply by ply."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.othello.explore import OthelloExploration, explore_othello

if TYPE_CHECKING:
    from engine.games.othello.game import Othello
    from engine.laboratory.inquiry import Inquiry

PLIES = {4: 17, 6: 10, 8: 9}
"""Plies explored of each size where no bound is given: all of 4 × 4, else a minute's worth."""


def positions(inquiry: Inquiry) -> Answer:
    """Every reachable state, a board and whose turn it is, ply by ply.

    With passes a state may be met after several numbers of plies: each counts it, but the
    number of states counts it once.

    Raises:
        UnsupportedGame: the board is larger than 8 × 8.
    """
    game, control = cast("Othello", inquiry.question.game), inquiry.control
    asked = inquiry.bounds.plies
    plies = PLIES.get(game.size) if asked is None else asked
    found = explore_othello(game, plies, control, lambda layer: inquiry.tell(layer.ply, plies))
    bound = len(found.layers) - 1
    return Answer(
        inquiry.question,
        *_verdict(found, bound, control.stopped),
        "layered exploration of all positions",
        bound=bound,
        columns=("ply", "states", "of which finished", "of which must pass"),
        by_ply=tuple((x.ply, x.positions, x.finished, x.must_pass) for x in found.layers),
        figures={"states": found.total if found.distinct is None else found.distinct},
    )


def _verdict(found: OthelloExploration, bound: int, stopped: bool) -> tuple[Verdict, str]:
    number, twice = found.distinct, ""
    if number is None:
        number, twice = found.total, ", those met after several numbers of plies at each of them"
    elif number < found.total:
        twice = f"; ply by ply {found.total:,}, as some are met after several numbers of plies"
    said = f"{number:,} different states, a board and whose turn it is"
    if stopped:
        return Verdict.STOPPED, f"Stopped; {number:,} states so far."
    if found.complete:
        return Verdict.PROVED, f"{said}, can be reached{twice}."
    return Verdict.COUNTED, f"{said}, can be reached within {bound} plies{twice}. There are more."
