"""Conditions without shorthand: what the engines evaluate.

Implication, equivalence, quantifiers, lines of a board and positions to start from are
written out here, so that the rules, the solver and the kernels know the same few nodes:
comparisons, ``not``, ``and``, ``or``, and the temporal operators.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.laboratory.language.catalogue import kinds, vocabulary_of
from engine.laboratory.language.relations import filled
from engine.laboratory.language.setwise import COMPARED, SAME, SIZE
from engine.laboratory.language.tree import (
    Always,
    And,
    AtPly,
    Compare,
    Condition,
    Eventually,
    Forces,
    From,
    Iff,
    Implies,
    Joined,
    Next,
    Node,
    Not,
    Or,
    Quantified,
    Sole,
    Sum,
    Term,
    Until,
    Variable,
    WeakNext,
)
from engine.laboratory.trace import Trace

if TYPE_CHECKING:
    from engine.game import Game

_FROM_WHERE_IT_STANDS = (Always, Eventually, Next, WeakNext, Until, Forces)
"""Nodes that `from` has read at the board that it names."""


def plain(game: Game, node: Node) -> Node:
    """`node` written out, read over a whole line of `game`."""
    return _whole(game, written_out(game, node), 0)


def written_out(game: Game, node: Node) -> Node:
    """`node` without shorthand but `from`."""
    return _bound(game, node, {})


def _whole(game: Game, node: Node, start: int) -> Node:
    """Set where the operators outside of all others begin to read: at the board `start`."""
    if isinstance(node, From):
        begins = _begins(game, node.moves)
        return And((*begins, _whole(game, node.operand, len(node.moves))))
    if isinstance(node, Not):
        return Not(_whole(game, node.operand, start))
    if isinstance(node, And | Or):
        return replace(node, operands=tuple(_whole(game, x, start) for x in node.operands))
    if start and isinstance(node, _FROM_WHERE_IT_STANDS):
        return AtPly(start, node)
    return node


def _begins(game: Game, moves: tuple[int, ...]) -> list[Node]:
    """That a line begins with certain moves: the board after them, and each last disc."""
    trace, found = Trace(game, moves), []
    for ply in range(1, len(moves) + 1):
        changes = trace.positions[ply].last_changes
        if changes:
            at_ply: Node = Condition(Term("last_square", (changes[0],)), ">=", 1)
        else:  # a pass
            turn = trace.positions[ply].to_move
            at_ply = Condition(Term("to_move", (turn,)), ">=", 1)
        found.append(AtPly(ply, at_ply))
    return list[Node](found)


def _bound(game: Game, node: Node, values: dict[str, int]) -> Node:
    """Without quantifiers, implications and terms that stand for sums."""
    if isinstance(node, Condition):
        term = _term(node.term, values)
        if term.sets:
            return _counted(replace(node, term=term))
        spelt = vocabulary_of(game).spelt(game, term)
        if spelt is None:
            return replace(node, term=term)
        return Compare(spelt, node.comparison, Sum((), node.number))
    if isinstance(node, Compare):
        return Compare(
            _sum(game, node.left, values), node.comparison, _sum(game, node.right, values)
        )
    if isinstance(node, Implies):
        return Or((Not(_bound(game, node.left, values)), _bound(game, node.right, values)))
    if isinstance(node, Iff):
        left, right = _bound(game, node.left, values), _bound(game, node.right, values)
        return Or((And((left, right)), And((Not(left), Not(right)))))
    if isinstance(node, Quantified):
        domain = domain_of(game, node.variable.kind)
        operands = (_bound(game, node.body, values | {node.variable.name: x}) for x in domain)
        return (And if node.every else Or)(tuple(operands))
    if isinstance(node, Sole):
        domain = domain_of(game, node.variable.kind)
        true = [_bound(game, node.body, values | {node.variable.name: x}) for x in domain]
        sole = _one_of(true)
        return Or((sole, Not(Or(tuple(true))))) if node.may_lack else sole
    if isinstance(node, And | Or):
        return replace(node, operands=tuple(_bound(game, x, values) for x in node.operands))
    if isinstance(node, Until):
        return Until(_bound(game, node.left, values), _bound(game, node.right, values))
    if isinstance(node, Forces) and isinstance(node.player, Variable):
        return Forces(values[node.player.name], _bound(game, node.operand, values))
    return replace(node, operand=_bound(game, node.operand, values))


def _one_of(operands: list[Node]) -> Node:
    """That exactly one of them is true: one in one half of them, and none in the other."""
    if len(operands) < 2:
        return operands[0] if operands else Or(())
    first, second = operands[: len(operands) // 2], operands[len(operands) // 2 :]
    return Or(
        (
            And((_one_of(first), Not(Or(tuple(second))))),
            And((Not(Or(tuple(first))), _one_of(second))),
        )
    )


def _counted(condition: Condition) -> Condition:
    """A condition on sets as one on the number of squares, or of pairs, in one of them."""
    name, sets = condition.term.name, condition.term.sets
    if name == SIZE:
        return condition
    if name in COMPARED:
        return Condition(Term(SIZE, (), sets), *COMPARED[name])
    first, second = sets
    rest = Joined("-", first, second)
    if name == SAME:
        rest = Joined("+", rest, Joined("-", second, first))
    return Condition(Term(SIZE, (), (rest,)), "=", 0)


def _term(term: Term, values: dict[str, int]) -> Term:
    arguments = (values[x.name] if isinstance(x, Variable) else x for x in term.arguments)
    return Term(term.name, tuple(arguments), tuple(filled(x, values) for x in term.sets))


def _sum(game: Game, total: Sum, values: dict[str, int]) -> Sum:
    parts: list[tuple[int, Term]] = []
    constant = total.constant
    for factor, open_term in total.parts:
        term = _term(open_term, values)
        spelt = vocabulary_of(game).spelt(game, term) or Sum(((1, term),))
        parts += [(factor * inner, part) for inner, part in spelt.parts]
        constant += factor * spelt.constant
    return Sum(tuple(parts), constant)


def domain_of(game: Game, kind: str) -> range:
    """Every value of a kind of parameter that a quantifier may range over."""
    return kinds(game)[kind].domain(game)


def kinds_of(game: Game) -> tuple[str, ...]:
    """What quantifiers may range over."""
    return tuple(name for name, kind in kinds(game).items() if kind.domain(game))
