"""Choosing, among equally good moves, the one that is hardest to answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Position
    from engine.search.control import SearchControl
    from engine.search.limits import Limit
    from engine.search.searcher import Candidate, Searcher


def hardest_to_answer(
    searcher: Searcher,
    position: Position,
    equals: Sequence[Candidate],
    limit: Limit,
    control: SearchControl,
) -> list[Candidate]:
    """Those of the equally good moves after which most replies cost the opponent something.

    `limit` is for all of them together. Replies whose worth is not proved do not count.
    """
    if len(equals) < 2:
        return [*equals]
    if limit.time is not None:
        limit = replace(limit, time=limit.time / len(equals))
    traps = [_costly_replies(searcher, position.play(c.move), limit, control) for c in equals]
    return [c for c, count in zip(equals, traps, strict=True) if count == max(traps)]


def _costly_replies(
    searcher: Searcher, position: Position, limit: Limit, control: SearchControl
) -> int:
    """How many of the mover's replies are proved worse than its best one."""
    if position.outcome() is not None or control.stopped:
        return 0
    replies = searcher.candidates(position, limit, control)
    return sum(reply.exact and reply.score < replies[0].score for reply in replies[1:])
