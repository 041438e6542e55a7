"""The public matches going on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webapp.domain.errors import Refusal

if TYPE_CHECKING:
    from webapp.service.matches import Matches
    from webapp.service.ports import Store


class Lobby:
    """What the home page lists."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._store = store
        self._matches = matches

    def public_games(self, limit: int = 12) -> list[dict[str, Any]]:
        """Snapshots of the public matches in play or waiting, the latest active first."""
        games = []
        for match_id in self._store.public(limit):
            try:
                games.append(self._matches.snapshot(match_id, None))
            except Refusal:  # gone since the list was read
                continue
        return games
