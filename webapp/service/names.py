"""Names at the boards: a person takes another one, or wants to be forgotten."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from webapp.domain import actions
from webapp.domain.endings import turned_down
from webapp.domain.events import Renamed
from webapp.domain.seat import Guest
from webapp.service.ports import Unreadable
from webapp.service.quotas import MAX_RENAMED, OPEN_FOR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from webapp.domain.events import AnyEvent
    from webapp.domain.match import Match
    from webapp.domain.seat import Seat
    from webapp.service.live import LiveMatch, LiveMatches
    from webapp.service.ports import Store

FORGOTTEN = "Somebody"
"""The name of a person who wanted to be forgotten."""


class Names:
    """The names of persons in their matches, written down by `record`."""

    def __init__(
        self,
        store: Store,
        live: LiveMatches,
        record: Callable[[LiveMatch, Callable[[Match], Sequence[AnyEvent]]], None],
    ) -> None:
        self._store = store
        self._live = live
        self._record = record

    def rename(self, guest: Guest) -> None:
        """Show a person's new name in the matches now in memory, and one that is kept in all that
        go on; else `watch` sees to the others."""
        renamed = 0
        theirs = self._store.unfinished_of(guest.id, OPEN_FOR) if guest.registered else ()
        for match_id in dict.fromkeys((*theirs, *self._live.ids())):
            with suppress(Unreadable), self._live.use(match_id) as live:
                renamed += self.update(live, guest)
            if renamed >= MAX_RENAMED:
                return

    def forget(self, guest: str, match_ids: Iterable[str]) -> None:
        """Take a person's name off the boards of these matches, and off the seats kept there; rated
        ones that go on are given up, so that they count while there is somebody for whom."""
        nobody = Guest(guest, FORGOTTEN)
        for match_id in match_ids:
            with suppress(Unreadable), self._live.use(match_id) as live:
                if live.match.held_by(guest):
                    self._record(live, lambda match: actions.leave(match, guest))
                    self.update(live, nobody)
                else:
                    self._record(live, lambda match: turned_down(match, FORGOTTEN))

    def update(self, live: LiveMatch, guest: Guest) -> int:
        """Show a person's name at the seats held; answers how many seats had another name."""
        match = live.match
        held = match.held_by(guest.id)
        seats = [i for i in held if _differs(match.seats[i], guest)]
        if len(held) > 1 and guest.name != FORGOTTEN:
            return 0  # several play at one screen, by names of their own
        if seats:
            known = guest.registered
            self._record(live, lambda match: [Renamed(seat, guest.name, known) for seat in seats])
        return len(seats)


def _differs(seat: Seat, guest: Guest) -> bool:
    """A page that was opened before a name was kept knows nothing of that, and takes none back."""
    return seat.name != guest.name or (guest.registered and not seat.registered)
