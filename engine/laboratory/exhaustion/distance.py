"""Rows of numbers that the exhaustive kernels evaluate; `program` beside it makes them.

A program is a table of rows ``operation, feature, a, b, c, low, high`` in postfix order.
``TERM`` adds ``low * feature(a, b, c)`` to an accumulator; ``LEAF`` asks that its sum lies
between ``low`` and ``high`` and yields how far it is from that, 0 being true. ``AND`` adds two
distances, ``OR`` takes the smaller. So one evaluation serves both the exhaustive search (is it
0?) and the directed one (how near is it?).

Rows of ``RELATE`` in front are the code of sets that terms count (`relations`).

The temporal operations read distances at other boards of the line; a program with one is
evaluated by `distance_over`, for all boards together, and read at the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from engine._jit import inlined, kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

Table: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.int64]]"

RELATE, TERM, LEAF, AND, OR = range(-1, 4)
"""Operations on one board."""

ALWAYS, EVENTUALLY, NEXT, WEAK_NEXT, UNTIL, RELEASE, AT_PLY, WEAK_AT_PLY, AT_END = range(4, 13)
BEFORE, WEAK_BEFORE, ONCE, HISTORICALLY = range(AT_END + 1, AT_END + 5)
"""Operations over the boards of a line. A weak one is true where the board is missing, and
``RELEASE`` is what a denied ``UNTIL`` becomes. AT_PLY's number stands in LOW."""

OPERATION, FEATURE, FIRST, SECOND, THIRD, LOW, HIGH = range(7)
"""Columns of a row."""

MISSING = 1
"""The distance of what is false because a board is missing."""


@kernel("boolean(int64[:,::1])")
def is_temporal(program: Table) -> bool:
    """Whether a program has to be evaluated over all boards of a line."""
    found = False
    for row in range(program.shape[0]):
        found = found or program[row, OPERATION] >= ALWAYS
    return found


@kernel("boolean(int64[:,::1])")
def is_conjunction(program: Table) -> bool:
    """Whether a program asks one board for several things, the first of which may exclude it."""
    found = True
    for row in range(program.shape[0]):
        found = found and program[row, OPERATION] <= AND
    return found


@inlined
def leaf(program: Table, values: Ints, row: int) -> int:
    """How far the sum of the terms in front of a LEAF's row is from what it asks."""
    total, term = 0, row - 1
    while term >= 0 and program[term, OPERATION] == TERM:
        total += program[term, LOW] * values[term]
        term -= 1
    return int(max(program[row, LOW] - total, total - program[row, HIGH], 0))


@kernel("int64(int64[:,::1], int64[::1], int64[::1])")
def distance(program: Table, values: Ints, stack: Ints) -> int:
    """How far a line of play is from satisfying `program`; 0 exactly if it does.

    ``values[i]`` is the value of TERM row i at the last board; `stack` is scratch of the
    program's length.
    """
    top = 0
    for row in range(program.shape[0]):
        operation = program[row, OPERATION]
        if operation in (RELATE, TERM):
            continue
        if operation == LEAF:
            stack[top] = leaf(program, values, row)
            top += 1
        else:
            top -= 1
            if operation == AND:
                stack[top - 1] += stack[top]
            else:
                stack[top - 1] = min(stack[top - 1], stack[top])
    return stack[0] if top else 0


@kernel("void(int64, int64, int64[::1], int64)")
def _shift(operation: int, ply: int, own: Ints, last: int) -> None:
    """Apply an operation with one operand, whose distances at each board `own` holds."""
    if operation in (NEXT, WEAK_NEXT):
        for at in range(last):
            own[at] = own[at + 1]
        own[last] = MISSING if operation == NEXT else 0
    elif operation == ALWAYS:
        for at in range(last - 1, -1, -1):
            own[at] += own[at + 1]
    elif operation == EVENTUALLY:
        for at in range(last - 1, -1, -1):
            own[at] = min(own[at], own[at + 1])
    else:
        value = own[last] if operation == AT_END else 0
        if operation != AT_END:
            value = own[ply] if ply <= last else MISSING if operation == AT_PLY else 0
        for at in range(last + 1):
            own[at] = value


@kernel("void(int64, int64[::1], int64)")
def _shift_back(operation: int, own: Ints, last: int) -> None:
    """As `_shift`, for an operation of the past."""
    if operation in (BEFORE, WEAK_BEFORE):
        for at in range(last, 0, -1):
            own[at] = own[at - 1]
        own[0] = MISSING if operation == BEFORE else 0
    for at in range(1, last + 1):
        if operation == HISTORICALLY:
            own[at] += own[at - 1]
        elif operation == ONCE:
            own[at] = min(own[at], own[at - 1])


@inlined
def _until(operation: int, left: Ints, right: Ints, last: int) -> None:
    """Join two operands by UNTIL or RELEASE, in the place of the left one."""
    for at in range(last, -1, -1):
        before = left[at]
        left[at] = right[at]
        if at < last and operation == UNTIL:
            left[at] = min(right[at], before + left[at + 1])
        elif at < last:
            left[at] = right[at] + min(before, left[at + 1])


@kernel("int64(int64[:,::1], int64[:,::1], int64[:,::1], int64)")
def distance_over(program: Table, values: Table, stack: Table, last: int) -> int:
    """As `distance`, for a program with temporal operations, read at the first board.

    ``values[ply, i]`` is what LEAF row i comes to at the board after `ply` plies of `last`;
    `stack` has a row for each of the program's and a column for each board.
    """
    top = 0
    for row in range(program.shape[0]):
        operation = program[row, OPERATION]
        if operation in (RELATE, TERM):
            continue
        if operation == LEAF:
            for at in range(last + 1):
                stack[top, at] = values[at, row]
            top += 1
        elif operation in (AND, OR):
            top -= 1
            for at in range(last + 1):
                if operation == AND:
                    stack[top - 1, at] += stack[top, at]
                else:
                    stack[top - 1, at] = min(stack[top - 1, at], stack[top, at])
        elif operation in (UNTIL, RELEASE):
            top -= 1
            _until(operation, stack[top - 1], stack[top], last)
        elif operation >= BEFORE:
            _shift_back(operation, stack[top - 1], last)
        else:
            _shift(operation, program[row, LOW], stack[top - 1], last)
    return stack[0, 0] if top else 0
