"""Several threads prove what one proves, and end together."""

from __future__ import annotations

from threading import Thread
from threading import enumerate as enumerate_threads

import pytest

from engine.games.othello.board.bitboard import layout
from engine.games.othello.board.board import Board
from engine.games.othello.game import Othello
from engine.games.othello.search import compact
from engine.games.othello.search.searcher import make
from engine.search.control import SearchControl
from engine.search.limits import Limit
from tests.engine.othello.obf import Problem, read

TWO = Limit(threads=2)


def check(problem: Problem, limit: Limit = TWO) -> None:
    info = make(Othello()).search(problem.position, limit, SearchControl())
    assert (info.exact, info.score) == (True, problem.best), problem.name
    assert problem.scores[info.pv[0]] == problem.best, problem.name


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_find_the_same_scores(threads: int) -> None:
    problems = [*read("flippy_endgames_19_20.obf")]
    for problem in [p for p in problems if p.empties == 20][::20][:6]:
        check(problem, Limit(threads=threads))


def test_threads_find_the_same_scores_where_nothing_is_too_small_to_share(monkeypatch) -> None:
    monkeypatch.setattr(compact, "HELP_FROM", 1)
    problems = [p for p in read("wthor_endgames_16_22_best.obf") if p.empties in (16, 17)]
    for problem in problems[:8]:
        check(problem)


def test_threads_find_the_same_score_of_every_move() -> None:
    problem = next(p for p in read("flippy_endgames_19_20.obf") if p.empties == 19)
    one, two = (
        make(Othello()).candidates(problem.position, limit, SearchControl())
        for limit in (Limit(), TWO)
    )
    assert {c.move: c.score for c in one} == {c.move: c.score for c in two}
    assert all(c.exact for c in two)


@pytest.mark.parametrize("alpha", [-5, -1, 1, 5])
def test_threads_prove_bounds_on_the_right_side(alpha: int) -> None:
    """The score is 0; the first move suffices for some, all have to be searched for others."""
    problem = next(p for p in read("flippy_endgames_19_20.obf") if p.best == 0 and p.empties == 20)
    search = compact.CompactSearch(8)
    search.begin(SearchControl(), threads=3)
    shape = layout(8)
    answer = search.exceeds(Board(shape, *shape.pack(problem.position)), alpha)
    assert 0 <= answer <= alpha if alpha > 0 else alpha < answer <= 0


def test_the_nodes_of_all_threads_are_counted() -> None:
    problem = next(p for p in read("flippy_endgames_19_20.obf") if p.empties == 20)
    control = SearchControl()
    info = make(Othello()).search(problem.position, TWO, control)
    assert info.nodes >= control.nodes > 0


def _started() -> set[Thread]:
    return {thread for thread in enumerate_threads() if thread.ident is not None}


def test_a_stop_ends_all_threads() -> None:
    problem = [*read("fforum-40-59.obf")][18]
    searcher, control, before = make(Othello()), SearchControl(), _started()
    running = Thread(target=searcher.search, args=(problem.position, Limit(threads=3), control))
    running.start()
    while len(begun := _started() - before) < 3:
        running.join(0.001)
    control.stop()
    for thread in begun:
        thread.join(10)
    assert not [thread for thread in begun if thread.is_alive()]


@pytest.mark.long
@pytest.mark.timeout(900)
def test_two_threads_solve_the_ffo_set() -> None:
    for problem in [*read("fforum-40-59.obf")][:5]:
        check(problem)
