"""Sets and relations for the exhaustive kernels: code in front of a program, and what runs it.

A set is one word with a bit for each square, a relation as many words as there are squares. The
code is in postfix order, in rows ``RELATE, operation, number, words, ...``; a term says from which
row to which its own code stands, and what is left on the stack is counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from engine._jit import kernel, popcount
from engine.laboratory.exhaustion.distance import FEATURE as OF_SETS
from engine.laboratory.exhaustion.distance import FIRST as NUMBER
from engine.laboratory.exhaustion.distance import LOW as MASK
from engine.laboratory.exhaustion.distance import RELATE
from engine.laboratory.exhaustion.distance import SECOND as WORDS
from engine.laboratory.language.relations import arity, fixed, unchanging
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
    for *source, target in unchanging(game, expression):
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


@kernel("int64(int64[:,::1], int64, int64, int64, uint64[::1])")
def related(  # noqa: PLR0912, PLR0915 (one kernel: calls would cost more than they tell)
    program: Ints, begin: int, end: int, squares: int, discs: Words
) -> int:
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
                taken = _ZERO
                for player in range(discs.shape[0]):
                    taken |= discs[player]
                board = ~_ZERO >> np.uint64(SQUARES - squares)
                stack[top, 0] = board & ~taken
        elif operation == BACKWARDS:
            turned = np.zeros(squares, dtype=np.uint64)
            for i in range(squares):
                for j in range(squares):
                    turned[j] |= (stack[top, i] >> np.uint64(j) & _ONE) << np.uint64(i)
            for i in range(squares):
                stack[top, i] = turned[i]
        elif operation == CLOSURE:
            for middle in range(squares):
                row = stack[top, middle]
                for i in range(squares):
                    if stack[top, i] >> np.uint64(middle) & _ONE != _ZERO:
                        stack[top, i] |= row
        else:
            top -= 1
            if operation == PRODUCT:
                source, target = stack[top, 0], stack[top + 1, 0]
                for i in range(squares):
                    inside = source >> np.uint64(i) & _ONE != _ZERO
                    stack[top, i] = target if inside else _ZERO
            elif operation == IMAGE:
                found = _ZERO
                for i in range(squares):
                    if stack[top, 0] >> np.uint64(i) & _ONE != _ZERO:
                        found |= stack[top + 1, i]
                stack[top, 0] = found
            elif operation == SOURCE:
                found, target = _ZERO, stack[top + 1, 0]
                for i in range(squares):
                    if stack[top, i] & target != _ZERO:
                        found |= _ONE << np.uint64(i)
                stack[top, 0] = found
            else:
                for i in range(words):
                    row, other = stack[top, i], stack[top + 1, i]
                    if operation == UNION:
                        row |= other
                    elif operation == MEET:
                        row &= other
                    elif operation == LESS:
                        row &= ~other
                    else:
                        row = _ZERO
                        for j in range(squares):
                            if stack[top, i] >> np.uint64(j) & _ONE != _ZERO:
                                row |= stack[top + 1, j]
                    stack[top, i] = row
    total = 0
    for i in range(words):
        total += int(popcount(stack[top, i]))
    return total
