"""The value of a small Othello board, proved from the start in steps that outlive the process.

What has been proved is kept in a file of a folder that the asker names; asked again, with
the same folder, the proof goes on from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.errors import NotationError
from engine.games.othello.solver.proof import Interrupted, Proof
from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.trace import Trace
from engine.parts.of_game import searcher_for
from engine.search.limits import Limit
from engine.sentences import describe_outcome

if TYPE_CHECKING:
    from pathlib import Path

    from engine.games.othello.game import Othello
    from engine.laboratory.inquiry import Inquiry
    from engine.search.control import SearchControl


def prove_value(inquiry: Inquiry) -> Answer:
    """The value of the start, by a proof that goes on from what the asker's folder holds."""
    question, control, folder = inquiry.question, inquiry.control, inquiry.bounds.folder
    game = cast("Othello", question.game)
    assert folder is not None  # noqa: S101 (without one nobody comes here)
    proof = _begun(game, folder, control)
    try:
        for step in proof.steps():
            known = (
                f"{step.proved:,} positions proved, the score between {step.low} and {step.high}"
            )
            inquiry.tell_part(step.fraction, known)
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
