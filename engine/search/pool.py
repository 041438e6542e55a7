"""Compiled searchers kept from one move to the next, each thread its own."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from engine.parts.of_game import searcher_for

if TYPE_CHECKING:
    from engine.game import Game
    from engine.search.searcher import Searcher

KEPT = 4
"""Games whose searchers, with what their tables remember, a thread keeps."""


class ThreadSearchers:
    """Answers the calling thread's searcher of a game; safe to share between threads."""

    def __init__(self) -> None:
        self._local = threading.local()

    def get(self, game: Game) -> Searcher:
        """The searcher of `game`, whose kernels must be ready to load."""
        kept: dict[Game, Searcher] = self._local.__dict__.setdefault("kept", {})
        searcher = kept.pop(game, None) or searcher_for(game)
        kept[game] = searcher
        if len(kept) > KEPT:
            del kept[next(iter(kept))]  # the one that was not asked for longest
        return searcher
