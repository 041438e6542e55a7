"""Sets and relations for the exhaustive kernels: code in front of a program, and what runs it.

A set is one word with a bit for each square, a relation as many words as there are squares. The
code is in postfix order, in rows ``RELATE, operation, number, words, ...``; a term says from which
row to which its own code stands, and what is left on the stack is counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from engine._jit import inlined, kernel, popcount
from engine.laboratory.exhaustion.distance import FEATURE as OF_SETS
from engine.laboratory.exhaustion.distance import FIRST as NUMBER
from engine.laboratory.exhaustion.distance import LOW as MASK
from engine.laboratory.exhaustion.distance import RELATE
from engine.laboratory.exhaustion.distance import SECOND as WORDS
from engine.laboratory.language.relations import arity, fixed, fixed_tuples
from engine.laboratory.language.tree import Closed, Joined, Named

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.game import Game
    from engine.laboratory.language.tree import Expression

    Ints = NDArray[np.int64]
    Words = NDArray[np.uint64]
    Code = tuple[int, int, int, int, int, int, int]

NOTHING, ROW, PLAYER, EMPTY, UNION, MEET, LESS, PRODUCT = range(8)
BACKWARDS, CLOSURE, IMAGE, SOURCE, COMPOSE = range(8, 13)
"""What a row of code does: push nothing, fill in a row of it, push a player's squares or the
empty ones; join the upper two; turn or close the upper one; the three kinds of join."""

SQUARES = 64

_ONE, _ZERO = np.uint64(1), np.uint64(0)

_JOINS = {"+": UNION, "&": MEET, "-": LESS, "->": PRODUCT}


def code_of(game: Game, expression: Expression) -> list[Code]:
    """The code of an expression in which no variable is left."""
    if fixed(expression):
        return _pushed(game, expression)
    if isinstance(expression, Named):
        player = cast("int", (*expression.arguments, -1)[0])
        return [_row(EMPTY if expression.name == "empty" else PLAYER, player)]
    if isinstance(expression, Closed):
        operand = code_of(game, expression.operand)
        if expression.operator == "~":
            return [*operand, _row(BACKWARDS, words=SQUARES)]
        closed = [*operand, _row(CLOSURE, words=SQUARES)]
        if expression.operator == "*":
            closed += [*_pushed(game, Named("iden")), _row(UNION, words=SQUARES)]
        return closed
    parts = [*code_of(game, expression.left), *code_of(game, expression.right)]
    operation = _JOINS.get(expression.operator) or _join(expression)
    return [*parts, _row(operation, words=_words(expression))]


def _join(joined: Joined) -> int:
    return SOURCE if arity(joined.right) == 1 else IMAGE if arity(joined.left) == 1 else COMPOSE


def _pushed(game: Game, expression: Expression) -> list[Code]:
    """A set or relation that is the same on every board."""
    masks: dict[int, int] = {}
    for *source, target in fixed_tuples(game, expression):
        row = source[0] if source else 0
        masks[row] = masks.get(row, 0) | 1 << target
    words = _words(expression)
    rows = (_row(ROW, row, mask, words) for row, mask in sorted(masks.items()))
    return [_row(NOTHING, words=words), *rows]


def _words(expression: Expression) -> int:
    return 1 if arity(expression) == 1 else SQUARES


def _row(operation: int, number: int = 0, mask: int = 0, words: int = 1) -> Code:
    signed = mask - (1 << SQUARES) if mask >> (SQUARES - 1) else mask
    return RELATE, operation, number, words, 0, signed, 0


@inlined
def _has(members: np.uint64, square: int) -> bool:
    return bool(members >> np.uint64(square) & _ONE != _ZERO)


@inlined
def _free(discs: Words, squares: int) -> np.uint64:
    """The squares of the board that nobody holds."""
    taken = _ZERO
    for player in range(discs.shape[0]):
        taken |= discs[player]
    board = ~_ZERO >> np.uint64(SQUARES - squares)
    return board & ~taken


@inlined
def _turn(relation: Words, squares: int) -> None:
    """Turn every pair round."""
    turned = np.zeros(squares, dtype=np.uint64)
    for i in range(squares):
        for j in range(squares):
            turned[j] |= (relation[i] >> np.uint64(j) & _ONE) << np.uint64(i)
    for i in range(squares):
        relation[i] = turned[i]


@inlined
def _close(relation: Words, squares: int) -> None:
    """Add the pairs that several steps join, by one more square to step on at a time (Warshall)."""
    for middle in range(squares):
        row = relation[middle]
        for i in range(squares):
            if _has(relation[i], middle):
                relation[i] |= row


@inlined
def _row_of(operation: int, row: np.uint64, right: Words, at: int, squares: int) -> np.uint64:
    """A row of what two sets or relations of one kind are joined to."""
    other: np.uint64 = right[at]
    if operation == UNION:
        return row | other
    if operation == MEET:
        return row & other
    if operation == LESS:
        return row & ~other
    reached = _ZERO
    for middle in range(squares):
        if _has(row, middle):
            reached |= right[middle]
    return reached


@inlined
def _combine(operation: int, left: Words, right: Words, words: int, squares: int) -> None:
    """Join two sets or relations into the place of the left one, which then has so many words."""
    if operation == PRODUCT:
        source, target = left[0], right[0]
        for i in range(squares):
            left[i] = target if _has(source, i) else _ZERO
    elif operation == IMAGE:
        found = _ZERO
        for i in range(squares):
            if _has(left[0], i):
                found |= right[i]
        left[0] = found
    elif operation == SOURCE:
        found, target = _ZERO, right[0]
        for i in range(squares):
            if left[i] & target != _ZERO:
                found |= _ONE << np.uint64(i)
        left[0] = found
    else:
        for i in range(words):
            left[i] = _row_of(operation, left[i], right, i, squares)


@kernel("int64(int64[:,::1], int64, int64, int64, uint64[::1])")
def related(program: Ints, begin: int, end: int, squares: int, discs: Words) -> int:
    """How many squares, or pairs, the code from row `begin` up to `end` comes to.

    ``discs[player]`` has a bit for each square of the board that the player holds.
    """
    stack = np.empty((end - begin + 1, SQUARES), dtype=np.uint64)
    top, words = -1, 1
    for at in range(begin, end):
        operation, number = program[at, OF_SETS], program[at, NUMBER]
        words = min(program[at, WORDS], squares)
        if operation == ROW:
            stack[top, number] = np.uint64(program[at, MASK])
        elif operation <= EMPTY:
            top += 1
            for i in range(words):
                stack[top, i] = _ZERO
            if operation == PLAYER:
                stack[top, 0] = discs[number]
            elif operation == EMPTY:
                stack[top, 0] = _free(discs, squares)
        elif operation == BACKWARDS:
            _turn(stack[top], squares)
        elif operation == CLOSURE:
            _close(stack[top], squares)
        else:
            top -= 1
            _combine(operation, stack[top], stack[top + 1], words, squares)
    total = 0
    for i in range(words):
        total += int(popcount(stack[top, i]))
    return total
