"""The tree of a condition: what it is made of.

A *condition* compares a catalogue term with a number, or sums of terms with each other.
Conditions are joined by connectives, quantified, and read at other boards of a line by the
temporal operators; `engine.laboratory.language.meaning` says what each means.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Variable:
    """What a quantifier lets vary: a name, and the kind of parameter it stands for."""

    name: str
    kind: str


Argument: TypeAlias = int | Variable


@dataclass(frozen=True, slots=True)
class Named:
    """A set or relation with a name: a word of the language, or the kind of its argument."""

    name: str
    arguments: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    """Two of them joined by ``+``, ``-``, ``&``, ``->`` or ``.``."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Closed:
    """A relation behind ``~``, ``^`` or ``*``."""

    operator: str
    operand: Expression


Expression: TypeAlias = Named | Joined | Closed


@dataclass(frozen=True, slots=True)
class Term:
    """A catalogue predicate with its arguments, or a word of sets with its sets."""

    name: str
    arguments: tuple[Argument, ...] = ()
    sets: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms times whole numbers, and a number."""

    parts: tuple[tuple[int, Term], ...]
    constant: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """``term comparison number``; a yes-or-no term reads as ``term >= 1``."""

    term: Term
    comparison: str
    number: int


@dataclass(frozen=True, slots=True)
class Compare:
    """``sum comparison sum``."""

    left: Sum
    comparison: str
    right: Sum


@dataclass(frozen=True, slots=True)
class Not:
    operand: Node


@dataclass(frozen=True, slots=True)
class And:
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Implies:
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Iff:
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Quantified:
    """``every column c: body`` or ``some ...``."""

    every: bool
    variable: Variable
    body: Node


@dataclass(frozen=True, slots=True)
class Sole:
    """``exactly one column c: body``, or ``at most one`` where there `may_lack` any."""

    may_lack: bool
    variable: Variable
    body: Node


@dataclass(frozen=True, slots=True)
class Always:
    operand: Node


@dataclass(frozen=True, slots=True)
class Eventually:
    operand: Node


@dataclass(frozen=True, slots=True)
class Next:
    """At the board after this one; false where there is none."""

    operand: Node


@dataclass(frozen=True, slots=True)
class WeakNext:
    """At the board after this one; true where there is none. What a denied `Next` becomes."""

    operand: Node


@dataclass(frozen=True, slots=True)
class Until:
    """`right` comes, and `left` holds on every board before."""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Before:
    """At the board before this one; false where there is none."""

    operand: Node


@dataclass(frozen=True, slots=True)
class Once:
    """On this board or on one before it."""

    operand: Node


@dataclass(frozen=True, slots=True)
class Historically:
    """On this board and on all before it."""

    operand: Node


@dataclass(frozen=True, slots=True)
class AtPly:
    """At the board after that many plies; false where the line is shorter."""

    ply: int
    operand: Node


@dataclass(frozen=True, slots=True)
class AtEnd:
    operand: Node


@dataclass(frozen=True, slots=True)
class From:
    """The line begins with `moves`, and `operand` is read from there on."""

    moves: tuple[int, ...]
    operand: Node


@dataclass(frozen=True, slots=True)
class Forces:
    """`player` can bring `operand` about; None: it comes about whatever is played."""

    player: int | Variable | None
    operand: Node


Node: TypeAlias = (
    Condition
    | Compare
    | Not
    | And
    | Or
    | Implies
    | Iff
    | Quantified
    | Sole
    | Always
    | Eventually
    | Next
    | WeakNext
    | Until
    | Before
    | Once
    | Historically
    | AtPly
    | AtEnd
    | From
    | Forces
)

EVERYTHING = And(())
"""The condition that every line of play satisfies."""

NOTHING = Or(())
"""The condition that none does."""

BACKWARD = (Before, Once, Historically)
"""Nodes that read the boards up to where they stand."""

TEMPORAL = (Always, Eventually, Next, WeakNext, Until, *BACKWARD, AtPly, AtEnd, From)
"""Nodes that speak of other boards than the last."""

FORWARD = (Always, Eventually, Next, WeakNext, Until, AtPly, AtEnd)
"""Nodes that read the boards after where they stand."""

AT_LAST = (Condition, Compare, *BACKWARD)
"""Nodes that are read at the last board where they stand outside of every operator."""


def said_of_end(node: Node) -> Node:
    """The node, saying of what is outside of all operators that it is read at the last board."""
    if isinstance(node, AT_LAST):
        return AtEnd(node)
    if isinstance(node, Not):
        return Not(said_of_end(node.operand))
    if isinstance(node, And | Or):
        return replace(node, operands=tuple(map(said_of_end, node.operands)))
    return node


def children(node: Node) -> tuple[Node, ...]:
    """The conditions that a node joins or reads elsewhere."""
    if isinstance(node, Condition | Compare):
        return ()
    if isinstance(node, And | Or):
        return node.operands
    if isinstance(node, Implies | Iff | Until):
        return node.left, node.right
    return (node.body if isinstance(node, Quantified | Sole) else node.operand,)


def nodes_of(node: Node) -> Iterator[Node]:
    """A node and all within it, from left to right."""
    yield node
    for child in children(node):
        yield from nodes_of(child)


def terms_of(node: Node) -> Iterator[Term]:
    """Every term a condition tree mentions, from left to right."""
    for found in nodes_of(node):
        if isinstance(found, Condition):
            yield found.term
        elif isinstance(found, Compare):
            for _, term in (*found.left.parts, *found.right.parts):
                yield term


def temporal(node: Node) -> bool:
    """Whether `node` speaks of other boards than the last."""
    return any(isinstance(found, TEMPORAL) for found in nodes_of(node))


def strategic(node: Node) -> bool:
    """Whether `node` asks what somebody can force."""
    return any(isinstance(found, Forces) for found in nodes_of(node))
