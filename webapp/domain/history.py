"""The numbered list of a match's events, whose fold the match is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from webapp.domain.clock import Clock
from webapp.domain.events import AnyEvent, Created, Moved
from webapp.domain.match import Match
from webapp.domain.timing import UNTIMED, Moment, clock_after


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event with its version, whose action (seat, client's id) caused it, and the clocks
    after it where it changed them."""

    v: int
    event: AnyEvent
    seat: int | None = None
    act: str | None = None
    clock: Clock | None = None

    def after(self, match: Match | None) -> Match:
        """The state after this event, `match` being the state before."""
        return self.completed(self.bare(match))

    def bare(self, match: Match | None) -> Match:
        """The state after this event but for version, author and clocks."""
        if match is not None:
            return self.event.apply(match)
        if not isinstance(self.event, Created):
            raise ValueError(f"A match begins with its creation, not with {self.event.t}.")
        return self.event.start()

    def completed(self, state: Match) -> Match:
        """The `bare` state with version, author and clocks."""
        acts, clocks, spent = state.acts, state.clocks, state.spent
        if self.seat is not None and self.act is not None:
            acts = {**acts, (self.seat, self.act): self.v}
        if self.clock is not None:
            if isinstance(self.event, Moved):
                spent = (*spent, self.clock.since - clocks[-1].since)
            clocks = (*clocks[:-1], self.clock)
        return replace(state, v=self.v, acts=acts, clocks=clocks, spent=spent)


@dataclass(frozen=True, slots=True)
class Change:
    """One event of a match, with the states around it."""

    record: Recorded
    before: Match
    after: Match


def changes(
    match: Match,
    events: Iterable[AnyEvent],
    seat: int | None = None,
    act: str | None = None,
    moment: Moment = UNTIMED,
) -> tuple[Change, ...]:
    """What `events`, the next ones of `match`, change; the first one remembers whose action
    it was."""
    done: list[Change] = []
    before = match
    for event in events:
        author = (None, None) if done else (seat, act)
        record = Recorded(before.v + 1, event, *author)
        bare = record.bare(before)
        record = replace(record, clock=clock_after(before, event, bare, moment))
        done.append(Change(record, before, record.completed(bare)))
        before = done[-1].after
    return tuple(done)


def first(event: Created, moment: Moment = UNTIMED) -> Recorded:
    """The first event of a match, from whose creation on the first move is awaited."""
    clock = event.start().clock
    return Recorded(1, event, clock=None if clock is None else replace(clock, since=moment.now))


def fold(records: Iterable[Recorded]) -> Match:
    """The state after all `records`, the first of which creates the match."""
    match: Match | None = None
    for record in records:
        match = record.after(match)
    if match is None:
        raise ValueError("A match has at least one event.")
    return match
