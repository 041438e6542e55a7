"""Files of games: WTHOR's years with their names, and several files together."""

from __future__ import annotations

import gzip
from datetime import date

import pytest
from click.testing import CliRunner

from engine.commands.convert import command
from engine.errors import NotationError
from engine.formats.files import read_files
from engine.formats.reading import read
from engine.formats.wthor import read_games, read_names, records_of
from engine.formats.wthorwriting import zipped
from tests.data import DATA

YEAR = DATA / "othello" / "WTH_1980.wtb"


def test_a_year_of_tournaments_ends_as_its_file_says():
    content = YEAR.read_bytes()
    names = read_names((DATA / "othello" / "wthor_players.jou").read_bytes())
    records, refused = records_of(content, names)
    assert not refused
    assert len(records) == int.from_bytes(content[4:8], "little")
    assert names[1] == "Tastet Marc"
    assert (
        read_names((DATA / "othello" / "wthor_tournaments.trn").read_bytes())[1]
        == "World Championship"
    )
    for record, real in zip(records, read_games(content).real.tolist(), strict=True):
        outcome = record.final().outcome()
        if outcome is not None:
            assert outcome.score == real == record.result.score
    assert read(content).records[0].moves == records[0].moves


def test_files_of_names_go_with_their_games(tmp_path):
    files = {"WTH_1980.wtb": YEAR.read_bytes()}
    files |= {
        name: (DATA / "othello" / f"wthor_{kind}").read_bytes()
        for name, kind in (("WTH.JOU", "players.jou"), ("wth.trn", "tournaments.trn"))
    }
    records = read_files(files).records
    assert [records[at].players for at in (12, 13)] == [(), ("Shaman David", "")]  # 12 has ???
    first = records[0]
    assert (first.details.place, first.day("-")) == ("World Championship", "1980")
    paths = [tmp_path / name for name in files]
    for path, content in zip(paths, files.values(), strict=True):
        path.write_bytes(content)
    for target in ("text", "json", "ggf", "sgf"):
        run = CliRunner().invoke(command, [*map(str, paths), "--to", target])
        assert run.exit_code == 0
        found = read(run.stdout).records
        assert [(one.players, one.result) for one in found] == [
            (one.players, one.result) for one in records
        ]
        back = found[0]
        assert (back.details.place, back.date, back.day(".")) == (
            "World Championship",
            date(1980, 1, 1),
            "1980",
        )


def test_names_alone_are_no_games_and_several_files_are_told_apart():
    names = (DATA / "othello" / "wthor_players.jou").read_bytes()
    with pytest.raises(NotationError, match="These are names of WTHOR"):
        read_files({"a.jou": names})
    (problem,) = read(names).problems
    assert str(problem) == "These are names of WTHOR; the games are in its .wtb files."
    found = read_files({"good.txt": b"4455", "bad.txt": b"f5 d6 xx"})
    assert [str(one) for one in found.problems] == [
        "bad.txt, line 1, column 7: 'xx' is no square here. The 2 moves before it are good."
    ]


def test_a_year_that_no_calendar_has_is_unknown():
    content = bytearray(YEAR.read_bytes())
    content[10:12] = b"\xff\xff"
    assert {one.date for one in read(bytes(content)).records} == {None}


def test_a_file_that_is_named_twice_is_read_once():
    run = CliRunner().invoke(command, ["-", "-"], input="4455")
    assert (run.exit_code, run.stdout) == (0, "Game: connectfour\n\n4 4 5 5\n\n")


def test_a_move_off_the_board_is_refused_with_its_game_and_offset():
    content = bytearray(YEAR.read_bytes())
    content[16 + 68 + 8 + 3] = 99
    found, games = read(bytes(content)), read(YEAR.read_bytes()).records
    assert [problem.sentence for problem in found.problems] == [
        "Game 2: the move 99 at offset 95 is off the board."
    ]
    assert found.records == (games[0], *games[2:])


@pytest.mark.parametrize("cut", [0, 1, 60])
def test_a_file_that_was_cut_off_keeps_its_whole_games(cut):
    content, games = YEAR.read_bytes(), read(YEAR.read_bytes()).records
    found = read(content[: 16 + 68 * 7 + cut])
    assert found.records == games[:7]
    assert str(found.problems[0]) == f"The file ends after 7 of {len(games)} games."
    assert read(content[:16]).refused == 1
    with pytest.raises(NotationError, match="no WTHOR file"):
        read_games(content[:-1])


def test_what_stands_behind_the_games_of_a_file_costs_none():
    content = YEAR.read_bytes()
    found = read(content + b"\r\n\x1a")
    assert found.records == read(content).records
    assert "3 bytes" in found.problems[0].sentence


@pytest.mark.parametrize(
    "pack", [gzip.compress, lambda body: zipped({"a.wtb": body}, date(2020, 1, 1))]
)
def test_an_archive_is_no_text_of_moves(pack, tmp_path):
    path = tmp_path / "games"
    path.write_bytes(pack(YEAR.read_bytes()))
    result = CliRunner().invoke(command, [str(path), "--to", "text"])
    assert result.exit_code == 2
    assert "This is an archive; unpack it and bring the files in it." in result.stderr
