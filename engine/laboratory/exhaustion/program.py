"""Conditions lowered to rows of numbers that the exhaustive kernels evaluate.

`distance` beside it says what the rows are. Negations are pushed into the leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from engine.laboratory.exhaustion import distance as ops
from engine.laboratory.exhaustion.relations import code_of
from engine.laboratory.language.catalogue import predicate_named
from engine.laboratory.language.plain import plain
from engine.laboratory.language.tree import (
    EVERYTHING,
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
    said_of_end,
    temporal,
    terms_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.game import Game
    from engine.laboratory.exhaustion.distance import Table
    from engine.laboratory.language.predicates import Arguments
    from engine.laboratory.language.tree import Expression

Row: TypeAlias = tuple[int, int, int, int, int, int, int]

UNBOUNDED = 1 << 20
"""Beyond every value that a sum takes."""

_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

_ONE_OPERAND = {
    Always: (ops.ALWAYS, ops.EVENTUALLY),
    Eventually: (ops.EVENTUALLY, ops.ALWAYS),
    Next: (ops.NEXT, ops.WEAK_NEXT),
    Before: (ops.BEFORE, ops.WEAK_BEFORE),
    Once: (ops.ONCE, ops.HISTORICALLY),
    Historically: (ops.HISTORICALLY, ops.ONCE),
    AtPly: (ops.AT_PLY, ops.WEAK_AT_PLY),
    AtEnd: (ops.AT_END, ops.AT_END),
}
"""Operations of the temporal nodes, as they stand and denied."""


def lower(game: Game, node: Node) -> Table:
    """The program of a condition; an empty table holds on every line of play."""
    if node == EVERYTHING:
        return np.zeros((0, 7), dtype=np.int64)
    written = plain(game, node)
    if temporal(written):
        written = said_of_end(written)
    target = _Target(game, terms_of(written))
    return target.table(_lower(target, written, positive=True))


def lower_term(game: Game, term: Term) -> Table:
    """A table whose last row names a term, for the kernels to measure."""
    target = _Target(game, (term,))
    return target.table([_term(target, term, 1)])


class _Target:
    """A table being made: the code of the sets that its terms count, and where each stands."""

    def __init__(self, game: Game, terms: Iterable[Term]) -> None:
        self.game, self.code = game, list[Row]()
        self.places: dict[tuple[Expression, ...], tuple[int, int]] = {}
        for term in terms:
            if term.sets and term.sets not in self.places:
                begin = len(self.code)
                self.code += code_of(game, term.sets[0])
                self.places[term.sets] = begin, len(self.code)

    def table(self, rows: list[Row]) -> Table:
        rows = [*self.code, *rows]
        return np.array(rows, dtype=np.int64).reshape(len(rows), 7)


def _lower(target: _Target, node: Node, *, positive: bool) -> list[Row]:
    if isinstance(node, Not):
        return _lower(target, node.operand, positive=not positive)
    if isinstance(node, Condition):
        left, right = Sum(((1, node.term),)), Sum((), node.number)
        return _compared(target, Compare(left, node.comparison, right), positive)
    if isinstance(node, Compare):
        return _compared(target, node, positive)
    if isinstance(node, And | Or):
        parts = [_lower(target, operand, positive=positive) for operand in node.operands]
        return _joined(parts, isinstance(node, And) is positive)
    if isinstance(node, Until):
        first, second = (_lower(target, x, positive=positive) for x in (node.left, node.right))
        return [*first, *second, _operation(ops.UNTIL if positive else ops.RELEASE)]
    operation = _ONE_OPERAND[cast("type[Always]", type(node))][0 if positive else 1]
    one = cast("AtPly", node)
    number = node.ply if isinstance(node, AtPly) else 0
    return [*_lower(target, one.operand, positive=positive), _operation(operation, number)]


def _compared(target: _Target, compare: Compare, positive: bool) -> list[Row]:
    """The rows of ``left - right`` within the intervals that the comparison admits."""
    parts = (*compare.left.parts, *((-factor, term) for factor, term in compare.right.parts))
    number = compare.right.constant - compare.left.constant
    below, above = (-UNBOUNDED, number - 1), (number + 1, UNBOUNDED)
    intervals = {
        "=": [(number, number)],
        "!=": [below, above],
        "<": [below],
        "<=": [(-UNBOUNDED, number)],
        ">": [above],
        ">=": [(number, UNBOUNDED)],
    }
    comparison = compare.comparison if positive else _OPPOSITE[compare.comparison]
    terms = [_term(target, term, factor) for factor, term in parts]
    return _joined([[*terms, _leaf(*interval)] for interval in intervals[comparison]], False)


def _joined(parts: list[list[Row]], all_of: bool) -> list[Row]:
    if not parts:  # "and" of nothing is true, "or" of nothing is not
        return [_leaf(0 if all_of else 1, UNBOUNDED)]
    rows: list[Row] = []
    for index, part in enumerate(parts):
        rows += part
        if index:
            rows.append(_operation(ops.AND if all_of else ops.OR))
    return rows


def _operation(operation: int, number: int = 0) -> Row:
    return operation, 0, 0, 0, 0, number, 0


def _leaf(low: int, high: int) -> Row:
    return ops.LEAF, 0, 0, 0, 0, low, high


def _term(target: _Target, term: Term, factor: int) -> Row:
    arguments = target.places[term.sets] if term.sets else cast("Arguments", term.arguments)
    a, b, c = (*arguments, -1, -1, -1)[:3]
    return ops.TERM, predicate_named(target.game, term.name).feature, a, b, c, factor, 0
