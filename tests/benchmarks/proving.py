"""What a second thread brings the proof of an Othello endgame, and how soon a stop is answered.

``python -m tests.benchmarks.proving [FIRST [LAST [THREADS]]]`` proves the positions FIRST to LAST
of the FFO test (40 to 44), in turns with one thread and with THREADS (2). Where other programs
have the cores, wall time says little; the nodes of all threads do: what sharing costs.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from statistics import median
from threading import Thread, Timer
from time import perf_counter, process_time

from engine.games.othello.game import Othello
from engine.games.othello.search.searcher import make
from engine.search.control import SearchControl
from engine.search.limits import Limit
from tests.engine.othello.obf import Problem, read

STOPS = 20


@dataclass(slots=True)
class Cost:
    """What proofs took: wall-clock and processor seconds, and positions visited."""

    wall: float = 0.0
    processor: float = 0.0
    nodes: int = 0

    def __str__(self) -> str:
        return f"{self.wall:.2f} s, {self.processor:.2f} s of processors, {self.nodes:,} nodes"


def prove(problem: Problem, threads: int, cost: Cost) -> None:
    """Prove a position by a searcher that knows nothing yet, and add what it took."""
    searcher = make(Othello())
    wall, processor = perf_counter(), process_time()
    info = searcher.search(problem.position, Limit(threads=threads), SearchControl())
    cost.wall += perf_counter() - wall
    cost.processor += process_time() - processor
    cost.nodes += info.nodes
    if not info.exact or info.score != problem.best:
        raise AssertionError(f"{info.score} instead of {problem.best} for {problem.name}")


def stop_after(problem: Problem, threads: int, seconds: float) -> float:
    """Seconds from asking a proof to stop until it has ended."""
    searcher, control, asked = make(Othello()), SearchControl(), [0.0]

    def stop() -> None:
        asked[0] = perf_counter()
        control.stop()

    limit = Limit(threads=threads)
    running = Thread(target=searcher.search, args=(problem.position, limit, control))
    timer = Timer(seconds, stop)
    running.start()
    timer.start()
    running.join()
    return perf_counter() - asked[0]


def main(first: int = 40, last: int = 44, threads: int = 2) -> None:
    problems = [*read("fforum-40-59.obf")]
    one, several = Cost(), Cost()
    for problem in problems[first - 40 : last - 39]:
        prove(problem, 1, one)
        prove(problem, threads, several)
    print(f"FFO {first} to {last}, one thread: {one}")
    print(f"{threads} threads: {several}; {one.wall / several.wall:.2f} times as fast,", end=" ")
    print(f"{several.nodes / one.nodes:.3f} of the nodes")
    waits = sorted(stop_after(problems[15], threads, 0.2 + i / 10) for i in range(STOPS))
    print(f"A stop is answered in {1000 * median(waits):.1f} ms, {1000 * waits[-1]:.1f} at most.")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
