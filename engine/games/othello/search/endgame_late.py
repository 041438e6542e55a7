"""The exact endgame with eight to ten empty squares: with the table, without evaluation.

Between `endgame`, which keeps nothing, and `endgame_deep`, which rehearses, evaluates and shares
with other threads. Here all is exact, so that what a rehearsal proves here stays proved, and only
the first of these nodes looks at the limits. The answers' meaning is that of `endgame`.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import inner, load_u64, popcount, prefetch
from engine.games.othello.board.bitboard import final_score, flips, lowest, moves, odd_quadrants
from engine.games.othello.board.memory import (
    BOARD,
    CORNERS,
    X_SQUARES,
    count,
    count_cut,
    count_hit,
    scratch,
    visit,
)
from engine.games.othello.evaluation.stability import bound
from engine.games.othello.search import table
from engine.games.othello.search.endgame import (
    ANSWERS,
    NONE,
    RANK,
    RANKED_BYTES,
    SHALLOW,
    SQUARE,
    TURNED,
    bring_least,
    by_answers,
    put,
)
from engine.games.othello.search.ordering import anchored

_ONE, _ZERO = uint64(1), uint64(0)
_LAST = int64(SHALLOW)
MOST = int64(10)
"""Up to so many empty squares this is what searches."""

_PROBE_CHILDREN_FROM = int64(10)

# Worth of an answer left to the opponent and so on, in sixteenths of what `ordering` calls it.
_ANSWER, _EVEN, _X_SQUARE = uint64(4), uint64(2), uint64(3)
_MOST_ANCHORED = uint64(64)


@inner("uint64(uint64, uint64, uint64, uint64, int64, uint64, uint64)")
def _rank(
    own: uint64,
    other: uint64,
    empties: uint64,
    choices: uint64,
    left: int64,
    row: uint64,
    context: uint64,
) -> uint64:
    """Write the moves `choices` into `row`, the least rank the best; the end of the list.

    The entries of the positions after the moves are fetched ahead, if they have any.
    """
    part = table.part(MOST - int64(1), context)
    odd, corners = odd_quadrants(empties), load_u64(context + CORNERS)
    x_squares = load_u64(context + X_SQUARES)
    while choices:
        square = lowest(choices)
        bit = _ONE << square
        choices ^= bit
        turned = flips(own, other, square)
        after = own | turned | bit
        if left > _LAST + int64(1):
            prefetch(table.bucket(other ^ turned, after, part))
        answers = moves(other ^ turned, after, empties ^ bit)
        rank = (popcount(answers) + popcount(answers & corners)) * _ANSWER
        rank += _MOST_ANCHORED - uint64(anchored(after, context))
        if not bit & odd:
            rank += _EVEN
        if bit & x_squares:
            rank += _X_SQUARE
        put(row, (rank << RANK) | square, turned, answers)
        row += RANKED_BYTES
    return row


@inner("int64(uint64, uint64, uint64, uint64, int64, uint64)")
def _cut_by_child(
    own: uint64, other: uint64, at: uint64, end: uint64, alpha: int64, context: uint64
) -> int64:
    """A score above `alpha` that the small table proves for some move, else `NONE`."""
    part = table.part(MOST - int64(1), context)
    while at < end:
        turned = load_u64(at + TURNED)
        after_own = own | turned | (_ONE << (load_u64(at) & SQUARE))
        after_other = other ^ turned
        data = table.find(table.bucket(after_other, after_own, part), after_other, after_own)
        if data and -table.upper(data) > alpha:
            return -table.upper(data)
        at += RANKED_BYTES
    return NONE


@inner("int64(uint64, uint64, uint64, uint64, int64, int64, uint64)")
def late(  # noqa: PLR0912, PLR0915 (one node, step by step)
    own: uint64,
    other: uint64,
    empties: uint64,
    choices: uint64,
    alpha: int64,
    left: int64,
    context: uint64,
) -> int64:
    """The score with `left` (above `SHALLOW`, to `MOST`) empty squares by `choices`."""
    # 1. Limits; below, a search takes less time than their answer may.
    if left < MOST:
        count(context, _ONE)
    elif visit(context):
        return int64(0)
    # 2. Stable discs of the other side may settle the question.
    most = bound(own, other, alpha, load_u64(context + BOARD))
    if most <= alpha:
        return most
    # 3. Pass, or the end.
    beyond = -alpha - int64(1)
    if choices == _ZERO:
        choices = moves(other, own, empties)
        if choices == _ZERO:
            return final_score(own, other, empties)
        return -late(other, own, empties, choices, beyond, left, context)
    # 4. What earlier searches proved.
    bucket = table.bucket(own, other, table.part(left, context))
    data = table.find(bucket, own, other)
    best, chosen = NONE, table.NO_MOVE
    at = end = scratch(context, left)
    if data:
        if table.lower(data) > alpha:
            count_hit(context)
            return table.lower(data)
        if table.upper(data) <= alpha:
            count_hit(context)
            return table.upper(data)
        # The move that was best then comes before any other is ranked.
        chosen = table.best(data)
        bit = _ONE << chosen
        choices ^= bit
        turned = flips(own, other, chosen)
        answers = moves(other ^ turned, own | turned | bit, empties ^ bit)
        put(end, chosen, turned, answers)
        end += RANKED_BYTES
    # 5. The moves, best first; each takes the answers to it along.
    unranked = True
    while True:
        if at == end:
            if not unranked or choices == _ZERO:
                break
            unranked = False
            end = _rank(own, other, empties, choices, left, at, context)
            if left >= _PROBE_CHILDREN_FROM:
                score = _cut_by_child(own, other, at, end, alpha, context)
                if score > alpha:
                    count_hit(context)
                    return score
        bring_least(at, end)
        square, turned = load_u64(at) & SQUARE, load_u64(at + TURNED)
        bit, answers = _ONE << square, load_u64(at + ANSWERS)
        after, before, rest = other ^ turned, own | turned | bit, empties ^ bit
        if left > _LAST + int64(1):
            score = -late(after, before, rest, answers, beyond, left - int64(1), context)
        else:
            score = -by_answers(after, before, rest, answers, beyond, left - int64(1), context)
        if score > best:
            if score > alpha:
                count_cut(context, best == NONE)
            best, chosen = score, square
            if best > alpha:
                break
        at += RANKED_BYTES
    # 6. Remember.
    squares = int64(popcount(load_u64(context + BOARD)))
    low, high = (best, squares) if best > alpha else (-squares, best)
    table.store(bucket, own, other, low, high, left, chosen, table.EXACT, context)
    return best
