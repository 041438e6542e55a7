"""Analyses that need no compiled code: they say what the kernels say, or nothing."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from engine.games.connectfour.solver.quick import proved
from engine.judging.analysis import analyze, known
from engine.judging.analysis import proved as exactly
from engine.parts.of_game import solver_of, soon_proved
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.warmup import strongest_searcher
from tests.engine.connectfour.positions import played, quiet_game
from tests.engine.positions import after


@pytest.mark.parametrize(("key", "plies"), [("connectfour", 24), ("connectfour:5x5:3", 9)])
def test_scores_are_those_of_the_kernels(key, plies):
    source, board = random.Random(key), game(key)
    solver = solver_of(board)
    solver.prepare()
    answered = 0
    for _ in range(12):
        position = played(key, quiet_game(key, plies, source))
        found = proved(position, SearchControl())
        if not found:
            continue
        answered += 1
        assert sorted(candidate.move for candidate in found) == sorted(position.legal_moves())
        values = [candidate.score.value for candidate in found]
        assert values == sorted(values, reverse=True)
        for candidate in found:
            reply = solver.solve(position.play(candidate.move), SearchControl())
            assert (candidate.score.value, candidate.exact) == (-reply.score, True)
    assert answered > 5


@pytest.mark.parametrize(("key", "plies"), [("connectfour:6x5", 4), ("connectfour:8x8", 36)])
def test_the_exact_search_alone_says_what_the_searcher_says(key, plies):
    """On boards of one word and of two; the best line goes on to the end of the game."""
    position = played(key, quiet_game(key, plies, random.Random(key)))
    found = exactly(position, SearchControl(), 1)
    searcher = strongest_searcher(position.game)
    expected = analyze(position, searcher, Limit(), SearchControl())
    assert found is not None
    assert {c.move: c.score for c in found.candidates} == {
        c.move: c.score for c in expected.candidates
    }
    assert found.best.score == expected.best.score
    for move in found.best.pv:
        position = position.play(move)
    assert position.outcome() is not None


def test_an_exact_search_that_is_ended_says_nothing():
    control = SearchControl()
    control.stop()
    assert exactly(after("connectfour", "12345671234567"), control, 1) is None


def test_the_first_line_is_best_play():
    position = after("connectfour", "4453")
    solver, control = solver_of(position.game), SearchControl()
    solver.prepare()
    best = proved(position, control)[0]
    assert best.move == 2
    assert len(best.pv) > 2
    value = best.score.value
    for move in best.pv:
        position, value = position.play(move), -value
        assert solver.solve(position, control).score == value


def test_a_book_position_is_told_at_once_and_a_hard_one_is_left():
    book = known(after("connectfour", "4"), SearchControl())
    assert {candidate.move: candidate.score.value for candidate in book.candidates} == {
        0: -4, 1: -2, 2: -2, 3: -1, 4: -2, 5: -2, 6: -4,
    }  # fmt: skip
    control = SearchControl()
    assert known(after("connectfour", "12345671234567"), control) is None
    assert control.nodes > 1000
    stopped = SearchControl()
    stopped.stop()
    assert known(after("connectfour", "12345671234567"), stopped) is None
    assert stopped.nodes < 100


@pytest.mark.parametrize("key", ["connectfour:7x6:4:3p", "connectfour:16x16", "othello"])
def test_other_games_are_left(key):
    assert soon_proved(game(key).start(), SearchControl()) == ()


@pytest.mark.parametrize("options", [(), ("--exact",)])
def test_an_easy_or_exact_analysis_loads_no_numba(options):
    solver_of(game("connectfour")).prepare()  # keeps the machine code
    program = (
        "import sys; from engine.cli import cli, run;"
        f"status = run(cli, ['analyze', 'connectfour', '4453', *{options}]);"
        "sys.exit(status or 'numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Best: 3, -2 (exact), depth 38." in done.stdout
