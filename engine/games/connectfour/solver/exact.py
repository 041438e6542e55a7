"""The exact search of boards of one machine word or of two.

A *solver score* counts from the mover's view: a win is worth 1 plus the discs its winner
could still have played, a loss the negative of that, a draw 0; so a win with the next disc
is worth ``(cells + 1 - discs) // 2``. `scores.exact_score` turns it into the score the engine
shows.

The kernels here are written once for both widths (`engine._wide_ints`); `one_word` and
`two_words` are the ways in, `context` is what they share.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import (
    constant_u64,
    generic,
    inlined,
    load_u64,
    merged,
    popcount,
    store_u64,
)
from engine._wide_ints import Word, bits_of, constant, load, low_half, mixed, none_of, store
from engine.games.connectfour.solver._columns import plans_in_columns
from engine.games.connectfour.solver.bounds import NO_BOUND, follow_up_bound, zugzwang_bound
from engine.games.connectfour.solver.context import (
    ABORTED,
    BOARD,
    BOTTOM,
    CELLS,
    CONTROL,
    HARD,
    LARGE,
    LARGE_SHIFT,
    LIMIT,
    NODE_LIMIT,
    RESULT_ONLY,
    SHARED,
    SMALL,
    SMALL_LIMIT,
    SMALL_SHIFT,
    TABLE,
    TABLE_SHIFT,
    UPPER,
)
from engine.games.connectfour.solver.counting import (
    CUTS,
    FIRST_CUTS,
    HITS,
    tally,
    tally_forced,
    visit,
)
from engine.games.connectfour.solver.moves import (
    REPLIES_AT,
    WINS_AT,
    generate,
    holds_second,
    moves_row,
    order_of,
    prefetch_replies,
    replies_to,
    threats_of,
    together,
    wins_second,
)
from engine.games.connectfour.solver.sharing import (
    begin_path,
    enter,
    is_searched,
    leave,
    leave_early,
    put_last,
    splits,
)
from engine.games.connectfour.solver.table import (
    belongs,
    bound_bits,
    entry_of,
    key_of,
    lower_bound,
    mirrored,
    slot_of,
    upper_bound,
)

MIRROR_PAYS = int64(20)
"""Free squares from which on positions share an entry with their mirror images, see `key_of`."""

TABLE_PAYS = int64(11)
"""Free squares from which on the replies' table entries are looked up before searching."""

PLANS_PAY = int64(7)
"""Free squares from which on the bounds from plans are asked for."""

ONE_WINDOW = int64(18)
"""Free squares up to which one search of the whole window costs less than null windows."""

HARD_MARGIN = int64(6)
"""Later positions with up to this many free squares fewer are taken for hard at once."""

_ZERO, _ONE, _THREE, _FOUR, _EIGHT, _FIFTEEN = (uint64(n) for n in (0, 1, 3, 4, 8, 15))
_I0, _I1, _I2, _I3, _I4 = (int64(n) for n in range(5))


# -- The search ---------------------------------------------------------------------------


@merged
def known_score(
    context: uint64, own: Word, mask: Word, moves: Word, free: int64, ceiling: int64
) -> int64:
    """A lower bound of the score, at least `ceiling` if one of the moves in scratch shows that.

    Either the opponent then cannot escape one of the bounds above, or the table knows the reply
    to be bad; looking that up pays far from the end only.
    """
    best = planned_score(context, own, mask, moves, free, ceiling)
    if best >= ceiling or free < TABLE_PAYS:
        return best
    while moves != _ZERO:
        others = moves & (moves - _ONE)
        key = mixed((mask ^ own) + (mask | (moves ^ others)))
        moves = others
        entry = load(slot_of(context, key, free - _I1), own)
        if belongs(entry, key):
            known = -upper_bound(entry)
            if known >= ceiling:
                tally(context, HITS)
                return known
    return best


@merged
def planned_score(
    context: uint64, own: Word, mask: Word, moves: Word, free: int64, ceiling: int64
) -> int64:
    """`known_score` by the bounds from plans alone."""
    if free < PLANS_PAY:
        return -NO_BOUND
    if together(context, moves):
        even = bool(free & _I1 == _I0)
        return int64(plans_in_columns(context, own, mask, moves_row(context, mask), even))
    return planned_one_by_one(context, own, mask, moves, free, ceiling)


@generic
def planned_one_by_one(
    context: uint64, own: Word, mask: Word, moves: Word, free: int64, ceiling: int64
) -> int64:
    """`planned_score`, by the first of the moves that shows `ceiling`."""
    upper, even = constant(context + UPPER, own), free & _I1 == _I0
    row, size = moves_row(context, mask), bits_of(own) >> _THREE
    for _ in range(int64(popcount(moves))):
        after, wins = mask | load(row, own), load(row + WINS_AT * size, own)
        row += size
        known = -NO_BOUND
        if even:
            if wins & ~upper != _ZERO:
                known = -zugzwang_bound(context, mask ^ own, after, wins, -ceiling)
        elif ceiling <= _I1 or wins & upper != _ZERO:
            known = -follow_up_bound(context, mask ^ own, after, wins, -ceiling)
        if known >= ceiling:
            return known
    return -NO_BOUND


@generic
def negamax(  # noqa: PLR0912, PLR0915 (the numbered steps of one search)
    context: uint64, own: Word, mask: Word, moves: Word, alpha: int64, beta: int64
) -> int64:
    """The solver score s of a position, searched within a window.

    Preconditions: the mover has no line at once, `moves` are its non-losing moves, at least
    one. Postcondition for the answer a: a <= alpha: s <= a; a >= beta: s >= a; else s = a.
    Void once aborted.
    """
    # 1. budget
    if visit(context):
        return _I0
    tally_forced(context, moves)
    # 2. bounds: nobody wins with the next two discs
    free = int64(constant_u64(context + CELLS)) - int64(popcount(mask))
    if free <= _I2:
        return _I0
    highest, lowest = (free - _I1) >> _I1, -((free - _I2) >> _I1)
    # 3. a window outside of which lies every win but that with a side's second disc
    if (free - _I3) >> _I1 <= alpha:
        return highest if wins_second(context, own, mask, moves) else (free - _I3) >> _I1
    if free > _I3 and -((free - _I4) >> _I1) >= beta:
        return holds_second(context, own, mask, moves, free)
    # 4. bounds: the table
    key = key_of(context, own, mask, free)
    slot = slot_of(context, key, free)
    entry = load(slot, own)
    if belongs(entry, key):
        highest = min(highest, upper_bound(entry))
        lowest = max(lowest, lower_bound(entry))
    if lowest >= beta:
        tally(context, HITS)
        return lowest
    if highest <= alpha:
        tally(context, HITS)
        return highest
    # 5. moves; without a forced win among them a win takes one more disc
    prefetch_replies(context, own, mask, moves, free)
    if not generate(context, own, mask, moves):
        return (free - _I1) >> _I1
    highest = min(highest, (free - _I3) >> _I1)
    floor, ceiling = max(alpha, lowest), min(beta, highest)
    if floor >= ceiling:
        return highest
    # 6. a move that is known to be good enough
    known = known_score(context, own, mask, moves, free, ceiling)
    if known >= ceiling:
        store(slot, entry_of(key, known, highest))
        return known
    # 7. search within what is left of the window
    floor = max(floor, known)
    order, count, split = order_of(context, mask, moves), popcount(moves), splits(context, free)
    if split and not enter(context, key, slot, free, floor, ceiling):
        return _I0
    best, size, row = known, bits_of(own) >> _THREE, moves_row(context, mask)
    tried, taken = _ZERO, _ZERO
    while tried < count:
        at = order & _FIFTEEN
        order >>= _FOUR
        taken += _ONE
        place = row + at * size
        after, replies = mask | load(place, own), load(place + REPLIES_AT * size, own)
        if split and _ONE < taken <= count and is_searched(context, mask ^ own, after, free - _I1):
            order = put_last(order, at, count - tried - _ONE)
            continue
        best = max(best, -negamax(context, mask ^ own, after, replies, -ceiling, -max(floor, best)))
        if load_u64(context + ABORTED) != _ZERO:
            return leave_early(context, key, free) if split else _I0
        if best >= ceiling:
            tally(context, CUTS)
            if tried == _ZERO:
                tally(context, FIRST_CUTS)
            break
        tried += _ONE
    if split:
        leave(context, key)
    # 8. remember
    if best > floor:
        lowest = best
    lowest = max(lowest, known)
    if best < ceiling:
        highest = best
    store(slot, entry_of(key, lowest, highest))
    return best


# -- From the root ------------------------------------------------------------------------


@inlined
def bounded(context: uint64, own: Word, mask: Word, alpha: int64, beta: int64) -> int64:
    """`negamax` for any unfinished position, its wins and losses at once included."""
    free = int64(constant_u64(context + CELLS)) - int64(popcount(mask))
    playable = (mask + constant(context + BOTTOM, own)) & constant(context + BOARD, own)
    if threats_of(context, own, mask) & playable != _ZERO:
        return (free + _I1) >> _I1
    moves = replies_to(context, mask, threats_of(context, mask ^ own, mask))
    if moves == _ZERO:
        return -(free >> _I1)
    return negamax(context, own, mask, moves, alpha, beta)


@generic
def use_table(context: uint64, large: bool) -> None:
    """Work in one of the two tables from now on; the small one ends the search soon."""
    limit = load_u64(context + LIMIT)
    address, shift = (LARGE, LARGE_SHIFT) if large else (SMALL, SMALL_SHIFT)
    store_u64(context + TABLE, load_u64(context + address))
    store_u64(context + TABLE_SHIFT, load_u64(context + shift))
    if not large:
        limit = min(
            limit, load_u64(load_u64(context + CONTROL) + _EIGHT) + load_u64(context + SMALL_LIMIT)
        )
    store_u64(context + NODE_LIMIT, limit)


@generic
def fill_large_table(context: uint64, like: Word) -> None:
    """Copy what the small table knows. A slot and its entry's key are the whole mixed key."""
    shift, large_shift = load_u64(context + SMALL_SHIFT), load_u64(context + LARGE_SHIFT)
    source, target = load_u64(context + SMALL), load_u64(context + LARGE)
    none, size = none_of(like), bits_of(like) >> _THREE
    below = ((none + _ONE) << shift) - _ONE
    key_at = bound_bits(like) + bound_bits(like)
    for slot in range(int64(1) << int64(bits_of(like) - shift)):
        entry = load(source, like)
        if entry != _ZERO:
            key = ((none + uint64(slot)) << shift) | ((entry >> key_at) & below)
            store(target + low_half(key >> large_shift) * size, entry)
        source += size


@generic
def went_on_in_large_table(context: uint64, free: int64, like: Word) -> bool:
    """After an aborted search: whether only the small table's limit ended it, now lifted."""
    control = load_u64(context + CONTROL)
    spent = load_u64(control + _EIGHT) > load_u64(context + LIMIT)
    if (
        load_u64(control) != _ZERO
        or spent
        or load_u64(context + TABLE) == load_u64(context + LARGE)
    ):
        return False
    store_u64(context + ABORTED, _ZERO)
    store_u64(context + HARD, uint64(max(free - HARD_MARGIN, _I1)))
    fill_large_table(context, like)
    use_table(context, True)
    return True


@inlined
def score_between(context: uint64, own: Word, mask: Word, lowest: int64, highest: int64) -> int64:
    """The solver score, known to lie in [lowest, highest], by null windows.

    If only the result is asked for, any score with the right sign.

    Extreme scores are cheap to refute: the first windows lie half-way from 0 to the ends. Near
    the end of the game the whole window is searched at once.
    The search begins in a table that fits the processor's cache, which is up to half faster;
    what proves hard goes on in the large one, and so does from the start what comes after it
    and is about as far from the end.
    """
    free = int64(constant_u64(context + CELLS)) - int64(popcount(mask))
    symmetric = free >= MIRROR_PAYS and mirrored(context, own + mask) == own + mask
    store_u64(context + SHARED, uint64(MIRROR_PAYS if symmetric else NO_BOUND))
    use_table(context, bool(free >= int64(load_u64(context + HARD))))
    begin_path(context, free)
    whole, result_only = bool(free <= ONE_WINDOW), load_u64(context + RESULT_ONLY) != _ZERO
    while lowest < highest and not (result_only and (lowest > _I0 or highest < _I0)):
        alpha, beta = lowest, highest
        if not whole:
            probe = (lowest + highest) >> _I1
            near_end = -(-lowest >> _I1) if probe <= _I0 else highest >> _I1
            alpha = min(probe, near_end) if probe <= _I0 else max(probe, near_end)
            beta = alpha + _I1
        answer = bounded(context, own, mask, alpha, beta)
        if load_u64(context + ABORTED) != _ZERO:
            if not went_on_in_large_table(context, free, own):
                return _I0
            whole = False
        elif whole:
            return min(max(answer, lowest), highest)
        elif answer <= alpha:
            highest = answer
        else:
            lowest = answer
    return lowest if lowest > _I0 else highest


@inlined
def counted_score(
    context: uint64, first: Word, second: Word, lowest: int64, highest: int64
) -> tuple[int64, int64]:
    """The solver score of an unfinished position of two players' discs, and the nodes it took."""
    control = load_u64(context + CONTROL) + _EIGHT
    before = load_u64(control)
    mask = first | second
    own = second if popcount(mask) & _ONE != _ZERO else first
    free = int64(constant_u64(context + CELLS)) - int64(popcount(mask))
    lowest, highest = max(lowest, -(free >> _I1)), min(highest, (free + _I1) >> _I1)
    score = score_between(context, own, mask, lowest, highest)
    return score, int64(load_u64(control) - before)
