"""Every line of play of Othello to a given depth, in one compiled depth-first search.

Boards are bits in the layout of `engine.games.othello.board.bitboard`, so sizes up to 8 × 8. A
pass is a ply of its own and its move is the number of squares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine._jit import kernel, popcount, trailing_zeros
from engine.games.othello.board.bitboard import flips, moves
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
from engine.laboratory.othello import features as codes
from engine.search.control import NODES, STOP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Boards = NDArray[np.uint64]

SIZE, DEPTH, ONE_FIRST_MOVE, SIGN = range(4)
"""Indices of the parameters of `search_lines`."""

MAX_PLIES = 128
"""No game of 60 discs has as many plies: between two passes lies a disc."""

_ONE, _ZERO = np.uint64(1), np.uint64(0)

PASS = ~_ZERO
"""What `choices` answers where the side to move has to pass."""


@kernel("uint64(int64, int64)")
def bit_of(square: int, size: int) -> np.uint64:
    """The bit of a square."""
    return _ONE << np.uint64(8 * (square // size) + square % size)


@kernel("uint64(int64)")
def board_bits(size: int) -> np.uint64:
    """Every square of the board."""
    board = _ZERO
    for square in range(size * size):
        board |= bit_of(square, size)
    return board


@kernel("uint64(int64)")
def _corner_bits(size: int) -> np.uint64:
    last = size * size - 1
    top = bit_of(0, size) | bit_of(size - 1, size)
    return top | bit_of(last - size + 1, size) | bit_of(last, size)


@kernel("int64(uint64)")
def _count(bits: np.uint64) -> int:
    return int(popcount(bits))


@kernel("int64(uint64, int64)")
def square_of(bit: np.uint64, size: int) -> int:
    """The square of a single bit: the move that places a disc there."""
    at = int(trailing_zeros(bit))
    return at // 8 * size + at % 8


@kernel("uint64(uint64, uint64, uint64)")
def choices(own: np.uint64, other: np.uint64, board: np.uint64) -> np.uint64:
    """The moves of `own` as bits, `PASS` where only the opponent has one, 0 at the end."""
    empties = board & ~(own | other)
    found = moves(own, other, empties)
    if found == _ZERO and moves(other, own, empties) != _ZERO:
        return PASS
    return found


@kernel("UniTuple(uint64, 2)(int64)")
def start(size: int) -> tuple[np.uint64, np.uint64]:
    """Black's and White's discs before the first move."""
    top_left = (size // 2 - 1) * (size + 1)
    white = bit_of(top_left, size) | bit_of(top_left + size + 1, size)
    return bit_of(top_left + 1, size) | bit_of(top_left + size, size), white


@kernel("int64(int64, uint64[::1], int64[:,::1], int64, int64)")
def _related(size: int, boards: Boards, program: Ints, begin: int, end: int) -> int:
    """What the code of a set comes to, on a board with a bit for each square in order."""
    discs = np.zeros(2, dtype=np.uint64)
    row_bits = (_ONE << np.uint64(size)) - _ONE
    for player in range(2):
        for row in range(size):
            bits = boards[player] >> np.uint64(8 * row) & row_bits
            discs[player] |= bits << np.uint64(size * row)
    return related(program, begin, end, size * size, discs)


@kernel(
    "int64(int64, int64, uint64[:,::1], uint64[::1], int64[::1], int64[::1], uint64,"
    " int64[:,::1], int64)"
)
def feature(  # noqa: PLR0912, PLR0915 (one kernel: calls would cost more than they tell)
    size: int,
    depth: int,
    boards: Boards,
    flipped: Boards,
    played: Ints,
    movers: Ints,
    open_moves: np.uint64,
    program: Ints,
    row: int,
) -> int:
    """The value of a row of `program` on a line of play of `depth` plies; see `features`.

    `movers` holds who is to move after each number of plies, `open_moves` the `choices` at
    the end, `flipped` the discs that each ply turned over.
    """
    code, a = program[row, FEATURE], program[row, FIRST]
    b, c = program[row, SECOND], program[row, THIRD]
    squares = size * size
    black = _count(boards[depth, 0])
    white = _count(boards[depth, 1])
    ended = open_moves == _ZERO
    answer = 0
    if code == features.PLIES:
        answer = depth
    elif code == features.ENDED:
        answer = 1 if ended else 0
    elif code == features.WON:
        if ended and black != white:
            answer = 1 if a < 0 or (a == 0) == (black > white) else 0
    elif code == features.DRAW:
        answer = 1 if ended and black == white else 0
    elif code == features.FULL:
        answer = 1 if black + white == squares else 0
    elif code == features.LAST:
        answer = 1 if depth > 0 and movers[depth - 1] == a else 0
    elif code == features.TO_MOVE:
        answer = 1 if movers[depth] == a else 0
    elif code == features.DISCS:
        answer = black + white if a < 0 else black if a == 0 else white
    elif code == features.EMPTIES:
        answer = squares - black - white
    elif code == features.LEAD:
        answer = black - white if a == 0 else white - black
    elif code == features.DISC:
        ply = depth if c < 0 else c
        if ply <= depth:
            board = boards[ply, 0] | boards[ply, 1] if b < 0 else boards[ply, b]
            answer = _count(board & bit_of(a, size))
    elif code == features.LAST_SQUARE:
        answer = 1 if depth > 0 and played[depth - 1] == a else 0
    elif code == features.RELATED:
        answer = _related(size, boards[depth], program, a, b)
    elif code == codes.WIPED_OUT:
        answer = 1 if (black if a == 0 else white) == 0 else 0
    elif code == codes.PASSES:
        for ply in range(depth):
            if played[ply] == squares and (a < 0 or movers[ply] == a):
                answer += 1
    elif code == codes.PASSES_RUNNING:
        for player in range(2):
            running = 0
            for ply in range(depth):
                if movers[ply] == player and (a < 0 or a == player):
                    running = running + 1 if played[ply] == squares else 0
                    answer = max(answer, running)
    elif code == codes.CORNERS:
        board = boards[depth, 0] | boards[depth, 1] if a < 0 else boards[depth, a]
        answer = _count(board & _corner_bits(size))
    elif code == codes.CORNER_FLIPS:
        for ply in range(1, depth + 1):
            answer += _count(flipped[ply] & _corner_bits(size))
    elif code == codes.FLIPS:
        answer = _count(flipped[depth])
    elif code == codes.MUST_PASS:
        answer = 1 if open_moves == PASS and (a < 0 or movers[depth] == a) else 0
    return answer


@kernel(
    "void(int64, int64, int64, int64[:,::1], uint64[:,::1], uint64[::1], int64[::1], int64[::1],"
    " uint64[::1], int64[:,::1])"
)
def _read(
    size: int,
    first: int,
    depth: int,
    program: Ints,
    boards: Boards,
    flipped: Boards,
    played: Ints,
    movers: Ints,
    opened: Boards,
    values: Ints,
) -> None:
    """Put what terms and leaves come to at the boards from the ply `first` on into `values`.

    Each board has a row of `values`; `opened` holds the `choices` there.
    """
    for ply in range(first, depth + 1):
        for row in range(program.shape[0]):
            if program[row, OPERATION] == TERM:
                values[ply, row] = feature(
                    size, ply, boards, flipped, played, movers, opened[ply], program, row
                )
            elif program[row, OPERATION] == LEAF:
                values[ply, row] = leaf(program, values[ply], row)


@kernel("int64(int64[::1], int64[:,::1], int64[:,::1], int64[::1], int64[::1], int64[:,::1])")
def search_lines(  # noqa: PLR0912, PLR0915 (one kernel: calls would cost more than they tell)
    params: Ints, program: Ints, goal: Ints, words: Ints, totals: Ints, witnesses: Ints
) -> int:
    """Visit every line of play of exactly ``params[DEPTH]`` plies.

    Arguments and result as in `engine.laboratory.connectfour.lines.search_lines`; with
    ONE_FIRST_MOVE only the lines that begin with the lowest square are visited, to which
    the board's symmetries map all others.
    """
    size, depth = params[SIZE], params[DEPTH]
    board = board_bits(size)
    boards = np.zeros((depth + 1, 2), dtype=np.uint64)
    flipped = np.zeros(depth + 1, dtype=np.uint64)
    left = np.zeros(depth + 1, dtype=np.uint64)  # what is not yet tried at each ply
    played = np.zeros(depth + 1, dtype=np.int64)
    movers = np.zeros(depth + 1, dtype=np.int64)
    values = np.zeros(program.shape[0], dtype=np.int64)
    stack = np.zeros(program.shape[0] + 1, dtype=np.int64)
    boards[0, 0], boards[0, 1] = start(size)
    left[0] = choices(boards[0, 0], boards[0, 1], board)
    over, every = is_temporal(program), is_conjunction(program)
    stacks = np.zeros((program.shape[0] + 1, depth + 1), dtype=np.int64)
    readings = np.zeros((depth + 1, program.shape[0]), dtype=np.int64)
    unread = 0  # the first board that `readings` does not hold as it is
    opened = np.zeros(depth + 1, dtype=np.uint64)
    opened[0] = left[0]
    if params[ONE_FIRST_MOVE] != 0:
        left[0] &= ~left[0] + _ONE
    ply = 0
    while True:
        # 1. A full line of play: judge it.
        if ply == depth:
            totals[LINES] += 1
            if left[ply] == _ZERO:
                totals[FINISHED] += 1
            away = 0
            for row in range(0 if over else program.shape[0]):
                if program[row, OPERATION] == TERM:
                    values[row] = feature(
                        size, depth, boards, flipped, played, movers, left[ply], program, row
                    )
                elif every and program[row, OPERATION] == LEAF:
                    away = leaf(program, values, row)
                    if away != 0:
                        break
            if over:
                _read(
                    size, unread, depth, program, boards, flipped, played, movers, opened, readings
                )
                unread = depth
                away = distance_over(program, readings, stacks, depth)
            elif not every:
                away = distance(program, values, stack)
            if away == 0:
                totals[MATCHES] += 1
                value = 0
                if params[SIGN] != 0:
                    value = params[SIGN] * feature(
                        size, depth, boards, flipped, played, movers, left[ply], goal,
                        goal.shape[0] - 1,
                    )  # fmt: skip
                if params[SIGN] != 0 or totals[STORED] < witnesses.shape[0]:
                    keep(totals, witnesses, played, depth, params[SIGN], value)
        # 2. At full depth, or with every move tried: step back.
        if ply == depth or left[ply] == _ZERO:
            if ply == 0:
                return 1
            ply -= 1
            continue
        # 3. Play the next move.
        words[NODES] += 1
        if words[NODES] & 1023 == 0 and words[STOP] != 0:
            return 0
        mover = movers[ply]
        own, other = boards[ply, mover], boards[ply, 1 - mover]
        if left[ply] == PASS:
            left[ply] = _ZERO
            played[ply] = size * size
            flipped[ply + 1] = _ZERO
        else:
            bit = left[ply] & (~left[ply] + _ONE)
            left[ply] ^= bit
            played[ply] = square_of(bit, size)
            turned = flips(own, other, np.uint64(trailing_zeros(bit)))
            own |= bit | turned
            other ^= turned
            flipped[ply + 1] = turned
        ply += 1
        unread = min(unread, ply)
        boards[ply, mover], boards[ply, 1 - mover] = own, other
        movers[ply] = 1 - mover
        left[ply] = choices(other, own, board)
        opened[ply] = left[ply]
