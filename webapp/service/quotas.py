"""How much there may be of what people make: matches, their events, news of a name."""

from __future__ import annotations

from datetime import timedelta

from webapp.domain.action import ActionKind

MAX_OPEN = 60
"""Matches that one person may have going on, of those with a move in the time `OPEN_FOR`."""

OPEN_FOR = timedelta(days=1)

MAX_EVENTS = 3000
"""Of a match; the longest game has 512 moves. Whoever takes back for ever has to end it."""

ENDING = frozenset({ActionKind.MOVE, ActionKind.RESIGN, ActionKind.CLAIM})
"""What may be done after so many, as it leads to an end: nobody loses on time because the other has
used them up."""

MAX_RENAMED = 20
"""Matches that are told of a new name at once; the others show it when they are next looked at."""
