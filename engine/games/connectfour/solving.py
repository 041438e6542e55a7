"""The exact search of boards of at most 64 bits.

A *solver score* counts from the mover's view: a win is worth 1 plus the discs its winner
could still have played, a loss the negative of that, a draw 0; so a win with the next disc
is worth ``(cells + 1 - discs) // 2``. `scores` turns it into the score the engine shows.

Kernels share one block of 64-bit words and get its address (array arguments would cost
reference counting at every call)::

      byte 0    CONTROL      address of the SearchControl's two words
           8    NODE_LIMIT   the search ends when the control counts more
          16    ABORTED      1 once the search must end: every score after that is void
          24    TABLE        address of the transposition table in use
          32    TABLE_SHIFT  64 less the logarithm of its length
          40    LIMIT        the node count that really ends the search
          48    SMALL, LARGE, HARD    the two tables, see `score_between`
         120..  the layout: bottom row, board, upper squares, height, cells, connect
         512..  COLUMN_BITS  the columns' bits from the centre outwards
        1024..  MOVES        one row of scratch for each count of discs
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy import int64, uint64

from engine._jit import kernel, load_u64, popcount, prefetch, store_u64
from engine.games.connectfour.bitboard import BITS, completing, has_line, non_losing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CONTROL, NODE_LIMIT, ABORTED, TABLE, TABLE_SHIFT = (uint64(at) for at in range(0, 40, 8))
LIMIT, SMALL, SMALL_SHIFT, LARGE, LARGE_SHIFT, HARD = (uint64(at) for at in range(40, 88, 8))
BOTTOM, BOARD, UPPER, HEIGHT, CELLS, CONNECT = (uint64(at) for at in range(120, 168, 8))
COLUMN_BITS, MOVES, MOVES_ROW = uint64(512), uint64(1024), uint64(512)
"""A row of scratch holds up to 16 moves of four words."""

MOVE_BIT, MOVE_REPLIES, MOVE_RANK, MOVE_SIZE = uint64(0), uint64(8), uint64(16), uint64(32)

KEY_BITS = uint64((1 << 52) - 1)
BOUND_BITS = uint64(63)
SCORE_OFFSET = int64(32)
TABLE_PAYS = int64(14)
"""Free squares from which on the replies' table entries are looked up before searching."""

SMALL_NODES = uint64(400_000)
"""Nodes after which a search leaves the small table."""

HARD_MARGIN = int64(6)
"""Later positions with up to this many free squares fewer are taken for hard at once."""

MIXER = uint64(0x9E3779B97F4A7C15)

_ZERO, _ONE, _THREE, _FIVE, _SIX, _EIGHT, _SHIFT_KEY = (uint64(n) for n in (0, 1, 3, 5, 6, 8, 12))
_I0, _I1, _I3 = int64(0), int64(1), int64(3)


@kernel("boolean(uint64)")
def visit(context: uint64) -> bool:
    """Count a position; True, also ever after, if the search must end."""
    control = load_u64(context + CONTROL)
    nodes = load_u64(control + _EIGHT) + _ONE
    store_u64(control + _EIGHT, nodes)
    if load_u64(control) != _ZERO or nodes > load_u64(context + NODE_LIMIT):
        store_u64(context + ABORTED, _ONE)
        return True
    return False


# -- The table ----------------------------------------------------------------------------
# One word per entry. Multiplying by an odd number permutes the 64-bit keys; the product's
# top bits, at least 12, choose the slot and its low 52 bits are kept, so that together they
# are the whole key and no entry is ever taken for another. Below the key stand the bounds
# of the score, six bits each, offset by 32; 0 is an empty entry. An entry is written whole,
# which lets threads share the table without locks.


@kernel("uint64(uint64, uint64, uint64)")
def slot_of(context: uint64, own: uint64, mask: uint64) -> uint64:
    """The address of a position's table entry."""
    mixed = (own + mask) * MIXER
    return uint64(
        load_u64(context + TABLE) + ((mixed >> load_u64(context + TABLE_SHIFT)) << _THREE)
    )


@kernel("uint64(uint64, uint64)")
def stored_key(own: uint64, mask: uint64) -> uint64:
    """What an entry keeps of a position."""
    return ((own + mask) * MIXER) & KEY_BITS


@kernel("uint64(uint64, int64, int64)")
def entry_of(key: uint64, lower: int64, upper: int64) -> uint64:
    """A table entry."""
    low, high = uint64(lower + SCORE_OFFSET), uint64(upper + SCORE_OFFSET)
    return (key << _SHIFT_KEY) | (low << _SIX) | high


# -- The search ---------------------------------------------------------------------------


@kernel("int64(uint64, uint64, uint64)")
def follow_up_bound(context: uint64, own: uint64, mask: uint64) -> int64:
    """An upper bound of the score where the mover faces an even number of free squares.

    The opponent can answer every disc with the one above it. Columns with an odd number of
    free squares are left over in pairs: a disc at the foot of one is answered at the foot of
    another. So the mover gets no upper square but such feet. If even with all of those and
    all others it has no line, it never wins (claimeven, after Allis 1988); if the upper
    squares, but for the feet, give the opponent a line, it loses.
    """
    height, connect = load_u64(context + HEIGHT), int64(load_u64(context + CONNECT))
    board = load_u64(context + BOARD)
    free = board & ~mask
    playable = (mask + load_u64(context + BOTTOM)) & board
    answers = free & load_u64(context + UPPER) & ~playable
    if has_line(own | (free ^ answers), height, connect):
        return SCORE_OFFSET
    return -_I1 if has_line((mask ^ own) | answers, height, connect) else _I0


@kernel("int64(uint64, uint64, uint64, uint64)")
def generate(context: uint64, own: uint64, mask: uint64, moves: uint64) -> int64:
    """Write the moves into the row of scratch, the most promising first; answers how many.

    Promising are moves that leave many squares completing a line, then central ones. The
    same squares tell which replies do not lose; if a move leaves none, it wins by force and
    the answer is -1.
    """
    height, connect = load_u64(context + HEIGHT), int64(load_u64(context + CONNECT))
    bottom, board = load_u64(context + BOTTOM), load_u64(context + BOARD)
    row = context + MOVES + popcount(mask) * MOVES_ROW
    end = row
    column_bits = context + COLUMN_BITS
    while moves != _ZERO:
        move = moves & load_u64(column_bits)
        column_bits += _EIGHT
        if move == _ZERO:
            continue
        moves ^= move
        after = mask | move
        wins = completing(own | move, height, connect) & board & ~after
        replies = non_losing((after + bottom) & board, wins)
        if replies == _ZERO:
            return int64(-1)
        prefetch(slot_of(context, mask ^ own, after))
        rank = popcount(wins)
        place = end
        while place != row and load_u64(place - MOVE_SIZE + MOVE_RANK) < rank:
            store_u64(place + MOVE_BIT, load_u64(place - MOVE_SIZE + MOVE_BIT))
            store_u64(place + MOVE_REPLIES, load_u64(place - MOVE_SIZE + MOVE_REPLIES))
            store_u64(place + MOVE_RANK, load_u64(place - MOVE_SIZE + MOVE_RANK))
            place -= MOVE_SIZE
        store_u64(place + MOVE_BIT, move)
        store_u64(place + MOVE_REPLIES, replies)
        store_u64(place + MOVE_RANK, rank)
        end += MOVE_SIZE
    return int64((end - row) >> _FIVE)


@kernel("int64(uint64, uint64, uint64, uint64, int64, int64, int64)")
def known_score(
    context: uint64,
    own: uint64,
    mask: uint64,
    row: uint64,
    count: int64,
    free: int64,
    ceiling: int64,
) -> int64:
    """A lower bound of the score, at least `ceiling` if one of the moves in `row` shows it.

    Either the opponent then is the one to face an even number of free squares and cannot
    win, or the table knows the reply to be bad; looking that up pays far from the end only.
    """
    following = free & _I1 != _I0 and ceiling <= _I1
    for _ in range(count if following or free >= TABLE_PAYS else _I0):
        after = mask | load_u64(row + MOVE_BIT)
        if following:
            known = -follow_up_bound(context, mask ^ own, after)
            if known >= ceiling:
                return known
        if free >= TABLE_PAYS:
            entry = load_u64(slot_of(context, mask ^ own, after))
            if entry >> _SHIFT_KEY == stored_key(mask ^ own, after):
                known = SCORE_OFFSET - int64(entry & BOUND_BITS)
                if known >= ceiling:
                    return known
        row += MOVE_SIZE
    return -SCORE_OFFSET


@kernel("int64(uint64, uint64, uint64, uint64, int64, int64)")
def negamax(  # noqa: PLR0912 (the numbered steps of one search)
    context: uint64, own: uint64, mask: uint64, moves: uint64, alpha: int64, beta: int64
) -> int64:
    """The solver score s of a position, searched within a window.

    Preconditions: the mover has no line at once, `moves` are its non-losing moves, at least
    one. Postcondition for the answer a: a <= alpha: s <= a; a >= beta: s >= a; else s = a.
    Void once aborted.
    """
    # 1. budget
    if visit(context):
        return _I0
    # 2. bounds: nobody wins with the next two discs
    free = int64(load_u64(context + CELLS)) - int64(popcount(mask))
    if free <= int64(2):
        return _I0
    highest, lowest = (free - _I1) >> _I1, -((free - int64(2)) >> _I1)
    # 3. bounds: the table
    key, slot = stored_key(own, mask), slot_of(context, own, mask)
    entry = load_u64(slot)
    if entry >> _SHIFT_KEY == key and entry != _ZERO:
        highest = min(highest, int64(entry & BOUND_BITS) - SCORE_OFFSET)
        lowest = max(lowest, int64((entry >> _SIX) & BOUND_BITS) - SCORE_OFFSET)
    if lowest >= beta:
        return lowest
    if highest <= alpha:
        return highest
    # 4. moves; without a forced win among them a win takes one more disc
    count = generate(context, own, mask, moves)
    if count < _I0:
        return (free - _I1) >> _I1
    highest = min(highest, (free - _I3) >> _I1)
    floor, ceiling = max(alpha, lowest), min(beta, highest)
    if floor >= ceiling:
        return highest
    # 5. a move that is known to be good enough
    row = context + MOVES + popcount(mask) * MOVES_ROW
    known = known_score(context, own, mask, row, count, free, ceiling)
    if known >= ceiling:
        store_u64(slot, entry_of(key, known, highest))
        return known
    # 6. search within what is left of the window
    best, move = -SCORE_OFFSET, row
    for _ in range(count):
        after, replies = mask | load_u64(move + MOVE_BIT), load_u64(move + MOVE_REPLIES)
        best = max(best, -negamax(context, mask ^ own, after, replies, -ceiling, -max(floor, best)))
        if load_u64(context + ABORTED) != _ZERO:
            return _I0
        if best >= ceiling:
            break
        move += MOVE_SIZE
    # 7. remember
    if best > floor:
        lowest = best
    if best < ceiling:
        highest = best
    store_u64(slot, entry_of(key, lowest, highest))
    return best


# -- From the root ------------------------------------------------------------------------


@kernel("int64(uint64, uint64, uint64, int64, int64)")
def bounded(context: uint64, own: uint64, mask: uint64, alpha: int64, beta: int64) -> int64:
    """`negamax` for any unfinished position, its wins and losses at once included."""
    height, connect = load_u64(context + HEIGHT), int64(load_u64(context + CONNECT))
    board = load_u64(context + BOARD)
    free = int64(load_u64(context + CELLS)) - int64(popcount(mask))
    playable = (mask + load_u64(context + BOTTOM)) & board
    if completing(own, height, connect) & playable != _ZERO:
        return (free + _I1) >> _I1
    moves = non_losing(playable, completing(mask ^ own, height, connect) & board & ~mask)
    if moves == _ZERO:
        return -(free >> _I1)
    return negamax(context, own, mask, moves, alpha, beta)


@kernel("void(uint64, boolean)")
def use_table(context: uint64, large: bool) -> None:
    """Work in one of the two tables from now on; the small one ends the search soon."""
    limit = load_u64(context + LIMIT)
    address, shift = (LARGE, LARGE_SHIFT) if large else (SMALL, SMALL_SHIFT)
    store_u64(context + TABLE, load_u64(context + address))
    store_u64(context + TABLE_SHIFT, load_u64(context + shift))
    if not large:
        limit = min(limit, load_u64(load_u64(context + CONTROL) + _EIGHT) + SMALL_NODES)
    store_u64(context + NODE_LIMIT, limit)


@kernel("void(uint64)")
def fill_large_table(context: uint64) -> None:
    """Copy what the small table knows. A slot and its entry's key are the whole product."""
    shift, large_shift = load_u64(context + SMALL_SHIFT), load_u64(context + LARGE_SHIFT)
    small, large = load_u64(context + SMALL), load_u64(context + LARGE)
    below = (_ONE << shift) - _ONE
    for slot in range(int64(1) << (int64(BITS) - int64(shift))):
        entry = load_u64(small + (uint64(slot) << _THREE))
        if entry != _ZERO:
            mixed = (uint64(slot) << shift) | ((entry >> _SHIFT_KEY) & below)
            store_u64(large + ((mixed >> large_shift) << _THREE), entry)


@kernel("boolean(uint64, int64)")
def went_on_in_large_table(context: uint64, free: int64) -> bool:
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
    use_table(context, True)
    return True


@kernel("int64(uint64, uint64, uint64, int64, int64)")
def score_between(
    context: uint64, own: uint64, mask: uint64, lowest: int64, highest: int64
) -> int64:
    """The solver score, known to lie in [lowest, highest], by null windows.

    Extreme scores are cheap to refute: the first windows lie half-way from 0 to the ends.
    The search begins in a table that fits the processor's cache, which is up to half faster;
    what proves hard goes on in the large one, and so does from the start what comes after it
    and is about as far from the end.
    """
    free = int64(load_u64(context + CELLS)) - int64(popcount(mask))
    use_table(context, bool(free >= int64(load_u64(context + HARD))))
    while lowest < highest:
        probe = (lowest + highest) >> _I1
        near_end = -(-lowest >> _I1) if probe <= _I0 else highest >> _I1
        probe = min(probe, near_end) if probe <= _I0 else max(probe, near_end)
        answer = bounded(context, own, mask, probe, probe + _I1)
        if load_u64(context + ABORTED) != _ZERO:
            if not went_on_in_large_table(context, free):
                return _I0
        elif answer <= probe:
            highest = answer
        else:
            lowest = answer
    return lowest


@kernel("void(uint64, uint64[::1], uint64[::1], int64[::1], int64[::1])")
def scores_of(
    context: uint64,
    own: NDArray[np.uint64],
    mask: NDArray[np.uint64],
    scores: NDArray[np.int64],
    nodes: NDArray[np.int64],
) -> None:
    """The solver scores of many unfinished positions, and the nodes each took."""
    control = load_u64(context + CONTROL) + _EIGHT
    for i in range(len(own)):
        before = load_u64(control)
        free = int64(load_u64(context + CELLS)) - int64(popcount(mask[i]))
        scores[i] = score_between(context, own[i], mask[i], -(free >> _I1), (free + _I1) >> _I1)
        nodes[i] = int64(load_u64(control) - before)
        if load_u64(context + ABORTED) != _ZERO:
            return
