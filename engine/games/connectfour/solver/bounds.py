"""Upper bounds of a score that need no search: plans by which the opponent answers each disc.

By the first plan the opponent plays above every disc of the mover's. So it gets the upper
squares (`bitboard.Layout.upper`) and the mover the lower ones. Where an upper square would
complete a line of the opponent's, a *threat*, the mover can only lose by playing below it:
from the lowest threat up a column stays free until everything else is full. Then the mover
has to play below a threat. So it loses, unless it has a line first, without the squares
that stay free::

      row 6   U . -      U: the opponent's upper squares, T: one that completes a line,
          5   l . -      l: the mover's lower squares, -: stays free.
          4   U . T      The middle column is full.
          3   l . l
          2   U . x      If x and all of l give the mover no line, it loses at the latest with
          1   l . o      two squares free, the value of which is -2.

Claimeven is from Allis 1988; that all threats at once stay out of reach, and so the distance
of the loss, is our own.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import constant_u64, generic, popcount
from engine._wide_ints import Word, constant
from engine.games.connectfour.board.bitboard import has_line
from engine.games.connectfour.solver.context import BOARD, BOTTOM, CONNECT, HEIGHT, UPPER

NO_BOUND = int64(1000)
"""More than any score."""

_ZERO, _ONE = uint64(0), uint64(1)
_I0, _I1 = int64(0), int64(1)


@generic
def lowest_in_columns(bottom: Word, board: Word, squares: Word) -> Word:
    """The lowest of the squares in every column: where adding the bottom row ends its carry."""
    return ((board ^ squares) + bottom) & squares


@generic
def from_lowest_up(bottom: Word, board: Word, squares: Word) -> Word:
    """In every column the lowest of the squares and all above it."""
    others = board ^ squares
    return board & ~(others & ~(others + bottom))


@generic
def loss_below(bottom: Word, board: Word, threats: Word) -> int64:
    """What a loss is worth when all is full but the columns with `threats`, each from the
    square below its lowest threat up, and the mover has to play there."""
    free = popcount(from_lowest_up(bottom, board, threats))
    return -int64((free + popcount(lowest_in_columns(bottom, board, threats))) >> _ONE)


@generic
def follow_up_bound(context: uint64, own: Word, mask: Word, threats: Word, most: int64) -> int64:
    """An upper bound of the score where the mover faces an even number of free squares.

    The opponent plays above every disc. Columns with an odd number of free squares are left
    over in pairs: a disc at the foot of one is answered at the foot of another, so the mover
    may get such a foot though it is an upper square. `threats` are the opponent's squares
    that complete a line, others too. Without a threat at an upper square it does not win, and
    loses if the upper squares, but for the feet, give the opponent a line.
    Bounds above `most` may be left out.
    """
    height, connect = constant_u64(context + HEIGHT), int64(constant_u64(context + CONNECT))
    bottom, board = constant(context + BOTTOM, own), constant(context + BOARD, own)
    free, playable = board & ~mask, (mask + bottom) & board
    answers = free & constant(context + UPPER, own) & ~playable
    threats &= answers
    bound = loss_below(bottom, board, threats)
    if bound > most and most < -_I1:
        return NO_BOUND
    gained = (free ^ answers) & ~from_lowest_up(bottom, board, threats)
    if has_line(own | gained, height, connect):
        return NO_BOUND
    if bound == _I0 and has_line((mask ^ own) | answers, height, connect):
        return -_I1
    return bound


@generic
def zugzwang_bound(context: uint64, own: Word, mask: Word, threats: Word, most: int64) -> int64:
    """An upper bound of the score where the mover faces an odd number of free squares.

    The opponent plays above every disc, but holds one column with a threat of its own at a
    lower square for the end: there it gets the lower squares and the mover the upper ones up
    to the threat, and the foot. If that column has an odd number of free squares, its foot is
    an upper square and the others' feet are answered in pairs as in `follow_up_bound`; if an
    even number, its foot pairs with the one left over. When all else is full the mover has to
    play below a threat; if without any line until then, it loses.
    Bounds above `most` are left out.
    """
    height, connect = constant_u64(context + HEIGHT), int64(constant_u64(context + CONNECT))
    bottom, board = constant(context + BOTTOM, own), constant(context + BOARD, own)
    upper, free = constant(context + UPPER, own), board & ~mask
    playable = (mask + bottom) & board
    ahead = threats & free & ~playable
    at_lower = lowest_in_columns(bottom, board, ahead & ~upper)
    while at_lower != _ZERO:
        following = at_lower & (at_lower - _ONE)
        threat = at_lower ^ following
        at_lower = following
        end = (board + bottom) & ~(threat - _ONE)
        end &= ~(end - _ONE)
        column = end - (end >> (height - _ONE))
        kept = (ahead & upper & ~column) | threat
        loss = loss_below(bottom, board, kept)
        if loss > most:
            continue
        gained = (free & ~upper & ~column) | (free & upper & column & (threat - _ONE)) | playable
        if not has_line(own | (gained & ~from_lowest_up(bottom, board, kept)), height, connect):
            return loss
    return NO_BOUND
