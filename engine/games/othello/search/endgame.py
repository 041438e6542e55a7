"""The exact endgame: null-window search to the last empty square.

Every function answers the final disc difference for `own`, who is to move, empties to the
winner. A null-window search asks one question, "more than `alpha`?", and its answer is a
bound on the right side of it:

    answer > alpha:   the true score is at least the answer
    answer <= alpha:  the true score is at most the answer

Scores on boards with an even number of squares are always even. The fewer squares are
empty the less each position may cost: three and fewer are one function, up to
`SHALLOW` moves are ordered by parity alone, above it `endgame_deep` keeps a table.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import inner, load_u64, popcount
from engine.games.othello.board.bitboard import (
    final_score,
    flips,
    last_flips,
    lowest,
    moves,
    odd_quadrants,
)
from engine.games.othello.board.memory import BOARD, count
from engine.games.othello.evaluation.stability import bound, promising

SHALLOW = 7
"""Up to so many empty squares a position is searched without the table."""

NONE = int64(-127)
"""Below every score."""
_ONE, _ZERO = uint64(1), uint64(0)


@inner("int64(uint64, uint64, int64, uint64)", forceinline=True)
def solve_1(own: uint64, other: uint64, alpha: int64, square: uint64) -> int64:
    """The score with one empty square."""
    lead = int64(popcount(own)) - int64(popcount(other))
    turned = last_flips(own, square)
    if turned:
        return lead + int64(2) * turned + int64(1)
    score = int64(0)
    if lead > 0:
        score = lead + int64(1)
    elif lead < 0:
        score = lead - int64(1)
    # What the other side turns can only lower it.
    if score > alpha:
        turned = last_flips(other, square)
        if turned:
            return lead - int64(2) * turned - int64(1)
    return score


@inner("int64(uint64, uint64, int64, uint64, uint64)", forceinline=True)
def _best_of_2(own: uint64, other: uint64, alpha: int64, first: uint64, second: uint64) -> int64:
    """The score with two empty squares tried in this order; `NONE` without a move."""
    best = NONE
    turned = flips(own, other, first)
    if turned:
        best = -solve_1(other ^ turned, own | turned | (_ONE << first), -alpha - int64(1), second)
        if best > alpha:
            return best
    turned = flips(own, other, second)
    if turned:
        score = -solve_1(other ^ turned, own | turned | (_ONE << second), -alpha - int64(1), first)
        best = max(best, score)
    return best


@inner("int64(uint64, uint64, int64, uint64, uint64)", forceinline=True)
def solve_2(own: uint64, other: uint64, alpha: int64, first: uint64, second: uint64) -> int64:
    """The score with two empty squares."""
    best = _best_of_2(own, other, alpha, first, second)
    if best > NONE:
        return best
    best = -_best_of_2(other, own, -alpha - int64(1), first, second)
    if best < -NONE:
        return best
    return final_score(own, other, (_ONE << first) | (_ONE << second))


@inner("int64(uint64, uint64, uint64, int64, uint64)")
def solve_3(own: uint64, other: uint64, empties: uint64, alpha: int64, context: uint64) -> int64:
    """The score with three empty squares, a square alone in its quadrant first.

    A loop over the squares, around one over the sides, so that all that is below is there
    once, in this function's own machine code: at these nodes a call costs as much as the work.
    """
    first = lowest(empties & odd_quadrants(empties))
    rest = empties ^ (_ONE << first)
    second, third = lowest(rest), lowest(rest & (rest - _ONE))
    best, nodes, passed = NONE, _ONE, False
    while True:
        tried = int64(0)
        while tried < int64(3):
            turned = flips(own, other, first)
            if turned:
                nodes += _ONE
                after = own | turned | (_ONE << first)
                score = -solve_2(other ^ turned, after, -alpha - int64(1), second, third)
                best = max(best, score)
                if best > alpha:
                    break
            tried += int64(1)
            # The square tried changes places with the second one, then with the third.
            first, second = second, first
            if tried == int64(2):
                first, second, third = third, first, second
        if best > NONE or passed:
            break
        # Pass: the other side tries the squares in the same order.
        second, third = third, second
        own, other, alpha = other, own, -alpha - int64(1)
        nodes += _ONE
        passed = True
    count(context, nodes)
    if best == NONE:
        return final_score(other, own, empties)
    return -best if passed else best


@inner("int64(uint64, uint64, uint64, int64, int64, uint64)")
def shallow(
    own: uint64, other: uint64, empties: uint64, alpha: int64, left: int64, context: uint64
) -> int64:
    """The score with `left` (4 to `SHALLOW`) empty squares: odd quadrants first."""
    count(context, _ONE)
    # 1. Stable discs of the other side may settle the question.
    if promising(other, alpha, load_u64(context + BOARD)):
        most = bound(own, other, load_u64(context + BOARD))
        if most <= alpha:
            return most
    # 2. Pass, or the end.
    choices = moves(own, other, empties)
    if choices == _ZERO:
        if moves(other, own, empties) == _ZERO:
            return final_score(own, other, empties)
        return -shallow(other, own, empties, -alpha - int64(1), left, context)
    # 3. The moves, those into odd quadrants first.
    odd = odd_quadrants(empties)
    best = NONE
    while choices:
        group = choices & odd
        if group == _ZERO:
            group = choices
        square = lowest(group)
        bit = _ONE << square
        choices ^= bit
        turned = flips(own, other, square)
        after, before = other ^ turned, own | turned | bit
        if left == int64(4):
            score = -solve_3(after, before, empties ^ bit, -alpha - int64(1), context)
        else:
            score = -shallow(
                after, before, empties ^ bit, -alpha - int64(1), left - int64(1), context
            )
        if score > alpha:
            return score
        best = max(best, score)
    return best
