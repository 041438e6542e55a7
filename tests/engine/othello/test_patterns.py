"""Pattern readings agree with a slow twin, and symmetric positions are worth the same."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from numpy import int64, uint64

from engine.games.othello.board import bitboard
from engine.games.othello.evaluation import evaluation, weights
from engine.games.othello.evaluation.patterns import (
    INSTANCES,
    PATTERNS,
    STAGE_PLIES,
    STAGE_WEIGHTS,
    STAGES,
    canonical_weights,
)
from engine.games.othello.search import midgame
from engine.games.othello.search.context import Context
from engine.games.othello.search.table import Table
from engine.workshop.othello.train import READINGS, read_features
from tests.engine.othello.boards import random_positions
from tests.engine.othello.evaluating import CONTEXT, evaluate
from tests.naive.othello_patterns import LAYOUT, naive_readings, turned

if TYPE_CHECKING:
    from engine.games.othello.position import OthelloPosition


def test_readings_are_those_of_the_slow_twin() -> None:
    row = np.zeros(READINGS, dtype=np.int32)
    for position in random_positions(8, games=3):
        own, other = LAYOUT.pack(position)
        read_features(own, other, row)
        assert row.tolist() == naive_readings(position)


def test_the_evaluation_is_the_sum_of_the_selected_weights() -> None:
    table = weights.load()
    for position in random_positions(8, games=3):
        left = 64 - sum(board.bit_count() for board in position.boards)
        if position.outcome() is None:
            stage = table[(left - 1) // STAGE_PLIES]
            expected = int(stage[naive_readings(position)].astype(int).sum())
            own, other = (int(bits) for bits in LAYOUT.pack(position))
            assert evaluate(own, other) == max(-6300, min(6300, expected))


def test_symmetric_positions_are_worth_the_same() -> None:
    for position in random_positions(8, games=2):
        if position.outcome() is None:
            own, other = (int(bits) for bits in LAYOUT.pack(position))
            values = {evaluate(turned(s, own), turned(s, other)) for s in range(8)}
            assert len(values) == 1


def test_a_move_changes_the_readings_as_the_board_changes() -> None:
    """On trained boards and on those judged by other traits."""
    for context in (CONTEXT, Context(Table(1), LAYOUT)):
        for position in random_positions(8, games=2):
            own, other = LAYOUT.pack(position)
            empties = LAYOUT.board & ~(own | other)
            evaluation.look(own, other, context.address)
            for move in position.legal_moves():
                if move == position.game.pass_move:
                    continue
                square = uint64(LAYOUT.square(move))
                after = position.play(move)
                mover = after.boards[1 - position.to_move], after.boards[position.to_move]
                boards = uint64(mover[0]), uint64(mover[1])
                rest = uint64(empties ^ (uint64(1) << square))
                answers = bitboard.moves(*boards, rest)
                left = int64(int(rest).bit_count())
                if left > 0:
                    turned = uint64(bitboard.flips(own, other, square))
                    found = evaluation.evaluate_after(
                        *boards, rest, answers, square, turned, left, context.address
                    )
                    assert found == evaluation.evaluate(
                        *boards, rest, answers, left, context.address
                    )


def naive_ply(position: OthelloPosition) -> int:
    """The best evaluation after one move, lifted, in hundredths of a disc."""
    best = -10_000
    for move in position.legal_moves():
        after = position.play(move)
        outcome, sign = after.outcome(), -1
        if outcome is not None:
            assert outcome.score is not None
            score = 100 * (outcome.score if position.to_move == 0 else -outcome.score)
        else:
            if after.legal_moves() == (after.game.pass_move,):
                after, sign = after.play(after.game.pass_move), 1
            own, other = (int(bits) for bits in LAYOUT.pack(after))
            left = int64(64 - (own | other).bit_count())
            score = sign * (evaluate(own, other) + evaluation.lift(left, CONTEXT.address))
        best = max(best, score)
    return best


def test_one_ply_is_the_best_evaluation_after_it() -> None:
    infinity = int64(midgame.INFINITY)
    for position in random_positions(8, games=4):
        moves = position.legal_moves()
        if position.outcome() is None and moves != (position.game.pass_move,):
            own, other = LAYOUT.pack(position)
            empties = LAYOUT.board & ~(own | other)
            window = -infinity, infinity, int64(1)
            CONTEXT.table.clear()
            found = midgame.search(own, other, empties, *window, CONTEXT.address)
            assert found == naive_ply(position)


def test_every_pattern_reads_all_its_images() -> None:
    assert sum(len(pattern.views) for pattern in PATTERNS) == INSTANCES
    covered: set[int] = set()
    for pattern in PATTERNS:
        for view in pattern.views:
            covered |= {s for s in range(64) if turned(view, 1 << s) & pattern.mask}
    assert covered == set(range(64))


def test_canonical_weights_stand_for_themselves() -> None:
    canonical = canonical_weights()
    assert len(canonical) == STAGE_WEIGHTS
    assert (canonical[canonical] == canonical).all()


def test_the_weights_are_small_and_load_quickly() -> None:
    assert weights.FILE.stat().st_size <= 4_000_000
    started = time.process_time()
    loaded = weights.load.__wrapped__()
    assert time.process_time() - started < 0.1
    assert loaded.shape == (STAGES, STAGE_WEIGHTS)
