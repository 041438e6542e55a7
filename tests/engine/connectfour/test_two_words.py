"""The solver on boards of 65 to 128 bits."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numba
import numpy as np
import pytest
from click.testing import CliRunner
from numpy import uint64

from engine._wide_ints import joined, low_half
from engine.cli import cli
from engine.games.connectfour.board.bitboard import completing, has_line
from engine.games.connectfour.board.layout import discs, layout
from engine.games.connectfour.search import searcher
from engine.games.connectfour.solver import solver
from engine.games.connectfour.solver.scores import exact_score
from engine.games.connectfour.solver.solver import Solver
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from tests.engine.connectfour.positions import halves, played, quiet_game
from tests.engine.positions import after
from tests.naive import connectfour_kernels as kernels
from tests.naive import connectfour_search as naive

DATA = Path(__file__).parents[2] / "data" / "connectfour"


@pytest.fixture
def wide(monkeypatch):
    """Two words for every board."""
    monkeypatch.setattr(solver, "takes_two_words", lambda game: True)


@numba.njit
def two_halves(word):
    return low_half(word), low_half(word >> uint64(64))


@numba.njit
def squares_completing(low, high, height, connect):
    return two_halves(completing(joined(low, high), height, connect))


@numba.njit
def holds_a_line(low, high, height, connect):
    return has_line(joined(low, high), height, connect)


@pytest.mark.parametrize("key", ["connectfour:9x7", "connectfour:4x16", "connectfour:10x10:5"])
def test_lines_and_squares_that_complete_them(key):
    """The vector instructions for lines of four, and the loops for others."""
    board, source = layout(game(key)), random.Random(key)
    cells = board.columns * board.rows
    for free in (cells // 4, cells // 2, cells - 12):
        position = played(key, quiet_game(key, free, source))
        own, mask = discs(position)
        low, high = squares_completing(*halves(own), np.uint64(board.height), board.connect)
        found = (int(high) << 64 | int(low)) & board.board & ~mask
        assert found == kernels.completing(position, position.to_move)
    for _ in range(40):
        own = source.getrandbits(128) & source.getrandbits(128) & board.board
        found = holds_a_line(*halves(own), np.uint64(board.height), board.connect)
        assert bool(found) == kernels.has_line(game(key), own)


@pytest.mark.parametrize(("name", "limit"), [("L3_R1", 200), ("L2_R1", 200), ("L1_R1", 50)])
def test_published_scores(name, limit, wide):
    lines = (DATA / f"Test_{name}.txt").read_text(encoding="ascii").splitlines()[:limit]
    cases = [line.split() for line in lines]
    scores, _ = Solver(game("connectfour")).scores([after("connectfour", m) for m, _ in cases])
    assert scores.tolist() == [int(score) for _, score in cases]


@pytest.mark.parametrize("key", ["connectfour:8x6:5", "connectfour:7x7", "connectfour:6x6:3"])
def test_agrees_with_one_word(key, monkeypatch):
    free = 12 if key.endswith(":3") else 16
    source = random.Random(key)
    positions = [played(key, quiet_game(key, free, source)) for _ in range(8)]
    one, _ = Solver(game(key)).scores(positions)
    monkeypatch.setattr(solver, "takes_two_words", lambda game: True)
    two, _ = Solver(game(key)).scores(positions)
    assert one.tolist() == two.tolist()


@pytest.mark.parametrize(
    ("key", "free"),
    [
        ("connectfour:8x8", 10),
        ("connectfour:9x7", 9),
        ("connectfour:10x10:5", 7),
        ("connectfour:16x7:5", 8),
        ("connectfour:7x16:5", 6),
        ("connectfour:8x8:8", 8),
        ("connectfour:4x16:4", 11),
        ("connectfour:9x7:6", 8),
    ],
)
def test_agrees_with_the_naive_twin(key, free):
    subject, source = Solver(game(key)), random.Random(key)
    for _ in range(8):
        position = played(key, quiet_game(key, free, source))
        assert exact_score(position, subject.score(position)) == naive.exact_score(position)


@pytest.mark.parametrize("key", ["connectfour:8x8:3", "connectfour:9x7:3", "connectfour:10x10:3"])
@pytest.mark.parametrize(("moves", "plies"), [("31", 3), ("44", 3), ("314", -2), ("313", -4)])
def test_the_distance_to_a_line_of_three(key, moves, plies):
    """`plies` discs until the mover wins, or loses (negative): no fewer, nor more."""
    position = after(key, moves)
    free = game(key).columns * game(key).rows - position.ply
    score = Solver(game(key)).score(position)
    if plies > 0:
        assert score == (free + 1) // 2 - plies // 2
        assert naive.wins_within(position, plies)
        assert not naive.wins_within(position, plies - 2)
    else:
        assert score == -(free // 2) - plies // 2 - 1
        assert naive.loses_within(position, -plies)
        assert not naive.loses_within(position, -plies - 2)


@pytest.mark.parametrize("key", ["connectfour:9x7", "connectfour:10x8:5"])
def test_a_mirror_image_has_the_same_score(key):
    subject, source = Solver(game(key)), random.Random(key)
    for _ in range(4):
        moves = quiet_game(key, 20, source)
        image = played(key, [game(key).columns - 1 - move for move in moves])
        assert subject.score(image) == subject.score(played(key, moves))


def test_the_searcher_proves_with_it(monkeypatch):
    key, source = "connectfour:9x7", random.Random(9)
    position = played(key, quiet_game(key, 16, source))
    expected = Solver(game(key)).score(position)
    monkeypatch.setattr(searcher, "compiled_marker", lambda module: Path(__file__))
    info = searcher.make(game(key)).search(position, Limit(), SearchControl())
    assert info.exact
    assert info.score == exact_score(position, expected)


def test_without_its_kernels_the_searcher_looks_ahead_alone(monkeypatch):
    monkeypatch.setattr(searcher, "compiled_marker", lambda module: Path(__file__, "missing"))
    subject = searcher.make(game("connectfour:9x7"))
    position = played("connectfour:9x7", quiet_game("connectfour:9x7", 6, random.Random(1)))
    info = subject.search(position, Limit(), SearchControl())
    assert info.exact
    assert info.score == naive.exact_score(position)


def test_the_command_solves_a_large_board():
    key = "connectfour:9x7"
    moves = quiet_game(key, 10, random.Random(3))
    text = "".join(str(move + 1) for move in moves)
    result = CliRunner().invoke(cli, ["solve", key, "--input", "-", "--json"], input=text + "\n")
    solved = json.loads(result.stdout)
    assert solved["score"] == naive.exact_score(played(key, moves))
