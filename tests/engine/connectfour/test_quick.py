"""Analyses that need no compiled code: they say what the kernels say, or nothing."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from engine.games.connectfour.solver.quick import proved
from engine.judging.analysis import known
from engine.parts import solver_of, soon_proved
from engine.registry import game
from engine.search.control import SearchControl
from tests.engine.connectfour.positions import after, played, quiet_game


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
    assert known(after("connectfour", "444444525"), control) is None
    assert control.nodes > 1000
    stopped = SearchControl()
    stopped.stop()
    assert known(after("connectfour", "444444525"), stopped) is None
    assert stopped.nodes < 100


@pytest.mark.parametrize("key", ["connectfour:7x6:4:3p", "connectfour:16x16", "othello"])
def test_other_games_are_left(key):
    assert soon_proved(game(key).start(), SearchControl()) == ()


def test_an_easy_analysis_loads_no_kernels():
    program = (
        "import sys; from engine.cli import cli, run;"
        "status = run(cli, ['analyze', 'connectfour', '4453']);"
        "sys.exit(status or 'numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Best: 3, -2 (exact), depth 38." in done.stdout
