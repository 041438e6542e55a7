"""Signs that no database holds: they come with files, forms and addresses, and hurt nobody."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from sqlalchemy import Engine

from engine.formats.reading import read
from engine.registry import game as game_of
from tests.webapp.browsers import wait_until
from webapp.domain.library import Entry, Wanted
from webapp.persistence.library import LibraryRows
from webapp.wire.library import parse_wanted

GGF = (
    "(;GM[Othello]PC[Lyon\0]PB[An\0n]PW[Bob\ud800]RE[0.000]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]B[F5]C[a\0b]W[D6];)"
)
SGF = "(;GM[2]SZ[8]PB[An\0n]PW[Bob\x1b];B[f5]C[good\0];W[d6])"
STUDY = json.dumps(
    {
        "game": "othello",
        "moves": "f5d6",
        "title": "T\0\ud800",
        "players": ["An\0n", "Bob\udfff"],
        "notes": [{"after": "f5", "text": "good\0\ud800"}],
    }
)


@pytest.mark.parametrize("text", [GGF, SGF, STUDY], ids=["ggf", "sgf", "json"])
def test_a_file_is_read_without_them(text: str) -> None:
    (record,) = read(text).records
    assert record.players == ("Ann", "Bob")
    said = record.study.words if record.study else ""
    assert not [sign for sign in said + record.details.place if sign < "\t" or sign >= "\ud800"]


@pytest.mark.parametrize("name", ["A\0", "A\tB", "A\ud800", "\u202eA"])
def test_names_are_kept_and_found_without_them(engine: Engine, name: str) -> None:
    (record,) = read(GGF).records
    rows = LibraryRows(engine)
    entry = Entry.of_record(type(record)(record.game, record.moves, players=(name, "Bob")))
    rows.add("guest", [entry])
    (found,) = rows.search("guest", Wanted(parse_wanted({"q": name.strip("\ud800")}).text), 9)
    assert found.entry.players == (" ".join(n for n in ("A", "B") if n in name), "Bob")


def test_what_cannot_be_kept_lets_the_others_pass(engine: Engine) -> None:
    """Such a file once stood before all others for ever; older rows may hold one yet."""
    rows, game = LibraryRows(engine), game_of("connectfour")
    broken = Entry(game, game.parse_moves("44"), ("\ud800", "Bob"))
    rows.collect("rude", "broken", [broken], 0)
    rows.collect("honest", "fine", [Entry(game, game.parse_moves("43"), ("Ann", "Bob"))], 0)
    while part := rows.next_part():
        rows.keep(part)
    assert [kept.entry.players for kept in rows.search("honest", Wanted(), 9)] == [("Ann", "Bob")]
    assert rows.search("rude", Wanted(), 9) == []
    (told,) = rows.collections("rude")
    assert (told.games, told.expected, told.refused) == (0, 0, 1)


def test_a_files_name_is_shown_as_text(app: Any, visitor: Any) -> None:
    someone = visitor()
    brought = {"files": (io.BytesIO(b"f5d6c3"), "my\u202egames\x07.txt")}
    answer = someone.client.post("/library", data=brought, headers=someone.headers)
    assert answer.status_code == 303
    wait_until(lambda: "mygames.txt" in someone.client.get("/library?mine=1").text)


@pytest.mark.parametrize(
    "path",
    [
        "/m/%0d%0aX-Evil:%20yes/join",
        "/m/%00/act",
        "/study/%00",
        "/study/a%00b.json",
        "/study/%ed%a0%80",
        f"/library/{2**63}",
        f"/library/{2**64}.json",
        "/library/" + "9" * 5000,
        "/puzzles/" + "9" * 5000,
    ],
)
def test_an_address_of_nothing_is_not_found(visitor: Any, path: str) -> None:
    answer = visitor().client.get(path)
    assert answer.status_code == 404
    assert "X-Evil" not in answer.headers


@pytest.mark.parametrize("number", [2**31, 2**63, 2**64, "9" * 5000])
def test_a_file_of_no_number_cannot_be_deleted(visitor: Any, number: object) -> None:
    someone = visitor()
    for path in (f"/library/{number}/delete", f"/library/{number}0000000000/copy"):
        assert someone.client.post(path, headers=someone.headers).status_code == 404
