"""Conditions lowered to rows of numbers that the exhaustive kernels evaluate.

`distance` beside it says what the rows are. Negations are pushed into the leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from engine.laboratory.exhaustion import distance as ops
from engine.laboratory.language.catalogue import predicate_named
from engine.laboratory.language.plain import plain
from engine.laboratory.language.tree import (
    AT_LAST,
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
    temporal,
)

if TYPE_CHECKING:
    from engine.game import Game
    from engine.laboratory.exhaustion.distance import Table
    from engine.laboratory.language.predicates import Arguments

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
        written = _ended(written)
    rows = _lower(game, written, positive=True)
    return np.array(rows, dtype=np.int64).reshape(len(rows), 7)


def lower_term(game: Game, term: Term) -> Table:
    """One row that only names a term, for the kernels to measure."""
    return np.array([_term(game, term, 1)], dtype=np.int64)


def _ended(node: Node) -> Node:
    """Say of what is outside of all operators that it is read at the last board."""
    if isinstance(node, AT_LAST):
        return AtEnd(node)
    if isinstance(node, Not):
        return Not(_ended(node.operand))
    if isinstance(node, And):
        return And(tuple(map(_ended, node.operands)))
    return Or(tuple(map(_ended, node.operands))) if isinstance(node, Or) else node


def _lower(game: Game, node: Node, *, positive: bool) -> list[Row]:
    if isinstance(node, Not):
        return _lower(game, node.operand, positive=not positive)
    if isinstance(node, Condition):
        left, right = Sum(((1, node.term),)), Sum((), node.number)
        return _compared(game, Compare(left, node.comparison, right), positive)
    if isinstance(node, Compare):
        return _compared(game, node, positive)
    if isinstance(node, And | Or):
        parts = [_lower(game, operand, positive=positive) for operand in node.operands]
        return _joined(parts, isinstance(node, And) is positive)
    if isinstance(node, Until):
        first, second = (_lower(game, x, positive=positive) for x in (node.left, node.right))
        return [*first, *second, _operation(ops.UNTIL if positive else ops.RELEASE)]
    operation = _ONE_OPERAND[cast("type[Always]", type(node))][0 if positive else 1]
    one = cast("AtPly", node)
    number = node.ply if isinstance(node, AtPly) else 0
    return [*_lower(game, one.operand, positive=positive), _operation(operation, number)]


def _compared(game: Game, compare: Compare, positive: bool) -> list[Row]:
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
    terms = [_term(game, term, factor) for factor, term in parts]
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


def _term(game: Game, term: Term, factor: int) -> Row:
    a, b, c = (*cast("Arguments", term.arguments), -1, -1, -1)[:3]
    return ops.TERM, predicate_named(game, term.name).feature, a, b, c, factor, 0
