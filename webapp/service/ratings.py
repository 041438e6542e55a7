"""Ratings: whose there are, what a result makes of them, who plays best.

What a result makes of them is worked out before it is stored, and stored together with it; the
store refuses what was worked out from ratings that are others by then. So a match counts once,
whoever dies meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.domain.rated import counted, counts, ladder, settled
from webapp.domain.rating import PROVISIONAL, Rating, change_text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from engine.game import Game
    from webapp.domain.events import AnyEvent
    from webapp.domain.match import Match
    from webapp.domain.rating import Rated
    from webapp.domain.seat import Guest
    from webapp.service.people_store import Past, Ranked, RatingStore

ACTIVE = 28
"""Days without a rated game after which somebody stands on no list of the strongest."""

TOLD = 200
"""Changes of a rating that its history tells."""


class Ratings:
    """Thread-safe; keeps nothing in memory."""

    def __init__(self, store: RatingStore) -> None:
        self._store = store

    def of(self, guest: str) -> Mapping[str, Rating]:
        """A person's ratings today, by the keys of games; empty for who has none."""
        today = self._store.today()
        return {game: rating.aged(today) for game, rating in self._store.of(guest).items()}

    def at_seat(self, guest: Guest, game: Game) -> Rating | None:
        """What a person sits down with, a newcomer too; None where no rating is kept.

        Only who keeps a name has one: a new guest costs nothing, so whoever lost would begin anew.
        """
        key = ladder(game)
        if key is None or not guest.registered:
            return None
        return self.of(guest.id).get(key, Rating())

    def history(self, guest: str, game: str) -> Sequence[Past]:
        """How a rating has changed, the oldest first."""
        return self._store.history(guest, game, TOLD)

    def changes(self, matches: Collection[str]) -> Mapping[tuple[str, int], tuple[str, str]]:
        """What rated matches, by their ids, have made of their players' ratings, as people read
        it: ``("1596", "+9")`` by match and seat."""
        made = self._store.made(matches) if matches else {}
        return {
            at: (str(round(after)), change_text(before, after))
            for at, (before, after) in made.items()
        }

    def leaders(self, game: str, count: int = 50) -> Sequence[Ranked]:
        """The strongest of those whose rating is no guess and who have played of late."""
        since = self._store.today() - ACTIVE
        return self._store.strongest(game, since, PROVISIONAL, count)

    def settle(self, match: Match, events: Sequence[AnyEvent]) -> Sequence[AnyEvent]:
        """The next events of a match; an end that counts says what it makes of the ratings."""
        if not match.rated or not counts(match, events):
            return events
        return settled(match, events, self._now(match), self._store.today())

    def forget(self, guest: str) -> None:
        """Drop all that is kept of a person's ratings."""
        self._store.forget(guest)

    def made(self, match: Match) -> Sequence[Rated]:
        """What the end of a match makes of its players' ratings now, as if it were this moment."""
        result = match.result
        if result is None or not (match.rated and result.counts and match.begun):
            return ()
        return counted(result, self._now(match), self._store.today())

    def _now(self, match: Match) -> list[Rating]:
        """What the players have, in the order of the seats."""
        game = ladder(match.game) or ""
        return [self._store.of(seat.guest or "").get(game, Rating()) for seat in match.seats]
