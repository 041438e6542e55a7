"""The matches that events of another one bring into being, to be stored together with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.domain import actions
from webapp.domain.events import Rematched
from webapp.domain.history import first
from webapp.service.ports import Batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from webapp.domain.history import Recorded
    from webapp.domain.match import Match
    from webapp.domain.timing import Moment


def rematches(match: Match, records: Iterable[Recorded], now: Callable[[], Moment]) -> list[Batch]:
    """The first events of what comes after `match`, which has had its `records`."""
    following = []
    for record in records:
        if isinstance(record.event, Rematched) and record.event.begins:
            after = record.event
            event = actions.successor(match, after.next, rotate=after.swapped, level=after.level)
            begin = first(event, now())
            following.append(Batch(begin.after(None), (begin,)))
    return following
