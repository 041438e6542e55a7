"""The public matches going on."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from webapp.domain.errors import Refusal
from webapp.domain.match import Status
from webapp.service.ports import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webapp.domain.match import Match
    from webapp.service.live import LiveMatches
    from webapp.service.matches import Matches
    from webapp.service.ports import Store
    from webapp.service.views import MatchView


RECENT = timedelta(minutes=1)
"""A match without a move for so long is listed only while somebody is there."""

MINE_FOR = timedelta(days=30)
"""Without a move for so long, a match is none of somebody's running ones."""

LOOKED_AT = 6
"""Of a person's latest matches, some of which may have ended without a result."""

REMEMBERED = 200
"""Matches out of memory whose last view is kept, so that no list folds them again."""


class Lobby:
    """What the home page lists."""

    def __init__(self, store: Store, matches: Matches, live: LiveMatches) -> None:
        self._store = store
        self._matches = matches
        self._live = live
        self._resting: OrderedDict[str, MatchView] = OrderedDict()

    def public_games(self, limit: int = 12) -> list[MatchView]:
        """The public matches in play or waiting, the latest active first."""
        recent = self._store.public(limit, RECENT)
        games: list[MatchView] = []
        for match_id in dict.fromkeys([*recent, *self._live.ids()]):
            if len(games) >= limit:
                break
            with suppress(Refusal):  # unreadable, or private
                games.append(self.view(match_id, recent.get(match_id)))
        return [
            game for game in games if game.match.public and game.match.status is not Status.FINISHED
        ]

    def count(self) -> int:
        """How many public matches go on, without folding any that rests."""
        return self._store.count_public(RECENT)

    def known(self, match_ids: Iterable[str]) -> list[Match]:
        """Those of some matches that are public, as far as nothing has to be read for that."""
        at_hand = (self._live.glance(one) or self._resting.get(one) for one in match_ids)
        return [found.match for found in at_hand if found is not None and found.match.public]

    def mine(self, guest: str) -> list[MatchView]:
        """The matches in which somebody plays, those in which it is his turn first."""
        mine: list[MatchView] = []
        for match_id, v in self._store.unfinished_of(guest, MINE_FOR).items():
            with suppress(Unreadable):
                mine.append(self.view(match_id, v, guest))
        seated = [view for view in mine if view.match.held_by(guest)]
        return sorted(seated, key=lambda view: not view.match.waits_for(guest))

    def finished(self, guest: str, most: int) -> list[MatchView]:
        """The matches of the last days that somebody has played to an end, the latest first."""
        ids = self._store.finished_of(guest, MINE_FOR, LOOKED_AT)
        versions = self._store.versions(ids)
        mine: list[MatchView] = []
        for match_id in ids:
            with suppress(Refusal, Unreadable):
                view = self.view(match_id, versions.get(match_id), guest)
                result = view.match.result
                if result is not None and result.counts and view.match.held_by(guest):
                    mine.append(view)
            if len(mine) == most:
                break
        return mine

    def view(self, match_id: str, v: int | None, viewer: str | None = None) -> MatchView:
        """The match as of version `v` of the store, folded once for all lists.

        Raises:
            Refusal: it is a private one of others.
        """
        if self._live.glance(match_id):
            return self._matches.view(match_id, viewer)
        known = self._resting.get(match_id)
        if known is None or known.match.v != v:
            known = self._resting[match_id] = self._matches.view(match_id, viewer)
            while len(self._resting) > REMEMBERED:
                with suppress(KeyError):  # another thread was faster
                    self._resting.popitem(last=False)
        known.match.admit(viewer)
        return replace(known, viewer=viewer, now=self._matches.now())
