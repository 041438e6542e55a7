"""The exact endgame above the last few empty squares: table, ordering, cutoffs.

The answers' meaning is that of `endgame`, unless the context asks for less sureness than
`table.EXACT`: then they are estimates, of a proof that is only rehearsed.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import inner, kernel, load_u64, popcount, store_u64
from engine.games.othello.board.bitboard import final_score, flips, lowest, moves
from engine.games.othello.board.memory import (
    ABORTED,
    BOARD,
    NODES,
    ORDERING,
    aborted,
    count_cut,
    count_hit,
    scratch,
    visit,
)
from engine.games.othello.evaluation.evaluation import DECIDED, DISC
from engine.games.othello.evaluation.stability import bound
from engine.games.othello.search import table
from engine.games.othello.search.endgame import NONE, SHALLOW, shallow
from engine.games.othello.search.endgame_late import MOST, late
from engine.games.othello.search.midgame import INFINITY, search
from engine.games.othello.search.ordering import (
    MOVE_BYTES,
    bring_best,
    confinement,
    defer,
    deferred,
    generate,
    put,
    rank_of,
    square_of,
    turned_by,
)
from engine.games.othello.search.selectivity import SURENESS_UNIT, shallow_depth, sigma, sureness_of
from engine.games.othello.search.sharing import (
    SHARED_FROM,
    be_at,
    name_of,
    next_peer,
    settle,
    superseded,
    taken,
    unwound,
)

_ONE, _ZERO = uint64(1), uint64(0)
_LIMIT = int64(SHALLOW)
_EVALUATE_FROM, _SEARCH_FROM = int64(12), int64(15)
"""So many empty squares make an evaluation, and a search, of every move worth while."""

_EVALUATE_LOST_FROM, _SEARCH_LOST_FROM = int64(15), int64(17)
"""The same where no move is expected to be good enough: in what order they fail is no matter."""

_TWO_PLIES_FROM, _SEARCH_DEEPER_ABOVE, _DEEPEST = int64(17), int64(20), int64(7)
"""Searches look two plies deep from so many on, one more with every three squares more; above the
second, where nodes are few, with every square one more still."""

_MUCH_WORSE = int64(8 * DISC)
"""Moves so much worse than the best, in hundredths of a disc, are ranked no more exactly."""

_HOPELESS, _HOPELESS_LOST = int64(15 * DISC), int64(5 * DISC)
"""Moves ranked so much below the best by estimates are not searched for a better rank; the second
where no move is expected to be good enough."""

_DISC, _DECIDED, _SURENESS_UNIT = int64(DISC), int64(DECIDED), int64(SURENESS_UNIT)
_WIDE = int64(INFINITY)
_ALL_BUT_WIPED_OUT = int64(62)
"""Bounds so high say that a side loses all its discs; estimates end there, and cannot rank."""


@inner("void(uint64, uint64)")
def _go_on_from(ordering: uint64, context: uint64) -> None:
    """Go on counting nodes where the search that orders moves is, and end if it had to."""
    store_u64(context + NODES, load_u64(ordering + NODES))
    if aborted(ordering):
        store_u64(context + ABORTED, _ONE)


@inner("void(uint64, uint64, uint64, uint64, uint64, int64, int64, uint64)")
def _search_ranks(
    own: uint64,
    other: uint64,
    empties: uint64,
    row: uint64,
    end: uint64,
    left: int64,
    hopeless: int64,
    context: uint64,
) -> None:
    """Rank the moves by searches a few plies deep, deeper the more there is left.

    What is much worse than the best one so far is known only to be so: nobody asks how bad it is.
    The ranks that the moves have say which to search first, so that there soon is a good one, and
    which, `hopeless` below the best, to leave as they are.
    """
    ordering = load_u64(context + ORDERING)
    depth = (
        (left - _TWO_PLIES_FROM) // int64(3) + int64(2) + max(left - _SEARCH_DEEPER_ABOVE, int64(0))
    )
    depth = min(depth, _DEEPEST)
    store_u64(ordering + NODES, load_u64(context + NODES))
    bring_best(row, end)
    at, least, lowest_rank = row, -_WIDE, rank_of(row) - hopeless
    while at < end and rank_of(at) >= lowest_rank:
        square, turned = square_of(at), turned_by(at)
        bit = _ONE << square
        after_own, after_other, rest = own | turned | bit, other ^ turned, empties ^ bit
        score = -search(after_other, after_own, rest, -_WIDE, -least, depth, ordering)
        least = max(least, score - _MUCH_WORSE)
        answers = moves(after_other, after_own, rest)
        rank = score + confinement(after_other, after_own, answers, context)
        put(at, rank, square, turned)
        at += MOVE_BYTES
        bring_best(at, end)
    _go_on_from(ordering, context)


@inner("int64(uint64, uint64, uint64, uint64, int64, int64, uint64)")
def _cut_by_child(
    own: uint64,
    other: uint64,
    row: uint64,
    end: uint64,
    alpha: int64,
    sureness: int64,
    context: uint64,
) -> int64:
    """A score above `alpha` that the table proves for some move, else `NONE`.

    With `sureness` below `table.EXACT` it need only be so sure.
    """
    at = row
    while at < end:
        turned = turned_by(at)
        after_own = own | turned | (_ONE << square_of(at))
        after_other = other ^ turned
        data = table.find(table.bucket(after_other, after_own, context), after_other, after_own)
        if data and table.confidence(data) >= sureness and -table.upper(data) > alpha:
            return -table.upper(data)
        at += MOVE_BYTES
    return NONE


@inner("int64(uint64, uint64, uint64, int64, int64, int64, uint64)")
def _foreseen(
    own: uint64,
    other: uint64,
    empties: uint64,
    alpha: int64,
    left: int64,
    sureness: int64,
    context: uint64,
) -> int64:
    """A bound that a search half as deep makes so likely (ProbCut), else `NONE`."""
    ordering = load_u64(context + ORDERING)
    store_u64(ordering + NODES, load_u64(context + NODES))
    depth, margin = shallow_depth(left), (sigma(left, left) * sureness) // _SURENESS_UNIT
    # Scores are even: an odd number lies between those above alpha and the others.
    between, answer = alpha | int64(1), NONE
    bound = _DISC * between + margin
    if bound < _DECIDED:
        score = search(own, other, empties, bound - int64(1), bound, depth, ordering)
        if score >= bound:
            answer = between + int64(1)
    bound = _DISC * between - margin
    if answer == NONE and bound > -_DECIDED:
        score = search(own, other, empties, bound, bound + int64(1), depth, ordering)
        if score <= bound:
            answer = between - int64(1)
    _go_on_from(ordering, context)
    return answer


@inner("int64(uint64, uint64, uint64, int64, int64, uint64)")
def _solve_few(
    own: uint64, other: uint64, empties: uint64, alpha: int64, left: int64, context: uint64
) -> int64:
    """The score with up to three empty squares, by plain search (rarely the start of one)."""
    choices = moves(own, other, empties)
    if choices == _ZERO:
        if moves(other, own, empties) == _ZERO:
            return final_score(own, other, empties)
        return -_solve_few(other, own, empties, -alpha - int64(1), left, context)
    best = NONE
    while choices:
        square = lowest(choices)
        bit = _ONE << square
        choices ^= bit
        turned = flips(own, other, square)
        score = -_solve_few(
            other ^ turned,
            own | turned | bit,
            empties ^ bit,
            -alpha - int64(1),
            left - int64(1),
            context,
        )
        best = max(best, score)
    return best


@kernel("int64(uint64, uint64, uint64, int64, int64, boolean, uint64)")
def solve(  # noqa: PLR0912, PLR0915 (one node, step by step)
    own: uint64,
    other: uint64,
    empties: uint64,
    alpha: int64,
    left: int64,
    lost: bool,
    context: uint64,
) -> int64:
    """The score of a position with `left` empty squares against `alpha`.

    `lost`: it is expected not to exceed `alpha`. A wrong guess costs nodes, never the truth.
    """
    if left <= int64(3):
        return _solve_few(own, other, empties, alpha, left, context)
    if left <= _LIMIT:
        return shallow(own, other, empties, alpha, left, context)
    if left <= MOST:
        return late(own, other, empties, moves(own, other, empties), alpha, left, context)
    # 1. Limits, and what other threads have settled meanwhile.
    if visit(context):
        return int64(0)
    shared = bool(left >= SHARED_FROM and next_peer(context) != context)
    if shared and superseded(context):
        return int64(0)
    # 2. Stable discs of the other side may settle the question.
    most = bound(own, other, alpha, load_u64(context + BOARD))
    if most <= alpha:
        return most
    # 3. What earlier searches proved.
    bucket = table.bucket(own, other, context)
    data = table.find(bucket, own, other)
    known = table.NO_MOVE
    sureness = sureness_of(context)
    if data:
        if table.confidence(data) >= sureness:
            if table.lower(data) > alpha:
                count_hit(context)
                return table.lower(data)
            if table.upper(data) <= alpha:
                count_hit(context)
                return table.upper(data)
        known = table.best(data)
    # 4. Pass, or the end.
    choices = moves(own, other, empties)
    if choices == _ZERO:
        if moves(other, own, empties) == _ZERO:
            return final_score(own, other, empties)
        return -solve(other, own, empties, -alpha - int64(1), left, not lost, context)
    # 5. What a shallow search foretells, where the proof is only rehearsed.
    if sureness < table.EXACT:
        score = _foreseen(own, other, empties, alpha, left, sureness, context)
        if aborted(context):
            return int64(0)
        if score != NONE:
            return score
    # 6. The move an earlier search found best, before any other is generated.
    best, chosen, name = NONE, table.NO_MOVE, _ZERO
    if shared:
        name = name_of(own, other)
        be_at(name, left, context)
    if known != table.NO_MOVE:
        bit = _ONE << known
        choices ^= bit
        turned = flips(own, other, known)
        chosen = known
        best = -solve(
            other ^ turned,
            own | turned | bit,
            empties ^ bit,
            -alpha - int64(1),
            left - int64(1),
            not lost,
            context,
        )
        if best > alpha:
            count_cut(context, True)
    # 7. The others with their ranks, unless the table already proves one good enough.
    row = scratch(context, left)
    at, end = row, row
    if best <= alpha and choices and not aborted(context):
        search_from = _SEARCH_LOST_FROM if lost else _SEARCH_FROM
        evaluate_from = _EVALUATE_LOST_FROM if lost else _EVALUATE_FROM
        searched = bool(left >= search_from and abs(alpha) < _ALL_BUT_WIPED_OUT)
        judged = bool(left >= evaluate_from)
        end = generate(own, other, empties, choices, known, judged, row, context)
        score = _cut_by_child(own, other, row, end, alpha, sureness, context)
        if score > alpha:
            count_hit(context)
            if shared:
                be_at(_ZERO, left, context)
            return score
        if searched:
            hopeless = _HOPELESS_LOST if lost else _HOPELESS
            _search_ranks(own, other, empties, row, end, left, hopeless, context)
    # 8. Search them, best first; what other threads are at comes last.
    while at < end and not aborted(context):
        bring_best(at, end)
        square, turned = square_of(at), turned_by(at)
        bit = _ONE << square
        after, before = other ^ turned, own | turned | bit
        aside = bool(shared and best > NONE and not deferred(at))
        if aside and taken(after, before, left - int64(1), context):
            defer(at)
            continue
        # Once the best ranked move has failed, the others are expected to fail, too.
        decides = bool(best == NONE and not lost)
        score = -solve(
            after, before, empties ^ bit, -alpha - int64(1), left - int64(1), decides, context
        )
        if score > best:
            if score > alpha:
                count_cut(context, best == NONE)
            best, chosen = score, square
            if best > alpha:
                break
        at += MOVE_BYTES
    if aborted(context):
        if shared:
            be_at(_ZERO, left, context)
            if unwound(left, context):
                return solve(own, other, empties, alpha, left, lost, context)
        return int64(0)
    # 9. Remember.
    squares = int64(popcount(load_u64(context + BOARD)))
    low, high = (best, squares) if best > alpha else (-squares, best)
    table.store(bucket, own, other, low, high, left, chosen, sureness, context)
    if shared:
        settle(name, left, context)
    return best


@inner("int64(uint64, uint64, int64, uint64)")
def exact_score(own: uint64, other: uint64, guess: int64, context: uint64) -> int64:
    """The exact score, by null windows that start at `guess` (MTD(f)); void once aborted."""
    board = load_u64(context + BOARD)
    empties = board & ~(own | other)
    left, squares = int64(popcount(empties)), int64(popcount(board))
    low, high = -squares, squares
    guess = max(low, min(high, guess & ~int64(1)))
    while low < high:
        alpha = max(guess, low + int64(2)) - int64(1)
        guess = solve(own, other, empties, alpha, left, False, context)
        if aborted(context):
            break
        if guess > alpha:
            low = guess
        else:
            high = guess
    return low
