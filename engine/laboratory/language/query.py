"""A question about a game, and its canonical text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.laboratory.language.catalogue import vocabulary_of
from engine.laboratory.language.changes import rules_text
from engine.laboratory.language.meaning import holds, term_value
from engine.laboratory.language.plain import plain
from engine.laboratory.language.spelling import node_text, term_text
from engine.laboratory.language.tree import (
    COMPARISONS,
    EVERYTHING,
    And,
    Condition,
    Node,
    Not,
    Or,
    Term,
    strategic,
    temporal,
    terms_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game

__all__ = [
    "COMPARISONS",
    "EVERYTHING",
    "And",
    "Condition",
    "Kind",
    "Node",
    "Not",
    "Or",
    "Question",
    "Term",
    "holds",
    "node_text",
    "settled",
    "term_text",
    "term_value",
    "terms_of",
]


class Kind(StrEnum):
    """What is asked about the lines of play that satisfy a condition."""

    FIND = "find"
    """Is there one? The shortest is shown."""
    COUNT = "count"
    """How many are there, ply by ply?"""
    MOST = "most"
    """What is the greatest value of a term, and a line that reaches it?"""
    FEWEST = "fewest"
    """What is the smallest value of a term, and a line that reaches it?"""
    POSITIONS = "positions"
    """How many distinct positions are there, and what can each player force?"""
    VALUE = "value"
    """What is the start worth under perfect play?"""
    ZUGZWANG = "zugzwang"
    """Is there a position in which the side to move would rather pass?"""

    @property
    def sign(self) -> int:
        """1 where the greatest value of a term is wanted, -1 where the smallest, else 0."""
        return {Kind.MOST: 1, Kind.FEWEST: -1}.get(self, 0)


@dataclass(frozen=True, slots=True)
class Question:
    """One question about one game.

    Attributes:
        game: the game it is about, with the rules that the question changes.
        kind: what is asked.
        node: the condition (`EVERYTHING` for none).
        term: the measured term of ``most`` and ``fewest``, else None.
    """

    game: Game
    kind: Kind
    node: Node = EVERYTHING
    term: Term | None = None

    @property
    def plain(self) -> Node:
        """The condition written out for the engines."""
        return plain(self.game, self.node)

    @property
    def temporal(self) -> bool:
        """Whether the condition speaks of other boards than the last."""
        return temporal(self.node)

    @property
    def strategic(self) -> bool:
        """Whether the condition asks what somebody can force."""
        return strategic(self.node)

    @property
    def takes_long(self) -> bool:
        """Whether the answer is a proof of minutes, which can be interrupted and goes on."""
        return self.kind is Kind.VALUE and self.game.key in vocabulary_of(self.game).long_values

    @property
    def text(self) -> str:
        """The canonical text, which parses back to an equal question."""
        condition = "" if self.node == EVERYTHING else node_text(self.game, self.node)
        rules = rules_text(self.game)
        if self.kind is Kind.FIND:
            return f"{rules}{condition}"
        if self.kind is Kind.COUNT:
            return f"{rules}count {condition}".rstrip()
        if self.kind in {Kind.POSITIONS, Kind.VALUE, Kind.ZUGZWANG}:
            return f"{rules}{self.kind}"
        assert self.term is not None  # noqa: S101 (the parser guarantees it)
        where = f" where {condition}" if condition else ""
        return f"{rules}{self.kind} {term_text(self.game, self.term)}{where}"


def settled(node: Node, known: Mapping[str, int]) -> bool | None:
    """Whether the terms whose values are `known` decide `node`, and how; None if they do not."""
    if isinstance(node, Condition):
        if node.term.name not in known:
            return None
        return COMPARISONS[node.comparison](known[node.term.name], node.number)
    if isinstance(node, Not):
        inner = settled(node.operand, known)
        return None if inner is None else not inner
    if not isinstance(node, And | Or):
        return None
    parts = [settled(operand, known) for operand in node.operands]
    decisive = isinstance(node, Or)  # one true part decides "or", one false part "and"
    if decisive in parts:
        return decisive
    return None if None in parts else not decisive
