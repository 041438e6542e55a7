"""Every position of Connect Four as an answer: counted ply by ply, with what can be forced."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.connectfour.explore import explore

if TYPE_CHECKING:
    from engine.games.connectfour.game import ConnectFour
    from engine.laboratory.inquiry import Inquiry

_FORCED = {1: "can force a win", 0: "can force a draw, not more", -1: "cannot force even a draw"}


def positions(inquiry: Inquiry) -> Answer:
    """Every reachable position, ply by ply, with what each player can force.

    Raises:
        UnsupportedGame: the board has no compact key.
    """
    question, control = inquiry.question, inquiry.control
    game = cast("ConnectFour", question.game)
    plies, squares = inquiry.bounds.plies, game.columns * game.rows
    found = explore(
        game, control, lambda layer: inquiry.tell(layer.ply, plies or squares), plies=plies
    )
    figures = {"states": found.positions, "won": sum(layer.won for layer in found.layers)}
    rows = tuple((layer.ply, layer.positions, layer.won) for layer in found.layers)
    bound = len(found.layers) - 1
    verdict = Verdict.PROVED
    claim = f"{found.positions:,} positions can be reached."
    if found.values is not None:
        claim += "".join(
            f" {name} {_FORCED[value]}."
            for name, value in zip(game.player_names, found.values, strict=True)
        )
    elif control.stopped:
        verdict, claim = Verdict.STOPPED, f"Stopped; {found.positions:,} positions so far."
    else:
        verdict, more = Verdict.COUNTED, "There are more"
        if plies is None or bound < plies:
            more = "More do not fit in memory"
        claim = f"{found.positions:,} positions can be reached within {bound} plies. {more}."
    return Answer(
        question,
        verdict,
        claim,
        "layered exploration of all positions",
        forced=found.values or (),
        bound=bound,
        columns=("ply", "positions", "of which won"),
        by_ply=rows,
        figures=figures,
    )
