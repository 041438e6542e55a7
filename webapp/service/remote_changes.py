"""A match that others change, too: what happens to it by way of other servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.domain.events import Returned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from webapp.domain.history import Change
    from webapp.domain.match import Match
    from webapp.service.heartbeats import Heartbeats
    from webapp.service.live import LiveMatch, LiveMatches
    from webapp.service.other_servers import OtherServers
    from webapp.service.ports import Store
    from webapp.service.uptime import Uptime


class RemoteChanges:
    """Brings the matches in memory to what the store has. `show` shows changes to those at a
    match, `greet` who is there."""

    def __init__(
        self,
        store: Store,
        live: LiveMatches,
        other_servers: OtherServers,
        heartbeats: Heartbeats,
        uptime: Uptime,
        show: Callable[[LiveMatch, Sequence[Change]], None],
        greet: Callable[[LiveMatch], None],
    ) -> None:
        self._store = store
        self._live = live
        self._other_servers = other_servers
        self._heartbeats = heartbeats
        self._uptime = uptime
        self._show = show
        self._greet = greet

    def has_changed(self, live: LiveMatch) -> bool:
        """Whether other servers have changed a match of late, which is shown now."""
        if self._other_servers.alone:
            return False
        missed = live.reload(self._store.load(live.id, live.match.v))
        for change in missed:
            self._take_for_sign(change)
        if missed:
            self._show(live, missed)
        return bool(missed)

    def _take_for_sign(self, change: Change) -> None:
        """Whoever does something there is there, also if his page answers no beats."""
        event = change.record.event
        seat = event.seat if isinstance(event, Returned) else change.record.seat
        guest = None if seat is None else change.after.seats[seat].guest
        if guest is not None:
            self._heartbeats.heard(change.after.id, guest)

    def here(self, match_ids: Iterable[str]) -> list[str]:
        """Those of these matches that are in memory."""
        return [match_id for match_id in match_ids if self._live.glance(match_id)]

    def catch_up(self, match_id: str, v: int) -> None:
        """A match has come to version `v`: show what was missed, if it is in memory here."""
        known = self._live.glance(match_id)
        if known is not None and known.match.v < v:
            with self._live.use(match_id) as live:
                self.has_changed(live)

    def refreshed(self, match_id: str) -> Match:
        """The match as the store has it now."""
        with self._live.use(match_id) as live:
            self.has_changed(live)
            return live.match

    def crowd_changed(self, match_id: str) -> None:
        """Others have come to a match, or gone."""
        if self._live.glance(match_id) is not None:
            with self._live.use(match_id) as live:
                self._greet(live)

    def sign(self, match_id: str, guest: str, lag: int) -> None:
        """A player has answered a beat at another server, after so many milliseconds."""
        self._heartbeats.heard(match_id, guest, self._uptime.now() - lag)
