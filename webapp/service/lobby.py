"""The public matches going on."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING

from webapp.domain.errors import Refusal
from webapp.domain.history import fold
from webapp.domain.match import Status
from webapp.service.ports import StoreAway
from webapp.service.resting import RestingMatches

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from webapp.domain.match import Match
    from webapp.service.live import LiveMatches
    from webapp.service.matches import Matches
    from webapp.service.ports import Store
    from webapp.service.views import MatchView

log = logging.getLogger(__name__)

RECENT = timedelta(minutes=1)
"""A match without a move for so long is listed only while somebody is there."""

MINE_FOR = timedelta(days=30)
"""Without a move for so long, a match is none of somebody's running ones."""

LOOKED_AT = 6
"""Of a person's latest matches, some of which may have ended without a result."""


class Lobby:
    """What the home page lists."""

    def __init__(self, store: Store, matches: Matches, live: LiveMatches) -> None:
        self._store = store
        self._matches = matches
        self._live = live
        self._resting = RestingMatches()

    def public_games(self, limit: int) -> list[MatchView]:
        """The public matches in play or waiting, the latest active first."""
        recent = self._store.public(limit, RECENT)
        self._read(recent)
        games: list[MatchView] = []
        for match_id in dict.fromkeys([*recent, *self._live.ids()]):
            if len(games) >= limit:
                break
            with suppress(Refusal):  # unreadable, or private
                games.append(self._view(match_id, recent.get(match_id)))
        return [
            game for game in games if game.match.public and game.match.status is not Status.FINISHED
        ]

    def count(self, listed: Collection[Status], limit: int) -> int:
        """How many public matches are in play, where a list of so many at most has these: only
        what has no room there is asked for."""
        in_play = sum(status is Status.PLAYING for status in listed)
        return in_play if len(listed) < limit else max(in_play, self._store.count_public(RECENT))

    def known(self, match_ids: Iterable[str]) -> list[Match]:
        """Those of some matches that are public, as far as nothing has to be read for that."""
        at_hand = (self._at_hand(one) for one in match_ids)
        return [match for match in at_hand if match is not None and match.public]

    def mine(self, guest: str) -> list[MatchView]:
        """The matches in which somebody plays, those in which it is his turn first."""
        mine = self.views(self._store.unfinished_of(guest, MINE_FOR), guest)
        seated = [view for view in mine if view.match.held_by(guest)]
        return sorted(seated, key=lambda view: not view.match.waits_for(guest))

    def finished(self, guest: str, most: int) -> list[MatchView]:
        """The matches of the last days that somebody has played to an end, the latest first."""
        versions = self._store.finished_of(guest, MINE_FOR, LOOKED_AT)
        self._read(dict(islice(versions.items(), most)))
        mine: list[MatchView] = []
        for match_id, v in versions.items():
            with suppress(Refusal):
                view = self._view(match_id, v, guest)
                result = view.match.result
                if result is not None and result.counts and view.match.held_by(guest):
                    mine.append(view)
            if len(mine) == most:
                break
        return mine

    def views(self, versions: Mapping[str, int], viewer: str) -> list[MatchView]:
        """Those of some matches, as of these versions of the store, that somebody may see and that
        can be read."""
        self._read(versions)
        found: list[MatchView] = []
        for match_id, v in versions.items():
            with suppress(Refusal):
                found.append(self._view(match_id, v, viewer))
        return found

    def _view(self, match_id: str, v: int | None, viewer: str | None = None) -> MatchView:
        """The match as of version `v` of the store, folded once for all lists.

        Raises:
            Refusal: it is a private one of others.
        """
        if self._live.glance(match_id):
            return self._matches.view(match_id, viewer)
        if (known := self._resting.get(match_id, v)) is not None:
            return self._matches.view_of(known, viewer)
        view = self._matches.view(match_id, viewer)
        self._resting.keep(view.match)
        return view

    def _read(self, versions: Mapping[str, int]) -> None:
        """Read what is not at hand of some matches, all at once."""
        unknown = [
            match_id
            for match_id, v in versions.items()
            if not self._live.glance(match_id) and self._resting.get(match_id, v) is None
        ]
        if len(unknown) < 2:
            return
        try:
            for records in self._store.load_all(unknown).values():
                self._resting.keep(fold(records))
        except StoreAway:
            raise
        except Exception as error:  # each is read by itself now, and the log says of which it is
            log.debug("Matches could not be read together: %r", error)

    def _at_hand(self, match_id: str) -> Match | None:
        live = self._live.glance(match_id)
        return live.match if live else self._resting.get(match_id)
