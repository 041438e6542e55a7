"""The network agrees with a slow twin, and its training makes it agree with its examples."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy import int64, uint64

from engine.formats import wthor
from engine.games.othello.board import bitboard
from engine.games.othello.board.memory import NETWORK
from engine.games.othello.evaluation import evaluation, network, weights
from engine.games.othello.evaluation._gather import OFFSETS
from engine.games.othello.evaluation.patterns import (
    EMPTIES_OFFSET,
    INSTANCES,
    MOBILITY_OFFSET,
    SYMMETRIES,
)
from engine.games.othello.game import Othello
from engine.games.othello.position import OthelloPosition
from engine.games.othello.search.context import Context, EndgameContext
from engine.games.othello.search.table import Table
from engine.workshop.othello import network_examples, train_network
from engine.workshop.othello.examples import THEORETICAL
from tests.engine.othello.boards import random_positions
from tests.engine.othello.evaluating import evaluate
from tests.engine.othello.wthor_games import write_games
from tests.naive import best_play
from tests.naive.othello_patterns import naive_readings, turned

if TYPE_CHECKING:
    from collections.abc import Iterator

LAYOUT = bitboard.layout(8)
CONTEXT = Context(Table(1), LAYOUT, weights.load(), network.load())


def beside(bits: int) -> set[int]:
    """The squares beside any of `bits`, or among them."""
    squares = [divmod(square, 8) for square in range(64) if bits >> square & 1]
    return {
        8 * (row + down) + column + right
        for row, column in squares
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if 0 <= row + down < 8 and 0 <= column + right < 8
    }


def naive_rows(position: OthelloPosition) -> list[int]:
    """The rows that a position selects, those of patterns and mobility first."""
    own, other = (int(bits) for bits in LAYOUT.pack(position))
    empties = {square for square in range(64) if not (own | other) >> square & 1}
    frontier = [min(len(beside(bits) & empties), 31) for bits in (other, own)]
    quadrants = [0, 0, 0, 0]
    for square in empties:
        quadrants[2 * (square // 32) + square % 8 // 4] += 1
    odd = sum(count % 2 for count in quadrants)
    rows = naive_readings(position)[:-1]
    rows.append(network.FRONTIER + 32 * frontier[0] + frontier[1])
    return [*rows, network.QUADRANTS + 64 * odd + len(empties)]


def naive_answer(position: OthelloPosition) -> int:
    table = network.load().astype(int)
    own, other = LAYOUT.pack(position)
    head = network.HEADS + 2 * (64 - int(own | other).bit_count())
    units = table[[*naive_rows(position), head]].sum(axis=0)
    units[network.LINEAR :] = np.clip(units[network.LINEAR :], 0, network.TOP)
    score = 1000 * int((units * table[head + 1]).sum()) // (network.TOP * network.HEAVY)
    return max(-6300, min(6300, score))


def judged(games: int) -> Iterator[OthelloPosition]:
    for position in random_positions(8, games=games):
        left = 64 - sum(board.bit_count() for board in position.boards)
        if position.outcome() is None and 0 < left <= network.MOST:
            yield position


def test_the_network_answers_as_the_slow_twin_does() -> None:
    for position in judged(games=4):
        own, other = (int(bits) for bits in LAYOUT.pack(position))
        assert evaluate(own, other, CONTEXT) == naive_answer(position)


def test_with_more_empty_squares_the_patterns_judge() -> None:
    plain = Context(Table(1), LAYOUT, weights.load())
    for position in random_positions(8, games=1):
        own, other = LAYOUT.pack(position)
        empties = LAYOUT.board & ~(own | other)
        left = int64(int(empties).bit_count())
        if left > network.MOST:
            choices = bitboard.moves(own, other, empties)
            arguments = own, other, empties, choices, left
            found = evaluation.evaluate(*arguments, plain.address)
            assert found == evaluation.evaluate(*arguments, CONTEXT.address)


def test_symmetric_positions_are_worth_the_same() -> None:
    for position in judged(games=1):
        own, other = (int(bits) for bits in LAYOUT.pack(position))
        images = range(len(SYMMETRIES))
        assert len({evaluate(turned(s, own), turned(s, other), CONTEXT) for s in images}) == 1


def test_a_move_is_judged_as_the_board_after_it() -> None:
    for position in judged(games=2):
        own, other = LAYOUT.pack(position)
        empties = LAYOUT.board & ~(own | other)
        evaluation.look(own, other, CONTEXT.address)
        for move in position.legal_moves():
            if move == position.game.pass_move or int(empties).bit_count() == 1:
                continue
            square = uint64(LAYOUT.square(move))
            flipped = uint64(bitboard.flips(own, other, square))
            bit = uint64(1) << square
            boards = other ^ flipped, own | flipped | bit, empties ^ bit
            answers = bitboard.moves(*boards)
            found = evaluation.evaluate_after(
                *boards, answers, square, flipped, int64(int(boards[2]).bit_count()),
                CONTEXT.address,
            )  # fmt: skip
            assert found == evaluate(int(boards[0]), int(boards[1]), CONTEXT)


def test_the_file_is_small_and_gives_back_what_was_saved(tmp_path, monkeypatch) -> None:
    assert network.FILE.stat().st_size <= 8_000_000
    rows = network.load()
    assert rows.shape == (network.ROWS, network.UNITS)
    assert rows.ctypes.data % network.ROW_BYTES == 0
    network.save(rows, tmp_path / "network.npz")
    monkeypatch.setattr(network, "FILE", tmp_path / "network.npz")
    assert (network.load.__wrapped__() == rows).all()


def test_no_board_takes_a_unit_beyond_16_bits() -> None:
    """Not even if each reading and each count chose the greatest number there is for it."""
    rows = network.load().astype(int)
    starts = sorted(set(OFFSETS))
    parts = [(OFFSETS.count(a), a, b) for a, b in pairwise([*starts, MOBILITY_OFFSET])]
    parts.append((1, MOBILITY_OFFSET, EMPTIES_OFFSET))
    parts += [(1, network.FRONTIER, network.QUADRANTS), (1, network.QUADRANTS, network.HEADS)]
    heads = rows[network.HEADS :]
    greatest = np.abs(heads[::2]).max(axis=0)
    for count, start, end in parts:
        greatest += count * np.abs(rows[start:end]).max(axis=0)
    assert sum(count for count, *_ in parts) == INSTANCES + 3
    assert greatest.max() < 1 << 15
    greatest[network.LINEAR :] = network.TOP
    assert (greatest * np.abs(heads[1::2]).max(axis=0)).sum() < 1 << 31


def test_examples_have_exact_scores_and_so_many_empties(tmp_path) -> None:
    write_games(tmp_path / "a.wtb", 1999, 8)
    files, rng = [wthor.read(tmp_path / "a.wtb")], np.random.default_rng(2)
    middle, end = network_examples.contexts()
    boards = network_examples.led_astray(files, 7, 5, rng, middle)
    for (own, other), score in zip(boards, network_examples.solved(boards, end), strict=True):
        assert int(own & other) == 0
        assert int(own | other).bit_count() == 57
        assert score == exact(int(own), int(other))


def test_files_without_long_games_are_refused_in_words(tmp_path) -> None:
    write_games(tmp_path / "a.wtb", 1999, 3)
    whole, rng = wthor.read(tmp_path / "a.wtb"), np.random.default_rng(2)
    short = whole.moves.copy()
    short[:, 20:] = 255
    middle, end = network_examples.contexts()
    with pytest.raises(network_examples.TooFewGames, match="position with 7 empties"):
        network_examples.led_astray([replace(whole, moves=short)], 7, 5, rng, middle)
    with pytest.raises(network_examples.TooFewGames, match="no game"):
        network_examples.led_astray([replace(whole, moves=short[:0])], 7, 5, rng, middle)
    with pytest.raises(network_examples.TooFewGames, match=f"with {THEORETICAL} empties"):
        network_examples.played([replace(whole, solved_at=THEORETICAL - 2)], 3, rng, end)
    with pytest.raises(network_examples.TooFewGames, match="12 squares are empty"):
        network_examples.played([replace(whole, moves=short, solved_at=THEORETICAL)], 3, rng, end)


def exact(own: int, other: int) -> int:
    sides = [
        sum(1 << LAYOUT.move(square) for square in range(64) if bits >> square & 1)
        for bits in (own, other)
    ]
    return int(best_play.score(OthelloPosition.set_up(Othello(8), tuple(sides), 0), {}))


def test_training_learns_its_examples_and_its_file_answers_alike() -> None:
    rng = np.random.default_rng(4)
    boards = np.array([LAYOUT.pack(position) for position in judged(games=3)], np.uint64)
    labels = rng.normal(0, 6, len(boards)).astype(np.float32)
    rows, heads = train_network.train((boards, labels), (boards, labels), 20, rng)
    selected, empties = train_network.places(boards)
    units = np.zeros(network.UNITS, np.float32)
    stored = train_network.whole_numbers(rows, heads)
    context = Context(Table(1), LAYOUT, weights.load(), network.in_cache_lines(stored))
    errors = []
    for at, (own, other) in enumerate(boards):
        answer = 10 * train_network.respond(selected[at], rows, heads[empties[at]], units)
        errors.append(answer - labels[at])
        rest = LAYOUT.board & ~(own | other)
        choices, left = bitboard.moves(own, other, rest), int64(empties[at])
        found = evaluation.evaluate(own, other, rest, choices, left, context.address)
        assert abs(found / evaluation.DISC - answer) < 0.3
    assert np.abs(errors).mean() < 0.5 * np.abs(labels).mean()
    assert (stored[EMPTIES_OFFSET : EMPTIES_OFFSET + 64] == 0).all()


def with_empties(empties: list[int]) -> network_examples.Labelled:
    """Boards with so many empty squares each, all of them draws."""
    boards = np.array([[(1 << 64 - left) - 1, 0] for left in empties], np.uint64)
    return boards, np.zeros(len(empties), np.float32)


def test_the_second_stage_trusts_least_what_is_decided_or_far(monkeypatch) -> None:
    monkeypatch.setattr(train_network, "AT_ONCE", 1 << 10)
    places = int(network.places().max()) + 1
    rows = np.full((places, network.UNITS), 1 / train_network.SELECTED, np.float32)
    heads = np.zeros((network.MOST + 1, network.UNITS), np.float32)
    heads[14, 0] = 2  # says 20 discs
    astray = with_empties([left for left in range(7, 15) for _ in range(1000)])
    (boards, _), trust = train_network.second_stage(
        astray, with_empties([12, 24, 28, 32]), rows, heads, np.random.default_rng(5)
    )
    empties = train_network.empties_of(boards)
    count = np.bincount(empties[:-4], minlength=15)
    assert ((count[7:12] > 340) & (count[7:12] < 460)).all()
    assert (count[12:] == 1000).all()
    assert list(empties[-4:]) == [12, 24, 28, 32]
    assert trust[:-4] == pytest.approx(np.where(empties[:-4] == 14, 0.5, 1))
    assert trust[-4:] == pytest.approx([1, 1, 0.5, 0.3])


def test_the_solver_keeps_the_patterns() -> None:
    """Its moves are ranked by them: the network would take more time than it saves."""
    end = EndgameContext(Table(1), LAYOUT, weights.load())
    for context in (end, end.ordering):
        assert context._words[int(NETWORK) // 8] == 0
