"""Questions about what somebody can force, about this or any board.

Outside of every other operator that is asked of one board alone: the first, or the one after the
moves that `from` names. It is worked out there once; what is left of the condition then is yes or
no, or a question like any other. Where other operators ask it of every board, lines of play are
looked at one by one, the shortest first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.byboards import WAY, by_boards, matching
from engine.laboratory.existence import find
from engine.laboratory.inquiry import plies_text
from engine.laboratory.language.changes import changes_of
from engine.laboratory.language.meaning import Reading, holds_at
from engine.laboratory.language.plain import written_out
from engine.laboratory.language.tree import (
    EVERYTHING,
    NOTHING,
    And,
    Forces,
    From,
    Node,
    Not,
    Or,
    strategic,
)
from engine.laboratory.strategy import forced_line, solver_knows
from engine.laboratory.trace import Trace
from engine.laboratory.verdicts import none_found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move
    from engine.laboratory.inquiry import Inquiry


def by_rules(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    """The answer to a question of existence that asks what can be forced."""
    question = inquiry.question
    written = written_out(question.game, question.node)
    moves = written.moves if isinstance(written, From) else ()
    asked = written.operand if isinstance(written, From) else written
    if _only_strategic(asked):
        inquiry.way = WAY
        return _settled(inquiry, asked, Trace(question.game, moves)), iter(())
    left = _worked_out(inquiry, written, ())
    rest = inquiry.about(replace(question, node=left))
    if strategic(left):
        answer, lines = _by_lines(rest)
    else:
        answer, lines = (find if changes_of(question.game) is None else by_boards)(rest)
    return replace(answer, question=question), lines


def _by_lines(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    """The shortest line that matches, each replayed by the rules."""
    inquiry.way = WAY
    lines = matching(inquiry)
    found = next(lines, None)
    if found is None:
        return none_found(inquiry), lines
    claim = f"Yes. This game of {plies_text(len(found))} shows it."
    witness = inquiry.checked(found)
    return inquiry.answer(Verdict.WITNESS, claim, witness=witness, holds=True), lines


def _only_strategic(node: Node) -> bool:
    if isinstance(node, Not):
        return _only_strategic(node.operand)
    if isinstance(node, And | Or):
        return all(map(_only_strategic, node.operands))
    return isinstance(node, Forces)


def _worked_out(inquiry: Inquiry, node: Node, moves: tuple[Move, ...]) -> Node:
    """The condition with yes or no where it asks what can be forced on the board after `moves`."""
    match node:
        case From():
            return replace(node, operand=_worked_out(inquiry, node.operand, node.moves))
        case Not():
            return Not(_worked_out(inquiry, node.operand, moves))
        case And() | Or():
            parts = (_worked_out(inquiry, operand, moves) for operand in node.operands)
            return replace(node, operands=tuple(parts))
        case Forces():
            start = Trace(inquiry.question.game, moves)
            return EVERYTHING if _true(inquiry, node, start) else NOTHING
    return node


def _true(inquiry: Inquiry, node: Node, start: Trace) -> bool:
    return holds_at(node, start, start.plies, inquiry.control)


def _settled(inquiry: Inquiry, asked: Node, start: Trace) -> Answer:
    """Yes or no, with a line that shows how it is forced."""
    if isinstance(asked, Forces) and solver_knows(asked, start.game):
        inquiry.way = "the game's solver"
    true = _true(inquiry, asked, start)
    witness = None
    if true and isinstance(asked, Forces) and asked.player is not None:
        witness = Trace(start.game, forced_line(asked, start, Reading(inquiry.control)))
    return inquiry.answer(
        Verdict.PROVED,
        "Yes, whatever the others play." if true else "No. It can be prevented.",
        witness=witness,
        holds=true,
    )
