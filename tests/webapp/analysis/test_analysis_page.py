"""The page of the analysis: games, side lines and what people paste, without script."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from engine.games.othello.position import OthelloPosition
from engine.registry import game as game_of
from tests.data import DATA
from webapp import svg
from webapp.domain.line import Line
from webapp.pages.analysis_view import Addresses, path
from webapp.pages.importing import MAX_TEXT

REPORTS = json.loads((DATA / "rules" / "reports2.json").read_text())
PASSING = [report for report in REPORTS if report["kind"] == "pass-step"]


@pytest.fixture
def page(app: Any) -> Any:
    client = app.test_client()
    return client.get


def test_the_page_shows_a_place_in_a_game(page):
    text = page("/analysis?game=connectfour&moves=4453&ply=2").get_data(as_text=True)
    assert "Yellow drops in column 4, row 2. Red to move." in text
    assert text.count('aria-current="step"') == 1
    assert re.search(r'data-ply="2" aria-current="step">4<', text)
    assert "ply=1" in re.search(r'id="step-previous"[^>]*href="([^"]*)"', text).group(1)
    assert 'href="/new?game=connectfour&amp;moves=44"' in text


def test_a_move_leads_on_without_script(page):
    for query, leads in (
        ("moves=4453&ply=2&move=4", "moves=4453&ply=3"),
        ("moves=4453&ply=2&move=6", "moves=4453&ply=2&side=7"),
        ("moves=44&move=0", "moves=441"),
    ):
        response = page(f"/analysis?game=connectfour&{query}")
        assert response.status_code == 303
        assert response.location == f"/analysis?game=connectfour&{leads}"


def sides(text: str) -> list[list[str]]:
    """The moves of each line beside the game."""
    found = re.findall(r'<span class="side".*?<span class="side-actions">', text, re.DOTALL)
    return [re.findall(r">([^<>]+)</a>", side) for side in found]


def link(text: str, name: str) -> str:
    """Where a step leads; empty where it leads nowhere."""
    (tag,) = re.findall(rf'<a[^>]*id="step-{name}"[^>]*>', text)
    found = re.search(r' href="([^"]*)"', tag)
    return unescape(found[1]) if found else ""


def test_a_side_line_is_shown_in_its_round_with_a_way_back(page):
    text = page("/analysis?moves=445566&ply=3&side=71").get_data(as_text=True)
    assert sides(text) == [["7", "1"]]
    assert text.index('class="side"') > text.index(">2.<")
    assert text.index('class="side"') < text.index(">3.<")
    assert "back to the game" in text


def test_a_side_line_may_begin_on_the_first_board(page):
    """As the engine's lines do before any move is made, and beside a game's first move."""
    for query in ("moves=&ply=0&side=44", "moves=55&ply=0&side=44"):
        response = page(f"/analysis?game=connectfour&{query}")
        assert response.status_code == 200
        assert sides(response.get_data(as_text=True)) == [["4", "4"]]


def test_a_side_line_survives_back_and_another_one(page):
    """Report page-6: Back and Forward lead to the same line again."""
    report = next(report for report in REPORTS if report["id"] == "page-6")
    moves, side = report["moves"], report["side"]
    first = page(f"/analysis?moves={moves}&ply={report['ply']}&side={side}")
    back = page(link(first.get_data(as_text=True), "previous")).get_data(as_text=True)
    again = link(back, "next")
    assert f"side={report['expected']['side']}" in again
    assert sides(page(again).get_data(as_text=True)) == [list(side)]
    other = page(f"{link(back, 'previous')}&move=4")
    assert sides(page(other.location).get_data(as_text=True)) == [["1", "2", "7"], ["5"]]


@pytest.mark.parametrize("report", PASSING, ids=lambda report: report["id"])
def test_a_forced_pass_is_a_step_like_any_other(page, report):
    moves, expected = report["moves"], report["expected"]
    address = f"/analysis?game={report['game']}&moves={moves}"
    if "forward" in expected:
        text = page(f"{address}&ply=0").get_data(as_text=True)
        steps = 0
        while address := link(text, "next"):
            text = page(address).get_data(as_text=True)
            steps += 1
        assert steps == expected["forward"]
        while address := link(text, "previous"):
            text = page(address).get_data(as_text=True)
            steps -= 1
        assert steps == expected["back"]
    elif "side" in report:
        text = page(f"{address}&ply={report['ply']}&side={report['side']}").get_data(as_text=True)
        back = parse_qs(urlsplit(link(text, "previous")).query)
        assert back["side"][0] in expected["side_after_back"]
        drawn = r'<svg class="art".*?</svg>'
        before = page(link(text, "previous")).get_data(as_text=True)
        twice = page(link(before, "previous")).get_data(as_text=True)
        assert re.search(drawn, twice, re.DOTALL)[0] != re.search(drawn, text, re.DOTALL)[0]
    else:
        text = page(f"{address}&ply={report['ply']}").get_data(as_text=True)
        assert sides(text) == []
        assert f"ply={expected['back_ply']}" in link(text, "previous")
        last = len(Line.of(game_of(report["game"]), moves).moves)
        forward = parse_qs(urlsplit(link(text, "next")).query)
        assert int(forward.get("ply", [last])[0]) == expected["forward_ply"]


def test_every_board_of_a_game_comes_with_the_page(page):
    text = page("/analysis?moves=1212121&ply=2&side=33").get_data(as_text=True)
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])
    course = data["course"]
    assert [board["text"] for board in course["game"]] == ["", *"1212121"]
    assert [board["text"] for board in course["tried"]] == ["3", "3"]
    assert course["game"][-1]["status"] == "finished"
    assert course["game"][-1]["winning"] == [0, 7, 14, 21]
    assert course["tried"][1]["changes"] == [[9, 1]]


def test_a_column_has_one_name_beyond_the_ninth(page):
    """The list of moves says what the board says; addresses keep the notation of records."""
    text = page("/analysis?game=connectfour:12x6&moves=cb").get_data(as_text=True)
    assert re.findall(r'data-ply="[12]"[^>]*>(.*?)</a>', text) == ["12", "11"]
    assert "moves=cb" in text


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ("game=chess", 400, "chess"),
        ("moves=44x", 400, "The game breaks off."),
        ("moves=44&ply=9", 400, "There is no ply 9"),
        ("moves=44&ply=x", 400, "must be a whole number"),
        ("moves=444444&move=3", 409, "not legal"),
        ("moves=1212121&move=3", 409, "not legal"),
        (f"moves={'4' * 3000}", 400, "at most 2000 characters"),
    ],
)
def test_what_cannot_be_shown_is_said(page, query, status, says):
    response = page(f"/analysis?{query}")
    assert response.status_code == status
    assert says in response.get_data(as_text=True)


def test_moves_that_break_off_can_be_mended(page):
    text = page("/analysis?game=othello:6&moves=d2x9").get_data(as_text=True)
    assert ">d2x9</textarea>" in text
    assert 'value="othello:6" selected' in text
    text = page("/analysis?game=othello&moves=f5d6c3z9").get_data(as_text=True)
    said = text.partition('<div class="error" role="alert">')[2].partition("</div>")[0]
    assert "Line 1, column 7" in said
    assert '<p class="advice">The 3 moves before it are good.</p>' in said
    assert 'href="/analysis?game=othello&amp;moves=f5d6c3">Open the 3 moves</a>' in said


WRITTEN = [r for r in REPORTS if r["kind"] == "format" and "moves" in r["expected"]]


@pytest.mark.parametrize("report", WRITTEN, ids=lambda report: report["id"])
def test_what_people_paste_is_opened(page, visitor, report):
    wanted = {"game": [report["game"]], "moves": [report["expected"]["moves"]]}
    typed = page("/analysis", query_string={"game": report["game"], "moves": report["text"]})
    ann = visitor()
    fields = {"game": report["game"], "moves": report["text"]}
    pasted = ann.client.post("/analysis/open", data=fields, headers=ann.headers)
    for response in (typed, pasted):
        assert response.status_code == 303
        assert parse_qs(urlsplit(response.location).query) == wanted


def test_moves_of_another_game_than_the_usual_one_are_opened_without_its_name(page):
    response = page("/analysis", query_string={"moves": "f5d6"})
    assert response.status_code == 303
    assert parse_qs(urlsplit(response.location).query) == {"game": ["othello"], "moves": ["f5d6"]}


def test_of_what_is_no_game_nothing_is_said_to_break_off(visitor):
    ann = visitor()
    floating = ". . . R . . .\n" + ". . . . . . .\n" * 5
    picture = (io.BytesIO(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "board.png")
    for sent, said in (
        ({"moves": floating}, "The disc at column 4, row 6 floats"),
        ({"file": picture}, "This file holds no text"),
    ):
        response = ann.client.post("/analysis/open", data=sent, headers=ann.headers)
        shown = response.get_data(as_text=True)
        assert (response.status_code, said in shown, "breaks off" in shown) == (400, True, False)


@pytest.mark.parametrize(
    ("link", "leads"),
    [
        ("https://play.example/analysis?game=othello&moves=f5d6&ply=1#x",
         "/analysis?game=othello&moves=f5d6&ply=1"),
        (" http://localhost/board.png?moves=44&width=80\n", "/analysis?game=connectfour&moves=44"),
        ("http://localhost/study/abc?ply=3", "/study/abc?ply=3"),
        ("http://localhost/m/abc", "/m/abc"),
    ],
)  # fmt: skip
def test_a_pasted_link_leads_where_its_game_is(visitor, link, leads):
    ann = visitor()
    response = ann.client.post("/analysis/open", data={"moves": link}, headers=ann.headers)
    assert (response.status_code, response.location) == (303, leads)


@pytest.mark.parametrize(
    "link",
    ["https://play.example/m/abc", "http://localhost/settings", "http://[/analysis?moves=44",
     "https://play.example/analysis?game=othello&moves=h8"],
)  # fmt: skip
def test_a_link_to_no_game_is_refused_as_any_text_is(visitor, link):
    ann = visitor()
    response = ann.client.post("/analysis/open", data={"moves": link}, headers=ann.headers)
    assert response.status_code == 400


def test_the_readable_part_of_a_game_is_shown(visitor):
    ann = visitor()
    fields = {"game": "othello", "moves": "f5 d6\nc3 xx"}
    response = ann.client.post("/analysis/open", data=fields, headers=ann.headers)
    text = response.get_data(as_text=True)
    assert response.status_code == 400
    assert "Line 2, column 4: &#39;xx&#39; is no square here." in text
    assert text.count('data-ply="') == 3
    assert "f5 d6\nc3 xx</textarea>" in text


def test_who_comes_back_to_what_was_opened_finds_the_form(page):
    response = page("/analysis/open")
    assert (response.status_code, response.location) == (303, "/analysis?tab=import")


def test_a_file_of_games_is_listed_and_each_can_be_opened(visitor):
    ann = visitor()
    content = (DATA / "rules" / "ggf_samples.ggf").read_bytes()
    data = {"game": "connectfour", "file": (io.BytesIO(content), "samples.ggf")}
    text = ann.client.post("/analysis/open", data=data, headers=ann.headers).get_data(as_text=True)
    assert "4 read, 0 refused." in text
    links = [unescape(path) for path in re.findall(r'<li><a href="([^"]*)"', text)]
    assert [ann.client.get(path).status_code for path in links] == [200] * 4
    year = (DATA / "othello" / "WTH_1980.wtb").read_bytes()
    data = {"game": "othello", "file": (io.BytesIO(year), "WTH_1980.wtb")}
    text = ann.client.post("/analysis/open", data=data, headers=ann.headers).get_data(as_text=True)
    assert f"{len(year) // 68} read, 0 refused." in text


def test_names_of_wthor_alone_are_told_to_be_that(visitor):
    ann = visitor()
    count = MAX_TEXT // 20 + 1
    names = bytes(8) + count.to_bytes(2, "little") + bytes(6) + b"Somebody".ljust(20, b"\0") * count
    data = {"file": (io.BytesIO(names), "WTH.JOU")}
    response = ann.client.post("/analysis/open", data=data, headers=ann.headers)
    assert response.status_code == 400
    assert "These are names of WTHOR; the games are in its .wtb files." in response.text


def test_a_long_text_is_refused_and_as_many_games_of_wthor_are_read(visitor):
    ann = visitor()

    def opened(name: str, content: bytes):
        data = {"game": "othello", "file": (io.BytesIO(content), name)}
        return ann.client.post("/analysis/open", data=data, headers=ann.headers)

    refused = opened("games.txt", b"f5d6c3\n" * 10_000)
    assert refused.status_code == 413
    assert "A text of games may have 64 KB here" in refused.get_data(as_text=True)
    year = (DATA / "othello" / "WTH_1980.wtb").read_bytes()
    games = (year[16:] * 8)[: 68 * 1000]
    header = year[:4] + (1000).to_bytes(4, "little") + year[8:16]
    assert "1000 read, 0 refused." in opened("a.wtb", header + games).get_data(as_text=True)


@pytest.mark.parametrize(
    "key", ["connectfour:2x2:2", "connectfour:16x16", "othello:4", "othello:16", "connectfour:3p"]
)
def test_other_boards_have_a_page(page, key):
    key = "connectfour:7x6:4:3p" if key.endswith("3p") else key
    text = page(f"/analysis?game={key}").get_data(as_text=True)
    assert f'value="{key}" selected' in text
    assert ('id="bar"' in text) == (not key.endswith("3p"))


def test_what_can_be_shown_over_a_board_is_told_and_may_be_kept(page):
    response = page("/analysis/overlays.json?moves=121212")
    threats = response.json["overlays"][0]
    assert (threats["key"], threats["marks"]) == ("threats", [[21, 0], [22, 1]])
    assert threats["sentence"].startswith("Red threatens column 1, row 4 (playable now).")
    assert "public" in response.headers["Cache-Control"]
    assert "Set-Cookie" not in response.headers
    assert page("/analysis/overlays.json?moves=9").status_code == 400
    text = page("/analysis?game=othello").get_data(as_text=True)
    (menu,) = re.findall(r'<select id="overlay".*?</select>', text)
    assert re.findall(r'value="([a-z]*)"', menu) == [
        *("", "stable", "corners", "parity", "mobility"),
    ]


def test_only_a_finished_match_is_reviewed(visitor):
    ann = visitor()
    match = ann.create(game="connectfour", seat0="me", seat1="me", moves="121212")
    assert ann.client.get(f"/m/{match}/analysis").status_code == 409
    assert ann.move(match, 0, 6)["ok"]
    response = ann.client.get(f"/m/{match}/analysis")
    assert response.status_code == 303
    assert response.location == "/analysis?game=connectfour&moves=1212121&tab=review"
    assert f'href="/m/{match}/analysis"' in ann.client.get(f"/m/{match}").get_data(as_text=True)


def whole_game(key: str) -> Line:
    """A whole game in which every move is the last legal one."""
    game = game_of(key)
    position, moves = game.start(), []
    while position.outcome() is None:
        moves.append(position.legal_moves()[-1])
        position = position.play(moves[-1])
    return Line.of(game, moves)


@pytest.mark.parametrize("at", ["/analysis", "/embed"])
def test_a_page_plays_a_long_game_through_twice_at_most_and_draws_one_board(page, monkeypatch, at):
    """To read it and to show it, not once for each of its two hundred plies."""
    line, done = whole_game("othello:14"), {"played": 0, "drawn": 0}

    def counting(name: str, do: Any) -> Any:
        def counted(*given: Any, **named: Any) -> Any:
            done[name] += 1
            return do(*given, **named)

        return counted

    monkeypatch.setattr(OthelloPosition, "play", counting("played", OthelloPosition.play))
    monkeypatch.setattr(svg, "draw", counting("drawn", svg.draw))
    assert page(path(line.at(7)).replace("/analysis", at)).status_code == 200
    assert len(line.moves) > 150
    assert done["drawn"] == 1
    assert done["played"] <= 2 * len(line.moves) + 5


def test_steps_lead_to_their_places():
    beside = [(2, "5"), (2, "17"), (0, "4455")]
    line = Line.of(game_of("connectfour"), "4453621", 2, "1", "23", beside)
    at = Addresses(line)
    for ply in range(len(line.moves) + 1):
        assert at.game(ply) == path(line.at(ply))
    for variation in line.variations:
        for length in range(len(variation.moves) + 1):
            assert at.beside(variation, length) == path(line.within(variation, length))
