"""What is to be analysed next, for those who look at positions, and what is known already.

A position is searched in growing slices of time, so that everybody soon sees something and
nobody waits for another's long search; between the short slices and the long ones the game
it belongs to is reviewed, its end first. Whoever does the searching asks `take` for work and
hands the findings to `finish`.
"""

from __future__ import annotations

import heapq
import itertools
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from engine.search.control import SearchControl

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.analysis import Analysis
    from engine.game import Game, Move, Position
    from webapp.domain.line import Line
    from webapp.service.ports import Announcer

Key: TypeAlias = "tuple[Game, tuple[Move, ...]]"
"""A position as the moves that lead to it: its review needs no other."""

SLICES = (0.3, 1.0, 4.0, 16.0)
"""Seconds of one search after the other of the position that is looked at."""

REVIEW_SECONDS = 0.25
"""Of each position of a game."""

URGENCY = (0, 1, 3, 4)
"""Of each slice, the most urgent first; between them comes the review."""

REVIEW_URGENCY = 2

STAND_IN_SLICE = 2
"""The longest slice, repeated, of a search that waits for a better one."""

KEPT = 4000
"""Positions whose analysis is remembered, some kilobytes each."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a socket looks at; `token` is its own name for it."""

    token: int
    line: Line


@dataclass(frozen=True, slots=True)
class PositionNews:
    """What is known of the position looked at.

    Attributes:
        found: None for a finished position, and where the search failed.
        stand_in: whether by a search that only stands in for a better one.
    """

    token: int
    position: Position
    found: Analysis | None
    stand_in: bool = False
    failed: bool = False


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """What is known of one ply of a game; `played` is the move made there, if one was."""

    ply: int
    position: Position
    found: Analysis | None
    played: Move | None


@dataclass(frozen=True, slots=True)
class ReviewNews:
    """What is known of some plies of the game looked at."""

    token: int
    plies: tuple[ReviewedPly, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """An analysis, the seconds that it may have taken, and whether by a stand-in's search."""

    found: Analysis
    seconds: float
    stand_in: bool = False

    @property
    def settled(self) -> bool:
        """Whether more time would change nothing."""
        return all(candidate.exact for candidate in self.found.candidates)

    def suffices(self, seconds: float) -> bool:
        """Whether a search of so many seconds is not needed any more."""
        return self.settled or (not self.stand_in and self.seconds >= seconds)

    def beats(self, other: Known) -> bool:
        """Whether to remember it in place of another one."""
        rank = (not self.stand_in, self.seconds)
        return rank >= (not other.stand_in, other.seconds)


@dataclass(eq=False, slots=True)
class Work:
    """One search.

    Attributes:
        slice: which of `SLICES` it is; None: a step of the review.
        key: of the position.
    """

    sid: str
    look: Look
    slice: int | None
    key: Key
    position: Position
    control: SearchControl = field(default_factory=SearchControl)
    postponed: bool = False
    """Whether it was stopped for something more urgent."""

    @property
    def seconds(self) -> float:
        return REVIEW_SECONDS if self.slice is None else SLICES[self.slice]

    @property
    def urgency(self) -> int:
        return REVIEW_URGENCY if self.slice is None else URGENCY[self.slice]


class Analyses:
    """Every method may be called from any thread."""

    def __init__(self, announcer: Announcer) -> None:
        self._announcer = announcer
        self._condition = threading.Condition()
        self._looks: dict[str, Look] = {}
        self._waiting: list[tuple[int, int, Work]] = []
        self._order = itertools.count()
        self._running: set[Work] = set()
        self._idle = 0
        self._known: OrderedDict[Key, Known] = OrderedDict()
        self._closed = False

    # -- For those who look ----------------------------------------------------------------

    def look(self, sid: str, look: Look) -> None:
        """Analyse from now on what a socket looks at, and nothing else for it."""
        with self._condition:
            self._drop(sid)
            self._looks[sid] = look
            line = look.line
            plies = range(len(line.moves) + 1)
            self._tell_review(sid, look, plies)
            self._tell_position(sid, look)
            self._plan(sid, look)
            for ply in reversed(plies):
                key = (line.game, line.moves[:ply])
                self._put(Work(sid, look, None, key, line.positions[ply]))

    def rest(self, sid: str) -> None:
        """Analyse nothing more for a socket."""
        with self._condition:
            self._drop(sid)

    # -- For those who search --------------------------------------------------------------

    def take(self) -> Work | None:
        """The most urgent search, waiting for one; None once closed."""
        with self._condition:
            while not self._closed:
                while self._waiting:
                    work = heapq.heappop(self._waiting)[2]
                    if self._wanted(work):
                        self._running.add(work)
                        return work
                    if work.slice is not None:
                        self._plan(work.sid, work.look)  # another's search has found so much
                self._idle += 1
                self._condition.wait()
                self._idle -= 1
            return None

    def finish(self, work: Work, found: Analysis | None, *, stand_in: bool = False) -> None:
        """Tell what a search has found; None: it failed.

        `stand_in`: by a search that only stands in for a better one, which is not ready yet.
        """
        with self._condition:
            self._running.discard(work)
            if work.postponed:
                self._put(Work(work.sid, work.look, work.slice, work.key, work.position))
            elif found is None:
                news = PositionNews(work.look.token, work.position, None, failed=True)
                self._announcer.analysis(work.sid, news)
            elif self._looks.get(work.sid) is work.look:
                self._keep(work.key, Known(found, work.seconds, stand_in))
                self._go_on(work, stand_in=stand_in)

    def close(self) -> None:
        """Stop every search and let those who wait for work go."""
        with self._condition:
            self._closed = True
            self._looks.clear()
            for work in self._running:
                work.control.stop()
            self._condition.notify_all()

    def __len__(self) -> int:
        """Sockets for which something is analysed."""
        return len(self._looks)

    # -- Under the lock --------------------------------------------------------------------

    def _drop(self, sid: str) -> None:
        if self._looks.pop(sid, None) is None:
            return
        self._waiting = [entry for entry in self._waiting if entry[2].sid != sid]
        heapq.heapify(self._waiting)
        for work in self._running:
            if work.sid == sid:
                work.control.stop()

    def _put(self, work: Work) -> None:
        if self._closed or not self._wanted(work):
            return
        heapq.heappush(self._waiting, (work.urgency, next(self._order), work))
        if self._idle:
            self._condition.notify()
            return
        least = max(self._running, key=lambda running: running.urgency, default=None)
        if least is not None and least.urgency > work.urgency and not least.postponed:
            least.postponed = self._looks.get(least.sid) is least.look
            least.control.stop()

    def _wanted(self, work: Work) -> bool:
        """Whether somebody still looks and so much is not known yet."""
        if self._looks.get(work.sid) is not work.look or work.position.outcome() is not None:
            return False
        known = self._known.get(work.key)
        return known is None or not known.suffices(work.seconds)

    def _keep(self, key: Key, known: Known) -> None:
        before = self._known.pop(key, None)
        self._known[key] = known if before is None or known.beats(before) else before
        if len(self._known) > KEPT:
            self._known.popitem(last=False)

    def _go_on(self, work: Work, *, stand_in: bool) -> None:
        """Tell everybody whom it concerns, and plan the next slice."""
        game, moves = work.key
        for sid, look in self._looks.items():
            line = look.line
            if line.game != game:
                continue
            if line.shown == moves:
                self._tell_position(sid, look)
            if line.moves[: len(moves)] == moves:
                self._tell_review(sid, look, [len(moves)])
        if work.slice is None:
            return
        self._plan(work.sid, work.look, min(work.slice + 1, STAND_IN_SLICE) if stand_in else 0)

    def _plan(self, sid: str, look: Look, least: int = 0) -> None:
        """Have the position searched in the first slice, from `least` on, that is wanted."""
        line = look.line
        for number in range(least, len(SLICES)):
            work = Work(sid, look, number, (line.game, line.shown), line.position)
            if self._wanted(work):
                self._put(work)
                return

    def _tell_position(self, sid: str, look: Look) -> None:
        line = look.line
        known = self._known.get((line.game, line.shown))
        if line.position.outcome() is None and known is None:
            return
        found, stand_in = (known.found, known.stand_in) if known else (None, False)
        self._announcer.analysis(sid, PositionNews(look.token, line.position, found, stand_in))

    def _tell_review(self, sid: str, look: Look, plies: Iterable[int]) -> None:
        """Tell what is known of plies of the game."""
        told = [entry for ply in plies if (entry := self._reviewed(look.line, ply))]
        if told:
            self._announcer.analysis(sid, ReviewNews(look.token, tuple(told)))

    def _reviewed(self, line: Line, ply: int) -> ReviewedPly | None:
        position = line.positions[ply]
        known = self._known.get((line.game, line.moves[:ply]))
        if known is None and position.outcome() is None:
            return None
        played = line.moves[ply] if ply < len(line.moves) else None
        return ReviewedPly(ply, position, known.found if known else None, played)
