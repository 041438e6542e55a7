"""The solver's kernels beside their slow twins, on random boards of one word."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy import int64, uint64

from engine.games.connectfour.board.bitboard import completing, has_line, non_losing
from engine.games.connectfour.board.layout import discs, layout
from engine.games.connectfour.solver import bounds, table
from engine.games.connectfour.solver import context as offsets
from engine.games.connectfour.solver import exact as solving
from engine.games.connectfour.solver import moves as moving
from engine.games.connectfour.solver.solver import Solver, new_table
from engine.registry import game
from tests.naive import connectfour_kernels as naive
from tests.naive.connectfour_search import exact_score

KEYS = ("connectfour", "connectfour:9x5", "connectfour:8x6:5", "connectfour:6x6:3")


def random_positions(key: str, count: int, least: int = 0):
    """Unfinished positions of random games with at least `least` discs."""
    source = random.Random(key)
    cells = game(key).columns * game(key).rows
    while count:
        position = game(key).start()
        target = source.randrange(least, cells)
        while position.ply < target and position.outcome() is None:
            position = position.play(source.choice(position.legal_moves()))
        if position.outcome() is None:
            count -= 1
            yield position


@pytest.mark.parametrize("key", KEYS)
def test_squares_that_complete_a_line(key):
    board = layout(game(key))
    for position in random_positions(key, 40):
        own, mask = discs(position)
        found = completing(uint64(own), uint64(board.height), int64(board.connect))
        assert int(found) & board.board & ~mask == naive.completing(position, position.to_move)


@pytest.mark.parametrize("key", KEYS)
def test_lines(key):
    board, source = layout(game(key)), random.Random(key)
    for _ in range(100):
        own = source.getrandbits(64) & source.getrandbits(64) & board.board
        found = has_line(uint64(own), uint64(board.height), int64(board.connect))
        assert bool(found) == naive.has_line(game(key), own)


@pytest.mark.parametrize("key", KEYS)
def test_moves_that_do_not_lose(key):
    board = layout(game(key))
    for position in random_positions(key, 40):
        _, mask = discs(position)
        wins = naive.completing(position, 1 - position.to_move)
        found = non_losing(uint64(mask + board.bottom & board.board), uint64(wins))
        assert int(found) == naive.non_losing(position)


def quiet_positions(key: str, count: int, least: int = 0):
    """Random positions in which the mover has no line at once, but moves that do not lose."""
    for position in random_positions(key, count, least):
        landing = discs(position)[1] + layout(position.game).bottom
        wins = landing & naive.completing(position, position.to_move)
        if not wins and naive.non_losing(position):
            yield position


def one_by_one(subject: Solver) -> Solver:
    """A solver that looks at no moves together."""
    subject._block.put(offsets.EIGHT, 0)
    return subject


@pytest.mark.parametrize(
    ("key", "count", "wins_by_force"),
    [
        ("connectfour", 60, False),
        ("connectfour:4x6", 60, True),
        ("connectfour:9x5", 20, False),
        ("connectfour:8x6:5", 8, False),
        ("connectfour:6x6:3", 30, True),
    ],
)
def test_moves_and_their_order(key, count, wins_by_force):
    """Together, where the board allows it, and one by one."""
    subjects, checked = (Solver(game(key)), one_by_one(Solver(game(key)))), {False: 0, True: 0}
    for position in quiet_positions(key, count):
        expected = naive.moves_in_order(position)
        checked[expected is None] += 1
        for subject in subjects:
            own, mask = (uint64(word) for word in discs(position))
            moves = uint64(naive.non_losing(position))
            assert moving.generate(subject.address, own, mask, moves) == (expected is not None)
            if expected is not None:
                written = moves_written(subject, mask, moves)
                assert [(bit, replies) for bit, replies, _ in written] == expected
                for bit, _, wins in written:
                    after = position.play((bit.bit_length() - 1) // (position.game.rows + 1))
                    assert wins == naive.completing(after, position.to_move)
    assert checked[False] > 2
    assert checked[True] or not wins_by_force


def moves_written(subject: Solver, mask: uint64, moves: uint64) -> list[tuple[int, int, int]]:
    """What the row of scratch says of each move, in the moves' order."""
    order = int(moving.order_of(subject.address, mask, moves))
    at = (int(moving.moves_row(subject.address, mask)) - int(subject.address)) // 8
    row = subject._block.words[at : at + offsets.MOVES_PER_ROW * offsets.WORDS_PER_MOVE]
    places = [order >> 4 * i & 15 for i in range(int(moves).bit_count())]
    parts = (0, offsets.REPLIES_AT, offsets.WINS_AT)
    return [tuple(int(row[part + place]) for part in parts) for place in places]


@pytest.mark.parametrize("key", ["connectfour", "connectfour:8x6", "connectfour:5x4"])
def test_plans_say_the_same_of_moves_together_and_singly(key):
    subjects = (Solver(game(key)), one_by_one(Solver(game(key))))
    cells, told = game(key).columns * game(key).rows, set()
    for position in quiet_positions(key, 150, least=cells // 2):
        own, mask = (uint64(word) for word in discs(position))
        moves, free = uint64(naive.non_losing(position)), int64(cells - position.ply)
        words = [(subject.address, own, mask, moves) for subject in subjects]
        if all(moving.generate(*known) for known in words):
            for ceiling in range(-4, 10):
                found = [
                    solving.planned_score(*known, free, int64(ceiling)) >= ceiling
                    for known in words
                ]
                assert found[0] == found[1]
                told.add((found[0], int(free) % 2, ceiling > 1))
    assert {shown for shown, *_ in told} == {False, True}


@pytest.mark.parametrize("key", ["connectfour:5x4", "connectfour:6x4:3", "connectfour:4x6"])
def test_wins_with_the_second_disc(key):
    subjects = (Solver(game(key)), one_by_one(Solver(game(key))))
    cells, seen = game(key).columns * game(key).rows, set()
    for position in quiet_positions(key, 100, least=cells - 8):
        free, score = cells - position.ply, exact_score(position)
        if free < 4:
            continue
        own, mask = (uint64(word) for word in discs(position))
        wins, loses = score == (free - 1) // 2, score == -((free - 2) // 2)
        for subject in subjects:
            words = (subject.address, own, mask, uint64(naive.non_losing(position)))
            assert moving.wins_second(*words) == wins
            bound = moving.holds_second(*words, int64(free))
            if loses:
                assert bound == score
            else:
                assert -((free - 4) // 2) <= bound <= max(score, -((free - 4) // 2))
        seen.add("wins" if wins else "loses" if loses else "neither")
    assert seen >= {"wins", "loses", "neither"}


@pytest.mark.parametrize("key", ["connectfour:4x4", "connectfour:5x4", "connectfour:6x4:3"])
def test_a_search_within_a_window_keeps_its_promise(key):
    """An answer within the window is the score, others bound it; whatever the table has seen."""
    subject, source, inside = Solver(game(key)), random.Random(key), 0
    cells = game(key).columns * game(key).rows
    for position in random_positions(key, 60, least=cells - 9):
        own, mask = (uint64(word) for word in discs(position))
        solving.use_table(subject.address, True)
        score = exact_score(position)
        for _ in range(3):
            alpha = source.randint(-7, 6)
            beta = source.randint(alpha + 1, 7)
            found = solving.bounded(subject.address, own, mask, int64(alpha), int64(beta))
            if found <= alpha:
                assert score <= found
            elif found >= beta:
                assert score >= found
            else:
                assert score == found
                inside += 1
    assert inside > 20


def test_the_large_table_takes_over_what_the_small_one_knows():
    """Every entry goes to the slot where its position is looked for."""
    subject, source = Solver(game("connectfour"), new_table(12)), random.Random(2)
    context = subject.address
    stored = []
    for _ in range(40):
        key = uint64(source.getrandbits(64))
        lower, upper = sorted((source.randint(-20, 20), source.randint(-20, 20)))
        solving.use_table(context, False)
        store_at(subject._small, table.slot_of(context, key, table.LATE), key, lower, upper)
        stored.append((key, lower, upper))
    solving.fill_large_table(context, uint64(0))
    solving.use_table(context, True)
    found = 0
    for key, lower, upper in stored:
        entry = entry_at(subject._large, table.slot_of(context, key, table.LATE))
        if table.belongs(entry, key):  # else another entry came later to its slot
            assert (table.lower_bound(entry), table.upper_bound(entry)) == (lower, upper)
            found += 1
    assert found > 30
    assert np.count_nonzero(subject._large) == found


def store_at(words, address, key: uint64, lower: int, upper: int) -> None:
    entry = table.entry_of(key, int64(lower), int64(upper))
    words[(int(address) - words.ctypes.data) // 8] = entry


def entry_at(words, address) -> uint64:
    return words[(int(address) - words.ctypes.data) // 8]


@pytest.mark.parametrize("key", KEYS)
def test_a_mirrored_word_has_its_columns_in_the_opposite_order(key):
    context, board = np.zeros(64, dtype=np.uint64), layout(game(key))
    context[int(offsets.HEIGHT) // 8] = board.height
    context[int(offsets.COLUMNS) // 8] = board.columns
    for position in random_positions(key, 20):
        word = sum(discs(position))
        digits = [word >> board.height * i & (1 << board.height) - 1 for i in range(board.columns)]
        expected = sum(digit << board.height * i for i, digit in enumerate(reversed(digits)))
        assert table.mirrored(uint64(context.ctypes.data), uint64(word)) == expected


@pytest.mark.parametrize("key", KEYS)
def test_the_lowest_squares_of_every_column(key):
    board, source = layout(game(key)), random.Random(key)
    for _ in range(50):
        squares = source.getrandbits(64) & source.getrandbits(64) & board.board
        lowest = above = 0
        for column in range(board.columns):
            bits = [column * board.height + row for row in range(board.rows)]
            taken = [bit for bit in bits if squares >> bit & 1]
            lowest |= sum(1 << bit for bit in taken[:1])
            above |= sum(1 << bit for bit in bits if taken and bit >= taken[0])
        words = (uint64(word) for word in (board.bottom, board.board, squares))
        bottom, full, some = words
        assert bounds.lowest_in_columns(bottom, full, some) == lowest
        assert bounds.from_lowest_up(bottom, full, some) == above


@pytest.mark.parametrize(
    ("key", "kernel", "odd"),
    [
        ("connectfour:4x4", bounds.follow_up_bound, 0),
        ("connectfour:5x4", bounds.follow_up_bound, 0),
        ("connectfour:4x6", bounds.follow_up_bound, 0),
        ("connectfour:4x5", bounds.follow_up_bound, 0),
        ("connectfour:5x4", bounds.zugzwang_bound, 1),
        ("connectfour:4x6", bounds.zugzwang_bound, 1),
        ("connectfour:4x5", bounds.zugzwang_bound, 1),
    ],
)
def test_the_bounds_from_answering_every_disc_are_bounds(key, kernel, odd):
    """Where the mover faces an even or an odd number of free squares, whatever is asked for."""
    current, found = game(key), set()
    subject, cells = Solver(current, new_table(12)), current.columns * current.rows
    for position in random_positions(key, 300, least=cells - 8):
        if (cells - position.ply) % 2 == odd:
            own, mask = (uint64(word) for word in discs(position))
            threats = uint64(naive.completing(position, 1 - position.to_move))
            context = subject.address
            bound = kernel(context, own, mask, threats, bounds.NO_BOUND)
            found.add(int(bound))
            assert kernel(context, own, mask, threats, int64(bound)) == bound
            less = kernel(context, own, mask, threats, int64(bound - 1))
            assert exact_score(position) <= min(bound, less)
    assert {-1, int(bounds.NO_BOUND)} <= found


def test_table_entries_keep_what_was_stored():
    source = random.Random(1)
    for _ in range(200):
        key = uint64(source.getrandbits(64))
        lower, upper = sorted((source.randint(-31, 31), source.randint(-31, 31)))
        entry = uint64(table.entry_of(key, int64(lower), int64(upper)))
        assert table.belongs(entry, key)
        assert not table.belongs(entry, uint64(int(key) ^ 1 << source.randrange(52)))
        assert table.lower_bound(entry) == lower
        assert table.upper_bound(entry) == upper
    assert not table.belongs(uint64(0), uint64(0))
