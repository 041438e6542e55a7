"""How anything comes to happen to a match: decided, settled, stored as events, shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.domain import actions
from webapp.domain.errors import Refusal
from webapp.domain.events import Rematched
from webapp.domain.history import Change, changes, first
from webapp.domain.match import Status
from webapp.service.ports import Batch, VersionConflict
from webapp.service.rematches import rematches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from webapp.domain.action import Action
    from webapp.domain.events import AnyEvent, Created
    from webapp.domain.match import Match
    from webapp.domain.timing import Moment
    from webapp.service.live import LiveMatch, LiveMatches
    from webapp.service.ports import Announcer, Store
    from webapp.service.ratings import Ratings

ATTEMPTS = 3
"""How often a change is decided anew when another writer was faster."""


class Journal:
    """Appends events to matches, each under its lock, and shows them to those at it.

    After every change `go_on` has the match's computer and clock follow. Listeners are called with
    the match.
    """

    def __init__(
        self,
        store: Store,
        live: LiveMatches,
        announcer: Announcer,
        ratings: Ratings,
        moment: Callable[[], Moment],
        go_on: Callable[[LiveMatch], None],
    ) -> None:
        self._store = store
        self._live = live
        self._announcer = announcer
        self._ratings = ratings
        self._moment = moment
        self._go_on = go_on
        self._listeners: list[Callable[[Match], None]] = []

    def listen(self, listener: Callable[[Match], None]) -> None:
        """Have `listener` called, under the match's lock, with every match that changes."""
        self._listeners.append(listener)

    def begin(self, event: Created) -> None:
        """Store the first event of a match."""
        record = first(event, self._moment())
        self._store.commit([Batch(record.after(None), (record,))])
        self._take_up(event.match)

    def act(
        self, live: LiveMatch, seats_of: Callable[[Match], tuple[int, ...]], action: Action
    ) -> int:
        """Do what the holder of these seats asks; answers the version of the first event.

        Raises:
            Refusal: it cannot be done as the match stands.
        """

        def decide(match: Match) -> tuple[Change, ...]:
            decision = actions.decide(match, seats_of(match), action)
            events = self._ratings.settle(match, decision.events)
            return changes(match, events, decision.seat, action.key, action.moment)

        return self._write(live, decide)

    def record(
        self,
        live: LiveMatch,
        decide: Callable[[Match], Sequence[AnyEvent]],
        moment: Moment | None = None,
    ) -> None:
        """Store events that are nobody's action."""
        at = moment or self._moment()
        settle = self._ratings.settle
        self._write(live, lambda m: changes(m, settle(m, decide(m)), moment=at))

    def show(self, live: LiveMatch, done: Sequence[Change]) -> None:
        """Show what has happened to those at the match, and go on from there."""
        for change in done:
            self._announcer.event(change)
        match = live.match
        if match.status is Status.PLAYING and (guest := match.seats[match.to_move].guest):
            self._announcer.hints(match, guest)
        self._go_on(live)
        rematched = any(isinstance(change.record.event, Rematched) for change in done)
        if match.next is not None and rematched:
            self._take_up(match.next)

    def _write(self, live: LiveMatch, decide: Callable[[Match], tuple[Change, ...]]) -> int:
        """Store what `decide` answers, then show it. Decides anew after a lost race."""
        for _ in range(ATTEMPTS):
            done = decide(live.match)
            if not done:
                return live.match.v
            records = tuple(change.record for change in done)
            after = done[-1].after
            try:
                begun = rematches(after, records, self._moment)
                self._store.commit([Batch(after, records), *begun])
            except VersionConflict:
                self.show(live, live.reload(self._store.load(live.id, live.match.v)))
                continue
            live.advance(done)
            self.show(live, done)
            self._publish(live.match)
            return records[0].v
        raise Refusal("conflict")

    def _take_up(self, match_id: str) -> None:
        """A match has begun."""
        with self._live.use(match_id) as live:
            self._go_on(live)
            self._publish(live.match)

    def _publish(self, match: Match) -> None:
        """Tell those who are not at the match: its players, and the lobby."""
        for listener in self._listeners:
            listener(match)
        self._announcer.own(match)
        if match.public:
            self._announcer.lobby(match)
