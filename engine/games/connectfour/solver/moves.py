"""The moves of a position of the exact search, and what follows from them at once."""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import constant_u64, generic, load_u64, merged, popcount, prefetch, store_u64
from engine._wide_ints import Word, bits_of, constant, load, mixed, store
from engine.games.connectfour.board.bitboard import completing, non_losing
from engine.games.connectfour.solver import context as offsets
from engine.games.connectfour.solver._columns import (
    order_of_columns,
    tried_in_columns,
    wins_in_columns,
)
from engine.games.connectfour.solver.context import (
    BOARD,
    BOTTOM,
    CELLS,
    COLUMN_BITS,
    CONNECT,
    EARLY,
    EIGHT,
    HEIGHT,
    LINES,
    MOVES,
)
from engine.games.connectfour.solver.table import slot_of

REPLIES_AT, WINS_AT, RANKS_AT = (
    uint64(at) for at in (offsets.REPLIES_AT, offsets.WINS_AT, offsets.RANKS_AT)
)

_ZERO, _ONE, _TWO, _THREE, _FOUR, _EIGHT = (uint64(n) for n in (0, 1, 2, 3, 4, 8))
_STRIDE, _WIDTH = uint64(16), uint64(64)
_AS_WRITTEN = uint64(0xFEDCBA9876543210)
_I1, _I2, _I4 = (int64(n) for n in (1, 2, 4))


@generic
def threats_of(context: uint64, discs: Word, mask: Word) -> Word:
    """The free squares that complete a line of the side with these discs."""
    height, connect = constant_u64(context + HEIGHT), int64(constant_u64(context + CONNECT))
    return completing(discs, height, connect) & constant(context + BOARD, mask) & ~mask


@generic
def replies_to(context: uint64, mask: Word, threats: Word) -> Word:
    """The moves that do not lose at once against threats; the mover has no line at once."""
    playable = (mask + constant(context + BOTTOM, mask)) & constant(context + BOARD, mask)
    return non_losing(playable, threats)


@generic
def moves_row(context: uint64, mask: Word) -> uint64:
    """The row of scratch of a position.

    It has four parts of a word a move: its bit, the replies that do not lose, the free squares
    that then complete a line, and where moves are written one by one, how many these are.
    """
    return uint64(context + MOVES + popcount(mask) * (bits_of(mask) << _THREE))


@generic
def is_early(context: uint64, mask: Word) -> bool:
    """Whether so many squares are free that lines tell moves apart that threats do not."""
    free = constant_u64(context + CELLS) - popcount(mask)
    return bool(free >= constant_u64(context + EARLY))


@generic
def rank_of(context: uint64, mask: Word, move: Word, wins: Word) -> uint64:
    """What a move promises: many squares that complete a line, early on then lines through it."""
    rank = popcount(wins) << _EIGHT
    if is_early(context, mask):
        rank += load_u64(context + LINES + (popcount(move - _ONE) << _THREE))
    return uint64(rank)


@generic
def together(context: uint64, moves: Word) -> bool:
    """Whether the moves are looked at together, see `_columns`; that does not pay for one."""
    several = moves & (moves - _ONE) != _ZERO
    return bool(bits_of(moves) == _WIDTH and several and constant_u64(context + EIGHT) != _ZERO)


@merged
def generate(context: uint64, own: Word, mask: Word, moves: Word) -> bool:
    """Write what is to know of the moves into the row of scratch.

    False if one of them leaves no reply that does not lose: it wins by force.
    """
    if together(context, moves):
        return bool(tried_in_columns(context, own, mask, moves, moves_row(context, mask)))
    if moves & (moves - _ONE) == _ZERO:
        return generated_one(context, own, mask, moves)
    return generated(context, own, mask, moves)


@generic
def generated_one(context: uint64, own: Word, mask: Word, move: Word) -> bool:
    """`generate` where there is one move alone."""
    row, size = moves_row(context, mask), bits_of(own) >> _THREE
    after = mask | move
    wins = threats_of(context, own | move, after)
    replies = replies_to(context, after, wins)
    store(row, move)
    store(row + REPLIES_AT * size, replies)
    store(row + WINS_AT * size, wins)
    return bool(replies != _ZERO)


@generic
def generated(context: uint64, own: Word, mask: Word, moves: Word) -> bool:
    """`generate`, one move after the other, in their order."""
    size, row = bits_of(own) >> _THREE, moves_row(context, mask)
    part, ranks = REPLIES_AT * size, row + RANKS_AT * size
    end, column_bits = _ZERO, context + COLUMN_BITS
    while moves != _ZERO:
        move = moves & constant(column_bits, own)
        column_bits += _STRIDE
        if move == _ZERO:
            continue
        moves ^= move
        after = mask | move
        wins = threats_of(context, own | move, after)
        replies = replies_to(context, after, wins)
        if replies == _ZERO:
            return False
        rank, at = rank_of(context, mask, move, wins), end
        while at != _ZERO and load_u64(ranks + at - size) < rank:
            place = row + at
            for _ in range(4):
                store(place, load(place - size, own))
                place += part
            at -= size
        store(row + at, move)
        store(row + at + REPLIES_AT * size, replies)
        store(row + at + WINS_AT * size, wins)
        store_u64(ranks + at, rank)
        end += size
    return True


@merged
def order_of(context: uint64, mask: Word, moves: Word) -> uint64:
    """The order of the moves in the row of scratch: their places, four bits each, lowest first.

    By `rank_of`, then central ones first.
    """
    if not together(context, moves):
        return _AS_WRITTEN
    if is_early(context, mask):
        return ordered(context, mask, moves)
    return uint64(order_of_columns(context, moves_row(context, mask)))


@generic
def ordered(context: uint64, mask: Word, moves: Word) -> uint64:
    """`order_of`, one column after the other, of moves that were looked at together."""
    row, size = moves_row(context, mask), bits_of(mask) >> _THREE
    ranks, order, count, lane = row + RANKS_AT * size, _ZERO, _ZERO, _ZERO
    while moves != _ZERO:
        move, wins = load(row, mask), load(row + WINS_AT * size, mask)
        if move != _ZERO:
            moves ^= move
            rank, at = rank_of(context, mask, move, wins), count
            while at != _ZERO and load_u64(ranks + ((at - _ONE) << _THREE)) < rank:
                store_u64(ranks + (at << _THREE), load_u64(ranks + ((at - _ONE) << _THREE)))
                at -= _ONE
            store_u64(ranks + (at << _THREE), rank)
            place = at << _TWO
            before = order & ((_ONE << place) - _ONE)
            order = before | (lane << place) | ((order ^ before) << _FOUR)
            count += _ONE
        row += size
        lane += _ONE
    return uint64(order)


@merged
def prefetch_replies(context: uint64, own: Word, mask: Word, moves: Word, free: int64) -> None:
    """Ask for the table entries of what the moves lead to."""
    while moves != _ZERO:
        others = moves & (moves - _ONE)
        key = mixed((mask ^ own) + (mask | (moves ^ others)))
        prefetch(slot_of(context, key, free - _I1))
        moves = others


@merged
def wins_second(context: uint64, own: Word, mask: Word, moves: Word) -> bool:
    """Whether the mover wins with its second disc, by a move that leaves no reply."""
    if together(context, moves):
        return bool(wins_in_columns(context, own, mask, moves))
    while moves != _ZERO:
        others = moves & (moves - _ONE)
        move = moves ^ others
        moves = others
        after = mask | move
        if replies_to(context, after, threats_of(context, own | move, after)) == _ZERO:
            return True
    return False


@generic
def holds_second(context: uint64, own: Word, mask: Word, moves: Word, free: int64) -> int64:
    """A bound of the score that tells whether the opponent wins with its second disc.

    A lower bound if it does not, else an upper one.
    """
    while moves != _ZERO:
        others = moves & (moves - _ONE)
        move = moves ^ others
        moves = others
        after = mask | move
        wins = threats_of(context, own | move, after)
        replies = replies_to(context, after, wins)
        if replies == _ZERO:
            return (free - _I1) >> _I1
        if not wins_second(context, mask ^ own, after, replies):
            return -((free - _I4) >> _I1)
    return -((free - _I2) >> _I1)
