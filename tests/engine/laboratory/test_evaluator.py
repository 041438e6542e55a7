"""The evaluator agrees with the rules on every board of a game."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from engine.commands.lab import command
from engine.errors import NotationError
from engine.laboratory.language.evaluator import evaluate
from engine.laboratory.language.grammar import QueryError
from engine.laboratory.trace import Trace
from engine.registry import game

TIE = "b1c1d4a1d1c4d3a4b4a2"


def test_numbers_and_conditions_at_every_ply() -> None:
    subject = game("othello:4")
    moves = subject.parse_moves(TIE)
    for ply, position in enumerate(Trace(subject, moves).positions):
        cells = [position.cell(square) for square in range(16)]
        assert evaluate(subject, moves, "discs(black)", ply) == cells.count(0)
        assert evaluate(subject, moves, "lead(white)", ply) == cells.count(1) - cells.count(0)
        both = evaluate(subject, moves, "2*discs(black) - discs(white) + 1", ply)
        assert both == 2 * cells.count(0) - cells.count(1) + 1
        ended = position.outcome() is not None
        assert evaluate(subject, moves, "ended", ply) is ended
        assert evaluate(subject, moves, "eventually draw", ply) is True
        assert evaluate(subject, moves, "discs(black) + discs(white) = 16 - empties", ply) is True


def test_a_ply_without_a_game_is_asked_about() -> None:
    said = CliRunner().invoke(command, ["othello:4", "draw", "--at", "3"])
    assert (said.exit_code, "--moves" in said.output) == (2, True)


def test_what_came_before_a_board() -> None:
    subject = game("othello:4")
    moves = subject.parse_moves(TIE)
    boards = Trace(subject, moves).positions
    leads = [len([c for c in range(16) if board.cell(c) == 0]) > 5 for board in boards]
    for ply in range(len(boards)):
        told = [
            evaluate(subject, moves, f"{word} discs(black) > 5", ply)
            for word in ("before", "once", "historically")
        ]
        assert told == [ply > 0 and leads[ply - 1], any(leads[: ply + 1]), all(leads[: ply + 1])]


def test_what_is_no_expression() -> None:
    subject = game("othello:4")
    with pytest.raises(QueryError, match="did you mean"):
        evaluate(subject, (), "flipps")
    for text in ("won and discs(black)", "discs(black) and won", "most flips + 1"):
        with pytest.raises(QueryError):
            evaluate(subject, (), text)
    with pytest.raises(QueryError, match="Only conditions"):
        evaluate(subject, (), "count draw")
    with pytest.raises(NotationError, match="no board after ply 3"):
        evaluate(subject, (), "draw", 3)


def test_in_the_terminal() -> None:
    run = CliRunner().invoke
    said = run(command, ["othello:4", "lead(black)", "--moves", TIE, "--at", "9"])
    assert said.output.strip() == "3"
    said = run(command, ["othello:4", "draw", "--moves", TIE, "--json"])
    assert json.loads(said.output) == {
        "game": "othello:4", "moves": TIE, "ply": 10, "expression": "draw", "value": True,
    }  # fmt: skip
