"""`filling` on bitboards: who wins when the columns just fill up, on the threats there are."""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import generic, load_u64, popcount
from engine._wide_ints import Word, load
from engine.games.connectfour.solver.bounds import from_lowest_up
from engine.games.connectfour.solver.context import BOARD, BOTTOM, HEIGHT

_ZERO, _ONE = uint64(0), uint64(1)
_I0, _I1 = int64(0), int64(1)


@generic
def contested_by(context: uint64, free: Word, threats: Word) -> Word:
    """The free squares that lie at or below a threat."""
    below = threats
    for _ in range(int64(load_u64(context + HEIGHT)) - int64(2)):
        below |= (below >> _ONE) & free
    return below


@generic
def last_mover(context: uint64, mask: Word, mine: Word, theirs: Word) -> int64:
    """1 if the mover wins when the unfinished board is filled up, -1 if it loses, else 0.

    `mine` and `theirs` are the free squares that complete a line of either side. Everybody wins
    if they can, stops the other if they must, and puts off what helps the other or spoils a
    threat of their own, as long as there are squares to spare where nobody threatens any more.
    """
    board, bottom = load(context + BOARD, mask), load(context + BOTTOM, mask)
    free = board & ~mask
    contested = contested_by(context, free, mine | theirs)
    spare = int64(popcount(free & ~from_lowest_up(bottom, board, contested)))
    own, other, side = mine, theirs, _I1
    while True:
        playable = (mask + bottom) & contested
        if playable == _ZERO:
            return _I0
        if playable & own != _ZERO:
            return side
        chosen = playable & other
        if chosen == _ZERO:
            chosen = playable & ~((own | other) >> _ONE)
        if chosen == _ZERO and spare > _I0:
            spare -= _I1
        else:
            if chosen == _ZERO:
                chosen = playable & ~(other >> _ONE)
            if chosen == _ZERO:
                chosen = playable
            chosen &= ~(chosen - _ONE)
            mask |= chosen
            contested ^= chosen
            above = chosen << _ONE
            if above & contested == _ZERO:
                while above & board != _ZERO:
                    spare += _I1
                    above <<= _ONE
        own, other, side = other, own, -side
