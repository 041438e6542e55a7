"""The tree of a composed question, and its canonical text.

A *condition* compares one catalogue term with a number; conditions are joined by ``not``,
``and`` and ``or``. A *question* says what is asked about the lines of play that satisfy it.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from engine.laboratory.catalogue import predicate_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.game import Game
    from engine.laboratory.trace import Trace

COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Term:
    """A catalogue predicate with its arguments, resolved for one game."""

    name: str
    arguments: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """``term comparison number``; a yes-or-no term reads as ``term >= 1``."""

    term: Term
    comparison: str
    number: int


@dataclass(frozen=True, slots=True)
class Not:
    operand: Node


@dataclass(frozen=True, slots=True)
class And:
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    operands: tuple[Node, ...]


Node: TypeAlias = Condition | Not | And | Or

EVERYTHING = And(())
"""The condition that every line of play satisfies."""


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


LONG_VALUES = {"othello:6"}
"""Games whose value is proved in steps: 6 × 6 took 97 s of processor time."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question about one game.

    Attributes:
        game: the game it is about.
        kind: what is asked.
        node: the condition (`EVERYTHING` for none).
        term: the measured term of ``most`` and ``fewest``, else None.
    """

    game: Game
    kind: Kind
    node: Node = EVERYTHING
    term: Term | None = None

    @property
    def takes_long(self) -> bool:
        """Whether the answer is a proof of minutes, which can be interrupted and goes on."""
        return self.kind is Kind.VALUE and self.game.key in LONG_VALUES

    @property
    def text(self) -> str:
        """The canonical text, which parses back to an equal question."""
        condition = "" if self.node == EVERYTHING else node_text(self.game, self.node)
        if self.kind is Kind.FIND:
            return condition
        if self.kind is Kind.COUNT:
            return f"count {condition}".rstrip()
        if self.kind in {Kind.POSITIONS, Kind.VALUE, Kind.ZUGZWANG}:
            return str(self.kind)
        assert self.term is not None  # noqa: S101 (the parser guarantees it)
        where = f" where {condition}" if condition else ""
        return f"{self.kind} {term_text(self.game, self.term)}{where}"


def node_text(game: Game, node: Node) -> str:
    """The canonical text of a condition tree."""
    if isinstance(node, Condition):
        text = term_text(game, node.term)
        if predicate_named(game, node.term.name).boolean:
            return text
        return f"{text} {node.comparison} {node.number}"
    if isinstance(node, Not):
        return f"not {_inner(game, node.operand)}"
    word = " and " if isinstance(node, And) else " or "
    return word.join(_inner(game, operand) for operand in node.operands)


def _inner(game: Game, node: Node) -> str:
    """The text of an operand, in parentheses where it joins several."""
    text = node_text(game, node)
    return text if isinstance(node, Condition | Not) else f"({text})"


def term_text(game: Game, term: Term) -> str:
    """The text of a term: ``disc(d4, red, 7)``."""
    if not term.arguments:
        return term.name
    kinds = predicate_named(game, term.name).parameters
    words = [kind.write(game, value) for kind, value in zip(kinds, term.arguments, strict=False)]
    return f"{term.name}({', '.join(words)})"


def term_value(term: Term, trace: Trace) -> int:
    """The value of a term on a line of play, by the rules alone."""
    return predicate_named(trace.game, term.name).value(trace, term.arguments)


def holds(node: Node, trace: Trace) -> bool:
    """Whether a line of play satisfies the condition, by the rules alone."""
    if isinstance(node, Condition):
        return COMPARISONS[node.comparison](term_value(node.term, trace), node.number)
    if isinstance(node, Not):
        return not holds(node.operand, trace)
    if isinstance(node, And):
        return all(holds(operand, trace) for operand in node.operands)
    return any(holds(operand, trace) for operand in node.operands)


def terms_of(node: Node) -> Iterator[Term]:
    """Every term a condition tree mentions, from left to right."""
    if isinstance(node, Condition):
        yield node.term
    elif isinstance(node, Not):
        yield from terms_of(node.operand)
    else:
        for operand in node.operands:
            yield from terms_of(operand)


def settled(node: Node, known: Mapping[str, int]) -> bool | None:
    """Whether the terms whose values are `known` decide `node`, and how; None if they do not."""
    if isinstance(node, Condition):
        if node.term.name not in known:
            return None
        return COMPARISONS[node.comparison](known[node.term.name], node.number)
    if isinstance(node, Not):
        inner = settled(node.operand, known)
        return None if inner is None else not inner
    parts = [settled(operand, known) for operand in node.operands]
    decisive = isinstance(node, Or)  # one true part decides "or", one false part "and"
    if decisive in parts:
        return decisive
    return None if None in parts else not decisive
