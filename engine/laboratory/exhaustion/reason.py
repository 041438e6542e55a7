"""Why no line of play satisfies a question that exhaustion has answered.

Conditions are left out one by one as long as there is still no such line. Each that is needed is
told with the length of play at which it is true first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.laboratory.clauses.combined import conditions, excludes
from engine.laboratory.inquiry import Bounds, plies_text
from engine.laboratory.language.changes import changes_of
from engine.laboratory.language.query import And, Kind, Question
from engine.laboratory.language.wording import node_words
from engine.laboratory.prove import Investigation
from engine.search.control import SearchControl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.laboratory.answers import Answer
    from engine.laboratory.language.tree import Node

MOST_CONDITIONS = 8

MOST_NODES = 40_000_000
"""Positions gone through for a reason, after which it stays as it is."""

WITHIN = Bounds(lines=2_000_000, playouts=100_000, keep=1)
"""How far it is looked whether the other conditions exclude as much: a second or two for each."""


def explained(answer: Answer) -> Answer:
    """The answer with its reason, where lines of play were exhausted and there is no such one."""
    question = answer.question
    nodes = conditions(question.node)
    swept = changes_of(question.game) is None and not question.strategic and not excludes(answer)
    asked = question.kind is Kind.FIND and answer.holds is False
    if not swept or not asked or len(nodes) > MOST_CONDITIONS:
        return answer
    needed, control = list(nodes), SearchControl()
    for node in nodes:
        rest = [other for other in needed if other is not node]
        if rest and _answered(question, rest, control).holds is False:
            needed = rest
    said = [_said(question, node, control) for node in needed]
    return replace(answer, reason=(*said, _rules(answer)))


def _rules(answer: Answer) -> str:
    if not answer.by_ply:
        return "the rules"
    lines, longest = sum(row[1] for row in answer.by_ply), answer.by_ply[-1][0]
    return f"the rules, by which there are {lines:,} lines of play up to {plies_text(longest)}"


def _answered(question: Question, nodes: Sequence[Node], control: SearchControl) -> Answer:
    """Whether some of the conditions alone exclude every line of play; open once it takes long."""
    if control.nodes > MOST_NODES:
        control.stop()
    asked = replace(question, node=And(tuple(nodes)))
    return Investigation(asked, control, WITHIN).answer()


def _said(question: Question, node: Node, control: SearchControl) -> str:
    """A condition, and when it is true first."""
    words, answer = node_words(question.game, node), _answered(question, [node], control)
    if answer.holds is False:
        return f"{words} (on no line of play)"
    if answer.witness is None or not answer.witness.plies:
        return words
    plies, searched = answer.witness.plies, answer.bound or 0
    return f"{words} ({'first' if searched >= plies - 1 else 'as'} after {plies_text(plies)})"
