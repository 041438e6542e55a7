"""Solvers on several threads over one table: right, countable, and soon stopped."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
from numpy import int64, uint64

from engine._wide_ints import GOLDEN
from engine.games.connectfour.board.layout import discs
from engine.games.connectfour.search.searcher import make
from engine.games.connectfour.solver import prover as proving
from engine.games.connectfour.solver.context import BUSY_LOG
from engine.games.connectfour.solver.solver import TABLE_LOG, Solver, new_table
from engine.games.connectfour.solver.table import entry_of
from engine.games.connectfour.solver.team import Task, Team
from engine.judging.analysis import analyze
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from tests.engine.positions import after

DATA = Path(__file__).parents[2] / "data" / "connectfour"
ANY = 64


def tasks(name: str, count: int):
    lines = (DATA / f"Test_{name}.txt").read_text(encoding="ascii").splitlines()[:count]
    cases = [line.split() for line in lines]
    expected = {number: int(score) for number, (_, score) in enumerate(cases)}
    return [Task(after("connectfour", moves), -ANY, ANY) for moves, _ in cases], expected


def followers(position):
    children = [position.play(move) for move in position.legal_moves()]
    return [child for child in children if child.outcome() is None]


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


def test_a_word_of_a_thread_that_is_elsewhere_spoils_nothing():
    """Every position two plies on is said to be searched, and nobody is there."""
    (*_, task), expected = tasks("L1_R2", 3)
    free, stale = np.zeros(1 << BUSY_LOG, dtype=np.uint64), {0}
    busy = free.copy()
    for child in followers(task.position):
        for position in followers(child):
            own, other = position.boards[:: 1 - 2 * (position.ply % 2)]
            key = (own + (own | other)) * (GOLDEN >> 64) % (1 << 64)
            busy[key >> (64 - BUSY_LOG)] = key
            stale.add(key)
    nodes = []
    for words in (free, busy):
        solver, control = Solver(game("connectfour")), SearchControl()
        solver.share(words)
        solver.begin(control, small=0)
        assert solver.score(task.position) == expected[2]
        nodes.append(control.nodes)
    assert nodes[0] != nodes[1]  # moves were put off
    assert not free.any()
    assert set(busy.tolist()) <= stale  # who came has left


def test_who_works_on_what_another_has_answered_goes_back():
    """The other's answer is false here: the search alone says 1, after 67 million nodes."""
    table, busy = new_table(), np.zeros(1 << BUSY_LOG, dtype=np.uint64)
    solver, control, found = Solver(game("connectfour"), table), SearchControl(), []
    position = after("connectfour", "2")
    solver.share(busy)
    solver.begin(control, small=0)
    thread = threading.Thread(target=lambda: found.append(solver.score(position, 0, 1)))
    thread.start()
    while thread.is_alive() and control.nodes < 1_000:  # the first position has been looked up
        pass
    key = sum(discs(position)) * (GOLDEN >> 64) % (1 << 64)
    place = key >> (64 - TABLE_LOG)
    table[place] = entry_of(uint64(key), int64(-20), int64(0))
    thread.join()
    assert found == [0]
    assert not solver.aborted
    assert not busy.any()  # who was there has left


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
    monkeypatch.setattr(proving, "ALONE_NODES", 500)  # so that the team has something to do
    (task,), _ = tasks("L2_R2", 1)
    position = task.position
    one = make(game("connectfour")).candidates(position, Limit(threads=1), SearchControl())
    control = SearchControl()
    two = analyze(position, make(game("connectfour")), Limit(), control, threads=2)
    assert {c.move: c.score for c in one} == {c.move: c.score for c in two.candidates}
    assert all(candidate.exact for candidate in two.candidates)
    assert two.best.score == one[0].score
    assert 0 < two.best.nodes <= control.nodes
