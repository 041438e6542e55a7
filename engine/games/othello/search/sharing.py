"""How threads that prove the same bound share the work, without locks or a queue.

Every thread searches the whole tree, over one table. Each writes down on which node of every
ply it is, as one word that names the position (`name_of`), where the others read it:

1. The first move of a node is everybody's, as it may settle the question. Of the others a
   thread passes over those that some other one is at, and comes back to them at the end: by
   then the table answers, or it joins in below (the deferring of J.-C. Weill's ABDADA, by
   places as in T. Kerrigan's simplified one instead of counts in the table).
2. Who settles a node tells all that are still below it. They give up what they are doing,
   unwind to that node and find the answer in the table.

Words are read and written whole; one that comes too late costs work, never the truth, as every
answer is a bound that somebody proved and the table tells whose it is.
"""

from __future__ import annotations

from numpy import int64, uint64

from engine._jit import inner, load_u64, store_u64
from engine.games.othello.board.memory import ABORTED, PEER, PLACES, SETTLED, UNWIND_TO

SHARED_FROM = int64(13)
"""So many empty squares at least are worth the words that sharing costs."""

_ONE, _ZERO, _EIGHT = uint64(1), uint64(0), uint64(8)
_SPREAD, _MIX = uint64(0x9E3779B97F4A7C15), uint64(0xD1B54A32D192ED03)
_HALF = uint64(32)
_MOST = uint64(64)


@inner("uint64(uint64, uint64)")
def name_of(own: uint64, other: uint64) -> uint64:
    """A word that stands for a position with its side to move; never 0."""
    mixed = (own ^ (own >> _HALF)) * _SPREAD + (other ^ (other >> _HALF)) * _MIX
    return (mixed ^ (mixed >> _HALF)) | _ONE


@inner("uint64(uint64)")
def next_peer(context: uint64) -> uint64:
    """The context of the next thread at the same question; one that is alone is its own peer."""
    return uint64(load_u64(context + PEER))


@inner("void(uint64, int64, uint64)")
def be_at(name: uint64, left: int64, context: uint64) -> None:
    """Write down the node with `left` empty squares that this thread is at; 0: none."""
    store_u64(context + PLACES + uint64(left) * _EIGHT, name)


@inner("boolean(uint64, uint64, int64, uint64)")
def taken(own: uint64, other: uint64, left: int64, context: uint64) -> bool:
    """Whether another thread is at this position or below."""
    name, peer = name_of(own, other), next_peer(context)
    while peer != context:
        if load_u64(peer + PLACES + uint64(left) * _EIGHT) == name:
            return True
        peer = next_peer(peer)
    return False


@inner("void(uint64, int64, uint64)")
def settle(name: uint64, left: int64, context: uint64) -> None:
    """Leave a node that is settled, and tell all that are still below it."""
    be_at(_ZERO, left, context)
    peer = next_peer(context)
    while peer != context:
        if load_u64(peer + PLACES + uint64(left) * _EIGHT) == name:
            store_u64(peer + SETTLED, name)
        peer = next_peer(peer)


@inner("boolean(uint64)")
def superseded(context: uint64) -> bool:
    """Whether a node above has been settled by another thread: then unwind to it."""
    name = load_u64(context + SETTLED)
    if name == _ZERO:
        return False
    store_u64(context + SETTLED, _ZERO)
    left = uint64(_MOST)
    while left >= uint64(SHARED_FROM):
        if load_u64(context + PLACES + left * _EIGHT) == name:
            store_u64(context + UNWIND_TO, left)
            store_u64(context + ABORTED, _ONE)
            return True
        left -= _ONE
    return False


@inner("boolean(int64, uint64)")
def unwound(left: int64, context: uint64) -> bool:
    """Whether the node that was unwound to is this one: then the search goes on there."""
    if load_u64(context + UNWIND_TO) != uint64(left):
        return False
    store_u64(context + UNWIND_TO, _ZERO)
    store_u64(context + ABORTED, _ZERO)
    return True
