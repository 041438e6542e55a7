"""``flipfour solve`` on Connect Four."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from contextlib import nullcontext
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.cli import cli, run
from engine.commands.solve import Run
from engine.errors import EngineError
from engine.formats.record import GameRecord
from engine.game import Position
from engine.games.connectfour.solver.position_solver import ConnectFourSolver
from engine.parts.of_game import solver_of
from engine.registry import game
from engine.search.control import NODES, SearchControl
from engine.search.score import sign
from engine.search.solver import Question

DATA = Path(__file__).parents[2] / "data" / "connectfour"


def solve(text: str, *arguments: str):
    return CliRunner().invoke(cli, ["solve", *arguments, "--input", "-"], input=text)


def read(text: str) -> Position:
    return GameRecord.from_moves(game("connectfour"), text).final()


def objects(text: str, *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in solve(text, *arguments, "--json").stdout.splitlines()]


def test_prints_position_score_nodes_and_microseconds():
    result = solve("32164625 11\n52753311433677442422121 8\n", "connectfour")
    rows = [line.split() for line in result.stdout.splitlines()]
    assert [row[:2] for row in rows] == [["32164625", "11"], ["52753311433677442422121", "8"]]
    assert all(len(row) == 4 and int(row[3]) >= 0 for row in rows)
    assert [int(row[2]) > 0 for row in rows] == [False, True]  # the book has the first


def test_prints_one_json_object_a_line():
    first, second = objects("271713432331713132\n32164625 11\n", "connectfour")
    assert (first["position"], first["score"]) == ("271713432331713132", -11)
    assert first["best"] in set("1234567")
    assert (second["score"], second["best"]) == (11, "3")
    assert list(first) == ["position", "score", "best", "nodes", "seconds"]


def test_moves_after_a_blank_are_no_score_and_no_comment():
    """In the tests of others a score follows the moves, at most 21; more than that are moves.

    So are words of one column each; rows of ours, in which nodes and time follow, are none.
    """
    text = "44 44\n4 4 5 3\n32164625 11\n44 -21\n44 of a book\n4 -1 0 7\n4 1 0 7\n"
    result = solve(text, "connectfour")
    rows = result.stdout.splitlines()
    assert rows[0].startswith("44 44 error: Moves stand together")
    assert rows[1].startswith("4 4 5 3 error: Moves stand together")
    assert [row.split()[0] for row in rows[2:]] == ["32164625", "44", "44", "4", "4"]
    assert str(result.exception).startswith("2 of 7 positions have no score")


def test_an_empty_line_is_the_empty_board():
    rows = solve("\n271713432331713132\n \n", "connectfour").stdout.split("\n")
    assert [row.split(" ")[:2] for row in rows[:3]] == [
        ["", "1"],
        ["271713432331713132", "-11"],
        ["", "1"],
    ]
    assert [row["score"] for row in objects("\n", "connectfour:4x4")] == [0]


def test_easy_and_hard_positions_keep_their_order():
    """Easy ones are solved together, hard ones and those near the book by themselves."""
    cases = [
        line.split()
        for name in ("L3_R1", "L2_R1", "L2_R2", "L1_R1")
        for line in (DATA / f"Test_{name}.txt").read_text(encoding="ascii").splitlines()[:60]
    ]
    random.Random(5).shuffle(cases)
    text = "".join(f"{moves} {score}\r\n" for moves, score in cases)
    rows = [line.split() for line in solve(text, "connectfour").stdout.splitlines()]
    assert [row[:2] for row in rows] == cases
    results = [line.split()[1] for line in solve(text, "connectfour", "--wdl").stdout.splitlines()]
    assert results == [str(sign(int(score))) for _, score in cases]
    told = objects(text, "connectfour")
    assert [[row["position"], str(row["score"])] for row in told] == cases
    for row in told[::8]:
        solved = solver_of(game("connectfour")).solve(read(row["position"]), SearchControl())
        assert solved is not None
        assert row["best"] == str((solved.best or 0) + 1)


def test_every_move_is_told_in_bulk_as_alone():
    """Against the position after each move solved by itself."""
    cases = [
        line.split()[0]
        for name in ("L3_R1", "L2_R1")
        for line in (DATA / f"Test_{name}.txt").read_text(encoding="ascii").splitlines()[:20]
    ]
    text = "\n".join(cases)
    rows = [row.split() for row in solve(text, "connectfour", "--all").stdout.splitlines()]
    outcomes = [row.split() for row in solve(text, "connectfour", "-a", "--wdl").stdout.split("\n")]
    for row, outcome, told in zip(rows, outcomes, objects(text, "connectfour", "-a"), strict=False):
        position = read(row[0])
        expected = {}
        for move in position.legal_moves():
            solved = solver_of(game("connectfour")).solve(position.play(move), SearchControl())
            assert solved is not None
            expected[str(move + 1)] = -solved.score
        assert told["scores"] == expected
        assert told["score"] == max(expected.values()) == expected[told["best"]]
        assert row[1:] == [str(expected.get(column, -1000)) for column in "1234567"]
        assert [int(score) for score in outcome[1:]] == [
            sign(expected[column]) if column in expected else -1000 for column in "1234567"
        ]


def test_every_move_of_three_players_is_told():
    (told,) = objects("1122\n", "connectfour:4x4:3:3p", "--all")
    assert told["score"] == max(told["scores"].values())
    assert set(told["scores"]) == set("1234")


def test_a_position_that_takes_too_long_is_reported_in_its_place():
    text = "1\n12\n"
    result = solve(text, "connectfour:8x8", "--time", "0.05", "--json")
    assert [set(json.loads(line)) for line in result.stdout.splitlines()] == [
        {"position", "error"},
        {"position", "error"},
    ]
    assert "within 0.05 seconds" in result.stdout


def test_one_second_is_told_as_one():
    ended = Run(solver_of(game("connectfour:8x8")), Question(), 1)
    ended.control.stop()
    with pytest.raises(EngineError, match=r"not solved within 1 second\.$"):
        ended._answers(["1"])


def test_scores_told_together_are_those_told_one_by_one():
    """On a board with an odd number of squares too, where both kinds of score differ."""
    for key in ("connectfour:5x5:3", "connectfour:4x5"):
        source, lines = random.Random(key), list[str]()
        while len(lines) < 60:
            text = "".join(source.choices("12345"[: game(key).columns], k=source.randint(8, 16)))
            try:
                final = GameRecord.from_moves(game(key), text).final()
            except EngineError:
                continue
            if final.outcome() is None:
                lines.append(text)
        told = [line.split()[:2] for line in solve("\n".join(lines), key).stdout.splitlines()]
        results = objects("\n".join(lines), key)
        assert told == [[row["position"], str(row["score"])] for row in results]


def test_a_wrong_line_is_reported_in_its_place_and_the_run_goes_on(capsys, tmp_path):
    file = tmp_path / "positions"
    lines = ["271713432331713132"] * 9 + ["12345678"] + ["271713432331713132"] * 2 + ["1212121"]
    file.write_text("\n".join(lines) + "\n")
    assert run(cli, ["solve", "connectfour", "--input", str(file)]) == 2
    output, errors = capsys.readouterr()
    told = [line.split(maxsplit=2) for line in output.splitlines()]
    assert [text for text, *_ in told] == lines
    assert [score for _, score, _ in told[:9] + told[10:12]] == ["-11"] * 11
    assert told[9][2] == "Move 8: '8' is no column; the columns are 1 to 7."
    assert told[12][2].startswith("The game is over. Red wins.")
    assert errors == "flipfour: 2 of 13 positions have no score; the first is on line 10.\n"
    assert run(cli, ["solve", "connectfour", "--json", "--input", str(file)]) == 2
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(told) for told in objects if "error" in told] == [["position", "error"]] * 2
    assert [told["position"] for told in objects] == lines


def test_answers_come_as_soon_as_a_line_is_there():
    """Another program may write a position and wait for its score before it goes on."""
    command = [sys.executable, "-m", "engine.cli", "solve", "connectfour", "--input", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text, score in (("271713432331713132", "-11"), ("52753311433677442422121", "8")):
            process.stdin.write(text + "\n")
            process.stdin.flush()
            assert process.stdout.readline().split()[:2] == [text, score]
        process.stdin.close()


def test_what_preparing_takes_is_no_positions_time(monkeypatch):
    done = []
    monkeypatch.setattr(ConnectFourSolver, "prepare", lambda solver: done.append("prepared"))
    monkeypatch.setattr(
        SearchControl, "deadline", lambda control, s: nullcontext(done.append(f"deadline {s}"))
    )
    assert solve("271713432331713132\n", "connectfour", "--time", "9").exit_code == 0
    assert done == ["prepared", "deadline 9.0"]


def test_a_long_wait_says_what_it_is_for():
    waiting = Run(solver_of(game("connectfour")), Question(), None)
    report = waiting._reporter(7)
    assert report(2.4) == "Preparing the engine: 2 s"
    waiting.control.words[NODES] += 1234
    assert report(3.1) == "Line 7: 1,234 nodes in 3 s"
    assert "--time" in report(60)
    limited = Run(solver_of(game("connectfour")), Question(), 90)
    report = limited._reporter(7)
    limited.control.words[NODES] += 1234
    assert report(60) == "Line 7: 1,234 nodes in 60 s"


def test_solves_other_sizes_three_players_and_finished_games():
    assert solve("1122\n", "connectfour:4x4:3").stdout.split()[1] == "6"
    assert solve("4321311144234232\n", "connectfour:4x4").stdout.split()[1] == "0"
    assert "The game is over" in solve("11223\n", "connectfour:4x4:3").stdout
    assert int(solve("112233441122\n", "connectfour:4x4:4:3p").stdout.split()[1]) == 0


def test_every_reason_is_told_and_the_first_line_named(capsys, tmp_path):
    file = tmp_path / "positions"
    file.write_text("271713432331713132\n12129\n1111111\n")
    assert run(cli, ["solve", "connectfour", "--input", str(file)]) == 2
    output, errors = capsys.readouterr()
    assert "\n12129 error: Move 5: '9' is no column; the columns are 1 to 7.\n" in output
    assert "\n1111111 error: Move 7: Column 1 is full.\n" in output
    assert errors == "flipfour: 2 of 3 positions have no score; the first is on line 2.\n"


def test_an_input_without_positions_is_refused(capsys, tmp_path):
    file = tmp_path / "positions"
    file.write_text("")
    for arguments in (), ("--json",):
        assert run(cli, ["solve", "connectfour", "--input", str(file), *arguments]) == 2
        output, errors = capsys.readouterr()
        assert (output, errors) == ("", "flipfour: There is no position in the input.\n")


def test_files_of_other_systems_are_read(tmp_path):
    file = tmp_path / "positions"
    file.write_bytes(b"\xef\xbb\xbf32164625\r\n52753311433677442422121 8\r\n")
    result = CliRunner().invoke(cli, ["solve", "connectfour", "--input", str(file)])
    assert [line.split()[1] for line in result.stdout.splitlines()] == ["11", "8"]


def outcome_of(position: Position) -> int:
    """1, 0 or -1 for the side to move, by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.to_move else -1
    return max(-outcome_of(position.play(move)) for move in position.legal_moves())


def test_who_wins_is_told_where_a_late_win_scores_0():
    solver, scores = solver_of(game("connectfour:3x3:3")), set()
    for columns in product("123", repeat=6):
        try:
            position = solver.read("".join(columns))
        except EngineError:  # a full column, or the game is over
            continue
        text = "".join(columns)
        outcome = outcome_of(position)
        wdl, exact = (s(position, SearchControl()) for s in (solver.solve_wdl, solver.solve))
        assert wdl is not None
        assert exact is not None
        assert wdl.score == outcome, text
        if wdl.best is not None:
            assert -outcome_of(position.play(wdl.best)) == outcome, text
        scores.add((wdl.score, exact.score))
    assert {(-1, -1), (0, 0), (1, 0)} <= scores


def test_who_wins_on_the_command_line():
    text = "32164625\n52753311433677442422121\n271713432331713132\n"
    rows = solve(text, "connectfour", "--wdl").stdout.splitlines()
    assert [row.split()[1] for row in rows] == ["1", "1", "-1"]
    assert solve("112233441122\n", "connectfour:4x4:4:3p", "--wdl").stdout.split()[1] == "0"
