"""The benchmarks run and answer figures; what they measure is not tested."""

from __future__ import annotations

import json

import pytest

from engine import EngineError, bench, cli, game
from engine.bench import perft as counting
from engine.bench import search, signature
from engine.formats.record import GameRecord
from engine.players import LEVELS
from engine.workshop.bench import ladder
from engine.workshop.bench import othello as endgames


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


def test_a_solver_beside_ours_reports_its_own_figures():
    text = (
        "  ---\n/tmp/a.obf: 87992246 nodes in 0:01:02.811 (cpu =  1:02.500) ( 1407876 nodes/s).\n"
    )
    assert endgames.read_report(text) == endgames.PeerFigures(62.5, 87_992_246)
    hours = endgames.read_report("12 nodes in 1:00:00.000 (cpu = 1:00:01.000)")
    assert hours == endgames.PeerFigures(3601.0, 12)
    short = endgames.read_report("6 nodes in  0:00.000 (cpu =  0:00.002\n")
    assert short == endgames.PeerFigures(0.002, 6)
    assert endgames.read_report("solved in 3 s") is None


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


def test_settings_are_read_and_wrong_ones_explained(monkeypatch):
    monkeypatch.setattr(ladder, "from_every_seat", lambda *_: iter((1.0, 0.5)))
    figures = bench.measure("ladder", ["games=20", "pair=3", "game=othello"], quiet)
    row = figures["othello"]["3 against 2"]
    assert (row["won"], row["drawn"], row["lost"]) == (10, 10, 0)
    for wrong in ("speed=3", "games", "games=many", "games=0", "pair=11", "rival=3"):
        with pytest.raises(EngineError):
            bench.measure("ladder", [wrong], quiet)
    with pytest.raises(EngineError, match="no setting 'games=3'; there are: none"):
        bench.measure("signature", ["games=3"], quiet)


def test_an_opening_is_played_from_from_every_seat():
    points = list(ladder.from_every_seat(game("connectfour:4x3:3"), "1", "2", opening=1))
    assert len(points) == 2
    assert set(points) <= {0, 0.5, 1}


def test_three_players_share_a_draw_in_three(monkeypatch):
    current = game("connectfour:5x4:3:3p")
    for winner, points in ((None, [1 / 3] * 3), (1, [0, 1, 0])):
        monkeypatch.setattr(ladder, "play_out", lambda *_, winner=winner: winner)
        assert list(ladder.from_every_seat(current, "1", "3", opening=1)) == points
    monkeypatch.setattr(ladder, "from_every_seat", lambda *_: iter((1.0, 1 / 3, 0.0)))
    settings = ["games=30", "pair=8", "rival=4", "game=connectfour:5x4:3:3p"]
    row = bench.measure("ladder", settings, quiet)["connectfour:5x4:3:3p"]["8 against 4"]
    assert (row["won"], row["drawn"], row["lost"]) == (10, 10, 10)
    assert row["share"] == pytest.approx(4 / 9, abs=1e-3)
    assert "elo" not in row


def test_players_of_a_ladder_share_no_tables(monkeypatch):
    """Else the weaker would find what the stronger has searched deeper than it may."""
    searchers = []

    def play_out(start, players):
        searchers.extend(player._searcher_now()[0] for player in players)

    monkeypatch.setattr(ladder, "play_out", play_out)
    list(ladder.from_every_seat(game("othello"), "9", "10", opening=0))
    assert len({id(searcher) for searcher in searchers}) == len(searchers) == 4


def test_a_ladder_goes_on_where_it_was_ended(tmp_path, monkeypatch):
    played = []

    def from_every_seat(current, weaker, stronger, opening):
        played.append((opening, stronger.time, stronger.least))
        return iter((1.0, 0.0))

    monkeypatch.setattr(ladder, "from_every_seat", from_every_seat)
    keep = f"keep={tmp_path / 'ladder.jsonl'}"
    for games in (4, 10):
        bench.measure("ladder", [f"games={games}", "pair=2", "game=connectfour", keep], quiet)
    level = LEVELS["2"]
    assert played == [(opening, level.time, level.least) for opening in range(5)]
    played.clear()
    bench.measure(
        "ladder", ["games=4", "pair=2", "game=connectfour", "hurried=1", keep], quiet
    )  # with another time these are other players
    assert played == [(opening, ladder.HURRY, level.least) for opening in range(2)]
