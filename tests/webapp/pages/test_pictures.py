"""Pictures of positions and games: the one drawing, as files that may be cached."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from PIL import Image

from engine.formats.boardtext import board_text
from engine.formats.reading import read
from engine.registry import game as game_of
from tests.data import DATA


@pytest.fixture
def get(app: Any) -> Any:
    return app.test_client().get


def test_a_position_has_a_picture_that_stays(get):
    for kind, mimetype in (("svg", "image/svg+xml"), ("png", "image/png")):
        address = f"/board.{kind}?game=othello&moves=f5d6"
        response = get(address)
        assert (response.status_code, response.mimetype) == (200, mimetype)
        assert "max-age" in response.headers["Cache-Control"]
        again = get(address, headers={"If-None-Match": response.headers["ETag"]})
        assert again.status_code == 304
    assert get("/board.svg?moves=44").data != get("/board.svg?moves=45").data


def test_discs_have_their_colours_in_the_picture(get):
    """A red and a yellow disc in the fourth column, nothing in the first."""
    image = Image.open(io.BytesIO(get("/board.png?moves=44&width=608").data)).convert("RGB")
    unit = image.width / 776
    seen = [
        image.getpixel((round((x + 38 + 20) * unit), round((y + 142 + 10) * unit)))
        for x, y in ((350, 550), (350, 450), (50, 550))
    ]
    (red, yellow, well) = seen
    assert red[0] > 180 > red[1] + 40
    assert yellow[0] > 180 < yellow[1] + 40
    assert max(well) < 100


def test_an_arrangement_has_a_picture(get):
    rows = "/".join(["......."] * 5 + ["RY....."])
    assert b"<svg" in get(f"/board.svg?rows={rows}").data
    assert get("/board.svg?rows=R").status_code == 400
    assert get("/board.png?moves=9").status_code == 400


def test_a_game_moves_in_a_gif(get):
    image = Image.open(io.BytesIO(get("/game.gif?moves=1212121&width=160").data))
    assert (image.n_frames, image.width) == (8, 160)  # type: ignore[attr-defined]


def test_links_have_a_preview(get, visitor):
    text = get("/analysis?moves=44").get_data(as_text=True)
    assert '<meta property="og:image" content="http://localhost/board.png?' in text
    ann = visitor()
    match = ann.create(game="othello", seat0="me", seat1="friend")
    for reader in (ann, visitor()):  # who is invited sees another page
        text = reader.client.get(f"/m/{match}").get_data(as_text=True)
        assert f'<meta property="og:image" content="http://localhost/m/{match}/board.png"' in text
    picture = ann.client.get(f"/m/{match}/board.png")
    assert (picture.status_code, picture.mimetype) == (200, "image/png")


BOARDS = [
    report
    for report in json.loads((DATA / "rules" / "reports2.json").read_text())
    if report["kind"] == "format" and "status" in report["expected"]
]


@pytest.mark.parametrize("report", BOARDS, ids=lambda report: report["id"])
def test_the_position_page_reads_boards_of_other_programs(get, report):
    query = {"game": report["game"], "rows": report["text"]}
    assert get("/lab/position", query_string=query).status_code == report["expected"]["status"]


def test_the_position_page_reads_the_board_that_the_terminal_prints(get):
    position = game_of("connectfour").start().play(3).play(3)
    query = {"game": "connectfour", "rows": board_text(position)}
    response = get("/lab/position", query_string=query)
    assert response.status_code == 200
    assert "Well-formed" in response.get_data(as_text=True)


def test_a_picture_is_drawn_as_it_is_wanted(get):
    """The dark felt is the sheet's; marks and arrows are drawn, coordinates are left out."""
    plain = get("/board.svg?game=othello&moves=f5").get_data(as_text=True)
    dark = get("/board.svg?game=othello&moves=f5&theme=dark").get_data(as_text=True)
    assert "<style>" not in plain
    assert ".felt-top{stop-color: #3f8566;}" in dark
    marked = get("/board.svg?game=othello&moves=f5&marks=0,63&arrows=0-9,63-54&coordinates=0")
    text = marked.get_data(as_text=True)
    assert text.count('href="#note-mark"') == 2
    assert text.count('class="arrow"') == 2
    assert "M50 50L150 150" in text
    assert ".coordinates{display:none}" in text
    assert marked.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_pixels_follow_the_theme_and_the_marks(get):
    def pixel(query: str, x: int, y: int) -> Any:
        body = get(f"/board.png?game=othello&moves=f5&width=892&{query}").data
        return Image.open(io.BytesIO(body)).convert("RGB").getpixel((x + 46, y + 46))

    assert pixel("theme=dark", 20, 20) != pixel("", 20, 20)
    assert pixel("marks=0", 50, 6) != pixel("", 50, 6)
    assert pixel("arrows=0-7", 400, 50) != pixel("", 400, 50)
    assert pixel("coordinates=0", 50, -23) == pixel("coordinates=0", 100, -23)


@pytest.mark.parametrize(
    "query",
    [
        "theme=pink",
        "marks=42",
        "marks=1;2",
        "marks=" + ",".join(["1"] * 65),
        "arrows=1-42",
        "arrows=1",
        "arrows=" + ",".join(["1-2"] * 33),
        "coordinates=perhaps",
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(get, query):
    assert get(f"/board.svg?moves=44&{query}").status_code == 400


def test_squares_that_are_no_numbers_are_told_how_they_are_written(get):
    for name, example in (("marks", "such as 3,10."), ("arrows", "such as 3-10,4-11.")):
        text = get(f"/board.svg?moves=44&{name}=d4").get_data(as_text=True)
        assert example in text


@pytest.mark.parametrize("form", ["txt", "json", "ggf", "sgf"])
def test_a_game_is_taken_away_as_text_and_comes_back(get, form):
    response = get(f"/game.{form}?game=othello&moves=e6f4e3f6g5d6e7f5c5")
    assert f'filename="game.{form}"' in response.headers["Content-Disposition"]
    (record,) = read(response.data).records
    assert record.transcript() == "e6f4e3f6g5d6e7f5c5"
    assert (record.result.winner, record.result.score) == (0, 64)


def test_only_formats_that_hold_a_game_are_offered(get):
    page = get("/analysis?moves=44").get_data(as_text=True)
    assert "/game.json?" in page
    assert "/game.ggf?" not in page
    assert get("/game.ggf?moves=44").status_code == 400
    start = "-" * 27 + "OX------XO" + "-" * 27
    rows = "%2F".join(start[at : at + 8] for at in range(0, 64, 8))
    assert get(f"/game.ggf?game=othello&start={rows}+X&moves=f5d6").status_code == 200
    assert get("/game.xyz?moves=44").status_code == 404


def test_a_board_is_taken_away_as_the_field_writes_it(get):
    board = get("/board.txt?game=othello&moves=f5")
    assert board.get_data(as_text=True) == f"{'-' * 27}OX------XXX{'-' * 26} O;\n"
    drops = get("/board.txt?moves=44").get_data(as_text=True)
    assert read(drops).records[0].start == game_of("connectfour").start().play(3).play(3)
