"""Questions that only the rules can answer: what somebody can force, about this or any board.

Where the condition speaks of play from one board alone, the answer is yes or no. Else lines
of play are looked at one by one, the shortest first; of lines that come to the same board only
one, unless the condition looks back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.byboards import WAY, matching
from engine.laboratory.inquiry import plies_text
from engine.laboratory.language.meaning import holds, holds_at
from engine.laboratory.language.tree import And, Forces, From, Node, Not, Or
from engine.laboratory.strategy import forced_line
from engine.laboratory.trace import Trace
from engine.laboratory.verdicts import none_found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move
    from engine.laboratory.inquiry import Inquiry


def by_rules(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    """The answer to a question of existence that asks what can be forced."""
    inquiry.way = WAY
    moves = _settled_after(inquiry.question.node)
    if moves is not None:
        return _settled(inquiry, moves), iter(())
    lines = matching(inquiry)
    found = next(lines, None)
    if found is not None:
        claim = f"Yes. This game of {plies_text(len(found))} shows it."
        witness = inquiry.checked(found)
        return inquiry.answer(Verdict.WITNESS, claim, witness=witness, holds=True), lines
    return none_found(inquiry), lines


def _settled_after(node: Node) -> tuple[Move, ...] | None:
    """The moves after whose board alone the condition speaks, None where it speaks of more."""
    if isinstance(node, From):
        return node.moves if _only_strategic(node.operand) else None
    return () if _only_strategic(node) else None


def _only_strategic(node: Node) -> bool:
    if isinstance(node, Not):
        return _only_strategic(node.operand)
    if isinstance(node, And | Or):
        return all(map(_only_strategic, node.operands))
    return isinstance(node, Forces)


def _settled(inquiry: Inquiry, moves: tuple[Move, ...]) -> Answer:
    """Yes or no, with a line that shows how it is forced."""
    start = Trace(inquiry.question.game, moves)
    true = holds(inquiry.question.node, start)
    node = inquiry.question.node
    asked = node.operand if isinstance(node, From) else node
    witness = None
    if true and isinstance(asked, Forces) and asked.player is not None:
        witness = Trace(start.game, forced_line(asked, start, holds_at))
    return inquiry.answer(
        Verdict.PROVED,
        "Yes, whatever the others play." if true else "No. It can be prevented.",
        witness=witness,
        holds=true,
    )
