"""Games of the library as one file to be taken away, in the browser and in a terminal."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from engine.formats.files import read_files
from engine.formats.reading import read
from engine.formats.wthor import records_of
from tests.webapp.browsers import wait_until
from tests.webapp.conftest import Visitor
from tests.webapp.library.visiting import DATA, GAMES, NAMES, WTHOR, Make, bring, page, shown
from webapp.cli import cli
from webapp.commands.library import RESULTS
from webapp.domain import taken as domain
from webapp.extensions import services
from webapp.persistence.library import LibraryRows
from webapp.service import library as service
from webapp.wire import library as addresses

PASSES = (  # 1980, with four passes
    "f5d6c5f6e6b4c6c7b6d7g6b5c4a6d8d3a3b3a4c3a2e3c8f4g3g4f2e7f3h6"
    "e2g5h5h4e8c2d2d1h3h2e1c1b1b7f7f8g7b8a7a8a5b2a1f1g2g1h1g8h7h8"
)
DROPS = ("4444431311", "1234567")
NOTED = b"(;GM[2]PB[Mira]PW[Bo]DT[2024];B[f5]C[the tiger];W[d6];B[c3](;W[d3])(;W[f4]))"


def keep(app: Flask, somebody: Visitor, *files: tuple[str, bytes]) -> None:
    """Bring files, and wait until their games are kept."""
    assert bring(somebody, *files).status_code == 303
    rows = LibraryRows(services(app).database)
    wait_until(lambda: not rows.waiting())


@pytest.fixture
def owner(app: Flask, visitor: Make) -> Visitor:
    """Somebody who has brought a year of tournaments, and a game with notes."""
    somebody = visitor()
    keep(app, somebody, ("WTH_1980.wtb", WTHOR), ("WTH.JOU", NAMES))
    keep(app, somebody, ("own.sgf", NOTED))
    return somebody


def taken(visitor: Visitor, form: str, query: str = "") -> bytes:
    response = visitor.client.get(f"/library/games.{form}?{query}")
    assert response.status_code == 200, response.get_data(as_text=True)
    assert f'filename="games.{form}"' in response.headers["Content-Disposition"]
    return bytes(response.get_data())


def test_a_search_is_taken_away_as_one_file(owner: Visitor) -> None:
    expected = {record.moves for record in records_of(WTHOR)[0]}
    for form in ("txt", "ggf", "json", "sgf"):
        found = read(taken(owner, form, "until=1980"))
        assert not found.problems
        assert {record.moves for record in found.records} == expected
        assert {record.day("-") for record in found.records} == {"1980"}
    of_one = read(taken(owner, "json", "q=shaman+david"))
    assert of_one.records
    assert all("Shaman David" in record.players for record in of_one.records)


def test_variations_and_notes_come_along_where_the_format_holds_them(owner: Visitor) -> None:
    for form in ("sgf", "json"):
        (record,) = read(taken(owner, form, "since=2024")).records
        assert record.study is not None
        assert len(record.study.lines) == 2
        assert record.study.notes[record.moves[:1]].text == "the tiger"
        assert record.players == ("Mira", "Bo")
    (record,) = read(taken(owner, "ggf", "since=2024")).records
    assert record.transcript() == "f5d6c3d3"


def test_games_are_taken_away_as_wthor_has_them(owner: Visitor) -> None:
    with zipfile.ZipFile(io.BytesIO(taken(owner, "zip"))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert sorted(files) == ["WTH.JOU", "WTH.TRN", "WTH_1980.wtb", "WTH_2024.wtb"]
    before = read_files({"WTH_1980.wtb": WTHOR, "WTH.JOU": NAMES}).records
    found = read_files({name: files[name] for name in files if "2024" not in name}).records
    kinds = [
        sorted((record.moves, record.players, record.result.score) for record in records)  # type: ignore[union-attr]
        for records in (found, before)
    ]
    assert kinds[0] == kinds[1]


def test_nobody_takes_what_somebody_else_has_brought(owner: Visitor, visitor: Make) -> None:
    response = visitor().client.get("/library/games.txt")
    assert response.status_code == 400
    assert "None of these games" in response.get_data(as_text=True)
    assert "Take these games away" in page(owner)


def test_formats_of_othello_are_not_offered_for_connect_four(app: Flask, visitor: Make) -> None:
    somebody = visitor()
    games = "\n".join(f'{{"game": "connectfour", "moves": "{moves}"}}' for moves in DROPS)
    keep(app, somebody, ("drops.json", games.encode()))
    offered = page(somebody).partition('class="taken"')[2].partition("</nav>")[0]
    assert offered.count("<a ") == 2
    found = read(taken(somebody, "txt")).records
    assert {record.transcript() for record in found} == set(DROPS)
    assert somebody.client.get("/library/games.zip").status_code == 400


def test_formats_are_offered_for_what_other_pages_show_too(
    app: Flask, visitor: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one game of Othello is older than a page, and than a file, of Connect Four's."""
    monkeypatch.setattr(service, "TAKEN", len(DROPS))
    monkeypatch.setattr(service, "PAGE", len(DROPS))
    somebody = visitor()
    keep(app, somebody, ("own.sgf", b"(;GM[2]DT[1994-07-03];B[f5];W[d6])"))
    games = "\n".join(
        f'{{"game": "connectfour", "moves": "{moves}", "date": "2024-01-0{day}"}}'
        for day, moves in enumerate(DROPS, start=1)
    )
    keep(app, somebody, ("drops.json", games.encode()))
    text = page(somebody, "/library?mine=1")
    assert sorted(shown(somebody, "/library?mine=1")) == sorted(DROPS)
    assert text.partition('class="taken"')[2].partition("</nav>")[0].count("<a ") == 5
    for form in ("ggf", "sgf"):
        (record,) = read(taken(somebody, form)).records
        assert record.transcript() == "f5d6"
    text = page(somebody, "/library?mine=1&family=connectfour")
    assert text.partition('class="taken"')[2].partition("</nav>")[0].count("<a ") == 2


def test_a_file_comes_as_its_games_are_read(
    app: Flask, owner: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No more of it is made than has been asked for, and all of it is the same."""
    whole = taken(owner, "txt")
    asked: list[int] = []
    search = LibraryRows.search

    def watched(self: LibraryRows, guest: str, wanted: Any, most: int) -> Any:
        asked.append(most)
        return search(self, guest, wanted, most)

    monkeypatch.setattr(LibraryRows, "search", watched)
    monkeypatch.setattr(service, "ASKED", 10)
    monkeypatch.setattr(domain, "SLICE", 1)
    response = owner.client.get("/library/games.txt")
    parts = response.iter_encoded()
    first = next(iter(parts))
    assert len(asked) == 1
    assert first + b"".join(parts) == whole
    assert len(asked) > GAMES // 10


def test_packed_on_its_way_a_file_is_the_same(owner: Visitor) -> None:
    response = owner.client.get("/library/games.json", headers={"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(response.get_data()) == taken(owner, "json")


def test_a_pass_is_no_move_to_who_counts(app: Flask, visitor: Make) -> None:
    somebody = visitor()
    keep(app, somebody, ("passes.txt", f"{PASSES}\n".encode()))
    assert "White wins 53–11, 60 moves" in page(somebody)


def test_a_terminal_names_results_as_an_address_does() -> None:
    assert tuple(addresses.RESULTS) == RESULTS


def test_a_terminal_writes_what_all_may_see(tmp_path: Path) -> None:
    (tmp_path / "WTH_1980.wtb").write_bytes(WTHOR)
    (tmp_path / "WTH.JOU").write_bytes(DATA.joinpath("wthor_players.jou").read_bytes())
    database = ["--database", f"sqlite:///{tmp_path / 'games.db'}"]
    files = [str(tmp_path / name) for name in ("WTH_1980.wtb", "WTH.JOU")]
    kept = CliRunner().invoke(cli, ["library", "import", *files, *database])
    assert kept.exit_code == 0, kept.output

    def export(name: str, *options: str) -> str:
        run = CliRunner().invoke(
            cli, ["library", "export", str(tmp_path / name), *options, *database]
        )
        return run.output

    assert export("all.sgf") == f"{GAMES} games written\n"
    assert len(read((tmp_path / "all.sgf").read_bytes()).records) == GAMES
    assert export("of-one.zip", "--text", "shaman", "--until", "1980").endswith("games written\n")
    assert "None of these games" in export("none.txt", "--since", "1990")
    assert "ends in none of .txt" in export("all.doc")
    assert "'chess' is not one of 'connectfour', 'othello'" in export(
        "all.txt", "--family", "chess"
    )
    assert "neither a year nor a day" in export("all.txt", "--since", "soon")
