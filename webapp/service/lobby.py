"""The public matches going on."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from webapp.domain.match import Status
from webapp.service.ports import Unreadable

if TYPE_CHECKING:
    from webapp.service.live import LiveMatches
    from webapp.service.matches import Matches
    from webapp.service.ports import Store
    from webapp.service.views import MatchView


RECENT = timedelta(minutes=10)
"""A match without a move for so long is listed only while somebody is there."""


class Lobby:
    """What the home page lists."""

    def __init__(self, store: Store, matches: Matches, live: LiveMatches) -> None:
        self._store = store
        self._matches = matches
        self._live = live

    def public_games(self, limit: int = 12) -> list[MatchView]:
        """The public matches in play or waiting, the latest active first."""
        recent = self._store.public(limit, datetime.now(UTC) - RECENT)
        games: list[MatchView] = []
        for match_id in dict.fromkeys([*recent, *self._live.ids()]):
            if len(games) >= limit:
                break
            with suppress(Unreadable):
                games.append(self._matches.view(match_id, None))
        return [
            game for game in games if game.match.public and game.match.status is not Status.FINISHED
        ]
