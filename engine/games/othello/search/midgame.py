"""The midgame search: selective principal-variation search to a depth, then the evaluation.

Scores are for `own`, who is to move, in hundredths of a disc; a finished game scores its
exact difference. Fail-soft: an answer at or below `alpha` is an upper bound, one at or
above `beta` a lower bound, one between them the value.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import inner, kernel, load_u64, popcount
from engine.games.othello.board.bitboard import final_score, flips, lowest, moves
from engine.games.othello.board.memory import (
    CORNERS,
    UNJUDGED,
    X_SQUARES,
    aborted,
    count,
    count_cut,
    count_hit,
    foretell,
    foretold,
    scratch,
    visit,
)
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
    estimate_of,
    generate,
    square_of,
    turned_by,
)
from engine.games.othello.search.selectivity import (
    SURENESS_UNIT,
    margin_at_once,
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


@inner("uint64(uint64, uint64, uint64)")
def _foremost(choices: uint64, known: uint64, context: uint64) -> uint64:
    """The next of `choices` to evaluate, as a bit: where a cut is likeliest.

    The move that an earlier search found best, corners, what is not beside a corner diagonally.
    """
    group = choices & (_ONE << known) if known != table.NO_MOVE else _ZERO
    if group == _ZERO:
        group = choices & load_u64(context + CORNERS)
    if group == _ZERO:
        group = choices & ~load_u64(context + X_SQUARES)
    return _ONE << lowest(group if group else choices)


@inner("UniTuple(int64, 2)(uint64, uint64, uint64, uint64, uint64, int64, int64, uint64)")
def _last_ply(
    own: uint64,
    other: uint64,
    empties: uint64,
    choices: uint64,
    known: uint64,
    beta: int64,
    left: int64,
    context: uint64,
) -> tuple[int64, int64]:
    """The best score one ply deep, or the first of at least `beta`, and its square.

    The moves are not ranked, as to rank one costs as much as to evaluate it: `_foremost` says the
    order.
    """
    look(own, other, context)
    best, chosen, nodes = -_INFINITY, int64(table.NO_MOVE), _ZERO
    while choices:
        bit = _foremost(choices, known, context)
        square = lowest(bit)
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


@inner("int64(int64, int64, int64)")
def _told(estimate: int64, alpha: int64, margin: int64) -> int64:
    """The answer of an estimate to a null window (`margin_at_once`), else `UNJUDGED`."""
    if margin < 0:
        return UNJUDGED
    if estimate > alpha + margin:
        return alpha + _UNIT
    return alpha if estimate <= alpha - margin else UNJUDGED


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
    hint = foretold(context)
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
    # 4. A null window that the evaluation, or a shallow search, answers clearly enough is taken as
    # answered. The evaluation says which answer to look for.
    if null and sureness < table.EXACT:
        if hint == UNJUDGED:
            hint = evaluate(own, other, empties, choices, left, context)
        hint += lift(left, context)
        score = _told(hint, alpha, margin_at_once(depth, left, sureness, context))
        if score != UNJUDGED:
            return score
        reduced = shallow_depth(depth)
        margin = (sigma(depth, left) * sureness) // _SURENESS_UNIT
        bound = beta + margin
        if reduced > 0 and bound < _DECIDED and hint >= beta + margin // _PART:
            score = search(own, other, empties, bound - int64(1), bound, reduced, context)
            if aborted(context):
                return int64(0)
            if score >= bound:
                return beta
        bound = alpha - margin
        if reduced > 0 and bound > -_DECIDED and hint <= alpha - margin // _PART:
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
        best, found = _last_ply(own, other, empties, choices, known, beta, left, context)
        low = best if best > alpha else -_INFINITY
        high = best if best < beta else _INFINITY
        table.store(bucket, own, other, low, high, depth, uint64(found), sureness, context)
        return best
    # 6. The moves, best first: the first with the window, the others to be no better. What the
    # ranks already told of a move answers for it where it would at once in step 4.
    row = scratch(context, left)
    end = generate(own, other, empties, choices, known, True, row, context)
    best, chosen, floor = -_INFINITY, table.NO_MOVE, alpha
    at, margin = row, margin_at_once(depth - int64(1), left - int64(1), sureness, context)
    lifted = lift(left - int64(1), context)
    while at < end:
        bring_best(at, end)
        square, turned = square_of(at), turned_by(at)
        bit = _ONE << square
        after, before, rest = other ^ turned, own | turned | bit, empties ^ bit
        score, told = floor + int64(1), UNJUDGED
        if null or at > row:
            estimate = estimate_of(at)
            if estimate != UNJUDGED:
                told = _told(estimate - lifted, floor, margin)
            score = told
            if told == UNJUDGED:
                foretell(estimate if estimate == UNJUDGED else -estimate, context)
                score = -search(after, before, rest, -floor - _UNIT, -floor, depth - 1, context)
        if score > floor and beta > floor + _UNIT and not aborted(context):
            score = -search(after, before, rest, -beta, -floor, depth - 1, context)
        if aborted(context):
            return int64(0)
        if score > best:
            # What an estimate alone holds down is no move to try first next time.
            if score != told or score > floor:
                chosen = square
            best = score
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
