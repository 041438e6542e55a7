"""Answers and lines of play as text for a terminal or a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.formats.boardtext import board_text
from engine.laboratory.answers import Verdict
from engine.laboratory.language.changes import changes_of
from engine.laboratory.properties import property_of
from engine.laboratory.published import published_text
from engine.sentences import describe_outcome, name_move

if TYPE_CHECKING:
    from engine.laboratory.answers import Answer
    from engine.laboratory.trace import Trace

HEADINGS = {
    Verdict.PROVED: "Proved",
    Verdict.WITNESS: "Witness found",
    Verdict.COUNTED: "Counted within the bound",
    Verdict.NOT_FOUND: "Not found within the bound",
    Verdict.STOPPED: "Stopped",
}


def move_caption(trace: Trace, ply: int) -> str:
    """What led to a board: ``Red 4``, or who is to move on board 0."""
    game = trace.game
    if ply == 0:
        return f"{game.player_names[trace.positions[0].to_move]} to move"
    mover = game.player_names[trace.movers[ply - 1]]
    move = trace.moves[ply - 1]
    if game.is_pass(move):
        return f"{mover} passes"
    varied = changes_of(game) is not None  # a move may be a square where it was a column
    return f"{mover} {game.format_move(move) if varied else name_move(game, move)}"


def outcome_text(trace: Trace) -> str:
    """How a line of play ended, in sentences; empty while the game goes on."""
    game, outcome = trace.game, trace.outcome
    if outcome is None:
        return ""
    if changes_of(game) is None:
        return str(describe_outcome(game, outcome))
    if outcome.winner is None:
        return "It is a draw."
    return f"{game.player_names[outcome.winner]} wins."


def boards_text(trace: Trace) -> str:
    """Every board of a line of play, one below the other."""
    return "\n\n".join(
        f"Board {ply}: {move_caption(trace, ply)}\n{board_text(position)}"
        for ply, position in enumerate(trace.positions)
    )


def claim(answer: Answer) -> str:
    """The answer as a sentence, in a ready question's own words where it is one."""
    ready = property_of(answer.question.game.key, answer.question.text)
    if ready is not None and answer.holds and ready.yes:
        return f"Yes. {ready.yes}"
    if ready is not None and answer.holds is False and ready.no:
        return f"No. {ready.no}"
    return answer.claim


def answer_text(answer: Answer) -> str:
    """An answer for a terminal: verdict, claim, what was counted, the witness."""
    lines = [f"{HEADINGS[answer.verdict]}. {claim(answer)}"]
    if answer.by_ply:
        widths = [max(len(name), 12) for name in answer.columns]
        for row in (answer.columns, *answer.by_ply):
            cells = (cell if isinstance(cell, str) else f"{cell:,}" for cell in row)
            lines.append("  ".join(c.rjust(w) for c, w in zip(cells, widths, strict=True)))
    if answer.witness is not None:
        lines += [f"Moves: {answer.witness.notation}", board_text(answer.witness.final)]
    if answer.reason:
        lines.append(f"Excluded by this together: {'; '.join(answer.reason)}.")
    key, text = answer.question.game.key, answer.question.text
    if said := published_text(key, text, answer.verdict):
        lines.append(said)
    if answer.checked is not None:
        lines.append(f"A proof of {answer.checked:,} clauses was checked.")
    cost = [f"{number:,} {label}" for label, number in answer.figures.items()]
    lines.append(", ".join([*cost, answer.method, f"{answer.seconds:.2f} s"]) + ".")
    return "\n".join(lines)
