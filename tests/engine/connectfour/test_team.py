"""Solvers on several threads over one table: right, countable, and soon stopped."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from engine.games.connectfour.search.searcher import make
from engine.games.connectfour.solver import prover as proving
from engine.games.connectfour.solver.team import Task, Team
from engine.judging.analysis import analyze
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from tests.engine.connectfour.positions import after

DATA = Path(__file__).parents[2] / "data" / "connectfour"
ANY = 64


def tasks(name: str, count: int):
    lines = (DATA / f"Test_{name}.txt").read_text(encoding="ascii").splitlines()[:count]
    cases = [line.split() for line in lines]
    expected = {number: int(score) for number, (_, score) in enumerate(cases)}
    return [Task(after("connectfour", moves), -ANY, ANY) for moves, _ in cases], expected


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_published_scores(threads):
    work, expected = tasks("L2_R2", 30)
    control = SearchControl()
    found = dict(Team(game("connectfour"), threads).scores(work, control, None))
    assert found == expected
    assert control.nodes > len(work)


def test_one_position_is_solved_by_all():
    """Both search it, and the one that is later does not answer again."""
    work, expected = tasks("L1_R2", 1)
    team = Team(game("connectfour"), 2)
    assert list(team.scores(work, SearchControl(), None)) == list(expected.items())
    assert list(team.scores(work, SearchControl(), None)) == list(expected.items())


def test_a_node_limit_is_kept_and_counts_all_threads():
    control = SearchControl()
    work = [Task(game("connectfour").start(), -ANY, ANY)]
    assert list(Team(game("connectfour"), 2).scores(work, control, 100_000)) == []
    assert control.nodes > 100_000


def test_a_stop_ends_all_threads():
    control = SearchControl()
    work = [Task(game("connectfour").start(), -ANY, ANY)]
    before = threading.active_count()
    found = []
    team = Team(game("connectfour"), 2)
    thread = threading.Thread(target=lambda: found.extend(team.scores(work, control, None)))
    thread.start()
    control.stop()
    thread.join(10)
    assert not thread.is_alive()
    assert found == []
    assert threading.active_count() == before


def test_two_threads_analyze_like_one(monkeypatch):
    monkeypatch.setattr(proving, "SMALL_NODES", 500)  # so that the team has something to do
    (task,), _ = tasks("L2_R2", 1)
    position = task.position
    one = make(game("connectfour")).candidates(position, Limit(threads=1), SearchControl())
    control = SearchControl()
    two = analyze(position, make(game("connectfour")), Limit(), control, threads=2)
    assert {c.move: c.score for c in one} == {c.move: c.score for c in two.candidates}
    assert all(candidate.exact for candidate in two.candidates)
    assert two.best.score == one[0].score
    assert 0 < two.best.nodes <= control.nodes
