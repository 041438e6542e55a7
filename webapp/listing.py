"""The list of public matches, of which each match is described and drawn once for everybody."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from webapp import wire

if TYPE_CHECKING:
    from markupsafe import Markup

    from webapp.service.lobby import Lobby
    from webapp.service.views import MatchView
    from webapp.wire.messages import Snapshot

KEPT = 200
"""Matches of which a description or picture is kept; the longest list has 48."""

LISTED = 12
"""Matches in the list, unless another number is asked for."""

T = TypeVar("T")


class Once(Generic[T]):
    """Keeps what was made for the last keys. Any thread may ask; two may make the same."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._made: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made for `key`, by `make` where that was not of late."""
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = make()
            while len(self._made) > self._kept:
                with suppress(KeyError):  # another thread was faster
                    self._made.popitem(last=False)
        return made


class Listing:
    """What home, the list of games, their sockets and the interface for programs show."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._snapshots: Once[Snapshot] = Once()
        self.pictures: Once[Markup] = Once()
        """What pages draw of a match, by id and version."""
        self.items: Once[Markup] = Once()
        """What stands in the list of games of one, by what it shows."""

    def snapshots(self, limit: int = LISTED) -> list[Snapshot]:
        """The public matches for somebody without a seat, the latest active first."""
        return [self._snapshot(game) for game in self._lobby.public_games(limit)]

    def describe(self, game: MatchView) -> Snapshot:
        """A match for its viewer; all who have no seat there share one description."""
        match, viewer = game.match, game.viewer
        if viewer is not None and (match.held_by(viewer) or match.is_hosted_by(viewer)):
            return wire.snapshot(game)
        return self._snapshot(game)

    def _snapshot(self, game: MatchView) -> Snapshot:
        """A match's description, with what does not come with a version brought up to date."""
        match, there = game.match, game.presence
        known = self._snapshots.get((match.id, match.v), lambda: wire.snapshot(game))
        seats = [
            seat | {"online": online, "standing": standing.value}
            for seat, online, standing in zip(
                known["seats"], there.online, there.standings, strict=True
            )
        ]
        changing = {
            "seats": seats,
            "watching": there.watching,
            "watchers": list(there.names),
            "thinking": game.thinking,
            "now": None if known["now"] is None else game.now,
        }
        return cast("Snapshot", known | changing)
