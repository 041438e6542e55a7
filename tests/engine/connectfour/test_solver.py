"""The solver: published scores, the naive twin, symmetry, limits."""

from __future__ import annotations

import csv
import random
from functools import cache
from pathlib import Path

import pytest

from engine.games.connectfour.solver.counting import FORCED_WORD
from engine.games.connectfour.solver.scores import exact_score
from engine.games.connectfour.solver.solver import Solver
from engine.registry import game
from engine.search.control import SearchControl
from tests.engine.positions import after
from tests.engine.timing import stop_time
from tests.naive import connectfour_search as naive

DATA = Path(__file__).parents[2] / "data" / "connectfour"


@cache
def solver(key: str) -> Solver:
    return Solver(game(key))


def lines(name: str, limit: int | None = None):
    for line in (DATA / name).read_text(encoding="ascii").splitlines()[:limit]:
        yield line.split()


def check_scores(name: str, lines_of_it: slice) -> None:
    cases = list(lines(f"Test_{name}.txt"))[lines_of_it]
    positions = [after("connectfour", moves) for moves, _ in cases]
    subject = solver("connectfour")
    subject.begin(SearchControl())
    scores, _ = subject.scores(positions)
    assert [
        exact_score(position, int(score)) for position, score in zip(positions, scores, strict=True)
    ] == [int(score) for _, score in cases]


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("L3_R1", 1000),
        ("L2_R1", 1000),
        ("L1_R1", 1000),
        ("L2_R2", 200),
        ("L1_R2", 200),
    ],
)
def test_published_scores(name, limit):
    check_scores(name, slice(limit))


def test_positions_with_one_move_alone_are_counted_beside_the_others():
    one = [after("connectfour", moves) for moves, _ in lines("Test_L3_R1.txt")]
    one = [position for position in one if len(position.legal_moves()) == 1]
    assert one
    for positions, all_forced in ((one, True), ([after("connectfour:4x4", "")], False)):
        subject, control = Solver(positions[0].game), SearchControl()
        subject.begin(control)
        subject.scores(positions)
        forced = int(control.words[FORCED_WORD])
        assert 0 < forced <= control.nodes
        assert (forced == control.nodes) is all_forced


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("name", "lines_of_it"),
    [("L2_R2", slice(200, None)), ("L1_R2", slice(200, None, 3)), ("L1_R3", slice(12))],
)
def test_the_other_published_scores(name, lines_of_it):
    check_scores(name, lines_of_it)


@pytest.mark.hours
@pytest.mark.timeout(0)
def test_the_published_scores_that_take_longest():
    check_scores("L1_R3", slice(12, None))
    check_scores("L1_R2", slice(200, None))


@pytest.mark.parametrize(
    "lines_of_it",
    [
        pytest.param(slice(None, None, 27), marks=[pytest.mark.long, pytest.mark.timeout(3600)]),
        pytest.param(slice(None), marks=[pytest.mark.hours, pytest.mark.timeout(0)]),
    ],
)
def test_results_of_quiet_8_ply_positions(lines_of_it):
    subject = solver("connectfour")
    subject.begin(SearchControl())
    for moves, result in list(lines("8ply_sample.txt"))[lines_of_it]:
        position = after("connectfour", moves)
        wins, holds = subject.reaches(position, 1), subject.reaches(position, 0)
        assert {"w": (True, True), "d": (False, True), "l": (False, False)}[result] == (
            wins,
            holds,
        )


def random_positions(key: str, free: int, count: int):
    """Unfinished positions of random games with at most `free` free squares."""
    current, source = game(key), random.Random(key)
    cells = current.columns * current.rows
    while count:
        position = current.start()
        target = source.randrange(max(0, cells - free), cells)
        while position.outcome() is None and position.ply < target:
            position = position.play(source.choice(position.legal_moves()))
        if position.outcome() is None:
            count -= 1
            yield position


@pytest.mark.parametrize(
    "key",
    [
        "connectfour:4x4:3",
        "connectfour:5x3:3",
        "connectfour:3x5:3",
        "connectfour:5x5:3",
        "connectfour:4x4:4",
        "connectfour:6x4:4",
        "connectfour:5x5:4",
        "connectfour:4x7:4",
        "connectfour:6x5:5",
        "connectfour:3x7:5",
        "connectfour:12x2:3",
        "connectfour:8x3:4",
    ],
)
def test_agrees_with_the_naive_twin(key):
    subject = Solver(game(key))
    for position in random_positions(key, 9, 25):
        score = subject.score(position)
        assert exact_score(position, score) == naive.exact_score(position)


def solved_sizes():
    with (DATA / "solved_sizes.csv").open(encoding="ascii") as file:
        for row in csv.DictReader(file):
            key = f"connectfour:{row['width']}x{row['height']}"
            squares = int(row["width"]) * int(row["height"])
            if row["checked"] == "yes":
                marks = [pytest.mark.long, pytest.mark.timeout(3600)] if squares > 28 else []
                yield pytest.param(key, int(row["result"]), id=key, marks=marks)


@pytest.mark.parametrize(("key", "result"), list(solved_sizes()))
def test_results_of_empty_boards(key, result):
    position, subject = game(key).start(), Solver(game(key))
    assert int(subject.reaches(position, 1)) + int(subject.reaches(position, 0)) - 1 == result


def test_a_mirror_image_has_the_same_score():
    current, source = game("connectfour:8x7"), random.Random(7)
    subject = Solver(current)
    for _ in range(10):
        moves, position = [], current.start()
        while position.ply < 40 and position.outcome() is None:
            moves.append(source.choice(position.legal_moves()))
            position = position.play(moves[-1])
        if position.outcome() is None:
            image = current.start()
            for move in moves:
                image = image.play(7 - move)
            assert subject.score(image) == subject.score(position)


@pytest.mark.parametrize(
    ("key", "moves"),
    [("connectfour", "44444413751375"), ("connectfour:6x5", ""), ("connectfour:7x4", "")],
)
def test_a_position_that_is_its_own_image_is_worth_its_best_move(key, moves):
    """The moves are searched without sharing entries between images; it saves nodes."""
    position = after(key, moves)
    shared, apart = SearchControl(), SearchControl()
    subject = Solver(game(key))
    subject.begin(shared)
    score = subject.score(position)
    single = Solver(game(key))
    single.begin(apart)
    scores, _ = single.scores([position.play(move) for move in position.legal_moves()])
    assert score == -min(scores)
    assert scores.tolist() == scores.tolist()[::-1]
    assert shared.nodes < apart.nodes


def test_node_count_signature():
    """Changes exactly when the search does: say so in the commit."""
    control = SearchControl()
    subject = Solver(game("connectfour"))
    subject.begin(control)
    subject.scores([after("connectfour", moves) for moves, _ in lines("Test_L2_R2.txt", 20)])
    assert control.nodes == 268_873


def test_stops_within_50_ms():
    subject = solver("connectfour")

    def search(control):
        subject.begin(control)
        assert subject.score(game("connectfour").start()) is None
        assert subject.aborted

    assert stop_time(search, 50_000, goal=0.05) < 0.05


def test_gives_up_at_the_node_limit_and_can_begin_again():
    control = SearchControl()
    subject = Solver(game("connectfour"))
    subject.begin(control, nodes=1_000)
    assert subject.score(game("connectfour").start()) is None
    assert control.nodes == 1_001
    subject.begin(SearchControl())
    assert subject.score(after("connectfour", "52753311433677442422121")) == 8
