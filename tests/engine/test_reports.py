"""Faults that published programs had, each as a test of ours."""

from __future__ import annotations

import json

import pytest

import engine
from engine import GameRecord, IllegalMove, board_rows
from tests.data import DATA

CASES = json.loads((DATA / "rules/reports.json").read_text(encoding="utf-8"))
CONNECT_FOUR = [case for case in CASES if case["game"].startswith("connectfour")]
OTHELLO = [case for case in CASES if case["game"].startswith("othello")]


@pytest.mark.parametrize("case", CONNECT_FOUR, ids=lambda case: case["id"])
def test_connect_four(case: dict) -> None:
    game, expect = engine.game(case["game"]), case["expect"]
    position = game.start()
    for column in case["moves"]:
        position = position.play(column - 1)
    outcome = position.outcome()
    assert (outcome is not None) == expect["over"]
    assert [column + 1 for column in position.legal_moves()] == expect["legal"]
    if outcome is None:
        assert position.to_move == expect["to_move"]
        for column in set(range(game.columns)) - set(position.legal_moves()):
            with pytest.raises(IllegalMove, match="is full"):
                position.play(column)
        assert position.to_move == expect["to_move"]
        return
    assert outcome.winner == expect["winner"]
    places = [[s % game.columns + 1, s // game.columns + 1] for s in outcome.squares]
    assert sorted(places) == sorted(expect["winning_squares"] or [])


@pytest.mark.parametrize("case", OTHELLO, ids=lambda case: case["id"])
def test_othello(case: dict) -> None:
    game, expect = engine.game(case["game"]), case["expect"]
    record = GameRecord.from_moves(game, "".join(case["moves"]))
    position = record.final()
    assert list(board_rows(position)) == expect["rows"]
    assert "".join(expect["rows"]).count("X") == expect["black"]
    assert "".join(expect["rows"]).count("O") == expect["white"]
    passes = [ply for ply, move in enumerate(record.moves, start=1) if game.is_pass(move)]
    assert passes == expect["passes_at_ply"]
    outcome = position.outcome()
    assert (outcome is not None) == expect["over"]
    must_pass = outcome is None and game.is_pass(position.legal_moves()[0])
    assert must_pass == expect["opponent_must_pass_now"]
    if must_pass:
        position = position.play(position.legal_moves()[0])
    if outcome is None:
        assert position.game.player_names[position.to_move].lower() == expect["to_move"]
        assert [game.format_move(move) for move in position.legal_moves()] == sorted(
            expect["legal"], key=game.parse_move
        )
    else:
        winner = "draw" if outcome.winner is None else game.player_names[outcome.winner].lower()
        assert winner == expect["winner"]
        assert outcome.score == expect["score_black"]
