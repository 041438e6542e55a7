"""Questions about every position: how many there are, and what perfect play comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.game import ConnectFour
from engine.games.othello.game import Othello
from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.explore import explore
from engine.laboratory.othello_explore import explore_othello
from engine.laboratory.trace import Trace
from engine.search.limits import Limit
from engine.search.searcher import searcher_for
from engine.words import describe_outcome

if TYPE_CHECKING:
    from engine.game import Position
    from engine.laboratory.query import Question
    from engine.search.control import SearchControl

OTHELLO_PLIES = {4: 60, 6: 9}
"""Layers that are explored of each size: all of 4 × 4."""

_FORCED = {1: "can force a win", 0: "can force a draw, not more", -1: "cannot force even a draw"}


def positions(question: Question, control: SearchControl) -> Answer:
    """Every reachable position, ply by ply, with what each player can force.

    Raises:
        UnsupportedGame: the board has no compact key.
    """
    game = question.game
    if isinstance(game, Othello):
        return _othello_positions(question, game, control)
    assert isinstance(game, ConnectFour)  # noqa: S101 (there are two families)
    found = explore(game, control)
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
        verdict = Verdict.NOT_FOUND
        claim = f"{found.positions:,} positions up to ply {bound}; more do not fit in memory."
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


def _othello_positions(question: Question, game: Othello, control: SearchControl) -> Answer:
    layers = explore_othello(game, OTHELLO_PLIES.get(game.size, 0), control)
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


def value(question: Question, control: SearchControl, position: Position | None = None) -> Answer:
    """The result of perfect play, by the game's solver: from the start, with a best line.

    From any other `position` there is no line from the start to show.
    """
    start: Position = position or question.game.start()
    outcome = start.outcome()
    if outcome is not None:
        claim = f"The game is over: {describe_outcome(start.game, outcome)}"
        return Answer(question, Verdict.PROVED, claim, "the rules")
    info = searcher_for(question.game).search(start, Limit(), control)
    if not info.exact:
        claim = "Stopped before the game was solved."
        return Answer(question, Verdict.STOPPED, claim, "exact search", exact=False)
    names = question.game.player_names
    if info.score == 0:
        claim = "With best play the game is a draw."
    else:
        winner = names[start.to_move if info.score > 0 else 1 - start.to_move]
        mover = names[start.to_move]
        claim = f"With best play {winner} wins; the score for {mover} is {info.score:+}."
    return Answer(
        question,
        Verdict.PROVED,
        claim,
        "exact search",
        witness=None if position else Trace(question.game, info.pv),
        value=info.score,
        figures={"states": info.nodes},
    )
