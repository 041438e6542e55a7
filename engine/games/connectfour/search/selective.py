"""Two-player search on bitboards that looks less deep where little is to be expected.

What the alpha-beta search of `alphabeta` does with every window of any board, this does for four
in a row on words, several times as fast, and it reduces late moves. Its wins and losses are
certain: a win needs one move that was found to win, a loss needs every move to lose, and to look
less deep at one only makes it harder to find so. But faster ones may have been passed over.
Scores are those of `alphabeta`.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import generic, load_u64, popcount, store_u64
from engine._wide_ints import Word, bits_of, load, low_half, mixed, none_of, store
from engine.games.connectfour.board._vector import open_fours
from engine.games.connectfour.search.alphabeta import EXACT, LOWER, NO_COLUMN, UPPER, WIN
from engine.games.connectfour.search.filled import last_mover
from engine.games.connectfour.solver.context import (
    ABORTED,
    BOARD,
    CELLS,
    COLUMN_BITS,
    HEIGHT,
    HISTORY,
    TABLE,
    TABLE_SHIFT,
)
from engine.games.connectfour.solver.counting import CUTS, FIRST_CUTS, HITS, tally, visit
from engine.games.connectfour.solver.moves import moves_row, replies_to, threats_of

SQUARES = 128
"""Words of one player in the history, one for each square: the greater the better a disc did."""

ONE, TWO, SQUARE, LAST_WORD, TURN = int64(1), int64(16), int64(40), int64(480), int64(20)
"""Worth, in hundredths of a disc, of an open four with one or two discs, of a square that
completes a line, of winning as the columns fill up, on a full board, and of being to move."""

THREAT = int64(64)
"""Worth of a square that completes a line, when moves are put in order."""

LATE, LATER = int64(2), int64(4)
"""From which move on a ply less is searched, and two."""

_ZERO, _ONE, _TWO, _THREE, _FOUR, _EIGHT, _SIXTEEN = (uint64(n) for n in (0, 1, 2, 3, 4, 8, 16))
_PER_PLAYER = uint64(8 * SQUARES)
_COUNT, _HALF = uint64(0xFFFF), uint64(64)
_FIRST = uint64(1 << 62)
_I0, _I1, _I2, _I3, _I5, _I7, _I16 = (int64(n) for n in (0, 1, 2, 3, 5, 7, 16))
_NONE, _WIN, _LOWER, _UPPER, _EXACT = (
    int64(NO_COLUMN),
    int64(WIN),
    int64(LOWER),
    int64(UPPER),
    int64(EXACT),
)
_DEEPEST = int64(511)


@generic
def worth(context: uint64, own: Word, other: Word) -> int64:
    """What a side's open fours are worth."""
    height, board = load_u64(context + HEIGHT), load(context + BOARD, own)
    counts = open_fours(own, board & ~other, height)
    return int64(ONE * int64(counts & _COUNT) + TWO * int64((counts >> _SIXTEEN) & _COUNT))


@generic
def estimate(context: uint64, own: Word, mask: Word) -> int64:
    """The evaluation from the mover's view, in hundredths of a disc."""
    other = mask ^ own
    value = worth(context, own, other) - worth(context, other, own) + TURN
    mine, theirs = threats_of(context, own, mask), threats_of(context, other, mask)
    if (mine | theirs) != _ZERO:
        value += SQUARE * (int64(popcount(mine)) - int64(popcount(theirs)))
        last = last_mover(context, mask, mine, theirs)
        value += last * (LAST_WORD * int64(popcount(mask)) // int64(load_u64(context + CELLS)))
    return value


@generic
def history_of(context: uint64, mask: Word, move: Word) -> uint64:
    """The address of what is known of the mover's disc at `move`."""
    player = popcount(mask) & _ONE
    square = popcount(move - _ONE)
    return uint64(load_u64(context + HISTORY) + player * _PER_PLAYER + (square << _THREE))


@generic
def arrange(context: uint64, own: Word, mask: Word, moves: Word, first: int64) -> int64:
    """Write the moves into the row of scratch, the most promising first; answers how many.

    `first` is a column that comes before all. A move is four words: its bit, the replies that
    do not lose, its rank and its column. If a move leaves none, the answer is -1.
    """
    replies_at = bits_of(own) >> _THREE
    rank_at, size = replies_at << _ONE, replies_at << _TWO
    column_at = replies_at + rank_at
    row = moves_row(context, mask)
    end, count, column = row, _I0, -_I1
    column_bits = context + COLUMN_BITS
    while moves != _ZERO:
        move = moves & load(column_bits, own)
        column_bits += _SIXTEEN
        column += _I1
        if move == _ZERO:
            continue
        moves ^= move
        after = mask | move
        wins = threats_of(context, own | move, after)
        replies = replies_to(context, after, wins)
        if replies == _ZERO:
            return -_I1
        rank = load_u64(history_of(context, mask, move)) + popcount(wins) * uint64(THREAT)
        if column == first:
            rank = _FIRST
        place = end
        while place != row and load_u64(place - size + rank_at) < rank:
            store(place, load(place - size, own))
            store(place + replies_at, load(place - size + replies_at, own))
            store_u64(place + rank_at, load_u64(place - size + rank_at))
            store_u64(place + column_at, load_u64(place - size + column_at))
            place -= size
        store(place, move)
        store(place + replies_at, replies)
        store_u64(place + rank_at, rank)
        store_u64(place + column_at, uint64(column))
        end += size
        count += _I1
    return count


@generic
def hash_of(own: Word, mask: Word) -> uint64:
    """A number for a position that hardly any other shares."""
    return uint64(low_half(mixed(own + mask) >> (bits_of(own) - _HALF)))


@generic
def slot_of(context: uint64, key: uint64) -> uint64:
    """The address of the two words of a table entry: its position's number and what is known."""
    return uint64(load_u64(context + TABLE) + ((key >> load_u64(context + TABLE_SHIFT)) << _FOUR))


@generic
def seek(  # noqa: PLR0912, PLR0915 (the numbered steps of one search)
    context: uint64, own: Word, mask: Word, moves: Word, depth: int64, alpha: int64, beta: int64
) -> int64:
    """Search a position to about `depth` plies, from the mover's view; void once aborted.

    Preconditions: the mover has no line at once, `moves` are its non-losing moves, at least one.
    Postcondition for the answer a: a > alpha and beyond `PROVED`: the mover wins; a < beta and
    beyond -`PROVED`: it loses.
    """
    # 1. budget
    if visit(context):
        return _I0
    ply = int64(popcount(mask))
    free = int64(load_u64(context + CELLS)) - ply
    if free <= _I2:
        return _I0
    alone = moves & (moves - _ONE) == _ZERO
    if depth <= _I0 and not alone:
        return estimate(context, own, mask)
    # 2. nothing better than winning with the next disc but one is left
    beta = min(beta, _WIN - (ply + _I3))
    if alpha >= beta:
        return beta
    # 3. table
    key = hash_of(own, mask)
    slot = slot_of(context, key)
    first = _NONE
    if load_u64(slot) == key:
        entry = int64(load_u64(slot + _EIGHT))
        score, bound = entry >> _I16, (entry >> _I5) & _I3
        first = entry & _NONE
        if (entry >> _I7) & _DEEPEST >= depth and (
            bound == _EXACT
            or (bound == _LOWER and score >= beta)
            or (bound == _UPPER and score <= alpha)
        ):
            tally(context, HITS)
            return score
    # 4. moves
    count = arrange(context, own, mask, moves, first)
    if count < _I0:
        return _WIN - (ply + _I3)
    best, floor, best_column = -_WIN, alpha, _NONE
    next_depth = depth if alone else depth - _I1
    at, word_size = moves_row(context, mask), bits_of(own) >> _THREE
    for tried in range(count):
        move, replies = load(at, own), load(at + word_size, own)
        after = mask | move
        score = floor + _I1
        if tried > _I0:
            less = _I0
            if tried >= LATE and depth >= _I3 and replies & (replies - _ONE) != _ZERO:
                less = _I2 if tried >= LATER and depth >= _I5 + _I1 else _I1
                score = -seek(
                    context, mask ^ own, after, replies, next_depth - less, -floor - _I1, -floor
                )
            if score > floor:
                score = -seek(context, mask ^ own, after, replies, next_depth, -floor - _I1, -floor)
        if tried == _I0 or floor < score < beta:
            score = -seek(context, mask ^ own, after, replies, next_depth, -beta, -floor)
        if load_u64(context + ABORTED) != _ZERO:
            return _I0
        if score > best:
            best, best_column = score, int64(load_u64(at + word_size * _THREE))
            floor = max(floor, score)
            if floor >= beta:
                tally(context, CUTS)
                if tried == _I0:
                    tally(context, FIRST_CUTS)
                if depth > _I0:
                    known = history_of(context, mask, move)
                    store_u64(known, load_u64(known) + uint64(depth * depth))
                break
        at += word_size << _TWO
    # 5. remember
    bound = _LOWER if best >= beta else (_UPPER if best <= alpha else _EXACT)
    data = (best << _I16) | (max(depth, _I0) << _I7) | (bound << _I5) | best_column
    store_u64(slot, key)
    store_u64(slot + _EIGHT, uint64(data))
    return best


@generic
def sought(
    context: uint64, own: Word, mask: Word, depth: int64, alpha: int64, beta: int64
) -> int64:
    """`seek` for any unfinished position, its wins and losses at once included."""
    ply = int64(popcount(mask))
    moves = replies_to(context, mask, none_of(mask))
    if threats_of(context, own, mask) & moves != _ZERO:
        return _WIN - (ply + _I1)
    moves = replies_to(context, mask, threats_of(context, mask ^ own, mask))
    if moves == _ZERO:
        if ply + _I1 == int64(load_u64(context + CELLS)):
            return _I0
        return ply + _I2 - _WIN
    return seek(context, own, mask, moves, depth, alpha, beta)


@generic
def remembered(context: uint64, own: Word, mask: Word) -> int64:
    """The place of the best column among the columns, as far as the table remembers it."""
    key = hash_of(own, mask)
    slot = slot_of(context, key)
    return int64(load_u64(slot + _EIGHT)) & _NONE if load_u64(slot) == key else _NONE
