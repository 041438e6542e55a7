"""The ladder of players: legal always, careful from the second level up, never monotonous."""

from __future__ import annotations

import dataclasses
from functools import cache
from itertools import pairwise

import pytest

from engine import FAMILIES, EngineError, GameOver, game
from engine.formats.record import GameRecord
from engine.players import LEVELS, RandomPlayer, parse_level, player_for
from engine.players.levelled import PLAIN_LEAST, searcher_now
from engine.search.budget import POLL
from engine.search.control import SearchControl
from engine.search.plain import PlainSearcher
from engine.warmup import fresh_searcher, strongest_searcher
from tests.engine.positions import (
    after,
    finished_position,
    moves_that_block,
    moves_that_leave_fewer_wins,
    random_positions,
    wins_at_once,
)

CAREFUL = [key for key in LEVELS if key != "1"]
DEPTHS = [f"depth:{depth}" for depth in range(1, 9)]


def plain(_game):
    """No compiled searcher: plain Python, which needs no preparation."""


def brisk(level):
    """`level` with little time, for what does not depend on time."""
    return dataclasses.replace(parse_level(level), time=0.05)


def chosen(position, level, seed=1, compiled=plain):
    player = player_for(position.game, brisk(level), seed, compiled)
    return player.choose(position, SearchControl()).move


@cache
def winnable(key):
    """Positions in which the side to move can win at once."""
    return [p for p in random_positions(key, 100, seed=20) if wins_at_once(p)][:8]


@cache
def threatened(key):
    """Positions in which the next player would win at once, which some moves prevent."""
    return [p for p in random_positions(key, 200, seed=21) if moves_that_block(p)][:6]


@cache
def outnumbered(key):
    """Positions in which the next player wins at once whatever the side to move does."""
    found = random_positions(key, 400, seed=22)
    return [p for p in found if not wins_at_once(p) and moves_that_leave_fewer_wins(p)][:6]


@pytest.mark.parametrize("compiled", [plain, strongest_searcher])
@pytest.mark.parametrize("key", ["connectfour", "connectfour:8x7:5", "connectfour:7x6:4:3p"])
@pytest.mark.parametrize("level", CAREFUL + DEPTHS)
def test_takes_a_win_in_one(key, level, compiled):
    assert winnable(key)
    for position in winnable(key):
        assert chosen(position, level, compiled=compiled) in wins_at_once(position)


@pytest.mark.parametrize("compiled", [plain, strongest_searcher])
@pytest.mark.parametrize("key", ["connectfour", "connectfour:6x7", "connectfour:7x6:4:3p"])
@pytest.mark.parametrize("level", CAREFUL + DEPTHS)
def test_blocks_a_loss_in_one(key, level, compiled):
    assert threatened(key)
    for position in threatened(key):
        assert chosen(position, level, compiled=compiled) in moves_that_block(position)


@pytest.mark.parametrize("compiled", [plain, strongest_searcher])
@pytest.mark.parametrize("key", ["connectfour", "connectfour:7x6:4:3p"])
@pytest.mark.parametrize("level", ["2", "4", "6", "depth:1", "depth:4"])
def test_of_several_wins_of_the_next_player_it_stops_what_it_can(key, level, compiled):
    assert outnumbered(key)
    for position in outnumbered(key):
        move = chosen(position, level, compiled=compiled)
        assert move in moves_that_leave_fewer_wins(position)


@pytest.mark.parametrize("compiled", [plain, strongest_searcher])
@pytest.mark.parametrize("level", CAREFUL + DEPTHS)
def test_wipes_the_opponent_out_when_it_can(level, compiled):
    position = GameRecord.from_moves(game("othello"), "e6f4e3f6g5d6e7f5").final()
    assert wins_at_once(position) == {game("othello").parse_move("c5")}
    assert chosen(position, level, compiled=compiled) in wins_at_once(position)


@pytest.mark.parametrize("compiled", [plain, strongest_searcher])
@pytest.mark.parametrize("level", CAREFUL + DEPTHS)
def test_avoids_being_wiped_out_at_once(level, compiled):
    position = GameRecord.from_moves(game("othello"), "e6f4e3f6g5d6e7").final()
    assert moves_that_block(position)
    assert chosen(position, level, compiled=compiled) in moves_that_block(position)


@pytest.mark.parametrize("level", ["1", "3", "5", "8", "depth:2"])
@pytest.mark.parametrize(
    "key",
    [
        "connectfour",
        "connectfour:2x2:2",
        "connectfour:16x16:9",
        "connectfour:5x4:3:3p",
        "othello:4",
        "othello:16",
    ],
)
def test_plays_legally_on_every_board(key, level):
    for position in random_positions(key, 4, seed=23):
        assert chosen(position, level) in position.legal_moves()


@pytest.mark.parametrize(
    "key",
    [
        "connectfour",
        "connectfour:2x2:2",
        "connectfour:16x16:16",
        "connectfour:16x16:4:3p",
        "othello",
        "othello:4",
        "othello:16",
    ],
)
def test_every_level_is_soon_done_without_kernels(key):
    """When its time is up it has seen its moves and the replies, and glances at them once more."""
    position = next(p for p in random_positions(key, 9, seed=27) if len(p.legal_moves()) > 1)
    for level in LEVELS.values():
        control = SearchControl()
        player = player_for(position.game, dataclasses.replace(level, time=1e-6), 1, plain)
        assert player.choose(position, control).move in position.legal_moves()
        assert control.nodes <= 2 * (PLAIN_LEAST + POLL)


@pytest.mark.parametrize("level", ["3", "5", "6"])
@pytest.mark.parametrize("key", ["connectfour", "connectfour:7x6:4:3p"])
def test_a_level_looks_as_far_on_the_busiest_machine(key, level):
    visited = []
    for time in (1e-6, 60.0):
        searcher, control = fresh_searcher(game(key)), SearchControl()
        hurried = dataclasses.replace(parse_level(level), time=time)
        player_for(game(key), hurried, 1, lambda _, it=searcher: it).choose(
            after(key, "4453"), control
        )
        visited.append(control.nodes)
    assert visited[0] == visited[1]


@pytest.mark.parametrize("level", ["1", "4", "8"])
def test_a_stop_answers_a_legal_move(level):
    control = SearchControl()
    control.stop()
    position = game("othello").start()
    choice = player_for(position.game, level, compiled=plain).choose(position, control)
    assert choice.move in position.legal_moves()


@pytest.mark.parametrize("level", ["2", "depth:3"])
def test_a_seed_repeats_the_choices(level):
    positions = random_positions("othello", 6, seed=24)
    first, second = (
        [player.choose(p, SearchControl()).move for p in positions]
        for player in (
            player_for(game("othello"), level, seed=7, compiled=plain),
            player_for(game("othello"), level, seed=7, compiled=plain),
        )
    )
    assert first == second


@pytest.mark.parametrize("level", ["1", "2", "4", "depth:3", "8"])
def test_without_a_seed_games_differ(level):
    """Othello's four first moves are alike but for symmetry, so all of them must occur."""
    position = game("othello").start()
    moves = {chosen(position, level, seed=None) for _ in range(60)}
    assert moves == set(position.legal_moves())


def test_the_weakest_level_errs_where_the_next_one_does_not():
    positions = [p for p in random_positions("connectfour", 200, seed=25) if wins_at_once(p)]
    missed = [
        position
        for position in positions
        if any(chosen(position, "1", seed) not in wins_at_once(position) for seed in range(12))
    ]
    assert missed


def test_the_only_move_needs_no_thought():
    position = game("connectfour:2x2:2").start().play(0).play(0)
    assert len(game("connectfour:2x3:3").start().legal_moves()) == 2
    column_full = game("connectfour:2x3:3").start().play(0).play(0).play(0)
    choice = player_for(column_full.game, "8", compiled=plain).choose(column_full, SearchControl())
    assert (choice.move, choice.info) == (1, None)
    assert position.outcome() is None


def test_reports_what_it_learns_while_it_thinks():
    infos = []
    position = game("connectfour").start()
    player = player_for(position.game, "depth:3", seed=1, compiled=plain)
    choice = player.choose(position, SearchControl(), infos.append)
    assert [info.depth for info in infos] == [1, 2, 3]
    assert choice.info is not None
    assert choice.info.pv[0] == choice.move


@pytest.mark.parametrize("level", ["1", "5", "8"])
def test_a_finished_game_has_no_choice(level):
    position = finished_position("connectfour", seed=26)
    with pytest.raises(GameOver):
        player_for(position.game, level, compiled=plain).choose(position, SearchControl())
    with pytest.raises(GameOver):
        RandomPlayer().choose(position, SearchControl())


def test_random_players_repeat_with_a_seed():
    position = game("othello").start()
    first, second = (
        [RandomPlayer(seed=3).choose(position, SearchControl()).move for _ in range(5)]
        for _ in range(2)
    )
    assert first == second
    assert set(first) <= set(position.legal_moves())


@pytest.mark.parametrize("text", ["1", "8", " 3 ", "depth:1", "depth:20", "DEPTH:7"])
def test_levels_parse(text):
    assert parse_level(text).key == text.strip().lower()


@pytest.mark.parametrize(
    "text", ["0", "11", "", "x", "depth", "depth:", "depth:0", "depth:21", "depth:²", "-1", "1.5"]
)
def test_a_level_that_does_not_exist_is_explained(text):
    with pytest.raises(EngineError, match=r"levels are 1 to 10 and depth:1 to depth:20\."):
        parse_level(text)


@pytest.mark.parametrize("family", ["connectfour", "othello"])
def test_levels_grow_in_depth_and_shrink_in_error(family):
    ladder = [level.suited_to(FAMILIES[family]) for level in LEVELS.values()]
    assert [level.key for level in ladder] == [str(i + 1) for i in range(len(ladder))]
    for weaker, stronger in pairwise(ladder):
        assert stronger.noise <= weaker.noise
        assert stronger.oversight <= weaker.oversight
        assert stronger.time >= weaker.time
        assert stronger.least >= weaker.least
        assert stronger.depth is None or (weaker.depth or 99) <= stronger.depth
    assert all(level.time <= 5 for level in ladder)


@pytest.mark.parametrize("key", ["connectfour", "othello"])
def test_plain_search_answers_within_three_seconds_while_it_stands_in(key):
    level = parse_level("depth:20")
    assert level.time > 3
    searcher, limit = searcher_now(game(key), level, plain)
    assert isinstance(searcher, PlainSearcher)
    assert (limit.time or 9) <= 2.5
    assert searcher_now(game(key), level, PlainSearcher)[1].time == level.time
