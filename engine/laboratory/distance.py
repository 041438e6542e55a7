"""Rows of numbers that the exhaustive kernels evaluate; `engine.laboratory.program` makes them.

A program is a table of rows ``operation, feature, a, b, c, low, high`` in postfix order.
A leaf asks for ``low <= feature(a, b, c) <= high`` and yields how far the value is from
that, 0 being true; ``and`` adds two distances, ``or`` takes the smaller. So one evaluation
serves both the exhaustive search (is it 0?) and the directed one (how near is it?).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine._jit import kernel

if TYPE_CHECKING:
    import numpy as np

Table: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.int64]]"

LEAF, AND, OR = 0, 1, 2
"""Operations."""

OPERATION, FEATURE, FIRST, SECOND, THIRD, LOW, HIGH = range(7)
"""Columns of a row."""


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
