"""Every position of Othello as an answer, counted ply by ply."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.othello.explore import explore_othello

if TYPE_CHECKING:
    from engine.games.othello.game import Othello
    from engine.laboratory.inquiry import Inquiry

PLIES = {4: 60, 6: 9}
"""Layers that are explored of each size: all of 4 × 4."""


def positions(inquiry: Inquiry) -> Answer:
    """Every reachable state, a board and whose turn it is, ply by ply.

    Raises:
        UnsupportedGame: the board has no compact key.
    """
    question, control = inquiry.question, inquiry.control
    game = cast("Othello", question.game)
    layers = explore_othello(game, PLIES.get(game.size, 0), control)
    total, bound = sum(layer.positions for layer in layers), len(layers) - 1
    complete = bool(layers) and layers[-1].positions == layers[-1].finished
    verdict, claim = Verdict.PROVED, f"{total:,} states can be reached, counted ply by ply."
    if control.stopped:
        verdict, claim = Verdict.STOPPED, f"Stopped; {total:,} states so far."
    elif not complete:
        verdict, claim = Verdict.NOT_FOUND, f"{total:,} states up to ply {bound}; there are more."
    return Answer(
        question,
        verdict,
        claim,
        "layered exploration of all positions",
        bound=bound,
        columns=("ply", "states", "of which finished", "of which must pass"),
        by_ply=tuple((x.ply, x.positions, x.finished, x.must_pass) for x in layers),
        figures={"states": total},
    )
