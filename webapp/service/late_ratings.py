"""Counts the rated matches that a server of an older version has ended, which knows no ratings."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from webapp.domain.errors import Refusal
from webapp.domain.match import Status
from webapp.service.ports import StoreAway, VersionConflict

if TYPE_CHECKING:
    from webapp.service.live import LiveMatches
    from webapp.service.people_store import RatingStore
    from webapp.service.ratings import Ratings

log = logging.getLogger(__name__)

LOOK_EVERY = 60.0
"""Seconds between two looks. Older servers beside newer ones are a matter of minutes."""


class LateRatings:
    """`start` has a thread of its own look, at once and again and again."""

    def __init__(self, store: RatingStore, ratings: Ratings, live: LiveMatches) -> None:
        self._store = store
        self._ratings = ratings
        self._live = live
        self._closed = threading.Event()

    def look(self) -> None:
        """Count all there are. Several servers may look at once; the store counts each once."""
        for match_id in self._store.left_over():
            with suppress(Refusal), self._live.use(match_id) as live:  # one may be unreadable
                if live.match.status is not Status.FINISHED:
                    continue  # it ended by way of another server, which tells of it soon
                with suppress(VersionConflict):  # the next look tries again
                    self._store.settle(live.match, self._ratings.made(live.match))

    def start(self) -> None:
        threading.Thread(target=self._run, name="flipfour-late-ratings", daemon=True).start()

    def close(self) -> None:
        self._closed.set()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self.look()
            except StoreAway:
                log.warning("Rated games that wait to be counted cannot be reached just now.")
            except Exception:
                log.exception("Rated games that wait to be counted could not be.")
            self._closed.wait(LOOK_EVERY)
