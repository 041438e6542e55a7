"""The threads that choose AI moves, and the watch over them.

A search runs outside every lock. Each job has a hard deadline: shortly before it the
search is told to stop, which a healthy one answers within milliseconds; at the deadline
a fallback move is played, the thread is given up and a new one takes its place. What a thread
loads before its first search of a game has a time of its own; while a clock runs, both have one.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias

from webapp.audit import alias
from webapp.priorities import step_back
from webapp.service.ports import Answer, Purpose, Question
from webapp.worker.fallback import fallback_move
from webapp.worker.jobs import Job, Priority, is_quick
from webapp.worker.lane import Lane

if TYPE_CHECKING:
    from engine.game import Game, Move
    from engine.players.base import Chooser
    from engine.search.control import SearchControl

log = logging.getLogger(__name__)

DEADLINE = 20.0
"""Seconds after which a search is told to stop."""

GRACE = 2.0
"""Seconds it then has to answer before it is given up."""

LOADING = 120.0
"""Seconds after which a thread is given up that loads what it searches with: some 4 s of the
processor for large boards, which on a busy machine are many more."""

RETRY = 1.0
"""Seconds after which a move that could not be stored is searched and offered anew."""

NICENESS = 5
"""The priority that threads give up that search for moves, as nice counts it."""

QUICK_NICENESS = 2
"""Of threads whose searches end in no time."""

FAILED = "The computer's search failed; it plays a simple move instead."
LATE = "The computer took too long; it plays a simple move instead."


class Stages(Protocol):
    """What is being done for a move; each may come again, as when another worker is asked."""

    def loads(self) -> None:
        """Whoever does it has to get ready first."""

    def searches(self) -> None:
        """From now on the search's time counts."""


Workers: TypeAlias = "Callable[[Question, float, SearchControl, Stages], Move | None]"
"""Ask other processes for a move that may take so many seconds; None: none of them answers."""


def nobody(
    question: Question, seconds: float, control: SearchControl, stages: Stages
) -> Move | None:
    """There are no other processes."""
    return None


class AiPool:
    """Implements the service's `Thinker`: a lane for quick levels, and one for the others."""

    def __init__(
        self,
        answer: Callable[[Answer], None],
        choosers: Callable[[Game, str], Chooser],
        threads: int = 1,
        deadline: float = DEADLINE,
        grace: float = GRACE,
        tell: Callable[[Question, int], None] = lambda question, ahead: None,
        measure: Callable[[str, float, float], None] = lambda lane, waited, seconds: None,
        workers: Workers = nobody,
        load: Callable[[Game], object] = lambda game: None,
        loading: float = LOADING,
    ) -> None:
        """`tell` hears how many moves are searched before one that waits; `measure`, of each
        search, its lane, how long it had waited and how long it took. `workers` are asked
        first, and a thread of this process searches where none of them answers. `load` has the
        calling thread ready for a game; getting ready may take `loading` seconds."""
        self._load = load
        self._loading = loading
        self._workers = workers
        self._measure = measure
        self._answer = answer
        self._choosers = choosers
        self._deadline = deadline
        self._grace = grace
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}

        def told(job: Job, ahead: int) -> None:
            tell(job.question, ahead)

        self.quick, self.deep = Lane(1, told), Lane(threads, told)
        self._start_thread(self.quick)
        for _ in range(threads):
            self._start_thread(self.deep)

    # -- Thinker ---------------------------------------------------------------------------

    def ask(self, question: Question) -> None:
        self._enqueue(question, question.pause)

    def cancel(self, match_id: str) -> None:
        with self._lock:
            job = self._jobs.pop(match_id, None)
        if job is not None:
            job.cancelled = True
            job.control.stop()
            self._lane(job).forget_cancelled()

    def widen(self, quick: int, deep: int) -> None:
        """Have so many searches at a time, as other processes do them."""
        for lane, wanted in ((self.quick, quick), (self.deep, deep)):
            for _ in range(lane.resize(wanted)):
                self._start_thread(lane)

    def close(self) -> None:
        """Stop every search and end the threads."""
        with self._lock:
            jobs = list(self._jobs)
        for match_id in jobs:
            self.cancel(match_id)
        for lane in (self.quick, self.deep):
            lane.queue.close()

    def __len__(self) -> int:
        """Questions without an answer so far."""
        return len(self._jobs)

    def _enqueue(self, question: Question, delay: float) -> None:
        awaited = Priority.HINT if question.purpose is Purpose.HINT else Priority.MOVE
        job = Job(question, awaited if question.awaited else Priority.EXHIBITION)
        with self._lock:
            self._jobs[question.match_id] = job
        self._lane(job).put(job, delay)

    def _lane(self, job: Job) -> Lane:
        return self.quick if is_quick(job.question.level) else self.deep

    # -- Threads ---------------------------------------------------------------------------

    def _start_thread(self, lane: Lane) -> None:
        threading.Thread(target=self._work, args=(lane,), name="flipfour-ai", daemon=True).start()

    def _work(self, lane: Lane) -> None:
        step_back(NICENESS if lane is self.deep else QUICK_NICENESS)
        while not lane.retires() and (job := lane.take()) is not None:
            if not self._do(job, lane):
                return  # given up: another thread has taken over

    def _do(self, job: Job, lane: Lane) -> bool:
        """Answer one job; False when the deadline has passed and this thread is given up."""
        trouble = None
        position = job.question.position
        lane.begin(job)
        try:
            move = self._choose(job, lane)
            if move not in position.legal_moves():
                raise ValueError(f"The search chose the illegal move {move}.")
        except Exception:
            log.exception("The search of match %s failed.", alias(job.question.match_id))
            move, trouble = fallback_move(position), FAILED
        finally:
            lane.end(job)
            name = "quick" if lane is self.quick else "deep"
            now = time.monotonic()
            self._measure(name, max(0.0, job.began - job.asked), now - job.began)
        if not self._settle(job):
            return False
        self._deliver(job, Answer(job.question, move, trouble))
        return True

    def _choose(self, job: Job, lane: Lane) -> Move:
        question, seconds = job.question, self._seconds(job)
        timed = question.seconds is not None and question.purpose is Purpose.MOVE
        give_up = partial(self._give_up, job, lane)
        loading = None if timed else self._loading
        stages = _Watch(job, lane, seconds, self._grace, loading, give_up)
        try:
            move = self._workers(question, seconds, job.control, stages)
            if move is not None:
                return move
            game = question.position.game
            stages.loads()
            self._load(game)
            stages.searches()
            chooser = self._choosers(game, question.level)
            return chooser.choose(question.position, job.control).move
        finally:
            stages.end()

    def _seconds(self, job: Job) -> float:
        """How long the search may take: never longer than the AI's clock allows."""
        seconds = job.question.seconds
        return self._deadline if seconds is None else min(self._deadline, seconds)

    def _give_up(self, job: Job, lane: Lane) -> None:
        if not self._settle(job):
            return
        log.error(
            "The search of match %s does not stop; giving it up.", alias(job.question.match_id)
        )
        job.control.stop()  # a thread that has loaded at last need not search any more
        lane.end(job)
        self._start_thread(lane)
        self._deliver(job, Answer(job.question, fallback_move(job.question.position), LATE))

    def _settle(self, job: Job) -> bool:
        with self._lock:
            first = not job.settled
            job.settled = True
            return first

    def _deliver(self, job: Job, answer: Answer) -> None:
        with self._lock:
            if self._jobs.get(job.question.match_id) is job:
                del self._jobs[job.question.match_id]
        if job.cancelled:
            return
        try:
            self._answer(answer)
        except Exception:  # the database is busy or away: nobody else would ask again
            log.exception(
                "The move for match %s could not be stored.", alias(job.question.match_id)
            )
            self._enqueue(job.question, RETRY)


class _Watch:
    """Gives a job's thread up that is not through with a stage in time."""

    def __init__(
        self,
        job: Job,
        lane: Lane,
        seconds: float,
        grace: float,
        loading: float | None,
        give_up: Callable[[], None],
    ) -> None:
        """`loading`: what it may take beside the search's `seconds`; None: these are for both."""
        self._job, self._lane = job, lane
        self._seconds, self._grace, self._loading = seconds, grace, loading
        self._give_up = give_up
        self._began = time.monotonic()
        self._timer: threading.Timer | None = None

    def loads(self) -> None:
        self._lane.load(self._job)
        if self._loading is None:
            self._expect(self._left() + self._grace)
        else:
            self._expect(self._loading)

    def searches(self) -> None:
        left = self._seconds if self._loading is not None else self._left()
        self._expect(left + self._grace)
        self._lane.search(self._job, left)

    def end(self) -> None:
        """The job is through."""
        if self._timer is not None:
            self._timer.cancel()

    def _left(self) -> float:
        return max(0.0, self._began + self._seconds - time.monotonic())

    def _expect(self, seconds: float) -> None:
        self.end()
        self._timer = threading.Timer(seconds, self._give_up)
        self._timer.daemon = True
        self._timer.start()
