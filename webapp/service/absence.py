"""Who leaves a match and who is back: players are asked for a sign every two seconds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from webapp.domain.events import Returned
from webapp.domain.match import Status
from webapp.service.heartbeats import BEAT_EVERY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from webapp.domain.events import AnyEvent
    from webapp.domain.match import Match
    from webapp.domain.seat import Guest
    from webapp.service.environment import Environment
    from webapp.service.heartbeats import Heartbeats
    from webapp.service.live import LiveMatch


class AbsenceMonitor:
    """Asks the players of the matches watched over for signs of life, and has `record` write
    down whoever has left or is back."""

    def __init__(
        self,
        environment: Environment,
        heartbeats: Heartbeats,
        record: Callable[[LiveMatch, Callable[[Match], Sequence[AnyEvent]]], None],
    ) -> None:
        self._other_servers = environment.other_servers
        self._heartbeats = heartbeats
        self._live = environment.live
        self._crowd = environment.crowd
        self._announcer = environment.announcer
        self._uptime = environment.uptime
        self._alarms = environment.alarms
        self._record = record

    def may_write(self, match: Match, guest: str) -> bool:
        """Whether something may have to be written down when somebody comes to look."""
        missed = match.status is Status.PLAYING and match.persons > 1
        return bool(match.held_by(guest)) or (missed and not self._heartbeats.has_begun(match.id))

    def watch_over(self, live: LiveMatch) -> None:
        """Notice who leaves a match of several people, from when one of them is there."""
        match = live.match
        if match.status is not Status.PLAYING or match.persons < 2:
            self._heartbeats.end(live.id)
            return
        here = any(self._crowd.sids(live.id, guest) for guest in match.guests())
        if here and self._heartbeats.begin(match):
            self._beat(live)

    def hear(self, live: LiveMatch, guest: str) -> None:
        """A player gives a sign; if he had left, he is back."""
        self._heartbeats.heard(live.id, guest)
        back = [seat for seat in live.match.held_by(guest) if seat in live.match.gone]
        if back and live.match.status is Status.PLAYING:
            self._record(live, lambda match: [Returned(seat) for seat in back])

    def answered(self, match_id: str, guest: Guest, sent_at: int) -> None:
        """A page has answered the beat that was sent at that moment."""
        if guest.id in self._heartbeats.absent(match_id):
            with self._live.use(match_id) as live:
                self.hear(live, guest.id)
        self._heartbeats.heard(match_id, guest.id, sent_at)
        if self._other_servers.people(match_id):
            lag = max(self._uptime.now() - sent_at, 0)
            self._other_servers.sign(match_id, guest.id, lag)

    def _beat(self, live: LiveMatch) -> None:
        """Write down who has left or is back, and ask all players for the next sign."""
        match = live.match
        if match.status is not Status.PLAYING or match.persons < 2:
            self._heartbeats.end(live.id)  # it ended by way of another server
            return
        if not self._other_servers.reached:  # their signs cannot be heard, and silence says nothing
            for guest in self._other_servers.people(match.id):
                self._heartbeats.heard(match.id, guest)
        if self._heartbeats.news(match):
            self._record(live, self._heartbeats.news)
        if len(live.match.gone) == len(match.guests()):
            self._heartbeats.end(live.id)
            return
        for guest in match.guests():
            self._announcer.beat(live.id, guest, self._uptime.now())
        at = self._uptime.now() + BEAT_EVERY
        self._alarms.set(("beat", live.id), at, partial(self._next_beat, live.id))

    def _next_beat(self, match_id: str) -> None:
        with self._live.use(match_id) as live:
            self._beat(live)
