"""What a condition means, on a line of play replayed by the rules.

This is the definition; the solver's literals and the kernels' rows are tested against it.

A plain condition is read at one board: it is what its predicates say of the line up to
there. Outside of every temporal operator that is the last board. The operators read on from
where they stand, from the first board when nothing else says so; the three of the past read
back, from the last one::

    always P        P on this board and on all that follow
    eventually P    P on this board or on one that follows
    next P          there is a board after this one, with P
    P until Q       on some board from here on Q, and P on all before it
    before P        there is a board before this one, with P
    once P          P on this board or on one before it
    historically P  P on this board and on all before it
    at ply n P      the line has n plies or more, with P after n of them
    at the end P    P on the last board
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.laboratory.language.catalogue import predicate_named
from engine.laboratory.language.plain import plain
from engine.laboratory.language.relations import tuples
from engine.laboratory.language.tree import (
    AT_LAST,
    COMPARISONS,
    Always,
    And,
    AtEnd,
    AtPly,
    Before,
    Compare,
    Condition,
    Eventually,
    Forces,
    Historically,
    Next,
    Node,
    Not,
    Once,
    Or,
    Sum,
    Term,
    Until,
    WeakNext,
)
from engine.laboratory.strategy import can_force
from engine.search.control import SearchControl

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game
    from engine.laboratory.language.predicates import Arguments
    from engine.laboratory.trace import Trace


def holds(node: Node, trace: Trace, control: SearchControl | None = None) -> bool:
    """Whether a line of play satisfies the condition, by the rules alone.

    Raises:
        Stopped: `control` was stopped while it was looked at what can be forced.
    """
    return Reading(control).over(plain(trace.game, node), trace)


def reads(game: Game, node: Node, control: SearchControl | None = None) -> Callable[[Trace], bool]:
    """The same for many lines: the condition is written out once."""
    written, reading = plain(game, node), Reading(control)
    return lambda trace: reading.over(written, trace)


def holds_at(node: Node, trace: Trace, ply: int, control: SearchControl | None = None) -> bool:
    """Whether the condition is true when it is read at the board after `ply` plies."""
    return Reading(control).at(plain(trace.game, node), trace, ply)


def term_value(term: Term, trace: Trace) -> int:
    """The value of a term on the last board of a line of play, by the rules alone."""
    if term.sets:
        return len(tuples(trace.game, term.sets[0], trace.final.cell))
    arguments = cast("Arguments", term.arguments)
    return predicate_named(trace.game, term.name).value(trace, arguments)


def sum_value(total: Sum, trace: Trace) -> int:
    return total.constant + sum(factor * term_value(term, trace) for factor, term in total.parts)


class Reading:
    """Reads conditions that are written out, and stops looking at what can be forced."""

    def __init__(self, control: SearchControl | None = None) -> None:
        self.control = control or SearchControl()

    def over(self, node: Node, trace: Trace) -> bool:
        """Read over the whole line: at the last board, but operators that read on at the first."""
        if isinstance(node, Not):
            return not self.over(node.operand, trace)
        if isinstance(node, And):
            return all(self.over(operand, trace) for operand in node.operands)
        if isinstance(node, Or):
            return any(self.over(operand, trace) for operand in node.operands)
        return self.at(node, trace, trace.plies if isinstance(node, AT_LAST) else 0)

    def at(  # noqa: PLR0912 (one case for each operator)
        self, node: Node, trace: Trace, at: int
    ) -> bool:
        """Read at the board after `at` plies."""
        rest, past = range(at, trace.plies + 1), range(at + 1)
        match node:
            case Condition():
                value = term_value(node.term, trace.prefix(at))
                return COMPARISONS[node.comparison](value, node.number)
            case Compare():
                left, right = (
                    sum_value(side, trace.prefix(at)) for side in (node.left, node.right)
                )
                return COMPARISONS[node.comparison](left, right)
            case Not():
                return not self.at(node.operand, trace, at)
            case And():
                return all(self.at(operand, trace, at) for operand in node.operands)
            case Or():
                return any(self.at(operand, trace, at) for operand in node.operands)
            case Always():
                return all(self.at(node.operand, trace, later) for later in rest)
            case Eventually():
                return any(self.at(node.operand, trace, later) for later in rest)
            case Next():
                return at < trace.plies and self.at(node.operand, trace, at + 1)
            case WeakNext():
                return at == trace.plies or self.at(node.operand, trace, at + 1)
            case Before():
                return at > 0 and self.at(node.operand, trace, at - 1)
            case Once():
                return any(self.at(node.operand, trace, earlier) for earlier in past)
            case Historically():
                return all(self.at(node.operand, trace, earlier) for earlier in past)
            case AtPly():
                return node.ply <= trace.plies and self.at(node.operand, trace, node.ply)
            case AtEnd():
                return self.at(node.operand, trace, trace.plies)
            case Until():
                for later in rest:
                    if self.at(node.right, trace, later):
                        return True
                    if not self.at(node.left, trace, later):
                        return False
                return False
            case Forces():
                return can_force(node, trace.prefix(at), self)
        raise TypeError(f"{node!r} is not written out.")
