"""The selective search of boards of two words, against slow twins and proofs."""

from __future__ import annotations

import random

import numba
import pytest
from numpy import uint64

from engine._wide_ints import joined
from engine.games.connectfour.board._vector import open_fours
from engine.games.connectfour.board.layout import discs, layout
from engine.games.connectfour.search.alphabeta import PROVED, WIN
from engine.games.connectfour.search.filled import last_mover
from engine.games.connectfour.search.selection import Selection
from engine.games.connectfour.solver.block import Block
from engine.games.connectfour.threats import threat_bits
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.score import win_score
from engine.warmup import fresh_searcher
from tests.engine.connectfour.positions import halves, played, quiet_game
from tests.engine.positions import after, random_positions
from tests.naive import connectfour_kernels as kernels
from tests.naive.connectfour_search import exact_score

BOARDS = ("connectfour:8x8", "connectfour:9x7", "connectfour:4x16")


@numba.njit
def counted(own, own_above, free, free_above, height):
    return open_fours(joined(own, own_above), joined(free, free_above), height)


@numba.njit
def filled(address, mask, mask_above, mine, mine_above, theirs, theirs_above):
    mine, theirs = joined(mine, mine_above), joined(theirs, theirs_above)
    return last_mover(address, joined(mask, mask_above), mine, theirs)


@pytest.mark.parametrize("key", BOARDS)
def test_open_fours_are_counted_by_their_discs(key):
    for position in random_positions(key, 40, seed=41):
        board = layout(position.game)
        own, mask = discs(position)
        room = board.board & ~(mask ^ own)
        found = int(counted(*halves(own), *halves(room), uint64(board.height)))
        expected = kernels.open_windows(position, position.to_move)
        assert [found >> 16 * i & 0xFFFF for i in range(3)] == expected


@pytest.mark.parametrize("key", BOARDS)
def test_filling_up_ends_as_its_rules_say(key):
    ends = set()
    for position in random_positions(key, 60, seed=42):
        board, mover = layout(position.game), position.to_move
        block = Block(board, 2, range(board.columns))
        threats = [threat_bits(position, player) for player in (mover, 1 - mover)]
        words = [half for word in (discs(position)[1], *threats) for half in halves(word)]
        end = int(filled(block.address, *words))
        assert end == kernels.filled_up(position)
        ends.add(end)
    assert ends == {-1, 0, 1}


def test_wins_and_losses_are_certain_at_any_depth():
    key, certain = "connectfour:8x8", 0
    selection = Selection(game(key))
    source = random.Random(43)
    for _ in range(20):
        position = played(key, quiet_game(key, 10, source))
        selection.refresh()
        for depth in (2, 6, 20):
            selection.begin(SearchControl(), 1 << 40)
            value = selection.value(position, depth, -WIN, WIN)
            if abs(value) > PROVED:
                exact, slowest = exact_score(position), win_score(position.game, WIN - abs(value))
                assert (value > 0) == (exact > 0)
                assert abs(exact) >= slowest
                certain += 1
    assert certain >= 10


@pytest.mark.parametrize("key", BOARDS)
def test_without_depth_lines_squares_and_the_end_are_weighed(key):
    selection, estimates = Selection(game(key)), set()
    selection.begin(SearchControl(), 1 << 40)
    for position in random_positions(key, 40, seed=44):
        cells = position.game.columns * position.game.rows
        goes_on = all(position.play(move).outcome() is None for move in position.legal_moves())
        if not goes_on or kernels.non_losing(position).bit_count() < 2:
            continue
        mover, estimate = position.to_move, 20
        for player in (mover, 1 - mover):
            ones, twos, *_ = kernels.open_windows(position, player)
            squares = kernels.completing(position, player).bit_count()
            own = ones + 16 * twos + 40 * squares
            estimate += own if player == mover else -own
        estimate += kernels.filled_up(position) * (480 * position.ply // cells)
        assert selection.value(position, 0, -WIN, WIN) == estimate
        estimates.add(estimate)
    assert len(estimates) > 5


def test_moves_that_lose_at_once_are_known_to():
    """Red's three in a row is open at one end; whoever does not stop it there loses next."""
    position = after("connectfour:9x7", "11213")
    searcher, limit = fresh_searcher(position.game), Limit(nodes=5_000)
    stop, *others = searcher.candidates(position, limit, SearchControl())
    assert stop.move == 3
    assert len(others) == 8
    for other in others:
        assert other.score.exact
        assert other.score.win_in == 2
        assert other.pv == (other.move, 3)


def test_a_stop_leaves_no_value():
    selection = Selection(game("connectfour:9x7"))
    selection.begin(control := SearchControl(), 1 << 40)
    control.stop()
    selection.value(game("connectfour:9x7").start(), 12, -WIN, WIN)
    assert selection.aborted
    assert control.nodes == 1


def test_the_fastest_win_is_exact_once_all_play_was_looked_at():
    """Red makes three in a row that is open at both ends."""
    position = after("connectfour:9x7", "5161")
    info = fresh_searcher(position.game).search(position, Limit(nodes=100_000), SearchControl())
    assert info.exact
    assert info.score.win_in == 3
    assert info.pv[0] in {3, 6}


def test_looks_further_than_every_line_of_play_in_as_many_positions():
    start = game("connectfour:9x7").start()
    info = fresh_searcher(start.game).search(start, Limit(nodes=50_000), SearchControl())
    limit, control = Limit(depth=info.depth), SearchControl()
    fresh_searcher(start.game).search(start, limit, control)
    assert control.nodes > 50_000
