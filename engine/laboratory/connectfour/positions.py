"""Every position of Connect Four as an answer: counted ply by ply, with what can be forced."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.connectfour.census import census, feasible
from engine.laboratory.connectfour.explore import MAX_KEPT, Exploration, explore
from engine.laboratory.connectfour.symbolic import layers as diagrams

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.games.connectfour.game import ConnectFour
    from engine.laboratory.connectfour.explore import Layer
    from engine.laboratory.inquiry import Inquiry

SQUARES_ONE_BY_ONE = 25
"""Boards of at most so many squares are gone through position by position, larger ones by sets."""

PLIES_BY_DIAGRAMS = 12
"""Of these at most so many plies are sooner counted by diagrams, whatever the board."""

_ONE_BY_ONE = "layered exploration of all positions"
_BY_COLUMNS = "all boards counted column by column"
_BY_DIAGRAMS = "decision diagrams of all positions"
_FORCED = {1: "can force a win", 0: "can force a draw, not more", -1: "cannot force even a draw"}


def positions(inquiry: Inquiry) -> Answer:
    """Every reachable position, ply by ply, with what each player can force.

    Raises:
        UnsupportedGame: the board has no compact key.
    """
    question = inquiry.question
    game = cast("ConnectFour", question.game)
    found, method = _explored(inquiry, game)
    figures = {"states": found.positions} | {
        f"won by {name}": sum(layer.won for layer in found.layers[mover + 1 :: game.players])
        for mover, name in enumerate(game.player_names)
    }
    figures["drawn"] = sum(layer.full for layer in found.layers)
    rows = tuple(
        (layer.ply, layer.positions, layer.won, layer.positions - layer.won - layer.full)
        for layer in found.layers
    )
    bound = max(0, len(found.layers) - 1)
    verdict, claim = _claim(inquiry, found, bound)
    return Answer(
        question,
        verdict,
        claim,
        method,
        forced=found.values or (),
        bound=bound,
        columns=("ply", "positions", "of which won", "going on"),
        by_ply=rows,
        figures=figures,
    )


def _explored(inquiry: Inquiry, game: ConnectFour) -> tuple[Exploration, str]:
    """The positions and the way they were found: one by one, or by columns or diagrams where
    there are too many for that."""
    control, plies, squares = inquiry.control, inquiry.bounds.plies, game.columns * game.rows
    report = _reporter(inquiry, squares if plies is None else plies)
    if game.players > 2 or squares <= SQUARES_ONE_BY_ONE:
        return explore(game, control, report, plies=plies), _ONE_BY_ONE
    found, method = Exploration(), _ONE_BY_ONE
    if (plies is None or plies > PLIES_BY_DIAGRAMS) and feasible(game):
        found, method = _by_columns(inquiry, game), _BY_COLUMNS
    if not found.layers and not control.stopped:
        found, method = _by_diagrams(inquiry, game, report), _BY_DIAGRAMS
    if found.complete and found.positions <= MAX_KEPT:  # small enough for values after all
        return explore(game, control, report), _ONE_BY_ONE
    return found, method


def _claim(inquiry: Inquiry, found: Exploration, bound: int) -> tuple[Verdict, str]:
    """What is known now, and the sentence that says it."""
    names, plies = inquiry.question.game.player_names, inquiry.bounds.plies
    reached = f"{found.positions:,} positions can be reached"
    if found.values is not None:
        forced = zip(names, found.values, strict=True)
        said = "".join(f" {name} {_FORCED[value]}." for name, value in forced)
        return Verdict.PROVED, f"{reached}.{said}"
    if found.complete:
        return Verdict.PROVED, f"{reached}."
    if inquiry.control.stopped:
        return Verdict.STOPPED, f"Stopped; {found.positions:,} positions so far."
    too_many = plies is None or bound < plies
    more = "More do not fit in memory" if too_many else "There are more"
    return Verdict.COUNTED, f"{reached} within {bound} plies. {more}."


def _by_columns(inquiry: Inquiry, game: ConnectFour) -> Exploration:
    """The layers, all at once, with no word on what can be forced; none when stopped."""
    found, plies = Exploration(), inquiry.bounds.plies
    layers = census(game, inquiry.control, inquiry.tell_part)
    found.layers = layers if plies is None else layers[: plies + 1]
    found.complete = _is_last(found.layers)
    return found


def _by_diagrams(
    inquiry: Inquiry, game: ConnectFour, report: Callable[[Layer], None]
) -> Exploration:
    """The layers as sets, with no word on what can be forced."""
    found = Exploration()
    for layer in diagrams(game, inquiry.control, inquiry.bounds.plies):
        found.layers.append(layer)
        report(layer)
    found.complete = _is_last(found.layers)
    return found


def _is_last(layers: list[Layer]) -> bool:
    """Whether no game goes on beyond the last of the layers."""
    return bool(layers) and layers[-1].positions == layers[-1].won + layers[-1].full


def _reporter(inquiry: Inquiry, last: int) -> Callable[[Layer], None]:
    def report(layer: Layer) -> None:
        inquiry.tell(layer.ply, last, note=f"{layer.positions:,} positions")

    return report
