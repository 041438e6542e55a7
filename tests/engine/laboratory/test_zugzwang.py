"""Zugzwang found by the solver, against its definition tried out by the naive twin."""

from __future__ import annotations

import re

import pytest

from engine.errors import UnsupportedGame
from engine.laboratory.answers import Verdict
from engine.laboratory.language.parser import QueryError, parse
from engine.laboratory.prove import Bounds, Investigation
from engine.registry import game
from engine.search.control import SearchControl
from tests.engine.laboratory.facts import ask
from tests.naive.zugzwang import NaiveZugzwang, Stacks


def stacks_of(columns: int, moves: tuple[int, ...]) -> Stacks:
    """The columns' discs after a game."""
    stacks: list[list[int]] = [[] for _ in range(columns)]
    for ply, column in enumerate(moves):
        stacks[column].append(ply % 2)
    return tuple(map(tuple, stacks))


@pytest.mark.parametrize(
    ("columns", "rows", "connect"),
    [
        (2, 2, 2),
        (3, 2, 3),
        (3, 3, 3),
        (3, 4, 3),
        (4, 3, 4),
        pytest.param(4, 3, 3, marks=pytest.mark.long),
        pytest.param(4, 4, 4, marks=pytest.mark.hours),
    ],
)
def test_every_ply_up_to_the_first_zugzwang(columns: int, rows: int, connect: int) -> None:
    answer = ask(f"connectfour:{columns}x{rows}:{connect}", "zugzwang")
    naive = NaiveZugzwang(columns, rows, connect)
    layers = naive.layers()
    for ply, positions, zugzwang, _ in answer.by_ply:
        pairs = {min(board, board[::-1]) for board in next(layers)}
        assert positions == len(pairs), ply
        assert zugzwang == sum(map(naive.is_zugzwang, pairs)), ply
    if answer.holds is False:
        assert answer.verdict is Verdict.PROVED
        assert next(layers, None) is None
    if answer.witness is not None:
        assert answer.holds
        assert answer.by_ply[-1][2] > 0
        assert naive.is_zugzwang(stacks_of(columns, answer.witness.moves))


def test_the_claim_says_what_both_turns_come_to() -> None:
    results = {1: "win", 0: "draw", -1: "lose"}
    answer = ask("connectfour:3x3:3", "zugzwang")
    assert answer.witness is not None
    board = stacks_of(3, answer.witness.moves)
    naive, mover = NaiveZugzwang(3, 3, 3), answer.witness.final.to_move
    said = re.search(r"to move, (\w+)s; if .* would (\w+)\.", answer.claim)
    assert said is not None
    assert said[1] == results[naive.result(board, mover)]
    assert said[2] == results[-naive.result(board, 1 - mover)]


def test_who_begins_on_six_columns_and_four_rows_loses() -> None:
    answer = ask("connectfour:6x4", "zugzwang")
    assert answer.witness is not None
    assert answer.witness.plies == 0
    assert "whoever has to move loses" in answer.claim


@pytest.mark.parametrize("key", ["connectfour", "connectfour:8x7"])
def test_late_positions_of_large_boards(key: str) -> None:
    subject = game(key)
    search = Investigation(parse(subject, "zugzwang"), SearchControl(), Bounds(distinct=True))
    answer = search.answer()
    assert answer.verdict is Verdict.WITNESS
    assert answer.bound is None, "nothing is said of shorter games"
    shown = [answer.witness, *iter(search.next, None)]
    assert len(shown) > 10
    squares = subject.columns * subject.rows
    last_ones = [trace for trace in shown if trace and trace.plies >= squares - 9]
    assert last_ones or key != "connectfour"
    for trace in last_ones[:5]:
        naive = NaiveZugzwang(subject.columns, subject.rows, 4)
        assert naive.is_zugzwang(stacks_of(subject.columns, trace.moves))


def test_stopped_at_once() -> None:
    control = SearchControl()
    control.stop()
    answer = Investigation(parse(game("connectfour"), "zugzwang"), control).answer()
    assert answer.verdict is Verdict.STOPPED


@pytest.mark.parametrize("key", ["othello:4", "connectfour:4x4:3:3p"])
def test_other_games_have_none(key: str) -> None:
    with pytest.raises(QueryError, match="Connect Four with two players"):
        parse(game(key), "zugzwang")


def test_boards_too_large_for_the_solver_are_refused() -> None:
    with pytest.raises(UnsupportedGame, match="too large"):
        ask("connectfour:16x16", "zugzwang")
