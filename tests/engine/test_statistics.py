"""What a search counts of its own work, and the seconds it says it took."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.commands import solve
from engine.games.connectfour.search import deepening
from engine.games.connectfour.search import searcher as connectfour
from engine.games.connectfour.solver.prover import Prover
from engine.games.connectfour.solver.solver import Solver
from engine.games.connectfour.solver.team import Task, Team
from engine.judging import analysis
from engine.judging.figures import figures
from engine.parts.of_game import knowledge_of, searcher_for
from engine.registry import game
from engine.search.budget import Budget
from engine.search.control import HITS, SearchControl
from engine.search.info import Info
from engine.search.limits import Limit
from engine.search.negamax import Negamax
from engine.search.plain import PlainSearcher
from engine.search.score import INFINITY, Score
from engine.search.solver import Answer, Question
from engine.search.statistics import Statistics
from tests.candidates import exactly
from tests.engine.positions import after


class Watched(Negamax):
    """The plain search with a recount from outside: what was searched below each position."""

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.open: list[int] = []
        self.cuts = self.first_cuts = self.hits = 0

    def _value(self, position, depth, alpha, beta):
        if self.open:
            self.open[-1] += 1
        self.open.append(0)
        searched_before = len(self._table)
        value = super()._value(position, depth, alpha, beta)
        children = self.open.pop()
        if children and value >= beta:
            self.cuts += 1
            self.first_cuts += children == 1
        at_the_end = position.outcome() is not None or depth <= 0
        self.hits += not children and not at_the_end and len(self._table) == searched_before
        return value


def test_the_plain_search_counts_what_a_recount_finds():
    board = game("connectfour:4x4:3")
    control = SearchControl()
    tree = Watched(board, knowledge_of(board), Budget(Limit(), control))
    for depth in (2, 4, 6):
        tree.value_for(0, board.start(), depth, -INFINITY)
    counted = control.statistics
    assert (counted.hits, counted.cuts, counted.first_cuts) == (
        tree.hits,
        tree.cuts,
        tree.first_cuts,
    )
    assert 0 < tree.first_cuts < tree.cuts
    assert tree.hits > 0


@pytest.mark.parametrize(
    ("key", "moves", "limit"),
    [
        ("connectfour", "4444", Limit(depth=9)),
        ("connectfour:9x7", "5555", Limit(depth=8)),
        ("connectfour", "444444525", Limit()),
        ("othello", "f5d6c3d3c4", Limit(depth=9)),
        ("othello:6", "e4c5", Limit(depth=11)),
        ("othello:10", "e4d6", Limit(depth=6)),
    ],
)
def test_kernels_count_cut_offs_and_what_the_table_knew(key, moves, limit):
    position = after(key, moves)
    searcher, control = searcher_for(game(key)), SearchControl()
    searcher.search(position, limit, control)
    first, nodes = control.statistics, control.nodes
    assert 0 < first.first_cuts <= first.cuts < nodes
    assert first.first_cuts / first.cuts > 0.5  # moves are in an order better than chance
    assert 0 < first.hits < nodes
    searcher.search(position, limit, control)
    again = control.statistics - first
    # what the first search left in the table answers more of the second one's positions
    assert again.hits / (control.nodes - nodes) > first.hits / nodes


def test_three_players_cut_where_somebody_surely_wins_alone():
    position = after("connectfour:7x6:4:3p", "444")
    control = SearchControl()
    searcher_for(position.game).search(position, Limit(depth=6), control)
    counted = control.statistics
    assert counted.hits > 0
    assert counted.first_cuts <= counted.cuts < counted.hits


def test_threads_are_counted_together():
    position = after("connectfour", "444444525")
    tasks = [Task(position.play(column), -64, 64) for column in (2, 5)]
    alone = SearchControl()
    solver = Solver(position.game)
    solver.begin(alone, small=0)
    for task in tasks:
        solver.score(task.position)
    for threads in (1, 2):
        control = SearchControl()
        control.words[HITS] = 5
        assert len(dict(Team(position.game, threads).scores(tasks, control, None))) == 2
        counted = control.statistics - Statistics(hits=5, cuts=0, first_cuts=0)
        if threads == 1:
            assert (control.nodes, counted) == (alone.nodes, alone.statistics)
        # each has a position of its own at first, so there is little that one spares the other
        assert counted.cuts > 0.4 * alone.statistics.cuts
        assert counted.first_cuts > 0.5 * counted.cuts


def test_an_analysis_tells_its_own_part_of_what_the_control_counted():
    board, control = game("connectfour:4x4"), SearchControl()
    control.words[HITS] = 1_000_000
    found = analysis.analyze(board.start(), PlainSearcher(board), Limit(nodes=3000), control)
    counted = found.best.statistics
    assert counted == control.statistics - Statistics(hits=1_000_000, cuts=0, first_cuts=0)
    assert 0 < counted.cuts < found.best.nodes


def test_figures_for_people():
    info = Info(
        depth=9,
        score=Score.estimated(12, 0),
        pv=(3,),
        nodes=4_000_000,
        elapsed=2.0,
        statistics=Statistics(hits=1_000_000, cuts=800, first_cuts=600),
    )
    assert [tuple(figure) for figure in figures(info)] == [
        ("Positions", "4,000,000"),
        ("Positions a second", "2,000,000"),
        ("Known from its table", "1,000,000 (25%)"),
        ("Cut-offs", "800"),
        ("Cut-offs by the first move", "75%"),
    ]
    assert figures(Info(depth=0, score=Score.estimated(0, 0), pv=(), nodes=0, elapsed=0.0)) == ()


# -- Seconds ------------------------------------------------------------------------------


class Clock:
    """A clock that only moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(analysis, "perf_counter", made.perf_counter)
    monkeypatch.setattr(deepening, "time", made)
    return made


def test_seconds_of_an_analysis_are_those_of_searching(clock):
    """The first call of a searcher takes 30 s to load and 2 to search; the second one 3."""
    best = exactly(3, 1)
    limits = []

    class Slow:
        def search(self, position, limit, control, report=None):
            clock.now += 30
            clock.now += 2
            limits.append(limit.time)
            return best.info(10, 2.0)

        def candidates(self, position, limit, control, report=None):
            clock.now += 3
            limits.append(limit.time)
            return (best,)

    position = game("connectfour").start()
    found = analysis.analyze(position, Slow(), Limit(time=8), SearchControl())
    assert found.best.elapsed == pytest.approx(5)
    assert limits == [4, 6]  # what is left of 8 after 2


def test_seconds_of_solved_positions_are_those_of_searching(clock, monkeypatch):
    class Slow:
        def position_text(self, line):
            return line

        def prepare(self):
            clock.now += 30

        def answers(self, texts, control, question):
            clock.now += 2
            return (Answer(score=0, nodes=9),)

    monkeypatch.setattr(solve, "perf_counter", clock.perf_counter)
    told = []
    with ThreadPoolExecutor(max_workers=1) as pool:
        run = solve.Run(Slow(), Question(), None)
        run.solve([(1, "4"), (2, "5")], pool, lambda *line: str(told.append(line)), str.format)
    assert [seconds for _, _, seconds in told] == pytest.approx([2, 2])


def test_the_searcher_loads_its_prover_before_its_time_begins(clock, monkeypatch):
    class Loading(Prover):
        def __init__(self, board) -> None:
            clock.now += 30
            super().__init__(board)

    monkeypatch.setattr(connectfour, "Prover", Loading)
    position = after("connectfour", "4455445566")
    info = searcher_for(position.game).search(position, Limit(nodes=5000), SearchControl())
    assert clock.now == 130
    assert info.elapsed == 0
