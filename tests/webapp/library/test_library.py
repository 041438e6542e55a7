"""The library over HTTP: games of this server, files that people bring, and who sees what."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from engine.registry import game as game_of
from tests.webapp.browsers import wait_until
from tests.webapp.conftest import Visitor
from tests.webapp.library.visiting import GAMES, NAMES, WTHOR, Make, bring, owner, page, shown
from webapp.cli import cli
from webapp.domain.library import EVERYBODY, Keeping, Wanted
from webapp.extensions import services
from webapp.persistence import library_waiting
from webapp.persistence.library import LibraryRows
from webapp.persistence.reviews import Reviews
from webapp.service import library as service


def played(app: Flask, visitor: Visitor, columns: str, public: bool = True) -> str:
    """A match at one screen that the columns end, in the library."""
    match = visitor.create(game="connectfour", seat0="me", seat1="me", public=public)
    for ply, column in enumerate(columns):
        assert visitor.move(match, int(column) - 1, ply)["ok"]
    kept = LibraryRows(services(app).database)
    wait_until(lambda: bool(kept.kept(f"match:{match}")))
    return match


@pytest.fixture
def ended(app: Flask, visitor: Make) -> tuple[Visitor, Visitor]:
    ann, bob = visitor(), visitor()
    played(app, ann, "1212121")
    played(app, ann, "7676767", public=False)
    return ann, bob


def test_finished_matches_are_there_and_private_ones_for_their_players(ended) -> None:
    ann, bob = ended
    assert sorted(shown(ann)) == ["1212121", "7676767"]
    assert shown(bob) == ["1212121"]
    assert sorted(shown(ann, "/library?mine=1")) == ["1212121", "7676767"]
    assert shown(bob, "/library?mine=1") == []
    assert "No game of yours yet." in page(bob, "/library?mine=1")
    assert shown(bob, "/library?game=connectfour&moves=76") == ["1212121"]  # its mirror image
    explored = page(ann, "/openings?game=connectfour&moves=12&part=1")
    assert "2 games" in explored
    assert "1 game." in page(bob, "/openings?game=connectfour&moves=12&part=1")


def test_games_whose_review_is_done_say_so(app: Flask, ended) -> None:
    ann, _ = ended
    four = game_of("connectfour")
    reviews = Reviews(services(app).database)
    reviews.keep((four, four.parse_moves("1212121")), {}, done=True)
    reviews.keep((four, four.parse_moves("7676767")), {}, done=False)
    grid = page(ann).partition('<ul class="games-grid">')[2].partition("</ul>")[0]
    cards = {
        ("1212121" in card, '<span class="tag">Reviewed' in card) for card in grid.split("<li")
    }
    assert cards == {(True, True), (False, False)}
    assert "reviewed" in page(ann, "/openings?game=connectfour&moves=12&part=1")


def test_a_game_that_goes_on_again_leaves_the_library(app: Flask, visitor: Make) -> None:
    ann = visitor()
    match = played(app, ann, "1212121")
    assert ann.act(match, t="takeback")["ok"]
    kept = LibraryRows(services(app).database)
    wait_until(lambda: not kept.kept(f"match:{match}"))
    assert kept.count(EVERYBODY) == 0
    assert ann.move(match, 0, 6, "again")["ok"]
    wait_until(lambda: bool(kept.kept(f"match:{match}")))
    assert shown(ann) == ["1212121"]


def test_a_file_is_kept_in_the_background_for_who_brought_it(app: Flask, visitor: Make) -> None:
    ann, bob = visitor(), visitor()
    response = bring(ann, ("WTH_1980.wtb", WTHOR), ("WTH.JOU", NAMES))
    assert (response.status_code, response.location) == (303, "/library?mine=1")
    library, guest = services(app).library, owner(app)
    wait_until(lambda: [at for _, at in library.collections(guest)] == [Keeping.DONE])
    assert f"{GAMES} games" in page(ann, "/library?mine=1")
    assert len(shown(ann)) == service.PAGE
    assert shown(bob) == []
    assert "Imported" in page(ann)
    assert "No game of Leila before 1990." in page(ann, "/library?q=Leila&until=1989")
    assert f"{GAMES} games" in page(ann, "/openings?game=othello&moves=&part=1")
    more = re.search(r'rel="next" href="([^"]+)"', page(ann))
    assert more is not None
    assert len(set(shown(ann) + shown(ann, more[1]))) == 2 * service.PAGE
    (number,) = re.findall(r"/library/(\d+)/delete", page(ann))
    bob.client.post(f"/library/{number}/delete", headers=bob.headers)
    assert len(shown(ann)) == service.PAGE
    ann.client.post(f"/library/{number}/delete", headers=ann.headers)
    assert shown(ann) == []


@pytest.mark.usefixtures("one_moment")
def test_what_only_a_newer_server_can_keep_is_said_to_wait_for_it(
    visitor: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_waiting, "FIELDS", 7)
    ann = visitor()
    bring(ann, ("WTH_1980.wtb", WTHOR))
    text = page(ann, "/library?mine=1")
    assert f"0 of {GAMES} kept" in text
    assert "They wait for the newer version of this server" in text
    assert "<progress" not in text
    assert '<noscript><meta http-equiv="refresh" content="60"></noscript>' in text
    assert 'data-again="60"' in text
    assert bring(ann, ("WTH_1980.wtb", WTHOR)).status_code == 429
    monkeypatch.undo()
    wait_until(lambda: f"{GAMES} games" in page(ann, "/library?mine=1"))


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ((), "No file was chosen"),
        ((("a.txt", b"hello"),), "hello"),
        ((("b.jou", b"nothing"), ("c.txt", b"4453")), "b.jou: This is no WTHOR file of players"),
        (tuple((f"{n}.txt", b"4453") for n in range(21)), "20 files can come at once"),
        ((("a.txt", b"4453"), ("a.txt", b"4454")), "Two of these files have the same name"),
    ],
)
def test_what_holds_no_game_is_refused_with_the_reason(visitor: Make, files, said) -> None:
    ann = visitor()
    response = bring(ann, *files)
    assert response.status_code == 400
    assert said in unescape(response.get_data(as_text=True))
    assert "/delete" not in page(ann)


def test_of_several_files_none_is_left_out(visitor: Make) -> None:
    ann = visitor()
    files = [(f"{number}.txt", f"445{number}".encode()) for number in range(1, 6)]
    assert bring(ann, *files).status_code == 303
    assert re.search(r"1.txt, 2.txt, 3.txt, 4.txt, 5.txt</b>.*?(\d of 5 kept|5 games)", page(ann))


def test_what_ends_while_a_page_is_made_does_not_look_broken_off(
    app: Flask, visitor: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, rows = visitor(), LibraryRows(services(app).database)
    assert bring(ann, ("WTH_1980.wtb", WTHOR)).status_code == 303
    known = LibraryRows.collections

    def slow(self: LibraryRows, guest: str) -> list[Any]:
        wait_until(lambda: not rows.waiting())
        return known(self, guest)

    monkeypatch.setattr(LibraryRows, "collections", slow)
    assert "broke off" not in page(ann, "/library?mine=1")


def test_one_guest_and_all_together_have_bounds(
    visitor: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = visitor()
    monkeypatch.setattr(service, "MOST", GAMES - 1)
    response = bring(ann, ("WTH_1980.wtb", WTHOR))
    assert response.status_code == 429
    said = response.get_data(as_text=True)
    assert f"room for {GAMES - 1:,} more of your games" in said  # somebody who has none yet
    assert f"these are {GAMES:,}" in said
    monkeypatch.setattr(service, "MOST", 0)
    said = bring(ann, ("WTH_1980.wtb", WTHOR)).get_data(as_text=True)
    assert "as many games in the library as one may" in said
    monkeypatch.setattr(service, "MOST", GAMES)
    monkeypatch.setattr(service, "ALL", GAMES - 1)
    said = bring(ann, ("WTH_1980.wtb", WTHOR)).get_data(as_text=True)
    assert "The library of this server is full" in said


def test_what_is_asked_wrongly_is_refused(visitor: Make) -> None:
    ann = visitor()
    for query in ("since=x", "until=-1", "family=chess", "result=lost", "day=1&number=x",
                  "game=connectfour&moves=99", "q=" + "x" * 81):  # fmt: skip
        assert ann.client.get(f"/library?{query}").status_code in (400, 409), query
    assert ann.client.get("/openings?game=connectfour&moves=8").status_code in (400, 409)


def test_days_and_years_are_told_apart(ended) -> None:
    ann, bob = ended
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    assert shown(bob, f"/library?since={today}&until={today}") == ["1212121"]
    assert shown(bob, f"/library?until={today[:4]}") == ["1212121"]
    assert "No game on 1994-07-03." in page(ann, "/library?since=1994-07-03&until=1994-07-03")
    assert "No game until 1994-07-03." in page(ann, "/library?until=1994-07-03")
    wrong = ann.client.get("/library?since=1994-13-03")
    assert wrong.status_code == 400
    said = "1994-13-03 is neither a year nor a day; write 1994 or 1994-07-03."
    assert said in unescape(wrong.get_data(as_text=True))


def test_ones_own_studies_are_found_by_title_and_notes(visitor: Make) -> None:
    ann, bob = visitor(), visitor()
    place = {"game": "connectfour", "moves": "44", "edit": "note", "text": "Zürich’s trap"}
    assert ann.client.post("/study", data=place, headers=ann.headers).status_code == 303
    assert "/study/" in page(ann, "/library?q=zurich")
    assert "/study/" in page(ann, "/library?mine=1")
    for path in (
        "/library?q=zurich&family=othello",
        "/library?q=zurich&result=draw",
        "/library?q=y",
    ):
        assert "/study/" not in page(ann, path)
    assert "/study/" not in page(bob, "/library?q=zurich")


def test_the_operator_fills_everybodys_library(app: Flask, visitor: Make, tmp_path) -> None:
    contents = {"WTH_1980.wtb": WTHOR, "WTH.JOU": NAMES, "part.txt": b"4453x9", "bad.txt": b"x9"}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    paths = [str(tmp_path / name) for name in contents]
    url = services(app).config.database
    done = CliRunner().invoke(cli, ["library", "import", *paths, "--database", url])
    assert done.exit_code == 0, done.output
    assert f"{GAMES + 1} games kept, 1 of them in part, 1 refused" in done.output
    assert len(shown(visitor())) == service.PAGE
    again = CliRunner().invoke(cli, ["library", "import", paths[0], "--database", "nothing://x"])
    assert again.exit_code != 0


def test_who_wants_to_be_forgotten_is(app: Flask, visitor: Make) -> None:
    ann, bob = visitor(), visitor()
    played(app, ann, "1212121")
    bring(ann, ("WTH_1980.wtb", WTHOR))
    guest = owner(app)
    assert services(app).library.search(guest, Wanted(mine=True)).games
    assert ann.client.post("/forget", headers=ann.headers).status_code == 303
    assert not services(app).library.search(guest, Wanted(mine=True)).games
    assert shown(bob) == ["1212121"]


def test_notes_of_an_archive_are_kept_with_their_games_and_found(visitor: Make) -> None:
    ann, bob = visitor(), visitor()
    told = (
        b"(;GM[2]FF[4]PB[Ida]PW[Kai]DT[1994-07-03]RE[W+R];B[F5]C[Hardly a surprise];W[d6]"
        b"(;B[c3])(;B[c4]C[more usual]))\n(;GM[2];B[c4];W[c3])(;GM[2];B[d3]C[Erst rechts])"
    )
    assert bring(ann, ("told.sgf", told)).status_code == 303
    wait_until(lambda: page(ann, "/library?mine=1").count('<span class="tag">Imported') == 3)
    assert page(ann, "/library?mine=1").count('<span class="tag">Notes') == 2
    assert shown(ann, "/library?mine=1") == ["c4c3"]
    found = re.findall(r'href="(/library/\d+)"', page(ann, "/library?q=SURPRISE"))
    assert len(found) == 1
    assert found[0] in page(ann, "/library?q=Ida")
    text = page(ann, found[0])
    assert "Hardly a surprise" in text
    assert "more usual" in text
    assert 'id="annotate"' not in text
    taken = ann.client.get(f"{found[0]}.sgf").get_data(as_text=True)
    for part in ("PB[Ida]", "DT[1994-07-03]", "RE[W+]", "C[more usual]"):
        assert part in taken
    copy = ann.client.post(f"{found[0]}/copy", data={"ply": "1"}, headers=ann.headers)
    assert copy.location.startswith("/study/")
    assert "Hardly a surprise" in page(ann, copy.location)
    assert "No game of surprise" in page(bob, "/library?q=surprise")
    assert bob.client.get(found[0]).status_code == 404
    (number,) = re.findall(r"/library/(\d+)/delete", page(ann, "/library?mine=1"))
    ann.client.post(f"/library/{number}/delete", headers=ann.headers)
    assert ann.client.get(found[0]).status_code == 404


def test_ratings_and_the_place_come_with_games(visitor: Make) -> None:
    ann = visitor()
    games = (
        b"(;GM[Othello]PC[GGS/os]PB[ida]PW[kai]RB[2711.5]RW[1812]TI[15:00]TY[8]RE[+2]"
        b"BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
        b"B[f5//1.2]W[d6];)"
    )
    assert bring(ann, ("games.ggf", games)).status_code == 303
    wait_until(lambda: "Imported" in page(ann, "/library?mine=1"))
    text = re.sub(r"<[^>]*>", " ", page(ann, "/library?mine=1"))
    assert re.search(r"ida\s+2711\.5\s+kai\s+1812", text)
    assert "GGS/os" in text
    (thought,) = re.findall(r'href="(/library/\d+)"', page(ann, "/library?mine=1"))
    seen = page(ann, thought)
    assert '<span class="thought" title="1.2 s">1.2 s</span>' in seen
    assert 'class="comment"' not in seen
    sgf = b"(;GM[2]PB[Ida]BR[2d]PW[Kai]WR[5k]PC[Oslo];B[F5]C[Hm];W[d6])"
    assert bring(ann, ("one.sgf", sgf)).status_code == 303
    wait_until(lambda: "Oslo" in page(ann, "/library?mine=1"))
    (path,) = {*re.findall(r'href="(/library/\d+)"', page(ann, "/library?mine=1"))} - {thought}
    taken = ann.client.get(f"{path}.sgf").get_data(as_text=True)
    for part in ("BR[2d]", "WR[5k]", "PC[Oslo]"):
        assert part in taken


def test_a_list_of_pasted_games_says_that_notes_are_kept(visitor: Make) -> None:
    ann = visitor()
    told = "(;GM[2];B[f5]C[Well])(;GM[2];B[d3])"
    listed = ann.client.post("/analysis/open", data={"moves": told}, headers=ann.headers)
    text = listed.get_data(as_text=True)
    assert "1 game with notes, which your library keeps." in text
    assert "1 move<" in text


def test_boards_are_refused_with_the_way_to_open_them(visitor: Make) -> None:
    board = b"---------------------------OX------XO--------------------------- X;"
    said = bring(visitor(), ("one.obf", board)).get_data(as_text=True)
    assert "These are boards; the library keeps games from the usual start." in said


def test_several_pasted_games_are_kept_by_one_press(visitor: Make) -> None:
    """The list of what was pasted sends the same text again, read the same way."""
    ann = visitor()
    pasted = {"game": "connectfour:9x7", "moves": "4455\n1212121\n999"}
    listed = ann.client.post("/analysis/open", data=pasted, headers=ann.headers)
    text = unescape(listed.get_data(as_text=True))
    form = re.search(r'<form method="post" action="/library">.*?</form>', text, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="(game|name)" value="([^"]*)"', form[0]))
    fields["text"] = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", form[0], re.DOTALL)[1]  # type: ignore[index]
    assert ann.client.post("/library", data=fields, headers=ann.headers).status_code == 303
    wait_until(lambda: len(shown(ann, "/library?mine=1")) == 3)
    assert sorted(shown(ann, "/library?mine=1")) == ["1212121", "4455", "999"]
    assert "Pasted games" in page(ann, "/library?mine=1")
    for wrong in ({**fields, "text": "xyz"}, {**fields, "text": "4" * 70_000}):
        refused = ann.client.post("/library", data=wrong, headers=ann.headers)
        assert refused.status_code == 400
        assert 'role="alert"' in refused.get_data(as_text=True)
