"""Create, join, act, watch: everything that happens to a match goes through here."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from webapp.domain import actions
from webapp.domain.action import Action, ActionKind
from webapp.domain.endings import called_off, turned_down
from webapp.domain.errors import Refusal
from webapp.domain.events import AiFailed, Hinted
from webapp.domain.match import Match, Status
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch, created
from webapp.service.absence import AbsenceMonitor
from webapp.service.heartbeats import Heartbeats
from webapp.service.ids import new_id
from webapp.service.journal import Journal
from webapp.service.live import WouldWait
from webapp.service.match_clocks import MatchClocks
from webapp.service.names import Names
from webapp.service.ports import Purpose, StoreAway
from webapp.service.presence import PresenceTracker
from webapp.service.quotas import ENDING, MAX_EVENTS, MAX_OPEN, OPEN_FOR
from webapp.service.remote_changes import RemoteChanges
from webapp.service.resumption import Resumption
from webapp.service.thinking import Thinking
from webapp.service.views import MatchView, Watched

if TYPE_CHECKING:
    from webapp.service.environment import Environment
    from webapp.service.live import LiveMatch
    from webapp.service.ports import Answer, Question, Thinker


class Matches:
    """The use cases of a match, over the live registry and the store."""

    def __init__(self, environment: Environment, pace: float = 0.0) -> None:
        """`pace`: seconds between two moves of AIs in a row."""
        store, live, crowd = environment.store, environment.live, environment.crowd
        self._store, self._live, self._crowd = store, live, crowd
        self._other_servers, self._ratings = environment.other_servers, environment.ratings
        self._announcer = announcer = environment.announcer
        self._uptime = uptime = environment.uptime
        self._heartbeats = beats = Heartbeats(uptime)
        self._journal = journal = Journal(
            store, live, announcer, self._ratings, beats.moment, self._go_on
        )
        self._clocks = MatchClocks(live, crowd, beats, environment.alarms, journal)
        self._absence = AbsenceMonitor(environment, beats, journal.record)
        self.presence = PresenceTracker(environment)
        self.remote = RemoteChanges(
            store, live, self._other_servers, beats, uptime, journal.show, self._greet
        )
        self._names = Names(store, live, journal.record)
        self._thinking = Thinking(crowd, announcer, pace, environment.guest_addresses)
        self.resume = Resumption(store, live, self._thinking, self._clocks.set_alarm)

    def listen(self, listener: Callable[[Match], None]) -> None:
        """Have `listener` called, under the match's lock, with every match that changes."""
        self._journal.listen(listener)

    def attach(self, thinker: Thinker) -> None:
        """Let AI moves be chosen by `thinker`, which in turn calls `answer`."""
        self._thinking.attach(thinker)

    def create(self, order: NewMatch, guest: Guest) -> str:
        """Start the ordered match; answers its id. Raises `Refusal`: the person has begun too
        many that go on."""
        if len(self._store.unfinished_of(guest.id, OPEN_FOR)) >= MAX_OPEN:
            raise Refusal("open_matches")
        rating = self._ratings.at_seat(guest, order.game)
        event = created(order, new_id(), guest, random.SystemRandom(), rating)
        self._journal.begin(event)
        return event.match

    def join(self, match_id: str, guest: Guest) -> int:
        """Take an open seat; answers which."""
        with self._live.use(match_id) as live:
            rating = self._ratings.at_seat(guest, live.match.game)
            self._journal.record(live, lambda match: actions.join(match, guest, rating))
            return live.match.held_by(guest.id)[0]

    def act(self, match_id: str, guest: Guest, action: Action) -> int:
        """Do what a person asks; answers the version of the action's first event."""
        with self._live.use(match_id) as live:
            moment = self._heartbeats.moment(match_id, guest.id)
            action = replace(action, fresh_id=new_id(), moment=moment)
            self._absence.hear(live, guest.id)
            try:
                return self._do(live, guest, action)
            except StoreAway:
                raise
            except Refusal:  # of a match that has perhaps gone on by way of another server
                if not self.remote.has_changed(live):
                    raise
                return self._do(live, guest, action)

    def call_off(self, match_id: str, instead: str | None = None) -> bool:
        """Nobody waits any more in a match that waits for strangers, but plays in another one
        `instead`; False: it has gone on or ended otherwise."""
        with self._live.use(match_id) as live:
            self._journal.record(live, lambda match: called_off(match, instead))
            return live.match.status is Status.FINISHED and live.match.next == instead

    def turn_down(self, match_id: str, name: str | None = None) -> None:
        """Whom a seat is kept for does not come, and is called `name` from now on; nothing where
        the match has gone on."""
        with self._live.use(match_id) as live:
            self._journal.record(live, lambda match: turned_down(match, name))

    def answer(self, answer: Answer) -> None:
        """Play the AI's move, unless the match has gone on otherwise in the meantime."""
        question = answer.question
        with self._live.use(question.match_id) as live:
            if live.asked != question:
                return
            if question.purpose is Purpose.HINT:
                hinted = Hinted(question.seat, None if answer.trouble else answer.move)
                self._journal.record(live, lambda match: (hinted,))
                return
            try:
                if answer.trouble:
                    failed = AiFailed(question.seat, answer.trouble)
                    self._journal.record(live, lambda match: (failed,))
                moment = self._heartbeats.moment()
                action = Action(ActionKind.MOVE, ply=question.ply, move=answer.move, moment=moment)
                self._journal.act(live, lambda match: (question.seat,), action)
            except StoreAway:
                raise
            except Refusal:  # another process has changed the match meanwhile
                live.asked = None
                self._thinking.update(live)

    def rename(self, guest: Guest) -> None:
        """Show a person's new name in the matches now in memory; `watch` sees to the others."""
        self.known_as(guest)  # before a page of theirs looks at a match again
        self._names.rename(guest)

    def known_as(self, guest: Guest) -> None:
        """Have all sockets of a person, at whichever server, be of whom the store knows now."""
        self._crowd.rename(guest)
        self.presence.renamed(guest)
        self._other_servers.renamed(guest)

    def forget(self, guest: str, match_ids: Iterable[str] | None = None) -> None:
        """Take a person's name off the boards of these matches; by default of those that go on."""
        going_on = self._store.unfinished_of(guest, OPEN_FOR) if match_ids is None else match_ids
        self._names.forget(guest, going_on)

    def hang_up(self, guest: str) -> None:
        """End a person's sockets; those whose cookie still counts come back by themselves."""
        self.presence.hang_up(guest)
        self._other_servers.hung_up(guest)

    def view(self, match_id: str, viewer: str | None) -> MatchView:
        """The match for `viewer` (a guest's id).

        Raises:
            Refusal: it is a private one of others.
        """
        if live := self._live.glance(match_id):
            return self._view(live, viewer)
        with self._live.use(match_id) as live:
            return self._view(live, viewer)

    def view_of(self, match: Match, viewer: str | None) -> MatchView:
        """A match that is not in memory, as it was read; raises like `view`."""
        match.admit(viewer)
        return MatchView(match, viewer, self.presence.at(match), None, self._uptime.now())

    def seen(self, match_id: str, viewer: str | None) -> Match:
        """The match as it is now, if `viewer` may see it; raises like `view`."""
        return self.view(match_id, viewer).match

    def match(self, match_id: str) -> Match:
        """The match as it is now."""
        if live := self._live.glance(match_id):
            return live.match
        with self._live.use(match_id) as live:
            return live.match

    def watch(
        self,
        match_id: str,
        v: int | None,
        sid: str,
        guest: Guest,
        enter: Callable[[], None],
        you: tuple[int, ...] | None = None,
        *,
        named: bool = False,
        wait: bool = True,
    ) -> Watched:
        """Join the room and say what was missed, both under the match's lock; `named`: whether
        others may read who it is that looks on. Without `wait` it raises `WouldWait` where somebody
        else has the lock, or something may have to be written down."""
        with self._live.use(match_id, wait=wait) as live:
            live.match.admit(guest.id, you)
            if not wait and self._absence.may_write(live.match, guest.id):
                raise WouldWait
            self._names.update(live, guest)
            self._crowd.enter(match_id, sid, guest.id)
            enter()
            self._absence.watch_over(live)
            self._absence.hear(live, guest.id)
            self.presence.name(match_id, sid, guest, named)
            self.presence.came(live.match, guest.id)
            self._thinking.update(live)
            missed = None if v is None else live.missed_since(v)
            return Watched(self._view(live, guest.id), missed)

    def heard(self, match_id: str, guest: Guest, sent_at: int) -> None:
        """A page has answered the beat that was sent at that moment."""
        self._absence.answered(match_id, guest, sent_at)

    def leave(self, match_id: str, sid: str) -> None:
        """The socket looks away."""
        guest = self._crowd.leave(match_id, sid)
        if guest is not None:
            with self._live.use(match_id) as live:
                self.presence.went(live.match, sid, guest)
                self._thinking.update(live)
                self._clocks.set_alarm(live)

    def glance(self, match_id: str) -> None:
        """Somebody sees the match without following it: a page without script, a program.

        Waits for a writer of the match only where its computer may have rested until now.
        """
        if known := self._live.glance(match_id):
            self._crowd.glance(match_id)
            if known.asked is not None or known.match.ai_to_move() is None:
                return
        with self._live.use(match_id) as live:
            self._crowd.glance(match_id)
            self._thinking.update(live)

    def waits(self, question: Question, ahead: int) -> None:
        """Tell those at the match how many moves are searched before the one they wait for."""
        self._announcer.thinking(question.match_id, question.seat, ahead)

    def version(self, match_id: str) -> int | None:
        """The current version, for refusals; None when there is no such match."""
        try:
            with self._live.use(match_id) as live:
                return live.match.v
        except Refusal:
            return None

    def now(self) -> int:
        """The moment that clocks are read at."""
        return self._uptime.now()

    def _do(self, live: LiveMatch, guest: Guest, action: Action) -> int:
        seen = actions.repeated(live.match, guest.id, action)
        if seen is not None:
            return seen
        if live.match.v >= MAX_EVENTS and action.kind not in ENDING:
            raise Refusal("too_long")
        if action.kind is not ActionKind.MOVE:
            self._clocks.let_time_pass(live, action.moment)
        try:
            return self._journal.act(live, lambda m: actions.seats_for(m, guest.id, action), action)
        except Refusal as error:
            seen = actions.repeated(live.match, guest.id, action)
            if seen is not None:  # it was stored before, and only the answer was lost
                return seen
            if error.code == "too_late":
                self._clocks.let_time_pass(live, action.moment)
            raise

    def _go_on(self, live: LiveMatch) -> None:
        """Have an AI think and the clock run, as the match stands now."""
        self._absence.watch_over(live)
        self._thinking.update(live)
        self._clocks.set_alarm(live)

    def _view(self, live: LiveMatch, viewer: str | None) -> MatchView:
        match = live.match
        match.admit(viewer)
        return MatchView(match, viewer, self.presence.at(match), live.thinking, self._uptime.now())

    def _greet(self, live: LiveMatch) -> None:
        """Others have come to a match, or gone, by way of another server."""
        self.presence.tell(live.match)
        self._thinking.update(live)
