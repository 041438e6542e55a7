"""What a second thread brings the proof of a position, and how soon a stop is answered.

``python -m tests.benchmarks.proving [FIRST [LAST [THREADS]]]`` proves the positions FIRST to LAST
of the FFO test (40 to 44), in turns with one thread and with THREADS (2). With ``connectfour``
before the numbers they are lines of the hard early positions of 7 × 6 (1 to 8), solved without
the book. Where other programs have the cores, wall time says little; the nodes of all threads
do: what sharing costs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from threading import Thread, Timer
from time import perf_counter, process_time
from unittest.mock import patch

from engine.games.connectfour.books.book import EMPTY_BOOK
from engine.games.connectfour.game import ConnectFour
from engine.games.connectfour.solver.prover import Prover
from engine.games.othello.game import Othello
from engine.games.othello.search.searcher import make
from engine.search.control import SearchControl
from engine.search.limits import Limit
from tests.data import DATA
from tests.engine.othello.obf import Problem, read
from tests.engine.positions import after

STOPS = 20


@dataclass(slots=True)
class Cost:
    """What proofs took: wall-clock and processor seconds, and positions visited."""

    wall: float = 0.0
    processor: float = 0.0
    nodes: int = 0

    def __str__(self) -> str:
        return f"{self.wall:.2f} s, {self.processor:.2f} s of processors, {self.nodes:,} nodes"


def timed(proof: Callable[[], int], cost: Cost) -> None:
    """Run a proof, which answers its nodes, and add what it took."""
    wall, processor = perf_counter(), process_time()
    cost.nodes += proof()
    cost.wall += perf_counter() - wall
    cost.processor += process_time() - processor


def proof_of(problem: Problem, threads: int) -> int:
    """Prove a position by a searcher that knows nothing yet."""
    info = make(Othello()).search(problem.position, Limit(threads=threads), SearchControl())
    if not info.exact or info.score != problem.best:
        raise AssertionError(f"{info.score} instead of {problem.best} for {problem.name}")
    return info.nodes


def solution_of(moves: str, expected: int, threads: int) -> int:
    """Solve a position of Connect Four by an empty table and no book."""
    with patch("engine.games.connectfour.solver.prover.book_of", lambda _game: EMPTY_BOOK):
        prover, control = Prover(ConnectFour()), SearchControl()
    prover.begin(control, None, threads)
    score = prover.score(after("connectfour", moves))
    if score != expected:
        raise AssertionError(f"{score} instead of {expected} for {moves}")
    return control.nodes


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


def compare(name: str, proofs: list[Callable[[int], int]], threads: int) -> None:
    """The proofs in turns with one thread and with several."""
    one, several = Cost(), Cost()
    for proof in proofs:
        timed(partial(proof, 1), one)
        timed(partial(proof, threads), several)
    print(f"{name}, one thread: {one}")
    print(f"{threads} threads: {several}; {one.wall / several.wall:.2f} times as fast,", end=" ")
    print(f"{several.nodes / one.nodes:.3f} of the nodes")


def othello(first: int = 40, last: int = 44, threads: int = 2) -> None:
    problems = [*read("fforum-40-59.obf")]
    proofs = [partial(proof_of, problem) for problem in problems[first - 40 : last - 39]]
    compare(f"FFO {first} to {last}", proofs, threads)
    waits = sorted(stop_after(problems[15], threads, 0.2 + i / 10) for i in range(STOPS))
    print(f"A stop is answered in {1000 * median(waits):.1f} ms, {1000 * waits[-1]:.1f} at most.")


def connect_four(first: int = 1, last: int = 8, threads: int = 2) -> None:
    lines = (DATA / "connectfour" / "Test_L1_R3.txt").read_text(encoding="ascii").splitlines()
    asked = [line.split() for line in lines[first - 1 : last]]
    proofs = [partial(solution_of, moves, int(score)) for moves, score in asked]
    compare(f"Lines {first} to {last}", proofs, threads)


if __name__ == "__main__":
    given = sys.argv[1:]
    if given[:1] == ["connectfour"]:
        connect_four(*map(int, given[1:]))
    else:
        othello(*map(int, given))
