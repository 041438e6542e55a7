"""Directed search for rare games of Othello: keep a prefix of the best line, play on at random.

What it finds is a lower bound, and what it does not find proves nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine._jit import kernel, popcount, trailing_zeros
from engine.games.othello.board.bitboard import flips
from engine.laboratory.exhaustion.distance import (
    OPERATION,
    TERM,
    distance,
)
from engine.laboratory.othello.lines import (
    MAX_PLIES,
    PASS,
    bit_of,
    board_bits,
    choices,
    feature,
    square_of,
    start,
)
from engine.search.control import NODES, STOP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

SIZE, PLAYOUTS, SIGN, SEED, PATIENCE = range(5)
"""Indices of the parameters: PATIENCE is the number of playouts in a row that may fail to
improve on a line before the search starts afresh."""

FOUND, BEST, LENGTH = range(3)
"""Indices of the totals: lines that matched, best value (times SIGN), plies of the witness."""

FAR = 1 << 30
"""A cost above every distance; one unit of distance outweighs every value."""

_ONE, _ZERO = np.uint64(1), np.uint64(0)


@kernel("uint64(uint64, int64)")
def _nth_bit(bits: np.uint64, index: int) -> np.uint64:
    """The bit of `bits` that has `index` lower ones."""
    for _ in range(index):
        bits &= bits - _ONE
    return bits & (~bits + _ONE)


@kernel("int64(int64[::1], int64[:,::1], int64[:,::1], int64[::1], int64[::1], int64[::1])")
def directed_search(  # noqa: PLR0912, PLR0915 (one kernel: calls would cost more than they tell)
    params: Ints, program: Ints, goal: Ints, words: Ints, totals: Ints, witness: Ints
) -> int:
    """Play ``params[PLAYOUTS]`` games; keep in `witness` the best line that matches.

    Every position of every game is judged: the cost is the distance to `program`, then (with
    SIGN) the negated value of `goal`. Without SIGN the first match ends the search.

    Returns:
        1 when the playouts are used up or a line was found, 0 when stopped.
    """
    size, sign = params[SIZE], params[SIGN]
    board = board_bits(size)
    boards = np.zeros((MAX_PLIES, 2), dtype=np.uint64)
    flipped = np.zeros(MAX_PLIES, dtype=np.uint64)
    played = np.zeros(MAX_PLIES, dtype=np.int64)
    movers = np.zeros(MAX_PLIES, dtype=np.int64)
    values = np.zeros(program.shape[0], dtype=np.int64)
    stack = np.zeros(program.shape[0] + 1, dtype=np.int64)
    kept = np.zeros(MAX_PLIES, dtype=np.int64)
    kept_length, kept_cost, failures = 0, FAR * FAR, 0
    np.random.seed(params[SEED])
    for _ in range(params[PLAYOUTS]):
        # 1. Cut the line we hold at random, nearer its end more often.
        if failures > params[PATIENCE]:
            kept_length, kept_cost, failures = 0, FAR * FAR, 0
        keep = kept_length - np.int64(np.random.random() ** 2 * (kept_length + 1))
        boards[0, 0], boards[0, 1] = start(size)
        ply, best_cost, best_ply = 0, FAR * FAR, 0
        open_moves = choices(boards[0, 0], boards[0, 1], board)
        while True:
            # 2. Judge the position reached.
            words[NODES] += 1
            if words[NODES] & 1023 == 0 and words[STOP] != 0:
                return 0
            if ply >= keep:
                for row in range(program.shape[0]):
                    if program[row, OPERATION] == TERM:
                        values[row] = feature(
                            size, ply, boards, flipped, played, movers, open_moves, program, row
                        )
                away = distance(program, values, stack)
                cost = away * FAR
                if sign != 0:
                    cost -= sign * feature(
                        size, ply, boards, flipped, played, movers, open_moves, goal,
                        goal.shape[0] - 1,
                    )  # fmt: skip
                if cost < best_cost:
                    best_cost, best_ply = cost, ply
                if away == 0 and (totals[FOUND] == 0 or -cost > totals[BEST]):
                    totals[FOUND] += 1
                    totals[BEST] = -cost
                    totals[LENGTH] = ply
                    for i in range(ply):
                        witness[i] = played[i]
                    if sign == 0:
                        return 1
            if open_moves == _ZERO:
                break
            # 3. Follow the kept line, then play at random.
            mover = movers[ply]
            own, other = boards[ply, mover], boards[ply, 1 - mover]
            if open_moves == PASS:
                played[ply] = size * size
                flipped[ply + 1] = _ZERO
            else:
                bit = bit_of(kept[ply], size)
                if ply >= keep:
                    index = np.random.randint(int(popcount(open_moves)))
                    bit = _nth_bit(open_moves, index)
                played[ply] = square_of(bit, size)
                turned = flips(own, other, np.uint64(trailing_zeros(bit)))
                own |= bit | turned
                other ^= turned
                flipped[ply + 1] = turned
            ply += 1
            boards[ply, mover], boards[ply, 1 - mover] = own, other
            movers[ply] = 1 - mover
            open_moves = choices(other, own, board)
        # 4. Hold on to the whole game whenever it is no worse.
        failures += 1
        if best_cost <= kept_cost:
            if best_cost < kept_cost:
                failures = 0
            kept_cost, kept_length = best_cost, best_ply
            for i in range(ply):
                kept[i] = played[i]
    return 1
