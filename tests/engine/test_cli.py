"""The command line: its JSON, its exit statuses, and one clear line for bad input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from engine import EngineError, cli, game
from engine.cli import BAD_INPUT, INTERRUPTED
from engine.formats.record import GameRecord

FULL = Path("/dev/full")
"""A disk without room, as Linux has one."""


@pytest.fixture
def flipfour(capsys):
    """Runs a command line in this process; answers (status, output, errors)."""

    def run(*arguments):
        status = cli.run(cli.cli, arguments)
        output, errors = capsys.readouterr()
        return status, output, errors

    return run


def test_help_lists_every_command(flipfour):
    for arguments in ((), ("--help",), ("-h",)):
        status, output, _ = flipfour(*arguments)
        assert status == 0
        for command in ("analyze", "bench", "perft", "play"):
            assert f"  {command}" in output


def test_a_group_without_a_command_shows_its_help_as_it_is(flipfour):
    status, output, errors = flipfour("book")
    assert (status, output) == (BAD_INPUT, "")
    assert errors.startswith("Usage: flipfour book [OPTIONS] COMMAND")
    assert "\n  grow  " in errors


@pytest.mark.parametrize(
    ("key", "moves", "limit"),
    [
        ("connectfour", "4453", ("--depth", "4")),
        ("connectfour:9x7", "5a", ("--depth", "3")),
        ("connectfour:7x6:4:3p", "444", ("--depth", "3")),
        ("connectfour:4x4:3", "12", ("--exact",)),
        ("othello", "f5d6", ("--time", "0.2")),
        ("othello:4", "", ("--exact",)),
    ],
)
def test_analysis_is_one_object_of_the_agreed_shape(flipfour, key, moves, limit):
    moves = moves.replace("a", "8")
    status, output, _ = flipfour("analyze", key, moves, *limit, "--json")
    assert status == 0
    found = json.loads(output)
    assert list(found) == (
        [
            "game",
            "moves",
            "to_move",
            "best",
            "score",
            "exact",
            "depth",
            "pv",
            "nodes",
            "seconds",
            "candidates",
            "confidence",
            "book",
            "opening",
            "remarks",
        ]
    )
    position = GameRecord.from_moves(game(key), moves).final()
    assert (found["game"], found["moves"]) == (key, moves)
    assert found["to_move"] == position.to_move
    assert found["best"] == found["pv"][0] == found["candidates"][0]["move"]
    assert found["candidates"][0] == {
        "move": found["best"],
        "score": found["score"],
        "exact": found["exact"],
        "depth": found["depth"],
        "pv": found["pv"],
    }
    for candidate in found["candidates"]:
        after = position
        for move in candidate["pv"]:
            after = after.play(game(key).parse_move(move))
        assert candidate["pv"][0] == candidate["move"]
        assert 1 <= candidate["depth"] <= game(key).columns * game(key).rows
    legal = {game(key).format_move(move) for move in position.legal_moves()}
    assert {candidate["move"] for candidate in found["candidates"]} == legal
    assert found["nodes"] > 0
    assert found["seconds"] > 0
    if limit == ("--exact",):
        assert all(candidate["exact"] for candidate in found["candidates"])


def test_exact_analysis_knows_the_small_boards(flipfour):
    """4 × 4 Othello is lost for Black by 10 with the empty squares; Connect Four is drawn."""
    for key, score in (("othello:4", -10), ("connectfour:4x4", 0)):
        _, output, _ = flipfour("analyze", key, "--exact", "--json")
        assert (json.loads(output)["score"], json.loads(output)["exact"]) == (score, True)


@pytest.mark.parametrize(
    ("key", "moves"),
    [
        ("connectfour:4x4", "2314"),
        ("connectfour:5x4", "33"),
        ("connectfour:4x4:3", "1"),
        ("othello:4", "b1"),
    ],
)
def test_outcomes_are_the_signs_of_the_exact_scores(flipfour, key, moves):
    found = {}
    for limit in ("--wdl", "--exact"):
        status, output, _ = flipfour("analyze", key, moves, limit, "--json")
        assert status == 0
        found[limit] = json.loads(output)
    assert set(found["--wdl"]) == set(found["--exact"])
    worths = {
        limit: {c["move"]: (c["score"], c["exact"]) for c in analysis["candidates"]}
        for limit, analysis in found.items()
    }
    assert worths["--wdl"] == {
        move: ((score > 0) - (score < 0), exact)
        for move, (score, exact) in worths["--exact"].items()
    }
    best = found["--wdl"]["candidates"][0]
    assert (best["move"], best["score"]) == (found["--wdl"]["best"], found["--wdl"]["score"])
    assert best["score"] == max(score for score, _ in worths["--wdl"].values())


@pytest.mark.parametrize(
    ("key", "limit"), [("connectfour:9x7", ("--depth", "6")), ("connectfour:5x4", ("--wdl",))]
)
def test_what_the_search_did_is_told_where_it_is_asked(flipfour, key, limit):
    question = ("analyze", key, "33", *limit, "--stats")
    _, output, _ = flipfour(*question, "--json")
    found = json.loads(output)
    assert list(found)[-2:] == ["remarks", "stats"]
    stats = found["stats"]
    assert 0 < stats["first_move_cutoffs"] <= stats["cutoffs"] < found["nodes"]
    assert 0 <= stats["table_hits"] < found["nodes"]
    share = stats["first_move_cutoffs"] / stats["cutoffs"]
    assert stats["first_move_share"] == pytest.approx(share, abs=1e-4)
    assert stats["nodes_per_second"] == pytest.approx(found["nodes"] / found["seconds"], rel=0.1)
    _, output, _ = flipfour(*question)
    assert re.search(r"^  Cut-offs: \d+", output, re.MULTILINE)
    assert re.search(r"^  Known from its table: [\d,]+ \(\d+%\)$", output, re.MULTILINE)
    _, output, _ = flipfour(*question[:-1])
    assert "Cut-offs" not in output


def test_outcomes_for_people_are_words(flipfour):
    _, output, _ = flipfour("analyze", "connectfour", "4141455", "--wdl")
    assert re.search(r"^  4: (wins|draws|loses)$", output, re.MULTILINE)
    status, output, _ = flipfour("analyze", "connectfour", "4141414", "--wdl", "--json")
    assert (status, json.loads(output)["score"], json.loads(output)["candidates"]) == (0, -1, [])


def test_a_draw_is_printed_without_a_sign(flipfour):
    _, output, _ = flipfour("analyze", "connectfour:4x4", "--exact")
    assert " 0 (exact)" in output


def test_a_finished_game_is_analyzed_to_its_result(flipfour):
    status, output, _ = flipfour("analyze", "connectfour", "4141414", "--json")
    found = json.loads(output)
    assert status == 0
    assert (found["best"], found["score"], found["exact"]) == (None, -18, True)
    assert (found["pv"], found["candidates"]) == ([], [])


def test_analysis_for_people_names_the_best_move(flipfour):
    status, output, _ = flipfour("analyze", "connectfour", "414141", "--depth", "2")
    assert status == 0
    assert "Red to move." in output
    assert "Best: 4, +18 (exact)" in output
    _, output, _ = flipfour("analyze", "othello", "f5", "--depth", "2")
    assert re.search(r"^  d6: [+-]\d+\.\d\d discs \(estimate\), depth 2: d6", output, re.MULTILINE)


@pytest.mark.parametrize(
    ("key", "depth", "leaves"),
    [("connectfour", 4, 2401), ("othello", 5, 1396), ("connectfour:4x4:3:3p", 7, 15540)],
)
def test_perft_prints_the_count(flipfour, key, depth, leaves):
    assert flipfour("perft", key, str(depth))[:2] == (0, f"{leaves}\n")
    status, output, _ = flipfour("perft", key, str(depth), "--json")
    assert status == 0
    assert json.loads(output)["leaves"] == leaves


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("analyze", "chess", ""), "no game 'chess'"),
        (("analyze", "connectfour:99x9", ""), "99 columns"),
        (("analyze", "connectfour", "49"), "Move 2: '9' is no column"),
        (("analyze", "connectfour", "4444444"), "Ply 7: Column 4 is full"),
        (("analyze", "connectfour", "41414141"), "The game is over"),
        (("analyze", "othello", "a1"), "Ply 1: Black would flip nothing on a1"),
        (("analyze", "othello", "zz"), "does not begin with a square"),
        (("analyze", "connectfour", "4", "--time", "0"), "--time"),
        (("analyze", "connectfour", "4", "--time", "inf"), "time is inf"),
        (("analyze", "connectfour", "4", "--time", "nan"), "time is nan"),
        (("solve", "connectfour", "--input", "-", "--time", "inf"), "time is inf"),
        (("solve", "connectfour", "--input", "-", "--time", "nan"), "time is nan"),
        (("book", "grow", "othello", "no.book", "--minutes", "nan"), "a number of minutes"),
        (("analyze", "connectfour", "4", "--depth", "x"), "--depth"),
        (("analyze", "connectfour", "4", "--depth", "2", "--exact"), "Choose one"),
        (("analyze", "connectfour", "4", "--time", "2", "--wdl"), "Choose one"),
        (("analyze", "connectfour:4x4:4:3p", "1", "--wdl"), "two players only"),
        (("analyze",), "Missing argument 'GAME'"),
        (("perft", "othello:5", "2"), "5 squares"),
        (("perft", "othello", "deep"), "'deep' is no number of plies"),
        (("perft", "othello", "-1"), "'-1' is no number of plies"),
        (("perft", "othello", "9" * 5000), "is no number of plies"),
        (("perft", "othello", "2", "--jsn"), "--jsn"),
        (("play", "connectfour", "--seat", "11"), "no level '11'"),
        (("play", "othello", *["--seat", "human"] * 3), "2 seats"),
        (("play", "othello", "--first", "3"), "no seat 3"),
        (("play", "tictactoe"), "no game 'tictactoe'"),
        (("bench", "nothing"), "no benchmark 'nothing'"),
        (("fly",), "No such command 'fly'"),
        (("--wings",), "--wings"),
    ],
)
def test_bad_input_is_one_line_and_status_2(flipfour, arguments, complaint):
    status, output, errors = flipfour(*arguments)
    assert (status, output) == (BAD_INPUT, "")
    assert errors.startswith("flipfour: ")
    assert errors.count("\n") == 1
    assert complaint in errors


def test_other_programs_extend_the_group_without_changing_it(capsys):
    group = cli.Commands("flipfour", callback=lambda: None)

    @group.command()
    def greet():
        click.echo("hello")

    @group.command()
    def fail():
        raise EngineError("It went wrong\nin two lines.")

    @group.command()
    def interrupted():
        raise KeyboardInterrupt

    assert {"greet", "fail", "perft"} <= set(group.list_commands(click.Context(group)))
    assert "greet" not in cli.cli.list_commands(click.Context(cli.cli))
    assert cli.run(group, ["greet"]) == 0
    assert cli.run(group, ["fail"]) == BAD_INPUT
    assert cli.run(group, ["interrupted"]) == INTERRUPTED
    assert capsys.readouterr().err.startswith("flipfour: It went wrong in two lines.\n")


def test_a_reader_that_leaves_early_is_no_crash():
    command = [sys.executable, "-m", "engine.cli", "play", "connectfour", *["--seat", "1"] * 2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_closed_streams_are_no_crash():
    command = f"{sys.executable} -m engine.cli gtp connectfour random <&-"
    for closed in ("", ">&-"):
        done = subprocess.run(["sh", "-c", f"{command} {closed}"], capture_output=True, check=True)
        assert (done.stdout, done.stderr) == (b"", b"")


@pytest.mark.skipif(not FULL.exists(), reason="no such device here")
def test_a_full_disk_is_one_line(monkeypatch, capsys):
    with FULL.open("w", encoding="utf-8") as output:
        monkeypatch.setattr(sys, "stdout", output)
        assert cli.run(cli.cli, ["perft", "connectfour", "2"]) == BAD_INPUT
    assert capsys.readouterr().err == "flipfour: No space left on device.\n"


def test_benchmarks_are_listed(flipfour):
    status, output, _ = flipfour("bench")
    assert status == 0
    assert {"search", "perft", "signature"} <= {line.split()[0] for line in output.splitlines()}
