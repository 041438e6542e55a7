"""Exact scores of positions whose scores other programs proved too."""

from __future__ import annotations

import pytest

from engine.games.othello.board.bitboard import layout
from engine.games.othello.board.board import Board
from engine.games.othello.game import Othello
from engine.games.othello.search.compact import CompactSearch
from engine.games.othello.search.searcher import make
from engine.search.control import SearchControl
from engine.search.limits import Limit
from tests.engine.othello.obf import Problem, read

SEARCHER = make(Othello())


def check_search(problem: Problem, moves_are_complete: bool) -> None:
    info = SEARCHER.search(problem.position, Limit(), SearchControl())
    assert info.exact, problem.name
    assert info.score == problem.best, problem.name
    assert info.depth == problem.empties, problem.name
    if moves_are_complete:
        assert problem.scores[info.pv[0]] == problem.best, problem.name
    final = problem.position
    for move in info.pv:
        final = final.play(move)
    outcome = final.outcome()
    assert outcome is not None, problem.name
    assert outcome.score is not None, problem.name
    sign = 1 if problem.position.to_move == 0 else -1
    assert sign * outcome.score == problem.best, problem.name


def test_every_move_of_positions_with_1_to_14_empties() -> None:
    for problem in read("wthor_endgames_01_14_allmoves.obf"):
        candidates = SEARCHER.candidates(problem.position, Limit(), SearchControl())
        assert {c.move: c.score for c in candidates if c.exact} == problem.scores, problem.name
        assert [c.score for c in candidates] == sorted(problem.scores.values(), reverse=True)


@pytest.mark.parametrize(
    "name",
    [
        "fforum-1-19.obf",
        "fforum-20-39.obf",
        "flippy_endgames_13_14.obf",
        "flippy_endgames_15_16.obf",
    ],
)
def test_best_scores_up_to_16_empties(name: str) -> None:
    for problem in read(name):
        if problem.empties <= 16:
            check_search(problem, moves_are_complete=not name.startswith("flippy"))


def test_best_scores_of_tournament_games_with_16_empties() -> None:
    for problem in read("wthor_endgames_16_22_best.obf"):
        if problem.empties == 16:
            check_search(problem, moves_are_complete=True)


def test_a_wipe_out_is_proved_without_deep_estimates() -> None:
    """FFO 39, where estimates say from the first plies on that all is lost."""
    problem = [*read("fforum-20-39.obf")][19]
    info = make(problem.position.game).search(
        problem.position, Limit(nodes=10_000_000), SearchControl()
    )
    assert (info.score, info.exact) == (64, True)


def test_a_rehearsal_leaves_the_proof_exact() -> None:
    """Estimates and proofs of the same windows share a table, and only proofs may use bounds."""
    problem = [*read("fforum-20-39.obf")][9]
    shape, search = layout(8), CompactSearch(8)
    board = Board(shape, *shape.pack(problem.position))
    search.begin(SearchControl())
    for alpha in range(problem.best - 5, problem.best + 5, 2):
        for percent in (73, 99, None):
            search.rehearse(percent)
            answer = search.exceeds(board, alpha)
        assert (answer > alpha) == (problem.best > alpha)
        assert answer <= problem.best if answer > alpha else answer >= problem.best


@pytest.mark.hours
@pytest.mark.timeout(0)
@pytest.mark.parametrize(
    "problem",
    [*read("fforum-40-59.obf"), *read("hard-25.obf"), *read("fforum-60-79.obf")],
    ids=lambda problem: problem.name,
)
def test_best_scores_of_the_hardest_problems(problem: Problem) -> None:
    check_search(problem, moves_are_complete="60-79" not in problem.name)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("name", "moves_are_complete"),
    [
        ("fforum-20-39.obf", True),
        ("wthor_endgames_16_22_best.obf", True),
        pytest.param("hard-20.obf", True, marks=pytest.mark.hours),
        ("flippy_endgames_17_18.obf", False),
        pytest.param("flippy_endgames_19_20.obf", False, marks=pytest.mark.hours),
    ],
)
def test_best_scores_of_long_problems(name: str, moves_are_complete: bool) -> None:
    for problem in read(name):
        check_search(problem, moves_are_complete)
