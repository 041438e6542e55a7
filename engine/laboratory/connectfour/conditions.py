"""Conditions for a SAT solver: a literal that is true exactly where the condition is."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.laboratory.clauses.cnf import FALSE, TRUE, Literal
from engine.laboratory.connectfour.literals import AT_LEAST
from engine.laboratory.language.catalogue import predicate_named
from engine.laboratory.language.plain import plain
from engine.laboratory.language.tree import (
    AT_LAST,
    Always,
    And,
    AtEnd,
    AtPly,
    Before,
    Compare,
    Condition,
    Eventually,
    Historically,
    Next,
    Node,
    Not,
    Once,
    Or,
    Sum,
    Term,
    Until,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.laboratory.connectfour.encoding import ConnectFourEncoding
    from engine.laboratory.connectfour.literals import Reading
    from engine.laboratory.language.predicates import Arguments


def literal_of(encoding: ConnectFourEncoding, node: Node) -> Literal:
    """A literal that is true exactly on the lines of play that satisfy `node`."""
    return _over(encoding, plain(encoding.game, node))


def _over(encoding: ConnectFourEncoding, node: Node) -> Literal:
    """Read over the whole line: operators from the first board, the rest at the last."""
    if isinstance(node, Not):
        return -_over(encoding, node.operand)
    if isinstance(node, Or):
        return encoding.formula.any_of([_over(encoding, part) for part in node.operands])
    if isinstance(node, And):
        literals = []
        for part in node.operands:
            literals.append(_over(encoding, part))
            if literals[-1] == FALSE:  # the length alone excludes it: build nothing more
                return FALSE
        return encoding.formula.all_of(literals)
    return _at(encoding, node, encoding.plies if isinstance(node, AT_LAST) else 0)


def _at(encoding: ConnectFourEncoding, node: Node, at: int) -> Literal:
    """Read at the board after `at` plies."""
    all_of, any_of = encoding.formula.all_of, encoding.formula.any_of
    match node:
        case Condition():
            return _condition(encoding.at(at), node)
        case Compare():
            return _compare(encoding.at(at), node)
        case Not():
            return -_at(encoding, node.operand, at)
        case And():
            return all_of([_at(encoding, part, at) for part in node.operands])
        case Or():
            return any_of([_at(encoding, part, at) for part in node.operands])
        case Until():
            found = FALSE
            for later in range(encoding.plies, at - 1, -1):
                still = all_of((_at(encoding, node.left, later), found))
                found = any_of((_at(encoding, node.right, later), still))
            return found
        case Always() | Historically():
            return all_of(_at_each(encoding, node, at))
    return any_of(_at_each(encoding, node, at))


def _at_each(encoding: ConnectFourEncoding, node: Node, at: int) -> list[Literal]:
    """The operand of a temporal operator at every board of the line that it speaks of."""
    match node:
        case Always() | Eventually():
            boards = range(at, encoding.plies + 1)
        case Historically() | Once():
            boards = range(at + 1)
        case Next():
            boards = range(at + 1, at + 2)
        case Before():
            boards = range(at - 1, at)
        case AtPly():
            boards = range(node.ply, node.ply + 1)
        case AtEnd():
            boards = range(encoding.plies, encoding.plies + 1)
        case _:
            raise TypeError(f"{node!r} is not written out.")
    return [_at(encoding, node.operand, board) for board in boards if 0 <= board <= encoding.plies]


def _condition(reading: Reading, condition: Condition) -> Literal:
    def reaches(k: int) -> Literal:
        return _reaches(reading, condition.term, k)

    return _compared(reading, reaches, condition.comparison, condition.number)


def _compared(
    reading: Reading, reaches: Callable[[int], Literal], comparison: str, number: int
) -> Literal:
    """How a value compares with `number`, which `reaches` tells whether it is that or more."""
    match comparison:
        case ">=":
            return reaches(number)
        case ">":
            return reaches(number + 1)
        case "<":
            return -reaches(number)
        case "<=":
            return -reaches(number + 1)
    equal = reading.formula.all_of((reaches(number), -reaches(number + 1)))
    return equal if comparison == "=" else -equal


def _reaches(reading: Reading, term: Term, k: int) -> Literal:
    """The term's value is `k` or more."""
    predicate = predicate_named(reading.game, term.name)
    if k <= 0 and not predicate.signed:
        return TRUE
    if k > 1 and predicate.boolean:
        return FALSE
    if term.sets:
        there = list(reading.related.of(term.sets[0]).values())
        return reading.formula.any_of(there) if k == 1 else reading.formula.at_least(there, k)
    return AT_LEAST[predicate.name](reading, cast("Arguments", term.arguments), k)


def _compare(reading: Reading, compare: Compare) -> Literal:
    """Both sides brought to the left, as a number in unary."""
    parts = (*compare.left.parts, *((-factor, term) for factor, term in compare.right.parts))
    least, steps = _unary(reading, Sum(parts))

    def reaches(k: int) -> Literal:
        over = k - least  # how many steps above the least value
        return TRUE if over <= 0 else FALSE if over > len(steps) else steps[over - 1]

    number = compare.right.constant - compare.left.constant
    return _compared(reading, reaches, compare.comparison, number)


def _unary(reading: Reading, total: Sum) -> tuple[int, list[Literal]]:
    """The least value of a sum, and literals "so much more than that, or even more"."""
    least, steps = 0, list[Literal]()
    for factor, term in total.parts:
        low, own = _term_unary(reading, term)
        if factor < 0:  # the steps of a denied number, counted from its greatest value
            low, own = -(low + len(own)), [-step for step in reversed(own)]
        least += abs(factor) * low
        for _ in range(abs(factor)):
            steps = _added(reading, steps, own)
    return least, steps


def _term_unary(reading: Reading, term: Term) -> tuple[int, list[Literal]]:
    predicate = predicate_named(reading.game, term.name)
    squares = reading.game.columns * reading.game.rows
    low = -squares if predicate.signed else 0
    steps: list[Literal] = []
    for k in range(low + 1, squares + 1):
        steps.append(_reaches(reading, term, k))
        if steps[-1] == FALSE:
            return low, steps[:-1]
    return low, steps


def _added(reading: Reading, first: list[Literal], second: list[Literal]) -> list[Literal]:
    """The sum of two numbers in unary."""
    all_of, any_of = reading.formula.all_of, reading.formula.any_of
    if not first or not second:
        return first or second
    one, other = [TRUE, *first], [TRUE, *second]
    return [
        any_of(
            all_of((one[i], other[k - i]))
            for i in range(max(0, k - len(second)), min(k, len(first)) + 1)
        )
        for k in range(1, len(first) + len(second) + 1)
    ]
