"""What every search of Othello promises: legal moves, limits kept, the same answer twice."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.errors import GameOver
from engine.games.othello.game import Othello
from engine.games.othello.search.images import images_among
from engine.games.othello.search.searcher import make
from engine.search.control import SearchControl
from engine.search.limits import Limit
from tests.engine.othello.boards import random_positions
from tests.engine.timing import answer_time, time_over

if TYPE_CHECKING:
    from engine.games.othello.position import OthelloPosition
    from engine.search.info import Info

SIZES = [4, 6, 8, 10, 12, 14, 16]


@pytest.mark.parametrize("size", SIZES)
def test_lines_are_legal_from_any_position(size: int) -> None:
    searcher = make(Othello(size))
    for position in list(random_positions(size, games=1))[::7]:
        if position.outcome() is None:
            info = searcher.search(position, Limit(nodes=300), SearchControl())
            assert info.pv
            reached = position
            for move in info.pv:
                reached = reached.play(move)


def test_4x4_is_solved_from_the_start() -> None:
    start = Othello(4).start()
    info = make(start.game).search(start, Limit(), SearchControl())
    assert (info.score, info.exact) == (-10, True)
    candidates = make(start.game).candidates(start, Limit(), SearchControl())
    assert [c.score for c in candidates] == [-10] * 4


@pytest.mark.parametrize("size", SIZES)
def test_candidates_are_all_legal_moves(size: int) -> None:
    start = Othello(size).start()
    candidates = make(start.game).candidates(start, Limit(depth=3), SearchControl())
    assert sorted(c.move for c in candidates) == list(start.legal_moves())
    assert len({c.score for c in candidates}) == 1, "the four first moves are symmetric"


@pytest.mark.parametrize("size", [6, 8, 10])
def test_moves_that_are_images_of_each_other_are_worth_the_same(size: int) -> None:
    """Whatever is left to chance: of the four first moves one is searched."""
    game = Othello(size)
    start = game.start()
    found = make(game).candidates(start, Limit(nodes=3000), SearchControl())
    assert sorted(candidate.move for candidate in found) == sorted(start.legal_moves())
    assert len({(candidate.score, candidate.depth) for candidate in found}) == 1
    assert len({candidate.pv for candidate in found}) == 4
    for candidate in found:
        position = start
        for move in candidate.pv:
            assert move in position.legal_moves()
            position = position.play(move)


def orbits(position: OthelloPosition) -> set[frozenset[int]]:
    """The sets of moves that one symmetry or another carries into each other, by arrays."""
    size = position.game.size
    squares = np.arange(size * size).reshape(size, size)
    owners = np.array([position.cell(int(square)) for square in squares.flat]).reshape(size, size)
    keep = []
    for turns in range(4):
        for flip in (np.array, np.transpose):
            if (flip(np.rot90(owners, turns)) == owners).all():
                keep.append(flip(np.rot90(squares, turns)).ravel())
    return {frozenset(int(image[move]) for image in keep) for move in position.legal_moves()}


def test_images_among_the_moves_are_those_of_a_symmetry_of_the_board() -> None:
    level = [Othello(6).start()]
    shared = 0
    for _ in range(4):
        for position in level:
            legal = position.legal_moves()
            for moves in (legal, legal[1:]):  # of one that is left out nothing is told
                found = images_among(position, moves)
                sets = {
                    frozenset([move, *(table[move] for table in tables)])
                    for move, tables in found.items()
                }
                assert sets == {orbit & set(moves) for orbit in orbits(position)} - {frozenset()}
                shared += moves is legal and any(found.values())
        level = [position.play(move) for position in level for move in position.legal_moves()]
    assert shared > 4, "not the start alone"


def test_a_forced_pass_is_searched_like_a_move() -> None:
    searcher = make(Othello(6))
    passes = 0
    for position in random_positions(6, games=60):
        if position.legal_moves() == (position.game.pass_move,):
            info = searcher.search(position, Limit(depth=4), SearchControl())
            assert info.pv[0] == position.game.pass_move
            passes += 1
    assert passes > 5


def test_a_finished_game_is_refused() -> None:
    *_, last = random_positions(4, games=1)
    with pytest.raises(GameOver):
        make(last.game).search(last, Limit(depth=1), SearchControl())


@pytest.mark.parametrize("size", [8, 12])
def test_a_stop_is_answered_within_50_ms(size: int) -> None:
    start = Othello(size).start()
    assert answer_time(make, start, 100_000 // size, goal=0.05) < 0.05


@pytest.mark.parametrize("size", [6, 8, 16])
def test_the_time_limit_is_kept(size: int) -> None:
    start = Othello(size).start()
    assert time_over(make, start, 0.2, goal=0.05) < 0.05


@pytest.mark.parametrize("size", SIZES)
def test_a_node_limit_gives_the_same_answer_twice(size: int) -> None:
    start = Othello(size).start()
    first, second = (
        make(start.game).search(start, Limit(nodes=5000), SearchControl()) for _ in range(2)
    )
    assert (first.depth, first.score, first.pv, first.nodes) == (
        second.depth,
        second.score,
        second.pv,
        second.nodes,
    )


def test_a_depth_limit_is_obeyed() -> None:
    start = Othello().start()
    info = make(start.game).search(start, Limit(depth=4), SearchControl())
    assert (info.depth, info.exact) == (4, False)


def midgame_position(empties: int, seed: int | None = None) -> OthelloPosition:
    """A quiet position of 8 × 8 with so many empty squares, by shallow play.

    A seed draws the first eight moves at random.
    """
    searcher, position = make(Othello()), Othello().start()
    if seed is not None:
        random = Random(seed)
        for _ in range(8):
            position = position.play(random.choice(position.legal_moves()))
    while 64 - sum(board.bit_count() for board in position.boards) > empties:
        move = searcher.search(position, Limit(depth=1), SearchControl()).pv[0]
        position = position.play(move)
    return position


def test_confidence_grows_until_the_score_is_exact() -> None:
    position = midgame_position(22)
    infos: list[Info] = []
    last = make(position.game).search(position, Limit(nodes=10**9), SearchControl(), infos.append)
    assert (last.exact, last.confidence, last.depth) == (True, 100, 22)
    to_the_end = [info.confidence for info in infos if info.depth == 22]
    assert to_the_end == sorted(to_the_end)
    assert (to_the_end[0], 73 in to_the_end) == (47, True)
    assert all(not info.exact for info in infos[:-1])
    assert abs(infos[-2].score.value - last.score.hundredths) <= 600, "the selective score is close"


def test_odd_and_even_depths_lean_to_neither_side() -> None:
    """Without a lift at the horizon the middle one of three depths leans by some two discs."""
    searcher, leanings = make(Othello()), []
    for seed in range(40):
        position = midgame_position(empties=40, seed=seed)
        searcher.forget()
        before, middle, after = (
            searcher.search(position, Limit(depth=depth), SearchControl()).score.value
            for depth in (5, 6, 7)
        )
        leanings.append((before + after) / 4 - middle / 2)
    assert abs(sum(leanings) / len(leanings)) < 70


def test_a_search_without_pruning_says_so() -> None:
    position = Othello(10).start()
    info = make(position.game).search(position, Limit(depth=3), SearchControl())
    assert (info.confidence, info.exact) == (100, False)


def test_forgetting_makes_a_search_repeat_itself() -> None:
    searcher, position = make(Othello()), midgame_position(50)
    first = searcher.search(position, Limit(depth=8), SearchControl())
    warm = searcher.search(position, Limit(depth=8), SearchControl())
    searcher.forget()
    again = searcher.search(position, Limit(depth=8), SearchControl())
    assert (again.nodes, again.score, again.pv) == (first.nodes, first.score, first.pv)
    assert warm.nodes < first.nodes
