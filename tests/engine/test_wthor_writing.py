"""WTHOR's files written again: as they were where the form says it all."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from engine.commands.convert import command
from engine.errors import EngineError
from engine.formats.record import Details, GameRecord, Result
from engine.formats.wthor import read_names, records_of
from engine.formats.wthorwriting import wthor_files, zipped
from engine.registry import game
from tests.data import DATA
from tests.engine.records import YEAR

if TYPE_CHECKING:
    from pathlib import Path

PLAYERS = (DATA / "othello" / "wthor_players.jou").read_bytes()
TOURNAMENTS = (DATA / "othello" / "wthor_tournaments.trn").read_bytes()
TODAY = date(2026, 11, 30)

# The shortest game that wipes White out, and one that breaks off.
SHORTEST, BEGUN = "f5d6c5f4e3f6g5e6e7", "f5d6c3"


def made(content: bytes) -> date:
    """The day in a file's head: century, year, month, day."""
    return date(100 * content[0] + content[1], *content[2:4])


def othello(moves: str, **known: object) -> GameRecord:
    return replace(GameRecord.from_moves(game("othello"), moves), **known)  # type: ignore[arg-type]


def test_a_year_is_written_as_it_was_byte_by_byte() -> None:
    content = YEAR.read_bytes()
    names = tuple(f"Player {number}" for number in range(5_000))
    records, _ = records_of(content, names, names)
    files = wthor_files(records, made(content), names, names)
    assert list(files) == ["WTH_1980.wtb", "WTH.JOU", "WTH.TRN"]
    assert files["WTH_1980.wtb"] == content


def test_names_are_written_as_they_were_but_for_their_day() -> None:
    files = wthor_files([], TODAY, read_names(PLAYERS), read_names(TOURNAMENTS))
    for name, known in (("WTH.JOU", PLAYERS), ("WTH.TRN", TOURNAMENTS)):
        assert files[name][4:] == known[4:]
        assert made(files[name]) == TODAY


def test_new_names_follow_those_that_have_numbers() -> None:
    mine = othello(SHORTEST, players=("Zoë Łuk", "Tastet Marc"), date=date(2026, 5, 1))
    files = wthor_files([mine], TODAY, read_names(PLAYERS), read_names(TOURNAMENTS))
    names = read_names(files["WTH.JOU"])
    assert names[:-1] == read_names(PLAYERS)
    assert names[-1] == "Zoë Luk"
    game_bytes = files["WTH_2026.wtb"][16:]
    assert game_bytes[2:6] == (len(names) - 1).to_bytes(2, "little") + (1).to_bytes(2, "little")
    assert game_bytes[6:8] == bytes((64, 64))  # what is empty is the winner's
    assert game_bytes[8:17] == bytes((56, 64, 53, 46, 35, 66, 57, 65, 75))
    assert not any(game_bytes[17:68])


def test_what_the_form_holds_is_read_again() -> None:
    records = [
        othello(SHORTEST, players=("A" * 30, ""), details=Details("Paris"), date=date(2025, 3, 4)),
        othello(SHORTEST, players=("Ida", "Bo")),
        othello(BEGUN, result=Result(1, None, "resignation"), date=date(2025, 1, 1)),
        othello(BEGUN, result=Result(None), date=date(2025, 1, 1)),
    ]
    files = wthor_files(records, TODAY)
    names = read_names(files["WTH.JOU"]), read_names(files["WTH.TRN"])
    year, _ = records_of(files["WTH_2025.wtb"], *names)
    (unknown,), _ = records_of(files["WTH_0000.wtb"], *names)
    assert (unknown.players, unknown.date) == (("Ida", "Bo"), None)
    assert [record.moves for record in year] == [records[at].moves for at in (0, 2, 3)]
    assert [record.result for record in year] == [Result(0, 64), Result(1, -2), Result(None, 0)]
    assert (year[0].players, year[0].details.place) == (("A" * 19, ""), "Paris")
    assert year[0].day("-") == "2025"
    assert year[0].details.theory == (0, 64)


def test_scores_that_no_board_has_or_leave_a_square_to_nobody() -> None:
    scores = {-80: -2, 999: 60, 1: 2, -1: -2, 13: 14, -13: -14, 64: 64, -64: -64}
    records = [othello(BEGUN, result=Result(int(lead < 0), lead)) for lead in scores]
    found, _ = records_of(wthor_files(records, TODAY)["WTH_0000.wtb"])
    assert [record.result for record in found] == [
        Result(int(lead < 0), lead) for lead in scores.values()
    ]


def test_accents_that_stand_apart_stay_and_other_scripts_are_nameless() -> None:
    records = [
        othello(BEGUN, players=("Zoe\u0308", "為則 英司")),
        othello(BEGUN, players=("Ян", "")),
    ]
    files = wthor_files(records, TODAY)
    assert read_names(files["WTH.JOU"]) == ("???", "Zoë")
    found, _ = records_of(files["WTH_0000.wtb"], read_names(files["WTH.JOU"]))
    assert [record.players for record in found] == [("Zoë", ""), ()]


def test_a_move_is_nobody_elses_while_its_mover_can_move() -> None:
    content = bytearray(wthor_files([othello("f5d6")] * 2, TODAY)["WTH_0000.wtb"])
    assert content[16 + 8 : 16 + 10] == bytes((56, 64))
    content[16 + 9] = 43  # c4, where White flips nothing, and Black would
    records, refused = records_of(bytes(content))
    assert len(records) == 1
    assert refused == ((1, "Game 1 breaks the rules of Othello."),)


def test_other_boards_have_no_place_in_it() -> None:
    with pytest.raises(EngineError, match="WTHOR holds games of Othello on 8 × 8"):
        wthor_files([GameRecord.from_moves(game("othello:6"), "e4")], TODAY)


def test_an_archive_holds_the_files() -> None:
    files = wthor_files([othello(SHORTEST)], TODAY)
    assert zipped(files, TODAY) == zipped(files, TODAY)
    with zipfile.ZipFile(io.BytesIO(zipped(files, TODAY))) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files


def test_convert_writes_a_folder_that_convert_reads(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text(f"{SHORTEST}\n{BEGUN}\n")
    (tmp_path / "WTH.JOU").write_bytes(PLAYERS)
    run = CliRunner().invoke(
        command,
        [
            *(str(tmp_path / name) for name in ("games.txt", "WTH.JOU")),
            *("--to", "wthor", "--output", str(tmp_path / "mine")),
        ],
    )
    assert (run.exit_code, run.output) == (0, "")
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == [
        "WTH.JOU",
        "WTH.TRN",
        "WTH_0000.wtb",
    ]
    assert read_names((tmp_path / "mine" / "WTH.JOU").read_bytes()) == read_names(PLAYERS)
    again = CliRunner().invoke(command, [str(tmp_path / "mine" / "WTH_0000.wtb"), "--to", "moves"])
    assert again.stdout.split() == [SHORTEST, BEGUN]


def test_convert_replaces_no_collection_that_it_has_not_read(tmp_path: Path) -> None:
    files = wthor_files([othello(SHORTEST)], TODAY)
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "more.txt").write_text(f"{BEGUN}\n")
    asked = [str(tmp_path / "more.txt"), "--to", "wthor", "--output", str(tmp_path)]
    run = CliRunner().invoke(command, asked)
    assert isinstance(run.exception, EngineError)
    assert "is there already; name it among SOURCES" in str(run.exception)
    assert {name: (tmp_path / name).read_bytes() for name in files} == files
    run = CliRunner().invoke(command, [*(str(tmp_path / name) for name in files), *asked])
    assert (run.exit_code, run.output) == (0, "")
    found, _ = records_of((tmp_path / "WTH_0000.wtb").read_bytes())
    assert [record.transcript() for record in found] == [SHORTEST, BEGUN]


def test_convert_says_what_wthor_cannot_hold(tmp_path: Path) -> None:
    path = tmp_path / "mixed.json"
    path.write_text('{"game": "othello", "moves": "f5"}\n{"game": "connectfour", "moves": "4"}\n')
    asked = [str(path), "--to", "wthor"]
    assert "say with --output into which folder" in CliRunner().invoke(command, asked).output
    run = CliRunner().invoke(command, [*asked, "--output", str(tmp_path / "x.zip")])
    assert run.exit_code == 2
    assert run.output == "Game 2: WTHOR holds games of Othello on 8 × 8 from the usual start.\n"
    assert zipfile.is_zipfile(tmp_path / "x.zip")
