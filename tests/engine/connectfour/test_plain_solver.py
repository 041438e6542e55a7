"""The solver in plain Python, which answers single questions."""

from __future__ import annotations

import random
import subprocess
import sys
from importlib import import_module

import pytest

from engine.games.connectfour.solver import position_solver
from engine.games.connectfour.solver.plain import GivenUp, PlainSolver
from engine.games.connectfour.solver.reading import PLAYING
from engine.games.connectfour.solver.scores import exact_score
from engine.games.connectfour.solver.solver import SEARCHES
from engine.parts.of_game import solver_of
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.score import sign
from engine.search.solver import Question, Wanted
from tests.data import DATA
from tests.engine.connectfour.positions import played, quiet_game
from tests.engine.positions import after
from tests.naive import connectfour_search as naive

PLENTY = 1_000_000


@pytest.mark.parametrize("name", ["L3_R1", "L2_R1"])
def test_published_scores(name):
    lines = (DATA / "connectfour" / f"Test_{name}.txt").read_text(encoding="ascii").splitlines()
    solver = PlainSolver(game("connectfour"), PLENTY)
    for moves, score in (line.split() for line in lines[:60]):
        assert solver.score(after("connectfour", moves)) == int(score)
        assert sign(solver.score(after("connectfour", moves), -1, 1)) == sign(int(score))


@pytest.mark.parametrize("key", ["connectfour:5x5:3", "connectfour:4x5", "connectfour:7x4:5"])
def test_other_boards_agree_with_a_search_of_everything(key):
    source = random.Random(key)
    solver = PlainSolver(game(key), PLENTY)
    for _ in range(12):
        position = played(key, quiet_game(key, 7, source))
        assert exact_score(position, solver.score(position)) == naive.exact_score(position)


def test_what_is_answered_plainly_is_what_kernels_answer():
    lines = (DATA / "connectfour" / "Test_L2_R1.txt").read_text(encoding="ascii").splitlines()[:4]
    texts = [line.split()[0] for line in lines]
    for wanted in Wanted:
        for wdl in (False, True):
            question = Question(wanted, wdl)
            many = solver_of(game("connectfour"))
            together = many.answers(texts[:2], SearchControl(), question)[0]
            (alone,) = solver_of(game("connectfour")).answers(texts[:1], SearchControl(), question)
            assert (alone.score, alone.scores) == (together.score, together.scores)
            assert wanted is Wanted.SCORE or alone.best == together.best


def test_a_hard_question_is_given_up():
    solver = PlainSolver(game("connectfour:8x8"), 1_000)
    with pytest.raises(GivenUp):
        solver.score(game("connectfour:8x8").start())
    assert solver.left < 0


def test_a_stop_ends_it():
    solver, control = PlainSolver(game("connectfour:8x8"), PLENTY), SearchControl()
    control.stop()
    solver.begin(control)
    with pytest.raises(GivenUp):
        solver.score(game("connectfour:8x8").start())


QUESTIONS = ("\n", "4453\n", "271713432331713132\n", "32751571231557\n4453\n4453445\n")
"""Easy ones, a hard one and several at once."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_load_no_numba(question, tmp_path):
    """Loading it takes several times as long as the answers."""
    for module in (SEARCHES[0], PLAYING):
        import_module(module)  # compiled here, if it was not before
    file = tmp_path / "positions"
    file.write_text(question)
    program = (
        "import sys; from engine.cli import cli, run;"
        f"status = run(cli, ['solve', 'connectfour', '--json', '--input', {str(file)!r}]);"
        "sys.exit(status or 'numba' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_easy_questions_load_no_numpy_and_look_for_no_machine_code(tmp_path):
    """The one takes a third of a start, to find out whether the other is kept a tenth."""
    file = tmp_path / "positions"
    file.write_text("4444\n")
    program = (
        "import sys; from engine.cli import cli, run;"
        f"status = run(cli, ['solve', 'connectfour', '--input', {str(file)!r}]);"
        "sys.exit(status or not {'engine._native', 'numpy'}.isdisjoint(sys.modules))"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("kept", [False, True])
def test_plain_python_tries_once_more_where_nothing_is_compiled(kept, monkeypatch):
    monkeypatch.setattr("engine._native.is_kept", lambda *_: kept)
    monkeypatch.setattr(position_solver, "PLAIN_NODES", 1)
    subject = position_solver.make(game("connectfour"))
    (answer,) = subject.answers(["271713432331713132"], SearchControl(), Question(Wanted.SCORE))
    expected = PlainSolver(game("connectfour"), PLENTY)
    assert answer.score == expected.score(after("connectfour", "271713432331713132"))
    assert ("_kernels" in vars(subject)) is kept
