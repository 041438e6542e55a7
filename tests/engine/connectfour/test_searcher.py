"""The compiled searcher: tactics at every depth, proofs, limits, cancellation."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import pytest

from engine.errors import GameOver
from engine.games.connectfour.search import searcher as searching
from engine.games.connectfour.search.deepening import Deepening
from engine.games.connectfour.search.searcher import make
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.warmup import fresh_searcher
from tests.engine.positions import after
from tests.engine.timing import answer_time, time_over
from tests.naive.connectfour_search import exact_score, forced_result


def random_position(key, plies, seed):
    """An unfinished position after at most `plies` random moves."""
    source = random.Random(seed)
    position = game(key).start()
    for _ in range(plies):
        after = position.play(source.choice(position.legal_moves()))
        if after.outcome() is not None:
            break
        position = after
    return position


SHAPES = [
    "connectfour",
    "connectfour:7x6:4:3p",
    "connectfour:9x8",
    "connectfour:16x16:5",
    "connectfour:5x4:3",
    "connectfour:2x2:2",
    "connectfour:16x2:3",
    "connectfour:2x16:3:3p",
    "connectfour:16x16:16:3p",
    "connectfour:8x8:5",
]


@pytest.mark.parametrize("key", SHAPES)
def test_every_shape_answers_a_legal_line(key):
    searcher = make(game(key))
    for seed in range(4):
        position = random_position(key, 3 * seed, seed)
        info = searcher.search(position, Limit(depth=3), SearchControl())
        for move in info.pv:
            position = position.play(move)
        candidates = searcher.candidates(
            start := random_position(key, 2 * seed, seed), Limit(depth=2), SearchControl()
        )
        assert sorted(c.move for c in candidates) == list(start.legal_moves())
        proved = [c.score for c in candidates if c.exact]
        assert proved == sorted(proved, reverse=True)


def _wins(position):
    return {
        move + 1
        for move in position.legal_moves()
        if (after := position.play(move).outcome()) and after.winner is not None
    }


@pytest.mark.parametrize("depth", range(1, 9))
def test_every_depth_wins_at_once_or_stops_the_opponent(depth):
    """Random positions: a win in one is played; else no win in one is allowed if avoidable."""
    searcher = make(game("connectfour"))
    for seed in range(48):
        position = random_position("connectfour", 8 + seed % 24, seed)
        move = searcher.search(position, Limit(depth=depth), SearchControl()).pv[0]
        if wins := _wins(position):
            assert move + 1 in wins
            continue
        safe = {c for c in position.legal_moves() if not _wins(position.play(c))}
        assert not safe or move in safe


@pytest.mark.parametrize(
    "key",
    [
        "connectfour:4x4:3",
        "connectfour:5x3:3",
        "connectfour:4x4:4",
        "connectfour:3x6:4",
        "connectfour:3x5:3",
        "connectfour:6x2:2",
    ],
)
def test_unlimited_search_proves_the_exact_score_of_small_boards(key):
    searcher = make(game(key))
    for seed in range(2, 12, 2):
        position = random_position(key, seed, seed)
        info = searcher.search(position, Limit(), SearchControl())
        assert info.exact
        assert info.score == exact_score(position)
        for candidate in searcher.candidates(position, Limit(), SearchControl()):
            after = position.play(candidate.move)
            assert candidate.exact
            assert candidate.score == -exact_score(after)


def test_a_proved_score_is_exact_at_whatever_depth_it_is_proved():
    searcher = make(game("connectfour:5x4:3"))
    for seed in range(0, 27, 3):
        position = random_position("connectfour:5x4:3", 4 + seed % 9, seed)
        for depth in range(1, 8):
            info = searcher.search(position, Limit(depth=depth), SearchControl())
            assert not info.exact or info.score == exact_score(position)


def test_three_players_never_do_worse_than_they_can_force():
    key = "connectfour:4x4:3:3p"
    searcher = make(game(key))
    for seed in range(16):
        position = random_position(key, 7 + seed % 7, seed)
        player = position.to_move
        info = searcher.search(position, Limit(), SearchControl())
        reached = forced_result(position.play(info.pv[0]), player)
        assert info.exact
        if forced_result(position, player) == 1:
            assert info.score > 0
            assert reached == 1


def test_prefers_the_fastest_win_and_the_slowest_loss():
    searcher = make(game("connectfour:5x4:3"))
    for seed in range(0, 27, 3):
        position = random_position("connectfour:5x4:3", 4 + seed % 9, seed)
        move = searcher.search(position, Limit(depth=12), SearchControl()).pv[0]
        assert -exact_score(position.play(move)) == exact_score(position)


def test_node_limits_are_kept_and_repeat():
    infos = []
    for _ in range(2):
        searcher = make(game("connectfour:9x7"))
        infos.append(
            searcher.search(game("connectfour:9x7").start(), Limit(nodes=20_000), SearchControl())
        )
    first, second = infos
    assert (first.pv, first.score, first.nodes) == (second.pv, second.score, second.nodes)
    assert first.nodes <= 20_001


@pytest.mark.parametrize(
    "key", ["connectfour:8x8:5", "connectfour:16x16:5", "connectfour:7x6:4:3p"]
)
def test_stops_within_50_ms(key):
    start = game(key).start()
    assert answer_time(make, start, 20_000, goal=0.05) < 0.05


def test_a_search_stopped_before_it_begins_still_blocks():
    control = SearchControl()
    control.stop()
    info = make(game("connectfour")).search(after("connectfour", "414243"), Limit(), control)
    assert info.pv[0] + 1 in {4, 5, 6}


def test_time_limits_are_kept():
    start = game("connectfour:8x8:5").start()
    assert time_over(make, start, 0.2, goal=0.05) < 0.05


def test_the_clock_runs_while_a_search_is_prepared(monkeypatch):
    """In a new process that takes a while, as the first kernels are loaded."""
    stopped = []

    class Slow(Deepening):
        def __init__(self, tree, position, limit, control, *others, **options):
            super().__init__(tree, position, limit, control, *others, **options)
            patience = time.monotonic() + 10
            while not control.stopped and time.monotonic() < patience:
                pass
            stopped.append(control.stopped)

    monkeypatch.setattr(searching, "Deepening", Slow)
    start = game("connectfour:8x8:5").start()
    info = make(start.game).search(start, Limit(time=0.05), SearchControl())
    assert stopped == [True]
    assert info.depth == 1


def test_the_clock_ends_a_proof_not_a_count_of_nodes(monkeypatch):
    """What the machine is thought to visit says only whether a proof is tried."""
    monkeypatch.setattr(searching, "NODES_PER_SECOND", 4)
    monkeypatch.setattr(searching, "HOPE", float("inf"))
    position = after("connectfour", "44444413751375")
    assert make(game("connectfour")).search(position, Limit(time=30), SearchControl()).exact


def test_a_proof_that_takes_too_long_leaves_time_to_look_deeper(monkeypatch):
    monkeypatch.setattr(searching, "HOPE", float("inf"))
    start = game("connectfour:9x7").start()
    info = fresh_searcher(start.game).search(start, Limit(time=1), SearchControl())
    assert not info.exact
    assert info.depth > searching.FIRST_LOOK
    assert time_over(make, start, 0.2, goal=0.05) < 0.05


def test_reports_grow_deeper():
    infos = []
    key = "connectfour:8x8:5"
    make(game(key)).search(game(key).start(), Limit(depth=6), SearchControl(), infos.append)
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5, 6]
    assert all(a.nodes <= b.nodes for a, b in pairwise(infos))


def test_a_finished_game_is_refused():
    with pytest.raises(GameOver):
        make(game("connectfour")).search(
            after("connectfour", "1212121"), Limit(depth=1), SearchControl()
        )
