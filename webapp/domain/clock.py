"""How long each player may think. Pure: whoever asks brings the moment.

All times are milliseconds. A moment is one of the server's own clock (`webapp.service.uptime`),
which never jumps and rests while the server is down, so nobody pays for a restart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from webapp.domain.errors import Refusal

FIRST_MOVE = 60_000
"""Within which a player's first move is awaited; clocks run from everybody's second turn on."""

LAG_BOUND = 500
"""At most so much of a measured round trip is given back with a move: a page far away costs
nobody the game, and who pretends to be slow gains no more than half a second a move."""

GIFT = 15_000
"""What a player gives the other at a time."""

LONGEST_BASE = 180 * 60_000
LONGEST_INCREMENT = 180_000
LONGEST_GIVEN = LONGEST_BASE
"""Above which nobody is given more time."""

LOW = 10_000
"""Below which tenths are shown."""

AI_RESERVE = 1_000
"""What a computer's clock never falls below: a busy server is no reason for it to lose."""


class ClockKind(StrEnum):
    """How a clock counts."""

    FISCHER = "fischer"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time a match is played with.

    Attributes:
        base: to begin with (Fischer), or for each move.
        increment: added after each move (Fischer).
    """

    kind: ClockKind
    base: int
    increment: int = 0

    @property
    def key(self) -> str:
        """``5+3`` (minutes and seconds), or ``30/move`` (seconds)."""
        if self.kind is ClockKind.MOVE:
            return f"{self.base // 1000}/move"
        return f"{self.base / 60_000:g}+{self.increment // 1000}"

    @property
    def text(self) -> str:
        """The same for people: "5 minutes, 3 seconds more with each move"."""
        if self.kind is ClockKind.MOVE:
            return f"{_plural(self.base // 1000, 'second')} a move"
        seconds = self.base // 1000
        base = _plural(seconds, "second")
        if seconds >= 60:
            base = "1 minute" if seconds == 60 else f"{seconds / 60:g} minutes"
        if not self.increment:
            return base
        return f"{base}, {_plural(self.increment // 1000, 'second')} more with each move"


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of all seats.

    Attributes:
        left: of each seat, as it was at `since`.
        since: the moment at which the turn began.
        running: the seat whose clock runs since then; None while all stand.
    """

    left: tuple[int, ...]
    since: int = 0
    running: int | None = None

    def at(self, now: int, lag: int = 0) -> tuple[int, ...]:
        """What every seat has left at `now`, of which `lag` is given back to the running one."""
        if self.running is None:
            return self.left
        spent = max(0, now - self.since)
        spent -= min(max(lag, 0), LAG_BOUND, spent)
        return _with(self.left, self.running, max(0, self.left[self.running] - spent))

    def stopped(self, now: int, lag: int = 0) -> Clock:
        """All stand."""
        return Clock(self.at(now, lag), now)

    def given(self, seat: int, time: int) -> Clock:
        """A seat has `time` more."""
        return replace(self, left=_with(self.left, seat, self.left[seat] + time))


def begin(control: TimeControl, players: int) -> Clock:
    """Nobody has moved yet."""
    return Clock((control.base,) * players)


def after_move(control: TimeControl, clock: Clock, seat: int, at_least: int) -> Clock:
    """The stopped `clock` once `seat` has moved; it keeps `at_least` whatever it took."""
    if control.kind is ClockKind.MOVE:
        return replace(clock, left=_with(clock.left, seat, control.base))
    left = max(clock.left[seat], at_least) + control.increment
    return replace(clock, left=_with(clock.left, seat, left))


_FISCHER = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)\+(\d{1,3})")
_MOVE = re.compile(r"(\d{1,3})/move")


def parse_control(text: str) -> TimeControl | None:
    """The time control that `text` names, None for an empty one: no clock.

    Raises:
        Refusal: it names none, or one beyond the limits.
    """
    if not text:
        return None
    if found := _MOVE.fullmatch(text):
        control = TimeControl(ClockKind.MOVE, int(found[1]) * 1000)
    elif found := _FISCHER.fullmatch(text):
        base = round(float(found[1]) * 60) * 1000
        control = TimeControl(ClockKind.FISCHER, base, int(found[2]) * 1000)
    else:
        raise Refusal("malformed", f"{text[:20]!r} is no clock; say 5+3 or 30/move.")
    if not 1000 <= control.base <= LONGEST_BASE:
        raise Refusal("malformed", "A clock has between 1 second and 180 minutes.")
    if control.increment > LONGEST_INCREMENT:
        raise Refusal("malformed", "A move adds at most 180 seconds to a clock.")
    return control


def _with(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def budget(control: TimeControl, left: int) -> float:
    """Seconds that a computer with `left` on its clock may think about one move."""
    if control.kind is ClockKind.MOVE:
        return left * 0.6 / 1000
    return max(left / 25 + control.increment * 0.7, 50) / 1000


def clock_text(ms: int) -> str:
    """Time left as a clock shows it: "1:58", "1:02:03", and tenths below ten seconds."""
    if ms < LOW:
        return f"0:0{max(0, ms) // 1000}.{max(0, ms) % 1000 // 100}"
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def spent_text(ms: int) -> str:
    """What a move took: "3.4 s", and whole seconds from ten on."""
    tenths = f".{ms % 1000 // 100}" if ms < LOW else ""
    return f"{ms // 1000}{tenths} s"
