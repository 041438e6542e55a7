"""What levels promise to people, by counted games with seeds against simple players."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.game import Player, Position
from engine.players import RandomPlayer, player_for
from engine.players.levels import NEWCOMERS
from engine.registry import game
from engine.search.control import SearchControl
from engine.warmup import strongest_searcher
from tests.engine.positions import moves_that_block, wins_at_once

if TYPE_CHECKING:
    from collections.abc import Callable


def discs_of(position: Position, player: Player) -> int:
    game = position.game
    return sum(position.cell(square) == player for square in range(game.columns * game.rows))


def most_discs(position: Position, source: Random) -> int:
    """What beginners do: the move after which they have most discs."""
    mover = position.to_move
    return max(
        position.legal_moves(),
        key=lambda move: (discs_of(position.play(move), mover), source.random()),
    )


def carefully(position: Position, source: Random) -> int:
    """What careful beginners do: take a corner, else keep away from the squares beside a free one,
    else take most discs."""
    size = position.game.columns
    corners = {0, size - 1, size * (size - 1), size * size - 1}
    beside = {
        corner + step
        for corner in corners
        if position.cell(corner) is None
        for step in (-size - 1, -size, 1 - size, -1, 1, size - 1, size, size + 1)
    }
    moves = position.legal_moves()
    moves = [m for m in moves if m in corners] or [m for m in moves if m not in beside] or moves
    mover = position.to_move
    return max(moves, key=lambda m: (discs_of(position.play(m), mover), source.random()))


def seeing_one_move(position: Position, source: Random) -> int:
    """What careful beginners do at Connect Four: win at once, else keep the other from it."""
    moves = wins_at_once(position) or moves_that_block(position) or position.legal_moves()
    return source.choice(sorted(moves))


def winner_against(
    beginner: Callable[[Position, Random], int], level: str, seed: int, key: str = "othello"
) -> bool | None:
    """Whether the level wins, None for a draw; it moves second with odd seeds."""
    subject, source = game(key), Random(seed)
    player = player_for(subject, level, seed, compiled=strongest_searcher)
    position = subject.start()
    while (outcome := position.outcome()) is None:
        if position.to_move == seed % 2:
            position = position.play(player.choose(position, SearchControl()).move)
        else:
            position = position.play(beginner(position, source))
    return None if outcome.winner is None else outcome.winner == seed % 2


@pytest.mark.long
def test_a_beginner_may_beat_what_newcomers_to_othello_are_offered():
    results = [winner_against(most_discs, NEWCOMERS, seed) for seed in range(60)]
    assert 22 <= results.count(False) <= 40


@pytest.mark.long
def test_a_beginner_may_beat_what_newcomers_to_connect_four_are_offered():
    """It wins 47 of 100 games."""
    results = [
        winner_against(seeing_one_move, NEWCOMERS, seed, "connectfour") for seed in range(60)
    ]
    assert 19 <= results.count(False) <= 35


@pytest.mark.long
def test_a_careful_beginner_wins_a_third_against_the_first_level_of_othello():
    results = [winner_against(carefully, "1", seed) for seed in range(60)]
    assert results.count(False) >= 20


@pytest.mark.long
def test_the_third_level_of_othello_beats_beginners():
    results = [winner_against(most_discs, "3", seed) for seed in range(20)]
    assert results.count(True) >= 17


def winner_among_random(key: str, level: str, seed: int) -> tuple[Player | None, Player]:
    """Who wins, and the level's seat among two players who leave everything to chance."""
    subject, seat = game(key), seed % 3
    players = [RandomPlayer(3 * seed + other) for other in range(3)]
    chosen = player_for(subject, level, seed, compiled=strongest_searcher)
    position = subject.start()
    while (outcome := position.outcome()) is None:
        chooser = chosen if position.to_move == seat else players[position.to_move]
        position = position.play(chooser.choose(position, SearchControl()).move)
    return outcome.winner, seat


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "level", "games", "most"),
    [
        ("connectfour:7x6:4:3p", "4", 40, 4),
        ("connectfour:9x7:5:3p", "4", 20, 3),
        ("connectfour:7x6:4:3p", "6", 20, 3),
        pytest.param("connectfour:9x7:5:3p", "4", 40, 4, marks=pytest.mark.hours),
        pytest.param("connectfour:7x6:4:3p", "6", 40, 4, marks=pytest.mark.hours),
    ],
)
def test_a_level_hardly_loses_against_two_players_of_chance(key, level, games, most):
    """One game in twenty, and what counting so few games may add."""
    results = [winner_among_random(key, level, seed) for seed in range(games)]
    lost = sum(winner not in (None, seat) for winner, seat in results)
    assert lost <= most
