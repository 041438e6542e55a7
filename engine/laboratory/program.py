"""Conditions lowered to rows of numbers that the exhaustive kernels evaluate.

A program is a table of rows ``operation, feature, a, b, c, low, high`` in postfix order.
A leaf asks for ``low <= feature(a, b, c) <= high`` and yields how far the value is from
that, 0 being true; ``and`` adds two distances, ``or`` takes the smaller. So one evaluation
serves both the exhaustive search (is it 0?) and the directed one (how near is it?).
Negations are pushed into the leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from engine._jit import kernel
from engine.laboratory.catalogue import predicate_named
from engine.laboratory.query import And, Condition, Node, Not, Term

if TYPE_CHECKING:
    from engine.game import Game

Row: TypeAlias = tuple[int, int, int, int, int, int, int]
Table: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.int64]]"

LEAF, AND, OR = 0, 1, 2
OPERATION, FEATURE, FIRST, SECOND, THIRD, LOW, HIGH = range(7)

UNBOUNDED = 1 << 20
"""Beyond every value a predicate takes."""


def lower(game: Game, node: Node) -> Table:
    """The program of a condition; an empty table holds on every line of play."""
    rows = _lower(game, node, positive=True)
    return np.array(rows, dtype=np.int64).reshape(len(rows), 7)


def lower_term(game: Game, term: Term) -> Table:
    """One leaf row that only names a term, for the kernels to measure."""
    return np.array([_leaf(game, term, -UNBOUNDED, UNBOUNDED)], dtype=np.int64)


def _lower(game: Game, node: Node, *, positive: bool) -> list[Row]:
    if isinstance(node, Not):
        return _lower(game, node.operand, positive=not positive)
    if isinstance(node, Condition):
        return _condition(game, node, positive)
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


@kernel("int64(int64[:,::1], int64[::1], int64[::1])")
def distance(program: Table, values: np.ndarray, stack: np.ndarray) -> int:
    """How far a line of play is from satisfying `program`; 0 exactly if it does.

    ``values[i]`` is the value of leaf row i; `stack` is scratch of the program's length.
    """
    top = 0
    for row in range(program.shape[0]):
        operation = program[row, OPERATION]
        if operation == LEAF:
            value = values[row]
            stack[top] = max(program[row, LOW] - value, value - program[row, HIGH], 0)
            top += 1
        else:
            top -= 1
            if operation == AND:
                stack[top - 1] += stack[top]
            else:
                stack[top - 1] = min(stack[top - 1], stack[top])
    return stack[0] if top else 0
