"""What is known of positions that people look at, and of whole games from earlier reviews."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from engine.game import Move
from webapp.domain.line import Root, game_of
from webapp.service.known import continued

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from webapp.service.known import Known, ReviewedGame
    from webapp.service.ports import ReviewStore

Key: TypeAlias = tuple[Root, tuple[Move, ...]]
"""A position as the moves that lead to it: its review needs no other."""

KEPT = 8000
"""Positions whose analysis is remembered, some kilobytes each."""

SAVE_EVERY = 2.0
"""Seconds between two writes of a review that goes on."""

log = logging.getLogger(__name__)


class Findings:
    """Remembers analyses by position; games of which one was reviewed are kept for good, but
    not what begins with a board that was set up.

    Every method may be called from any thread.
    """

    def __init__(self, store: ReviewStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: OrderedDict[Key, Known] = OrderedDict()
        self._loaded: OrderedDict[Key, None] = OrderedDict()
        self._saved: OrderedDict[Key, float] = OrderedDict()

    def get(self, key: Key) -> Known | None:
        with self._lock:
            return self._known.get(key)

    def keep(self, key: Key, known: Known) -> None:
        """Remember what is known of a position, unless more is."""
        with self._lock:
            before = self._known.pop(key, None)
            self._known[key] = known if before is None or known.beats(before) else before
            while len(self._known) > KEPT:
                self._known.popitem(last=False)

    def of_game(self, root: Root, moves: tuple[Move, ...]) -> dict[int, Known]:
        """What is known of a game's plies, each by itself and by what is proved of the next."""
        with self._lock:
            looked = {ply: self._known.get((root, moves[:ply])) for ply in range(len(moves) + 1)}
        found = {ply: known for ply, known in looked.items() if known is not None}
        return continued(game_of(root), moves, found)

    def recall(self, root: Root, moves: tuple[Move, ...]) -> None:
        """Take up what earlier reviews of a game have found, once."""
        whole = (root, moves)
        with self._lock:
            if not moves or whole in self._loaded:
                return
            self._loaded[whole] = None
            while len(self._loaded) > KEPT:
                self._loaded.popitem(last=False)
        for ply, known in self._load(whole).items():
            self.keep((root, moves[:ply]), known)

    def finish(self, root: Root, moves: tuple[Move, ...]) -> None:
        """Store the review of a game of which no ply needs a search, unless that is known."""
        game = game_of(root)
        if game is root and (game, moves) not in self.done([(game, moves)]):
            self.save(root, moves, done=True)

    def save(
        self, root: Root, moves: tuple[Move, ...], *, done: bool = False, now: bool = False
    ) -> None:
        """Store a game's review: now and then while it goes on, at its end, and where it has to be
        `now`.

        `done`: whether it has found all that it can.
        """
        whole, moment = (root, moves), monotonic()
        with self._lock:
            if not (done or now) and moment - self._saved.get(whole, -SAVE_EVERY) < SAVE_EVERY:
                return
            self._saved.pop(whole, None)
            self._saved[whole] = moment
            while len(self._saved) > KEPT:
                self._saved.popitem(last=False)
        every = self.of_game(*whole)
        found = {ply: known for ply, known in every.items() if not known.stand_in}
        if found:
            self._write(whole, found, done=done and len(found) == len(every))

    def done(self, games: Collection[ReviewedGame]) -> Collection[ReviewedGame]:
        """Those of some games whose review has found all that it can."""
        try:
            return self._store.done(games)
        except Exception:  # a list without such signs is a list still
            log.exception("Which games are reviewed could not be read.")
            return ()

    def _load(self, whole: Key) -> Mapping[int, Known]:
        root, moves = whole
        game = game_of(root)
        try:
            return self._store.load((game, moves)) if game is root else {}
        except Exception:  # without the database the review begins anew
            log.exception("A review could not be read.")
            return {}

    def _write(self, whole: Key, found: Mapping[int, Known], *, done: bool) -> None:
        root, moves = whole
        game = game_of(root)
        try:
            if game is root:
                self._store.keep((game, moves), found, done=done)
        except Exception:  # it is kept in memory, and stored the next time
            log.exception("A review could not be stored.")
