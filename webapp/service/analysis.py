"""What is to be analysed next, for those who look at positions, and what they are told.

A position is searched in growing slices of time, so that everybody soon sees something;
between the slices the game it belongs to is reviewed, see `webapp.service.reviews`. Visitors
take turns by the time that was spent for them. Whoever does the searching asks `take` for
work and hands the findings to `finish`.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from engine.search.control import SearchControl
from webapp.service.effort import SLICES, URGENCY, USUAL, Effort
from webapp.service.findings import Findings, Key
from webapp.service.known import Known
from webapp.service.news import PositionNews, ProgressNews, ReviewedPly, ReviewNews
from webapp.service.reviews import next_step
from webapp.service.turns import NOBODY, Turns, Visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from engine.game import Position
    from engine.judging.analysis import Analysis
    from webapp.domain.line import Line
    from webapp.service.known import ReviewedGame
    from webapp.service.ports import Announcer, ReviewStore

STAND_IN_SLICE = 2
"""The longest slice, repeated, of a search that waits for a better one."""

PATIENCE = 3
"""Times that a search gives way to something more urgent before it may end in peace."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a socket looks at.

    Attributes:
        token: the socket's own name for it.
        visitor: who gets the time of its searches counted.
        review: whether the whole game is to be gone through.
        effort: how much is wanted of the position.
    """

    token: int
    line: Line
    visitor: Visitor = NOBODY
    review: bool = True
    effort: Effort = USUAL


@dataclass(eq=False, slots=True)
class Work:
    """One search.

    Attributes:
        slice: which of `Effort.slices` it is; None: a step of the review.
        key: of the position.
        yielded: how often it was stopped for something more urgent.
        asked: when it began to wait.
    """

    sid: str
    look: Look
    slice: int | None
    key: Key
    position: Position
    seconds: float
    urgency: int
    yielded: int = 0
    control: SearchControl = field(default_factory=SearchControl)
    postponed: bool = False
    begun: float = 0.0
    asked: float = 0.0

    @property
    def visitor(self) -> Visitor:
        return self.look.visitor

    def again(self) -> Work:
        """The same once more, after it gave way."""
        fields = (self.sid, self.look, self.slice, self.key, self.position)
        return Work(*fields, self.seconds, self.urgency, self.yielded + 1)


class Analyses:
    """Every method may be called from any thread."""

    def __init__(
        self, announcer: Announcer, store: ReviewStore, clock: Callable[[], float] = monotonic
    ) -> None:
        self._announcer = announcer
        self._clock = clock
        self._findings = Findings(store)
        self._condition = threading.Condition()
        self._looks: dict[str, Look] = {}
        self._turns: Turns[Work] = Turns()
        self._running: set[Work] = set()
        self._idle = 0
        self._closed = False

    # -- For those who look ----------------------------------------------------------------

    def look(self, sid: str, look: Look) -> None:
        """Analyse from now on what a socket looks at, and nothing else for it."""
        line = look.line
        self._findings.recall(line.root, line.moves)
        with self._condition:
            self._drop(sid)
            if self._closed:
                return
            self._looks[sid] = look
            self._tell_review(sid, look, range(len(line.moves) + 1))
            self._tell_position(sid, look)
            self._plan(sid, look)
            goes_on = self._plan_review(sid, look)
        if look.review and line.moves and not goes_on:  # earlier reviews have found all
            self._findings.finish(line.root, line.moves)

    def rest(self, sid: str) -> None:
        """Analyse nothing more for a socket."""
        with self._condition:
            self._drop(sid)

    def looks(self, sid: str, look: Look) -> bool:
        """Whether just this is being analysed for it."""
        return self._looks.get(sid) == look

    def review_of(self, line: Line) -> tuple[ReviewNews, bool]:
        """What is known of every ply of a game, and whether a review has more to find."""
        known = self._findings.of_game(line.root, line.moves)
        plies = range(len(line.moves) + 1)
        return review_news(0, line, known, plies), next_step(known, line.played) is not None

    def reviewed(self, games: Collection[ReviewedGame]) -> Collection[ReviewedGame]:
        """Those of some games whose review has found all that it can."""
        return self._findings.done(games)

    # -- For those who search --------------------------------------------------------------

    def take(self) -> Work | None:
        """The next search, waiting for one; None once closed."""
        with self._condition:
            while not self._closed:
                if (work := self._next()) is not None:
                    self._running.add(work)
                    work.begun = self._clock()
                    self._turns.charge(work.visitor, work.seconds)
                    return work
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
            spent = min(self._clock() - work.begun, work.seconds)
            self._turns.give_back(work.visitor, work.seconds - spent)
            if self._idle:
                self._condition.notify()  # for whoever wants the same position searched
            if work.postponed:
                self._put(work.again())
                return
            if work.control.stopped:
                return
            if found is None:
                news = PositionNews(work.look.token, work.position, None, failed=True)
                self._announcer.analysis(work.sid, news)
                return
            self._findings.keep(work.key, Known(found, work.seconds, stand_in))
            self._tell(work.key)
            done = self._plan_after(work, stand_in=stand_in)
        if work.slice is None:
            line = work.look.line
            self._findings.save(line.root, line.moves, done=done)

    def progress(self, work: Work, depth: int, nodes: int, seconds: float) -> None:
        """Tell those who look at the position how far its search has come."""
        with self._condition:
            if work.slice is None or work.control.stopped:
                return
            for sid, look in self._looks.items():
                if (look.line.root, look.line.shown) == work.key:
                    news = ProgressNews(look.token, depth, nodes, seconds)
                    self._announcer.analysis(sid, news)

    def close(self) -> None:
        """Stop every search and let those who wait for work go."""
        with self._condition:
            self._closed = True
            lines = {(look.line.root, look.line.moves) for look in self._looks.values()}
            self._looks.clear()
            for work in self._running:
                work.control.stop()
            self._condition.notify_all()
        for root, moves in lines:
            self._findings.save(root, moves, now=True)

    def __len__(self) -> int:
        """Sockets for which something is analysed."""
        return len(self._looks)

    @property
    def waiting(self) -> int:
        """Searches that nobody does yet."""
        return len(self._turns)

    @property
    def waits(self) -> float:
        """Seconds for which the search has waited that somebody has waited longest for; reviews
        have time."""
        with self._condition:
            asked = [work.asked for work in self._turns if work.slice is not None]
            return self._clock() - min(asked) if asked else 0.0

    # -- Under the lock --------------------------------------------------------------------

    def _drop(self, sid: str) -> None:
        if self._looks.pop(sid, None) is None:
            return
        self._turns.drop(lambda work: work.sid == sid)
        for work in self._running:
            if work.sid == sid:
                work.control.stop()

    def _next(self) -> Work | None:
        """What is searched next: no position that is being searched already."""
        searched = {running.key for running in self._running}
        aside: list[Work] = []
        while (work := self._turns.take()) is not None:
            if not self._wanted(work):
                self._plan_after(work)  # another's search has found so much
            elif work.key in searched:
                aside.append(work)
            else:
                break
        for waiting in aside:
            self._turns.put(waiting)
        return work

    def _put(self, work: Work) -> bool:
        """Whether the search waits its turn now; one that nobody wants does not."""
        if self._closed or not self._wanted(work):
            return False
        work.asked = self._clock()
        self._turns.put(work)
        if self._idle:
            self._condition.notify()
            return True
        least = max(self._running, key=lambda running: running.urgency, default=None)
        if least is not None and least.urgency > work.urgency and self._gives_way(least, work):
            least.postponed = self._looks.get(least.sid) is least.look
            least.control.stop()
        return True

    def _gives_way(self, running: Work, work: Work) -> bool:
        """Whether what runs should be stopped for something more urgent."""
        patient = running.yielded >= PATIENCE and running.seconds <= SLICES[-1]
        if running.postponed or patient:
            return False
        return self._turns.before(work.visitor, running.visitor)

    def _wanted(self, work: Work) -> bool:
        """Whether somebody still looks and so much is not known yet."""
        if self._looks.get(work.sid) is not work.look or work.position.outcome() is not None:
            return False
        known = self._findings.get(work.key)
        if known is None:
            return True
        enough = work.slice is not None and work.look.effort.reached(known.found.best.depth)
        return not enough and not known.suffices(work.seconds)

    def _plan_after(self, work: Work, *, stand_in: bool = False) -> bool:
        """Plan what follows a search; whether it was a review's last."""
        if self._looks.get(work.sid) is not work.look:
            return False
        if work.slice is None:
            return not self._plan_review(work.sid, work.look, standing_in=stand_in)
        least = min(work.slice + 1, STAND_IN_SLICE) if stand_in else 0
        return self._plan(work.sid, work.look, least)

    def _plan(self, sid: str, look: Look, least: int = 0) -> bool:
        """Have the position searched in the first slice, from `least` on, that is wanted."""
        line = look.line
        key, slices = (line.root, line.shown), look.effort.slices
        return any(
            self._put(Work(sid, look, number, key, line.position, slices[number], URGENCY[number]))
            for number in range(least, len(slices))
        )

    def _plan_review(self, sid: str, look: Look, *, standing_in: bool = False) -> bool:
        """Have the next ply of the game searched; False where none needs it."""
        line = look.line
        if not look.review or not line.moves:
            return False
        known = self._findings.of_game(line.root, line.moves)
        step = next_step(known, line.played, standing_in=standing_in)
        if step is None:
            return False
        key = (line.root, line.moves[: step.ply])
        position = line.positions[step.ply]
        return self._put(Work(sid, look, None, key, position, step.seconds, step.urgency))

    def _tell(self, key: Key) -> None:
        """Tell everybody whom a new finding concerns."""
        root, moves = key
        for sid, look in self._looks.items():
            line = look.line
            if line.root != root:
                continue
            if line.shown == moves:
                self._tell_position(sid, look)
            if line.moves[: len(moves)] == moves:
                at = len(moves)
                self._tell_review(sid, look, range(max(at - 1, 0), at + 1))

    def _tell_position(self, sid: str, look: Look) -> None:
        line = look.line
        known = self._findings.get((line.root, line.shown))
        if line.position.outcome() is None and known is None:
            return
        found, stand_in = (known.found, known.stand_in) if known else (None, False)
        lines = look.effort.lines
        news = PositionNews(look.token, line.position, found, stand_in, lines=lines)
        self._announcer.analysis(sid, news)

    def _tell_review(self, sid: str, look: Look, plies: Iterable[int]) -> None:
        """Tell what is known of plies of the game."""
        line = look.line
        known = self._findings.of_game(line.root, line.moves)
        news = review_news(look.token, line, known, plies)
        if news.plies:
            self._announcer.analysis(sid, news)


def review_news(
    token: int, line: Line, known: Mapping[int, Known], plies: Iterable[int]
) -> ReviewNews:
    """What is known of some plies of a game."""
    plies_reviewed = tuple(entry for ply in plies if (entry := _reviewed(line, known, ply)))
    sure = sum(known[ply].proves(move) for ply, move in enumerate(line.moves) if ply in known)
    return ReviewNews(token, plies_reviewed, sure, len(line.moves))


def _reviewed(line: Line, known: Mapping[int, Known], ply: int) -> ReviewedPly | None:
    position = line.positions[ply]
    if ply not in known and position.outcome() is None:
        return None
    played = line.moves[ply] if ply < len(line.moves) else None
    return ReviewedPly(ply, position, known[ply].found if ply in known else None, played)
