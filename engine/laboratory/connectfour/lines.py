"""Every line of play of Connect Four to a given depth, in one compiled depth-first search.

Boards are bits in the layout of `engine.games.connectfour.position`, so a board must fit
into 64 of them: columns × (rows + 1) of at most 64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine._jit import kernel
from engine.laboratory.connectfour import features as codes
from engine.laboratory.exhaustion import features
from engine.laboratory.exhaustion.distance import (
    FEATURE,
    FIRST,
    LEAF,
    OPERATION,
    SECOND,
    TERM,
    THIRD,
    distance,
    distance_over,
    is_conjunction,
    is_temporal,
    leaf,
)
from engine.laboratory.exhaustion.exhaustive import FINISHED, LINES, MATCHES, STORED, keep
from engine.laboratory.exhaustion.relations import related
from engine.search.control import NODES, STOP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Boards = NDArray[np.uint64]

COLUMNS, ROWS, CONNECT, PLAYERS, DEPTH, MIRROR, SIGN = range(7)
"""Indices of the parameters of `search_lines`."""

_ONE, _ZERO = np.uint64(1), np.uint64(0)


@kernel("uint64(uint64, int64, int64)")
def line_bits(board: np.uint64, height: int, connect: int) -> np.uint64:
    """Bits of every disc of `board` that stands in a completed line."""
    found = _ZERO
    for direction in range(4):
        step = np.uint64(1 if direction == 0 else height + direction - 2)
        starts = board
        for i in range(1, connect):
            starts &= board >> (np.uint64(i) * step)
        for i in range(connect):
            found |= starts << (np.uint64(i) * step)
    return found


@kernel("boolean(uint64, int64, int64)")
def has_line(board: np.uint64, height: int, connect: int) -> bool:
    """Whether `board` holds a completed line."""
    for direction in range(4):
        step = np.uint64(1 if direction == 0 else height + direction - 2)
        starts = board
        for i in range(1, connect):
            starts &= board >> (np.uint64(i) * step)
        if starts != _ZERO:
            return True
    return False


@kernel("int64(uint64, uint64, int64)")
def _run_length(board: np.uint64, last: np.uint64, step: int) -> int:
    """Discs in the unbroken run of `board` through the bit `last`."""
    length = 1
    shift = np.uint64(step)
    bit = (last << shift) & board
    while bit != _ZERO:
        length += 1
        bit = (bit << shift) & board
    bit = (last >> shift) & board
    while bit != _ZERO:
        length += 1
        bit = (bit >> shift) & board
    return length


@kernel("uint64(int64, int64, int64)")
def _square_bit(square: int, columns: int, height: int) -> np.uint64:
    return _ONE << np.uint64((square % columns) * height + square // columns)


@kernel("int64(int64[::1], uint64[:,::1], uint64, int64, boolean)")
def _threats(params: Ints, boards: Boards, board: np.uint64, ply: int, over: bool) -> int:
    """Columns in which a disc added to `board` wins, after `ply` plies."""
    if over:
        return 0
    height, found = params[ROWS] + 1, 0
    occupied = _ZERO
    for player in range(params[PLAYERS]):
        occupied |= boards[ply, player]
    for column in range(params[COLUMNS]):
        base = np.uint64(column * height)
        landing = (occupied + (_ONE << base)) & (
            ((_ONE << np.uint64(params[ROWS])) - _ONE) << base
        ) & ~occupied  # fmt: skip
        if landing != _ZERO and has_line(board | landing, height, params[CONNECT]):
            found += 1
    return found


@kernel("int64(int64[::1], int64[::1], int64)")
def _first_full(params: Ints, moves: Ints, depth: int) -> int:
    heights = np.zeros(16, dtype=np.int64)
    for ply in range(depth):
        heights[moves[ply]] += 1
        if heights[moves[ply]] == params[ROWS]:
            return int(moves[ply]) + 1
    return 0


@kernel("int64(int64[::1], uint64[::1], int64[:,::1], int64, int64)")
def _related(params: Ints, boards: Boards, program: Ints, begin: int, end: int) -> int:
    """What the code of a set comes to, on a board with a bit for each square in order."""
    columns, rows = params[COLUMNS], params[ROWS]
    discs = np.zeros(params[PLAYERS], dtype=np.uint64)
    for square in range(columns * rows):
        bit = _square_bit(square, columns, rows + 1)
        for player in range(params[PLAYERS]):
            if boards[player] & bit != _ZERO:
                discs[player] |= _ONE << np.uint64(square)
    return related(program, begin, end, columns * rows, discs)


@kernel("int64(int64[::1], uint64[:,::1], int64[::1], int64, uint64, boolean, int64[:,::1], int64)")
def _feature(  # noqa: PLR0912, PLR0915 (one kernel: calls would cost more than they tell)
    params: Ints,
    boards: Boards,
    moves: Ints,
    depth: int,
    last: np.uint64,
    won: bool,
    program: Ints,
    row: int,
) -> int:
    """The value of a row of `program` on the first `depth` plies of a line; see `features`.

    `last` is the bit of the last disc among them, `won` whether it completed a line.
    """
    code, a = program[row, FEATURE], program[row, FIRST]
    b, c = program[row, SECOND], program[row, THIRD]
    players, height = params[PLAYERS], params[ROWS] + 1
    squares = params[COLUMNS] * params[ROWS]
    mover = (depth + players - 1) % players
    answer = 0
    if code == features.PLIES:
        answer = depth
    elif code == features.ENDED:
        answer = 1 if won or depth == squares else 0
    elif code == features.WON:
        answer = 1 if won and (a < 0 or a == mover) else 0
    elif code == features.DRAW:
        answer = 1 if depth == squares and not won else 0
    elif code == features.FULL:
        answer = 1 if depth == squares else 0
    elif code == features.LAST:
        answer = 1 if depth > 0 and a == mover else 0
    elif code == features.TO_MOVE:
        answer = 1 if depth % players == a else 0
    elif code == features.DISCS:
        answer = depth if a < 0 else (depth + players - 1 - a) // players
    elif code == features.EMPTIES:
        answer = squares - depth
    elif code == features.LEAD:
        answer = 2 * ((depth + players - 1 - a) // players) - depth
    elif code == features.DISC:
        ply = depth if c < 0 else c
        bit = _square_bit(a, params[COLUMNS], height)
        if ply <= depth:
            for player in range(players):
                if (b < 0 or b == player) and boards[ply, player] & bit != _ZERO:
                    answer = 1
    elif code == features.LAST_SQUARE:
        answer = 1 if last == _square_bit(a, params[COLUMNS], height) else 0
    elif code == features.RELATED:
        answer = _related(params, boards[depth], program, a, b)
    elif code in (codes.RUN, codes.LINE):
        if depth > 0:
            step = 1 if a == 1 else height if a == 0 else height + 1 if a == 2 else height - 1
            answer = _run_length(boards[depth, mover], last, step)
        if code == codes.LINE:
            answer = 1 if answer >= params[CONNECT] else 0
    elif code == codes.THROUGH:
        bit = _square_bit(a, params[COLUMNS], height)
        line = line_bits(boards[depth, mover], height, params[CONNECT])
        answer = 1 if line & bit != _ZERO else 0
    elif code == codes.FIRST_FULL:
        answer = _first_full(params, moves, depth)
    elif code == codes.HEIGHT:
        for ply in range(depth):
            answer += 1 if moves[ply] == a else 0
    else:
        ply = depth if b < 0 else b
        if ply <= depth:
            over = won and ply == depth
            answer = _threats(params, boards, boards[ply, a], ply, over)
        if code == codes.DOUBLE_THREAT:
            answer = 1 if answer >= 2 else 0
    return answer


@kernel("void(int64[::1], int64[:,::1], int64, uint64[:,::1], int64[::1], boolean, int64[:,::1])")
def _read(
    params: Ints, program: Ints, first: int, boards: Boards, moves: Ints, won: bool, values: Ints
) -> None:
    """Put what terms and leaves come to at the boards from the ply `first` on into `values`.

    Each board has a row of `values`; `won` speaks of the last one.
    """
    depth, players = params[DEPTH], params[PLAYERS]
    for ply in range(first, depth + 1):
        last = _ZERO
        if ply > 0:
            mover = (ply - 1) % players
            last = boards[ply, mover] & ~boards[ply - 1, mover]
        for row in range(program.shape[0]):
            if program[row, OPERATION] == TERM:
                values[ply, row] = _feature(
                    params, boards, moves, ply, last, won and ply == depth, program, row
                )
            elif program[row, OPERATION] == LEAF:
                values[ply, row] = leaf(program, values[ply], row)


@kernel("int64(int64[::1], int64[:,::1], int64[:,::1], int64[::1], int64[::1], int64[:,::1])")
def search_lines(  # noqa: PLR0912, PLR0915 (one kernel: calls would cost more than they tell)
    params: Ints, program: Ints, goal: Ints, words: Ints, totals: Ints, witnesses: Ints
) -> int:
    """Visit every line of play of exactly ``params[DEPTH]`` plies.

    Args:
        params: see the indices above; MIRROR is 1 to visit one of two mirrored lines and count
            it for both; SIGN is 1 or -1 to keep the line whose `goal` term is greatest or
            smallest, 0 to keep the first ones that match.
        program: the condition.
        goal: a table whose last row names the measured term.
        words: a `SearchControl`'s.
        totals: see `engine.laboratory.exhaustion.exhaustive`.
        witnesses: room for the matching lines, one a row.

    Returns:
        1 when all were visited, 0 when stopped.
    """
    columns, rows, connect = params[COLUMNS], params[ROWS], params[CONNECT]
    players, depth = params[PLAYERS], params[DEPTH]
    height = rows + 1
    boards = np.zeros((depth + 1, players), dtype=np.uint64)
    moves = np.zeros(depth + 1, dtype=np.int64)
    heights = np.zeros(columns, dtype=np.int64)
    off_middle = np.zeros(depth + 1, dtype=np.int64)
    values = np.zeros(program.shape[0], dtype=np.int64)
    stack = np.zeros(program.shape[0] + 1, dtype=np.int64)
    over, every = is_temporal(program), is_conjunction(program)
    stacks = np.zeros((program.shape[0] + 1, depth + 1), dtype=np.int64)
    readings = np.zeros((depth + 1, program.shape[0]), dtype=np.int64)
    unread = 0  # the first board that `readings` does not hold as it is
    ply, last, won = 0, _ZERO, False
    moves[0] = -1
    while True:
        # 1. A full line of play: judge it, then step back.
        if ply == depth:
            images = 2 if params[MIRROR] != 0 and off_middle[ply] != 0 else 1
            totals[LINES] += images
            if won or depth == columns * rows:
                totals[FINISHED] += images
            away = 0
            for row in range(0 if over else program.shape[0]):
                if program[row, OPERATION] == TERM:
                    values[row] = _feature(params, boards, moves, depth, last, won, program, row)
                elif every and program[row, OPERATION] == LEAF:
                    away = leaf(program, values, row)
                    if away != 0:
                        break
            if over:
                _read(params, program, unread, boards, moves, won, readings)
                unread = depth
                away = distance_over(program, readings, stacks, depth)
            elif not every:
                away = distance(program, values, stack)
            if away == 0:
                totals[MATCHES] += images
                value = 0
                if params[SIGN] != 0:
                    value = params[SIGN] * _feature(
                        params, boards, moves, depth, last, won, goal, goal.shape[0] - 1
                    )
                if params[SIGN] != 0 or totals[STORED] < witnesses.shape[0]:
                    keep(totals, witnesses, moves, depth, params[SIGN], value)
        # 2. After a win, or at full depth, or with every column tried: take the disc back.
        end = (columns + 1) // 2 if params[MIRROR] != 0 and off_middle[ply] == 0 else columns
        column = end if ply == depth or won else moves[ply] + 1
        while column < end and heights[column] == rows:
            column += 1
        if column >= end:
            if ply == 0:
                return 1
            ply -= 1
            heights[moves[ply]] -= 1
            won = False
            continue
        # 3. Drop a disc.
        words[NODES] += 1
        if words[NODES] & 1023 == 0 and words[STOP] != 0:
            return 0
        mover = ply % players
        last = _ONE << np.uint64(column * height + heights[column])
        for player in range(players):
            boards[ply + 1, player] = boards[ply, player]
        boards[ply + 1, mover] |= last
        won = has_line(boards[ply + 1, mover], height, connect)
        heights[column] += 1
        off_middle[ply + 1] = 1 if off_middle[ply] != 0 or 2 * column != columns - 1 else 0
        moves[ply] = column
        ply += 1
        unread = min(unread, ply)
        if ply < depth:
            moves[ply] = -1
