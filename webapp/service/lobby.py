"""The public matches going on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from webapp.domain.match import Status

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
        games = [self._matches.view(match_id, None) for match_id in recent]
        for match_id in self._live.ids():
            if len(games) >= limit:
                break
            if match_id not in recent:
                games.append(self._matches.view(match_id, None))
        return [
            game for game in games if game.match.public and game.match.status is not Status.FINISHED
        ]
