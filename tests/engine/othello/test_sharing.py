"""Where threads say that they are, and who is called back from where."""

from __future__ import annotations

from numpy import int64, uint64

from engine.games.othello.board.bitboard import layout
from engine.games.othello.board.memory import ABORTED, SETTLED, UNWIND_TO
from engine.games.othello.search import sharing
from engine.games.othello.search.context import EndgameContext
from engine.games.othello.search.table import Table

OWN, OTHER, LEFT = uint64(0x0000001008000000), uint64(0x0000000810000000), int64(20)


def ring(size: int) -> list[EndgameContext]:
    contexts = [EndgameContext(Table(1 << 4), layout(8)) for _ in range(size)]
    for context, following in zip(contexts, contexts[1:] + contexts[:1], strict=True):
        context.share_with(following)
    return contexts


def word(context: EndgameContext, offset: uint64) -> int:
    return int(context._words[int(offset) // 8])


def test_names_differ_with_the_side_to_move_and_are_never_nothing() -> None:
    assert sharing.name_of(OWN, OTHER) != sharing.name_of(OTHER, OWN)
    assert sharing.name_of(uint64(0), uint64(0)) != 0


def test_names_of_like_positions_differ() -> None:
    names = {int(sharing.name_of(OWN ^ uint64(1 << i), OTHER)) for i in range(64)}
    assert len(names) == 64


def test_a_position_is_taken_while_another_thread_is_there() -> None:
    first, second, third = ring(3)
    sharing.be_at(sharing.name_of(OWN, OTHER), LEFT, second.address)
    assert sharing.taken(OWN, OTHER, LEFT, first.address)
    assert sharing.taken(OWN, OTHER, LEFT, third.address)
    assert not sharing.taken(OWN, OTHER, LEFT, second.address)
    assert not sharing.taken(OWN, OTHER, LEFT - int64(1), first.address)
    assert not sharing.taken(OTHER, OWN, LEFT, first.address)
    sharing.be_at(uint64(0), LEFT, second.address)
    assert not sharing.taken(OWN, OTHER, LEFT, first.address)


def test_who_is_below_a_settled_node_is_called_back_to_it() -> None:
    first, second, elsewhere = ring(3)
    name = sharing.name_of(OWN, OTHER)
    for context in (first, second):
        sharing.be_at(name, LEFT, context.address)
    sharing.settle(name, LEFT, first.address)
    assert not sharing.taken(OWN, OTHER, LEFT, second.address)  # the first has left
    assert not sharing.superseded(first.address)
    assert not sharing.superseded(elsewhere.address)
    assert sharing.superseded(second.address)
    assert second.aborted
    assert not sharing.unwound(LEFT - int64(1), second.address)
    assert second.aborted
    assert sharing.unwound(LEFT, second.address)
    assert not second.aborted
    assert not sharing.superseded(second.address)


def test_a_call_that_comes_too_late_is_forgotten() -> None:
    (alone,) = ring(1)
    alone._put(SETTLED, int(sharing.name_of(OWN, OTHER)))
    assert not sharing.superseded(alone.address)
    assert [word(alone, at) for at in (SETTLED, ABORTED, UNWIND_TO)] == [0, 0, 0]
