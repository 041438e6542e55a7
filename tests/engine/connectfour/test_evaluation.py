"""What the searches for two and three players estimate and compute, against slow twins."""

from __future__ import annotations

import numpy as np
import pytest

from engine.formats.record import GameRecord
from engine.games.connectfour.search.alphabeta import LAST_WORD as LAST_WORD_OF_TWO
from engine.games.connectfour.search.alphabeta import NODE_LIMIT, WIN
from engine.games.connectfour.search.alphabeta import estimate as estimate_two
from engine.games.connectfour.search.evaluation import lift, place, winning_columns
from engine.games.connectfour.search.filling import fill_up
from engine.games.connectfour.search.maxn import LAST_WORD
from engine.games.connectfour.search.maxn import estimate as estimate_three
from engine.games.connectfour.search.trees import ThreePlayers, board_of, open_threats
from engine.games.connectfour.search.windows import (
    COUNTS,
    FILLING,
    FORESEEN_AMONG_THREE,
    SCORE,
    THREAT_AMONG_THREE,
    WINDOWS,
    discs_in_order,
    empty_board,
    foreseen,
    geometry,
)
from engine.games.connectfour.threats import last_word, threats
from engine.registry import game
from engine.search.control import SearchControl
from engine.workshop.bench.three_players import BestReply, Forerunner, Paranoid
from tests.engine.positions import random_positions
from tests.naive import connectfour_search as naive

TWO = ("connectfour", "connectfour:9x7", "connectfour:8x8:5", "connectfour:5x4:3")
THREE = ("connectfour:7x6:4:3p", "connectfour:5x5:3:3p", "connectfour:10x8:5:3p")


def searched(tree, position):
    """The value of a tree at full depth for the player who has just moved."""
    state = np.zeros(2, dtype=np.int64)
    state[NODE_LIMIT] = 1 << 40
    remaining = position.game.columns * position.game.rows - position.ply
    return tree.value(board_of(position), SearchControl(), state, remaining, -WIN)


def late(positions):
    """Those with at most eight free squares, which the slow twins get through."""
    found = [p for p in positions if p.game.columns * p.game.rows - p.ply <= 8]
    assert len(found) >= 5
    return found


@pytest.mark.parametrize("key", TWO + THREE)
def test_threats_of_the_board_are_those_of_the_rules(key):
    for position in random_positions(key, 12, seed=31):
        board, fixed = board_of(position), geometry(position.game)
        for player in range(position.game.players):
            columns = winning_columns(fixed, board, player)
            squares = set(threats(position, player))
            for column in range(position.game.columns):
                landing = position.landing_square(column)  # type: ignore[attr-defined]
                assert bool(columns >> column & 1) == (landing in squares)


@pytest.mark.parametrize("key", TWO + THREE)
def test_lifting_the_discs_in_turn_leaves_the_empty_board(key):
    for position in random_positions(key, 12, seed=32):
        board, fixed = board_of(position), geometry(position.game)
        for column, player in reversed([*discs_in_order(position)]):
            lift(fixed, board, column, player)
        assert (board == board_of(position.game.start())).all()


@pytest.mark.parametrize("key", TWO + THREE)
def test_filling_up_ends_as_its_rules_say(key):
    for position in random_positions(key, 40, seed=33):
        current = position.game
        end = int(fill_up(geometry(current), board_of(position)))
        disc, (column, row) = end >> 8, divmod(end & 255, current.rows)
        found = ((disc - 1) % current.players, row * current.columns + column, disc)
        assert (found if end else None) == last_word(position)


def test_filling_up_gives_an_even_square_to_the_second_player():
    """Yellow's only threat is in row 4 of column 2, where row 3 is still empty."""
    position = GameRecord.from_moves(game("connectfour"), "27431475612667316366").final()
    assert (threats(position, 0), threats(position, 1)) == ((), (22,))
    assert last_word(position) == (1, 22, 40)


@pytest.mark.parametrize("key", THREE)
def test_threats_on_the_board_count_in_full_at_the_root_of_three(key):
    """Where nothing is searched the value is the estimate, and the board is as before."""
    state = np.array([0, 1 << 40])
    for position in random_positions(key, 20, seed=35):
        board, values = board_of(position), np.zeros((200, 3), dtype=np.int64)
        estimate_three(geometry(position.game), board, values)
        before, mover = board.copy(), (position.ply - 1) % 3
        quiet = not any(winning_columns(geometry(position.game), board, p) for p in range(3))
        value, _ = ThreePlayers(position.game).value(board, SearchControl(), state, 0, -WIN)
        assert list(board[:FILLING]) == list(before[:FILLING])
        assert list(board[COUNTS:]) == list(before[COUNTS:])
        if quiet and position.game.columns * position.game.rows - position.ply > 1:
            assert value == values[position.ply, mover]


@pytest.mark.parametrize("key", THREE)
def test_what_is_foreseen_counts_the_threats_that_nobody_has_stopped(key):
    """Else a position were worth something else by the way it was reached, in one table."""
    stopped = 0
    for position in random_positions(key, 20, seed=36):
        shown, fixed = board_of(position), foreseen(position.game)
        board = empty_board(position.game)
        for column, player in discs_in_order(position):
            place(fixed, board, column, player)
        counted = open_threats(fixed, shown)
        lower = THREAT_AMONG_THREE - FORESEEN_AMONG_THREE
        assert list(shown[SCORE:][:3] - lower * counted) == list(board[SCORE:][:3])
        stopped += int(shown[COUNTS + fixed[WINDOWS] :].sum() - counted.sum())
    assert stopped > 0


@pytest.mark.parametrize("key", THREE)
def test_three_players_are_estimated_by_windows_and_the_last_word(key):
    for position in random_positions(key, 20, seed=34):
        current, values = position.game, np.zeros((200, 3), dtype=np.int64)
        estimate_three(geometry(current), board_of(position), values)
        connect = current.connect  # type: ignore[attr-defined]
        weights = {n: max(1, 64 >> 2 * (connect - 1 - n)) for n in range(1, connect)}
        weights[connect - 1] = 24
        worths = naive.window_worths(position, weights)
        if (last := last_word(position)) is not None:
            worths[last.player] += LAST_WORD * position.ply // (current.columns * current.rows)
        expected = [3 * worth - sum(worths) for worth in worths]
        assert list(values[position.ply]) == expected
        assert sum(expected) == 0


@pytest.mark.parametrize("key", ["connectfour", "connectfour:9x7"])
def test_two_players_are_estimated_by_windows_and_the_last_word(key):
    for position in random_positions(key, 30, seed=35):
        red, yellow = naive.window_worths(position, {1: 4, 2: 16, 3: 64})
        expected = red - yellow
        if (last := last_word(position)) is not None:
            prize = LAST_WORD_OF_TWO * position.ply // (position.game.columns * position.game.rows)
            expected += prize if last.player == 0 else -prize
        fixed, sign = geometry(position.game), 1 if position.to_move == 0 else -1
        assert estimate_two(fixed, board_of(position)) == sign * expected


@pytest.mark.parametrize("key", ["connectfour:4x4:3:3p", "connectfour:5x3:3:3p"])
def test_max_n_proves_what_everybody_gets_under_best_play(key):
    tree = ThreePlayers(game(key))
    for position in late(random_positions(key, 40, seed=36)):
        values = list(naive.maxn_values(position, careful=True))
        own = values.pop((position.ply - 1) % 3)
        assert searched(tree, position) == (own, -max(values))


def test_the_forerunners_search_takes_the_first_of_equal_moves():
    tree = Forerunner(game("connectfour:4x4:3:3p"))
    for position in late(random_positions("connectfour:4x4:3:3p", 40, seed=37)):
        values = naive.maxn_values(position, careful=False)
        assert searched(tree, position)[0] == values[(position.ply - 1) % 3]


def test_paranoid_search_proves_what_can_be_forced():
    tree = Paranoid(game("connectfour:4x4:3:3p"))
    for position in late(random_positions("connectfour:4x4:3:3p", 40, seed=38)):
        value, player = searched(tree, position)[0], (position.ply - 1) % 3
        assert (value > 0) - (value < 0) == naive.forced_result(position, player)


def test_best_reply_search_proves_what_one_reply_at_a_time_can_stop():
    tree = BestReply(game("connectfour:4x4:3:3p"))
    for position in late(random_positions("connectfour:4x4:3:3p", 40, seed=39)):
        discs = tuple(position.cell(square) for square in range(16))
        root = (position.ply - 1) % 3
        value = searched(tree, position)[0]
        assert (value > 0) - (value < 0) == naive.best_reply_result(discs, 4, 3, root, own=False)
