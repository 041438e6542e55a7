"""Questions about the game as a whole: its positions, its value, its zugzwang."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.backend import backend_of
from engine.laboratory.trace import Trace
from engine.parts.of_game import searcher_for
from engine.search.limits import Limit
from engine.sentences import describe_outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move, Position
    from engine.laboratory.inquiry import Inquiry
    from engine.laboratory.language.query import Question
    from engine.search.control import SearchControl


def positions(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    """Every reachable position, ply by ply."""
    return backend_of(inquiry.question.game).positions(inquiry), iter(())


def zugzwang(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    """A position whose mover would rather pass, and further lines that end in one."""
    return backend_of(inquiry.question.game).zugzwang(inquiry)


def value(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    """The result of perfect play from the start, with a best line."""
    proof = (
        backend_of(inquiry.question.game).proof(inquiry) if inquiry.question.takes_long else None
    )
    return proof or value_of(inquiry.question, inquiry.control), iter(())


def value_of(
    question: Question, control: SearchControl, position: Position | None = None
) -> Answer:
    """The result of perfect play, by the game's solver.

    From any other `position` than the start there is no line from the start to show.
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
        winner = names[start.to_move if info.score.value > 0 else 1 - start.to_move]
        mover = names[start.to_move]
        claim = f"With best play {winner} wins; the score for {mover} is {info.score.value:+}."
    return Answer(
        question,
        Verdict.PROVED,
        claim,
        "exact search",
        witness=None if position else Trace(question.game, info.pv),
        value=info.score.value,
        figures={"states": info.nodes},
    )
