"""The exact endgame: null-window search to the last empty square.

Every function answers the final disc difference for `own`, who is to move, empties to the
winner. A null-window search asks one question, "more than `alpha`?", and its answer is a
bound on the right side of it:

    answer > alpha:   the true score is at least the answer
    answer <= alpha:  the true score is at most the answer

Scores on boards with an even number of squares are always even. The fewer squares are
empty the less each position may cost: three and fewer are one function, with four and five
moves are ordered by parity alone, up to `SHALLOW` by the answers they leave, above it
`endgame_late` and `endgame_deep` keep tables.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import inner, load_u64, popcount, store_u64
from engine.games.othello.board.bitboard import (
    final_score,
    flips,
    last_flips,
    lowest,
    moves,
    odd_quadrants,
)
from engine.games.othello.board.memory import BOARD, CORNERS, count, scratch
from engine.games.othello.evaluation.stability import bound

SHALLOW = 7
"""Up to so many empty squares a position is searched without the table."""

NONE = int64(-127)
"""Below every score."""
_ONE, _ZERO = uint64(1), uint64(0)
_RANKED_FROM = int64(6)
"""With fewer empty squares it costs more to rank moves than it saves."""

# A ranked move in a row of scratch: rank << 8 | square, the discs it turns, the answers to it.
RANKED_BYTES = uint64(24)
TURNED, ANSWERS = uint64(8), uint64(16)
RANK, SQUARE = uint64(8), uint64(63)


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
    turned, turned_next = flips(own, other, first), flips(own, other, second)
    if turned | turned_next == _ZERO:
        return best
    if turned:
        best = -solve_1(other ^ turned, own | turned | (_ONE << first), -alpha - int64(1), second)
        if best > alpha:
            return best
    if turned_next:
        after = own | turned_next | (_ONE << second)
        score = -solve_1(other ^ turned_next, after, -alpha - int64(1), first)
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
        turned_1, turned_2 = flips(own, other, first), flips(own, other, second)
        turned_3 = flips(own, other, third)
        untried = empties if turned_1 | turned_2 | turned_3 else _ZERO
        while untried:
            bit = _ONE << first
            if turned_1:
                nodes += _ONE
                after = own | turned_1 | bit
                score = -solve_2(other ^ turned_1, after, -alpha - int64(1), second, third)
                best = max(best, score)
                if best > alpha:
                    break
            # The square that was tried goes to the end.
            untried ^= bit
            first, second, third = second, third, first
            turned_1, turned_2, turned_3 = turned_2, turned_3, turned_1
        if best > NONE or passed:
            break
        # Pass: the other side tries the squares in the same order.
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
    """The score with `left` (4 to `SHALLOW`) empty squares."""
    choices = moves(own, other, empties)
    if left < _RANKED_FROM:
        return _by_parity(own, other, empties, choices, alpha, left, context)
    return by_answers(own, other, empties, choices, alpha, left, context)


@inner("void(uint64, uint64, uint64, uint64)", forceinline=True)
def put(move: uint64, ranked: uint64, turned: uint64, answers: uint64) -> None:
    """Write a move with its rank, the discs it turns and the answers to it."""
    store_u64(move, ranked)
    store_u64(move + TURNED, turned)
    store_u64(move + ANSWERS, answers)


@inner("uint64(uint64, uint64, uint64, uint64, uint64, uint64)")
def _rank(
    own: uint64, other: uint64, empties: uint64, choices: uint64, row: uint64, context: uint64
) -> uint64:
    """Write the moves `choices` into `row`, the least rank the best; the end of the list."""
    odd, corners = odd_quadrants(empties), load_u64(context + CORNERS)
    while choices:
        square = lowest(choices)
        bit = _ONE << square
        choices ^= bit
        turned = flips(own, other, square)
        answers = moves(other ^ turned, own | turned | bit, empties ^ bit)
        # A move into an odd quadrant is worth half an answer; one at a corner counts twice.
        rank = (popcount(answers) + popcount(answers & corners)) << _ONE
        if not bit & odd:
            rank += _ONE
        put(row, (rank << RANK) | square, turned, answers)
        row += RANKED_BYTES
    return row


@inner("void(uint64, uint64)")
def bring_least(move: uint64, end: uint64) -> None:
    """Swap the least ranked of the moves from `move` up to `end` to the front."""
    first = least = load_u64(move)
    best, at = move, move + RANKED_BYTES
    while at < end:
        this = load_u64(at)
        best = at if this < least else best
        least = min(least, this)
        at += RANKED_BYTES
    turned, answers = load_u64(best + TURNED), load_u64(best + ANSWERS)
    store_u64(best, first)
    store_u64(best + TURNED, load_u64(move + TURNED))
    store_u64(best + ANSWERS, load_u64(move + ANSWERS))
    store_u64(move, least)
    store_u64(move + TURNED, turned)
    store_u64(move + ANSWERS, answers)


@inner("int64(uint64, uint64, uint64, uint64, int64, int64, uint64)")
def by_answers(
    own: uint64,
    other: uint64,
    empties: uint64,
    choices: uint64,
    alpha: int64,
    left: int64,
    context: uint64,
) -> int64:
    """The score by the moves `choices`, those that leave few answers first."""
    count(context, _ONE)
    # 1. Stable discs of the other side may settle the question.
    most = bound(own, other, alpha, load_u64(context + BOARD))
    if most <= alpha:
        return most
    # 2. Pass, or the end.
    if choices == _ZERO:
        choices = moves(other, own, empties)
        if choices == _ZERO:
            return final_score(own, other, empties)
        return -by_answers(other, own, empties, choices, -alpha - int64(1), left, context)
    # 3. The moves; each takes the answers to it along.
    at = scratch(context, left)
    end, best = _rank(own, other, empties, choices, at, context), NONE
    while at < end:
        bring_least(at, end)
        bit, turned = _ONE << (load_u64(at) & SQUARE), load_u64(at + TURNED)
        after, before, rest = other ^ turned, own | turned | bit, empties ^ bit
        answers, beyond = load_u64(at + ANSWERS), -alpha - int64(1)
        if left > _RANKED_FROM:
            score = -by_answers(after, before, rest, answers, beyond, left - int64(1), context)
        else:
            score = -_by_parity(after, before, rest, answers, beyond, left - int64(1), context)
        if score > alpha:
            return score
        best = max(best, score)
        at += RANKED_BYTES
    return best


@inner("int64(uint64, uint64, uint64, uint64, int64, int64, uint64)")
def _by_parity(
    own: uint64,
    other: uint64,
    empties: uint64,
    choices: uint64,
    alpha: int64,
    left: int64,
    context: uint64,
) -> int64:
    """The score by the moves `choices`, those into odd quadrants first."""
    count(context, _ONE)
    # 1. Stable discs of the other side may settle the question.
    most = bound(own, other, alpha, load_u64(context + BOARD))
    if most <= alpha:
        return most
    # 2. Pass, or the end.
    if choices == _ZERO:
        choices = moves(other, own, empties)
        if choices == _ZERO:
            return final_score(own, other, empties)
        return -_by_parity(other, own, empties, choices, -alpha - int64(1), left, context)
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
        after, before, rest = other ^ turned, own | turned | bit, empties ^ bit
        beyond = -alpha - int64(1)
        if left == int64(4):
            score = -solve_3(after, before, rest, beyond, context)
        else:
            answers = moves(after, before, rest)
            score = -_by_parity(after, before, rest, answers, beyond, left - int64(1), context)
        if score > alpha:
            return score
        best = max(best, score)
    return best
