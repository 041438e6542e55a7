"""The clocks of matches in play: an alarm for each, and what a flag that falls brings about."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from webapp.domain.timing import Moment, due, grace, overdue

if TYPE_CHECKING:
    from webapp.service.alarms import Alarms
    from webapp.service.crowd import Crowd
    from webapp.service.heartbeats import Heartbeats
    from webapp.service.journal import Journal
    from webapp.service.live import LiveMatch, LiveMatches


class MatchClocks:
    """Sets the alarms of clocks, and has the journal record what they bring about."""

    def __init__(
        self,
        live: LiveMatches,
        crowd: Crowd,
        heartbeats: Heartbeats,
        alarms: Alarms,
        journal: Journal,
    ) -> None:
        self._live = live
        self._crowd = crowd
        self._heartbeats = heartbeats
        self._alarms = alarms
        self._journal = journal

    def set_alarm(self, live: LiveMatch) -> None:
        """Have the match looked at when the clock that runs has run down."""
        at = due(live.match)
        if at is not None:
            at += grace(self._on_its_way(live).lag)
        self._alarms.set(("clock", live.id), at, partial(self._time_is_up, live.id))

    def let_time_pass(self, live: LiveMatch, moment: Moment) -> None:
        """Record what the clock has brought about by itself."""
        if overdue(live.match, moment):
            self._journal.record(live, lambda match: overdue(match, moment), moment)

    def _time_is_up(self, match_id: str) -> None:
        """An alarm has rung; the move of somebody connected may still be on its way."""
        with self._live.use(match_id) as live:
            self.let_time_pass(live, self._on_its_way(live))
            self.set_alarm(live)

    def _on_its_way(self, live: LiveMatch) -> Moment:
        """Now, and how long a move may be on its way: none is of whoever has no line open."""
        guest = live.match.to_move_guest()
        connected = self._crowd.online(live.match)[live.match.to_move]
        return self._heartbeats.moment(live.id, guest if connected else None)
