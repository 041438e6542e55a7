"""The search in plain Python: right values, and no blunder at any depth."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest

from engine import FAMILIES, EngineError, GameOver, game
from engine.parts.of_game import knowledge_of
from engine.search.budget import POLL
from engine.search.control import SearchControl
from engine.search.knowledge import RulesOnly
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher
from engine.search.score import PROVED, Score, decided, final_score
from tests.engine.positions import (
    finished_position,
    moves_that_block,
    random_positions,
    wins_at_once,
)
from tests.naive import best_play

GAMES = (
    "connectfour",
    "connectfour:5x4",
    "connectfour:9x7:5",
    "connectfour:7x6:4:3p",
    "othello",
    "othello:4",
)


def best(position, depth):
    return PlainSearcher(position.game).search(position, Limit(depth=depth), SearchControl())


@pytest.mark.parametrize("key", ["connectfour:4x4:3", "connectfour:3x4:3", "othello:4"])
def test_proved_scores_agree_with_trying_everything(key):
    memo = {}
    for position in random_positions(key, 25, seed=1):
        if len(position.legal_moves()) and position.ply >= 4:
            info = best(position, None)
            assert info.exact
            assert info.score == best_play.score(position, memo)


@pytest.mark.parametrize("key", ["connectfour:4x4:3", "othello:4"])
def test_proved_candidates_agree_with_trying_everything(key):
    memo = {}
    for position in random_positions(key, 12, seed=2):
        if position.ply < 4:
            continue
        found = PlainSearcher(position.game).candidates(position, Limit(), SearchControl())
        assert {c.move for c in found} == set(position.legal_moves())
        for candidate in found:
            after = position.play(candidate.move)
            expected = (
                final_score(after, position.to_move)
                if after.outcome()
                else (-best_play.score(after, memo))
            )
            assert (candidate.exact, candidate.score) == (True, expected)


def test_three_players_value_of_mover_agrees_with_trying_everything():
    memo = {}
    for position in random_positions("connectfour:4x3:3:3p", 12, seed=3):
        if position.ply < 3:
            continue
        info = best(position, None)
        expected = best_play.values(position, memo)[position.to_move]
        assert info.exact
        assert (info.score > 0) == (expected > 0)
        assert (info.score < 0) == (expected < 0)


@pytest.mark.parametrize("depth", range(1, 7))
@pytest.mark.parametrize("key", ["connectfour", "connectfour:7x6:4:3p", "connectfour:8x7:5"])
def test_takes_a_win_in_one_at_odd_and_even_depths(key, depth):
    positions = [p for p in random_positions(key, 150, seed=4) if wins_at_once(p)]
    assert positions
    for position in positions[:12]:
        info = best(position, depth)
        assert info.pv[0] in wins_at_once(position)
        assert info.exact


@pytest.mark.parametrize("depth", range(1, 6))
@pytest.mark.parametrize("key", ["connectfour", "connectfour:7x6:4:3p", "connectfour:6x7"])
def test_blocks_a_loss_in_one_at_odd_and_even_depths(key, depth):
    """The fault of programs whose estimate at the last ply ignores whose turn it is."""
    threatened = [p for p in random_positions(key, 300, seed=5) if moves_that_block(p)]
    assert len(threatened) >= 5
    for position in threatened[:5]:
        assert best(position, depth).pv[0] in moves_that_block(position)


def test_depth_one_sees_that_the_opponent_wins_next():
    """Yellow threatens column 1; by open lines alone Red would like the centre better."""
    connect_four = game("connectfour")
    position = connect_four.start()
    for move in connect_four.parse_moves("413141"):
        position = position.play(move)
    searcher = PlainSearcher(connect_four)
    found = searcher.candidates(position, Limit(depth=1), SearchControl())
    assert found[0].move == 0
    assert all(candidate.exact and candidate.score < 0 for candidate in found[1:])


def test_wins_as_fast_and_loses_as_slowly_as_possible():
    memo = {}
    for position in random_positions("connectfour:4x4:3", 30, seed=6):
        if position.ply < 4:
            continue
        score = best_play.score(position, memo)
        after = position.play(best(position, None).pv[0])
        kept = (
            final_score(after, position.to_move)
            if after.outcome()
            else (-best_play.score(after, memo))
        )
        assert kept == score


@pytest.mark.parametrize("key", GAMES)
def test_estimates_of_two_players_are_opposite_and_far_from_proofs(key):
    for position in random_positions(key, 40, seed=7):
        knowledge = knowledge_of(position.game)
        views = [knowledge.evaluate(position, p) for p in range(position.game.players)]
        assert not any(decided(view) for view in views)
        if position.game.players == 2:
            assert views[0] == -views[1]


@pytest.mark.parametrize("key", GAMES)
def test_winning_move_is_found_exactly_when_there_is_one(key):
    for position in random_positions(key, 60, seed=8):
        move = knowledge_of(position.game).winning_move(position)
        assert (move is None) == (not wins_at_once(position))
        assert move is None or move in wins_at_once(position)


@pytest.mark.parametrize("key", GAMES)
def test_a_stop_before_the_start_still_answers_a_legal_move(key):
    control = SearchControl()
    control.stop()
    for position in random_positions(key, 5, seed=9):
        searcher = PlainSearcher(position.game)
        info = searcher.search(position, Limit(), control)
        assert info.pv[0] in position.legal_moves()
        assert info.nodes <= POLL
        found = searcher.candidates(position, Limit(), control)
        assert sorted(c.move for c in found) == list(position.legal_moves())


@pytest.mark.parametrize("key", GAMES)
def test_a_stop_in_the_midst_ends_the_search_at_the_next_poll(key):
    control = SearchControl()
    position = game(key).start()
    at_stop = []

    def report(info):
        if info.depth == 3:
            at_stop.append(info.nodes)
            control.stop()

    info = PlainSearcher(position.game).search(position, Limit(), control, report)
    assert info.nodes - at_stop[0] <= POLL
    assert info.pv[0] in position.legal_moves()
    assert info.depth >= 3


def test_limits_of_depth_nodes_and_time_are_kept():
    position = game("connectfour").start()
    searcher = PlainSearcher(position.game)
    assert searcher.search(position, Limit(depth=3), SearchControl()).depth == 3
    assert searcher.search(position, Limit(nodes=500), SearchControl()).nodes <= 500
    timed = searcher.search(position, Limit(time=0.05), SearchControl())
    assert timed.elapsed < 1  # generous: the machine may be busy


def test_reports_each_depth_once_and_counts_nodes_for_watchers():
    infos = []
    control = SearchControl()
    position = game("othello").start()
    PlainSearcher(position.game).search(position, Limit(depth=5), control, infos.append)
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5]
    assert 0 < control.nodes <= infos[-1].nodes


def test_the_principal_variation_can_be_played():
    for key in GAMES:
        for position in random_positions(key, 6, seed=10):
            reached = position
            for move in best(position, 4).pv:
                reached = reached.play(move)
            assert reached.ply > position.ply


@pytest.mark.parametrize("key", ["connectfour:3x4:3", "othello:4"])
def test_a_game_known_by_its_rules_alone_is_solved_too(key, monkeypatch):
    monkeypatch.setattr("engine.search.plain.knowledge_of", lambda _game: RulesOnly())
    memo = {}
    for position in random_positions(key, 8, seed=12):
        if position.ply >= 5:
            assert best(position, None).score == best_play.score(position, memo)


def test_what_a_family_does_not_say_is_not_known(monkeypatch):
    family = replace(FAMILIES["othello"], knowledge=None)
    monkeypatch.setitem(FAMILIES, "othello", family)
    assert isinstance(knowledge_of(game("othello")), RulesOnly)


def test_a_finished_game_cannot_be_searched():
    with pytest.raises(GameOver):
        best(finished_position("connectfour:4x4", seed=11), 2)


def test_time_does_not_end_a_search_before_its_least_number_of_nodes():
    info = PlainSearcher(game("connectfour")).search(
        game("connectfour").start(), Limit(time=1e-6, least=400), SearchControl()
    )
    assert 400 <= info.nodes < 500


def test_a_limit_must_be_positive():
    with pytest.raises(EngineError, match="depth is 0"):
        Limit(depth=0)


def test_only_finished_games_have_final_scores():
    with pytest.raises(ValueError, match="finished"):
        final_score(game("othello").start(), 0)


def test_scores_order_proofs_before_and_after_estimates():
    proved, about = (partial(kind, player=0) for kind in (Score.proved, Score.estimated))
    scores = [proved(-18), proved(-1), about(-300), proved(0), about(250), proved(1), proved(5)]
    assert all(worse < better for worse, better in pairwise(scores))
    assert PROVED > 100_000
