"""What happens to the clocks with each event, and what happens by the clocks alone. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import singledispatch
from typing import TYPE_CHECKING

from webapp.domain import events
from webapp.domain.clock import AI_RESERVE, FIRST_MOVE, LAG_BOUND, Clock, after_move
from webapp.domain.endings import given_up
from webapp.domain.match import Match, Status
from webapp.domain.result import Reason, Result
from webapp.domain.seat import SeatKind

if TYPE_CHECKING:
    from webapp.domain.events import AnyEvent


@dataclass(frozen=True, slots=True)
class Moment:
    """When something happens, and how long it was on its way: the measured round trip."""

    now: int = 0
    lag: int = 0


UNTIMED = Moment()
"""For matches without clocks, to whom moments mean nothing."""


def clock_after(before: Match, event: AnyEvent, after: Match, moment: Moment) -> Clock | None:
    """The clocks after `event`; None where it leaves them as they are.

    In one match time never goes back: of two servers one may be behind, and the turn that began
    at the other's moment would else be charged to two.
    """
    if before.clock is None:
        return None
    moment = replace(moment, now=max(moment.now, before.clock.since))
    return _clock(event, before, after, moment)


def due(match: Match) -> int | None:
    """The moment at which the match goes on by the clock alone, if it is going to.

    A computer never loses by its clock, and is not waited for with its first move.
    """
    clock = match.clock
    if clock is None or match.status is not Status.PLAYING:
        return None
    if match.seats[match.to_move].kind is not SeatKind.HUMAN:
        return None
    if clock.running is not None:
        return clock.since + clock.left[clock.running]
    return clock.since + FIRST_MOVE if match.persons > 1 else None


def overdue(match: Match, moment: Moment) -> tuple[AnyEvent, ...]:
    """What the clock has brought about by now: a flag has fallen, or the first move of
    somebody was awaited in vain."""
    end, clock = due(match), match.clock
    if end is None or clock is None or moment.now < end + grace(moment.lag):
        return ()
    if clock.running is None:
        return (events.Ended(Result(Reason.ABANDONED, by=match.to_move)),)
    return given_up(match, clock.running, Reason.TIME)


def grace(lag: int) -> int:
    """How long a move may still be on its way after the flag."""
    return min(max(lag, 0), LAG_BOUND)


@singledispatch
def _clock(event: object, before: Match, after: Match, moment: Moment) -> Clock | None:
    return None


@_clock.register
def _(event: events.Moved, before: Match, after: Match, moment: Moment) -> Clock | None:
    assert before.clock is not None  # noqa: S101 (tells mypy)
    assert before.control is not None  # noqa: S101 (tells mypy)
    stopped = before.clock.stopped(moment.now, moment.lag)
    if before.clock.running is None:
        return _turn(after, stopped, moment.now)
    at_least = AI_RESERVE if before.seats[event.seat].kind is SeatKind.AI else 0
    pressed = after_move(before.control, stopped, event.seat, at_least)
    return _turn(after, pressed, moment.now)


@_clock.register
def _(event: events.TookBack, before: Match, after: Match, moment: Moment) -> Clock | None:
    assert after.clock is not None  # noqa: S101 (tells mypy)
    return _turn(after, after.clock, moment.now)


@_clock.register
def _(event: events.GaveTime, before: Match, after: Match, moment: Moment) -> Clock | None:
    return after.clock


@_clock.register
def _(event: events.Joined, before: Match, after: Match, moment: Moment) -> Clock | None:
    assert after.clock is not None  # noqa: S101 (tells mypy)
    return _turn(after, after.clock, moment.now)


@_clock.register
def _(event: events.HandedOver, before: Match, after: Match, moment: Moment) -> Clock | None:
    assert before.clock is not None  # noqa: S101 (tells mypy)
    return _turn(after, before.clock.stopped(moment.now), moment.now)


@_clock.register
def _(event: events.Ended, before: Match, after: Match, moment: Moment) -> Clock | None:
    assert before.clock is not None  # noqa: S101 (tells mypy)
    return before.clock.stopped(moment.now)


def _turn(match: Match, clock: Clock, now: int) -> Clock:
    """The turn of the seat to move begins: its clock runs, unless this is its first move."""
    runs = match.status is Status.PLAYING and match.has_moved(match.to_move)
    return replace(clock, since=now, running=match.to_move if runs else None)
