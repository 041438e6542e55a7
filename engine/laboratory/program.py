"""Conditions lowered to rows of numbers that the exhaustive kernels evaluate.

`engine.laboratory.distance` says what the rows are. Negations are pushed into the leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from engine.laboratory.catalogue import predicate_named
from engine.laboratory.distance import AND, LEAF, OR
from engine.laboratory.query import EVERYTHING, And, Condition, Node, Not, Term

if TYPE_CHECKING:
    from engine.game import Game
    from engine.laboratory.distance import Table

Row: TypeAlias = tuple[int, int, int, int, int, int, int]

UNBOUNDED = 1 << 20
"""Beyond every value a predicate takes."""


def lower(game: Game, node: Node) -> Table:
    """The program of a condition; an empty table holds on every line of play."""
    rows = [] if node == EVERYTHING else _lower(game, node, positive=True)
    return np.array(rows, dtype=np.int64).reshape(len(rows), 7)


def lower_term(game: Game, term: Term) -> Table:
    """One leaf row that only names a term, for the kernels to measure."""
    return np.array([_leaf(game, term, -UNBOUNDED, UNBOUNDED)], dtype=np.int64)


def _lower(game: Game, node: Node, *, positive: bool) -> list[Row]:
    if isinstance(node, Not):
        return _lower(game, node.operand, positive=not positive)
    if isinstance(node, Condition):
        return _condition(game, node, positive)
    if not node.operands:  # "and" of nothing is true, "or" of nothing is not
        holds = isinstance(node, And) is positive
        return [_leaf(game, Term("plies"), 0 if holds else UNBOUNDED, UNBOUNDED)]
    parts = [_lower(game, operand, positive=positive) for operand in node.operands]
    return _joined(parts, AND if isinstance(node, And) is positive else OR)


def _condition(game: Game, condition: Condition, positive: bool) -> list[Row]:
    number, term = condition.number, condition.term
    below, above = (-UNBOUNDED, number - 1), (number + 1, UNBOUNDED)
    intervals = {
        "=": [(number, number)],
        "!=": [below, above],
        "<": [below],
        "<=": [(-UNBOUNDED, number)],
        ">": [above],
        ">=": [(number, UNBOUNDED)],
    }
    opposite = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
    comparison = condition.comparison if positive else opposite[condition.comparison]
    return _joined([[_leaf(game, term, *interval)] for interval in intervals[comparison]], OR)


def _joined(parts: list[list[Row]], operation: int) -> list[Row]:
    rows: list[Row] = []
    for index, part in enumerate(parts):
        rows += part
        if index:
            rows.append((operation, 0, 0, 0, 0, 0, 0))
    return rows


def _leaf(game: Game, term: Term, low: int, high: int) -> Row:
    a, b, c = (*term.arguments, -1, -1, -1)[:3]
    return LEAF, predicate_named(game, term.name).feature, a, b, c, low, high
