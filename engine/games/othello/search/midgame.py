"""The midgame search: selective principal-variation search to a depth, then the evaluation.

Scores are for `own`, who is to move, in hundredths of a disc; a finished game scores its
exact difference. Fail-soft: an answer at or below `alpha` is an upper bound, one at or
above `beta` a lower bound, one between them the value.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import inner, kernel, popcount
from engine.games.othello.board.bitboard import final_score, flips, lowest, moves
from engine.games.othello.board.memory import aborted, count, count_cut, count_hit, scratch, visit
from engine.games.othello.evaluation.evaluation import (
    DECIDED,
    DISC,
    evaluate,
    evaluate_after,
    lift,
    look,
)
from engine.games.othello.search import table
from engine.games.othello.search.endgame import SHALLOW, shallow
from engine.games.othello.search.ordering import (
    MOVE_BYTES,
    bring_best,
    generate,
    square_of,
    turned_by,
)
from engine.games.othello.search.selectivity import (
    SURENESS_UNIT,
    shallow_depth,
    sigma,
    sureness_of,
)

_ONE, _ZERO = uint64(1), uint64(0)
INFINITY = 30_000
"""Above every score."""
_INFINITY, _DISC = int64(INFINITY), int64(DISC)
_SURENESS_UNIT = int64(SURENESS_UNIT)
_UNIT = int64(1)
_FEWEST, _FEW = int64(4), int64(SHALLOW)
_DECIDED = int64(DECIDED)
_PART = int64(4)
"""An evaluation beyond this part of the margin tells which answer a shallow search may give."""


@inner("int64(uint64, uint64, uint64, uint64, uint64, int64, uint64)")
def _leaf(
    own: uint64,
    other: uint64,
    empties: uint64,
    square: uint64,
    turned: uint64,
    left: int64,
    context: uint64,
) -> int64:
    """The score, for the side that made it, of the move to this board; it is the horizon."""
    answers = moves(own, other, empties)
    if answers:
        score = evaluate_after(own, other, empties, answers, square, turned, left, context)
        return -score - lift(left, context)
    choices = moves(other, own, empties)
    if choices:
        return evaluate(other, own, empties, choices, left, context) + lift(left, context)
    return -_DISC * final_score(own, other, empties)


@inner("UniTuple(int64, 2)(uint64, uint64, uint64, uint64, int64, int64, uint64)")
def _last_ply(
    own: uint64,
    other: uint64,
    empties: uint64,
    choices: uint64,
    beta: int64,
    left: int64,
    context: uint64,
) -> tuple[int64, int64]:
    """The best score one ply deep, or the first of at least `beta`, and its square.

    The moves are not ranked: to rank one costs as much as to evaluate it.
    """
    look(own, other, context)
    best, chosen, nodes = -_INFINITY, int64(table.NO_MOVE), _ZERO
    while choices:
        square = lowest(choices)
        bit = _ONE << square
        choices ^= bit
        turned = flips(own, other, square)
        after, before, rest = other ^ turned, own | turned | bit, empties ^ bit
        score = _leaf(after, before, rest, square, turned, left - int64(1), context)
        nodes += _ONE
        if score > best:
            best, chosen = score, int64(square)
            if best >= beta:
                break
    count(context, nodes)
    return best, chosen


@kernel("int64(uint64, uint64, uint64, int64, int64, int64, uint64)")
def search(  # noqa: PLR0912, PLR0915 (one node, step by step)
    own: uint64,
    other: uint64,
    empties: uint64,
    alpha: int64,
    beta: int64,
    depth: int64,
    context: uint64,
) -> int64:
    """The score of a position within the window, `depth` plies (at most its empties) deep."""
    # 1. Limits, and the horizon.
    if visit(context):
        return int64(0)
    left = int64(popcount(empties))
    choices = moves(own, other, empties)
    if choices == _ZERO:
        if moves(other, own, empties) == _ZERO:
            return _DISC * final_score(own, other, empties)
        return -search(other, own, empties, -beta, -alpha, depth, context)
    if depth <= 0:
        return evaluate(own, other, empties, choices, left, context) + lift(left, context)
    # 2. The last few squares exactly, where the search goes on to the end of the game.
    null = beta == alpha + _UNIT
    if null and left <= _FEW and depth >= left and left >= _FEWEST:
        floor = alpha // _DISC
        return _DISC * shallow(own, other, empties, floor, left, context)
    # 3. What earlier searches proved, if they were as deep and as sure.
    sureness = sureness_of(context)
    bucket = table.bucket(own, other, context)
    data = table.find(bucket, own, other)
    known = table.NO_MOVE
    if data:
        known = table.best(data)
        if table.depth(data) >= depth and table.confidence(data) >= sureness:
            low, high = table.lower(data), table.upper(data)
            if low >= beta or high <= alpha or low == high:
                count_hit(context)
                return high if high <= alpha else low
    # 4. A null window that a shallow search answers clearly enough is taken as answered. The
    # evaluation says which answer to look for; near the horizon it is itself the shallow search.
    if null and sureness < table.EXACT:
        reduced = shallow_depth(depth)
        margin = (sigma(depth, left) * sureness) // _SURENESS_UNIT
        hint = evaluate(own, other, empties, choices, left, context) + lift(left, context)
        score = hint
        bound = beta + margin
        if bound < _DECIDED:
            if reduced > 0 and hint >= beta + margin // _PART:
                score = search(own, other, empties, bound - int64(1), bound, reduced, context)
                if aborted(context):
                    return int64(0)
            if score >= bound:
                return beta
        bound = alpha - margin
        if bound > -_DECIDED:
            if reduced > 0 and hint <= alpha - margin // _PART:
                score = search(own, other, empties, bound, bound + int64(1), reduced, context)
                if aborted(context):
                    return int64(0)
            if score <= bound:
                return alpha
        data = table.find(bucket, own, other)
        if data and known == table.NO_MOVE:
            known = table.best(data)
    # 5. One ply from the horizon the moves are only evaluated.
    if depth == int64(1):
        best, found = _last_ply(own, other, empties, choices, beta, left, context)
        low = best if best > alpha else -_INFINITY
        high = best if best < beta else _INFINITY
        table.store(bucket, own, other, low, high, depth, uint64(found), sureness, context)
        return best
    # 6. The moves, best first: the first with the window, the others to be no better.
    row = scratch(context, left)
    end = generate(own, other, empties, choices, known, True, row, context)
    best, chosen, floor = -_INFINITY, table.NO_MOVE, alpha
    at = row
    while at < end:
        bring_best(at, end)
        square, turned = square_of(at), turned_by(at)
        bit = _ONE << square
        after, before, rest = other ^ turned, own | turned | bit, empties ^ bit
        score = floor + int64(1)
        if at > row and beta > floor + int64(1):
            score = -search(after, before, rest, -floor - int64(1), -floor, depth - 1, context)
        if score > floor and not aborted(context):
            score = -search(after, before, rest, -beta, -floor, depth - 1, context)
        if aborted(context):
            return int64(0)
        if score > best:
            best, chosen = score, square
            floor = max(floor, best)
            if best >= beta:
                count_cut(context, at == row)
                break
        at += MOVE_BYTES
    # 7. Remember.
    low = best if best > alpha else -_INFINITY
    high = best if best < beta else _INFINITY
    table.store(bucket, own, other, low, high, depth, chosen, sureness, context)
    return best
