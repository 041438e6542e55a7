"""The value of a small Othello board, proved from the start in steps that outlive the process.

What has been proved is kept in a file of a folder that the asker names; asked again, with
the same folder, the proof goes on from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import NotationError
from engine.games.othello.game import Othello
from engine.games.othello.proof import Interrupted, Proof
from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.trace import Trace
from engine.search.limits import Limit
from engine.search.searcher import searcher_for
from engine.words import describe_outcome

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import TypeAlias

    from engine.laboratory.query import Question
    from engine.search.control import SearchControl

    Report: TypeAlias = Callable[[int, int, str, str], None]
    """Hears how much of what is done, of what, and a sentence about it."""

WHOLE = 1000
"""What progress is counted in: thousandths of the work expected."""


def prove_value(question: Question, folder: Path, control: SearchControl, report: Report) -> Answer:
    """The value of the start, by a proof that goes on from what `folder` holds."""
    game = question.game
    assert isinstance(game, Othello)  # noqa: S101 (`Question.takes_long` has said so)
    proof = _begun(game, folder, control)
    try:
        for step in proof.steps():
            known = (
                f"{step.proved:,} positions proved, the score between {step.low} and {step.high}"
            )
            report(int(WHOLE * step.fraction), WHOLE, "%", known)
    except Interrupted:
        return Answer(question, Verdict.STOPPED, "Stopped; asked again, it goes on.", _METHOD)
    step = proof.step
    witness = _line_of_best_play(game, step.low, control)
    return Answer(
        question,
        Verdict.PROVED,
        _claim(game, step.low, witness),
        _METHOD,
        witness=witness,
        value=step.low,
        figures={"states": step.nodes, "positions proved": step.proved},
    )


_METHOD = "proof from the start, in steps"


def _begun(game: Othello, folder: Path, control: SearchControl) -> Proof:
    """The proof as far as it is. A file that cannot be read is put aside."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"othello-{game.size}.txt"
    try:
        return Proof(game.size, path, control)
    except NotationError:
        path.replace(path.with_suffix(".unreadable"))
        return Proof(game.size, path, control)


def _line_of_best_play(game: Othello, score: int, control: SearchControl) -> Trace | None:
    """A game that ends with the proved score: what the game's searcher takes for best play."""
    info = searcher_for(game).search(game.start(), Limit(), control)
    trace = Trace(game, info.pv)
    ended = trace.outcome
    return trace if ended is not None and ended.score == score else None


def _claim(game: Othello, score: int, witness: Trace | None) -> str:
    if score == 0:
        return "With best play the game is a draw."
    winner = game.player_names[0 if score > 0 else 1]
    claim = f"With best play {winner} wins; the score for {game.player_names[0]} is {score:+}."
    if witness is not None and witness.outcome is not None:
        claim += f" {describe_outcome(game, witness.outcome)}"
    return claim
