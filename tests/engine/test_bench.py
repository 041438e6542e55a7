"""The benchmarks run and answer figures; what they measure is not tested."""

from __future__ import annotations

import json

import pytest

from engine import EngineError, bench, cli, game
from engine.bench import ladder, search, signature
from engine.bench import perft as counting
from engine.record import GameRecord


def quiet(_text):
    """Says nothing."""


def test_every_benchmark_describes_itself():
    for name in bench.names():
        assert bench.description(name)
    with pytest.raises(EngineError, match="no benchmark 'speed'"):
        bench.benchmark("speed")


def test_the_measured_positions_can_be_searched():
    for key, moves, *_ in (*search.POSITIONS, *signature.SEARCHES):
        assert GameRecord.from_moves(game(key), moves).final().outcome() is None


def test_figures_are_one_json_object(monkeypatch, capsys):
    monkeypatch.setattr(counting, "COUNTS", (("connectfour", 4),))
    assert cli.run(cli.cli, ["bench", "perft", "--json"]) == 0
    output, progress = capsys.readouterr()
    found = json.loads(output)
    assert found["name"] == "perft"
    assert found["figures"]["connectfour"]["leaves"] == 2401
    assert "2,401" in progress


def test_the_search_is_measured_compiled_and_plain(monkeypatch):
    monkeypatch.setattr(search, "POSITIONS", (("othello:4", ""),))
    monkeypatch.setattr(search, "SECONDS", 0.05)
    figures = search.run(quiet)
    assert set(figures["othello:4"]) == {"compiled", "plain"}
    assert all(found["nodes_per_second"] > 0 for found in figures["othello:4"].values())


def test_the_signature_repeats(monkeypatch):
    """The tables start empty each time, whatever was searched before."""
    searches = (
        ("connectfour", "4433", 6),
        ("othello", "f5d6", 5),
        ("connectfour:5x4:3:3p", "3", 4),
    )
    monkeypatch.setattr(signature, "SEARCHES", searches)
    first, second = signature.run(quiet), signature.run(quiet)
    assert first == second
    assert first["signature"] > 0


def test_a_rung_of_the_ladder_is_a_share_of_points():
    share = ladder.stronger_share(game("connectfour:4x3:3"), "1", "2", pairs=1)
    assert share in {0, 0.25, 0.5, 0.75, 1}
