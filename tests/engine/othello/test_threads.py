"""Two threads prove what one proves, and end together."""

from __future__ import annotations

from threading import Thread, active_count

import pytest

from engine.games.othello.game import Othello
from engine.games.othello.search.searcher import make
from engine.search.control import SearchControl
from engine.search.limits import Limit
from tests.engine.othello.obf import Problem, read

TWO = Limit(threads=2)


def check(problem: Problem) -> None:
    info = make(Othello()).search(problem.position, TWO, SearchControl())
    assert (info.exact, info.score) == (True, problem.best), problem.name
    assert problem.scores[info.pv[0]] == problem.best, problem.name


def test_two_threads_find_the_same_scores() -> None:
    for problem in [p for p in read("wthor_endgames_16_22_best.obf") if p.empties == 18][:6]:
        check(problem)


def test_a_stop_ends_both_threads() -> None:
    problem = [*read("fforum-40-59.obf")][18]
    searcher, control, threads = make(Othello()), SearchControl(), active_count()
    running = Thread(target=searcher.search, args=(problem.position, TWO, control))
    running.start()
    while active_count() < threads + 2:
        running.join(0.001)
    control.stop()
    running.join()
    assert active_count() == threads


@pytest.mark.long
@pytest.mark.timeout(900)
def test_two_threads_solve_the_ffo_set() -> None:
    for problem in [*read("fforum-40-59.obf")][:5]:
        check(problem)
