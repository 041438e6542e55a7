"""Boards that no game is known to lead to: opened, analysed, played on, and refused."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from engine.formats.record import format_start, parse_start
from engine.registry import game
from tests.webapp.analysing import CLOCK, Shelf, Told, do
from webapp.domain.line import Line
from webapp.service.analysis import Analyses, Look

FOUR = game("connectfour")

UNREACHABLE = "/".join(["......."] * 4 + ["RR.....", "YY....."]) + " R"
"""Yellow's discs lie below Red's, who begins; the rules of boards do not see that."""

HARD = "--------*----*--******--******--**O****-*O*O*---*OOOO*--OOOOOO-- *"
"""An Othello board of a bug report, whose mover has to pass."""


@pytest.fixture
def page(app):
    return app.test_client().get


def start_of(response) -> str:
    return parse_qs(urlsplit(response.location).query)["start"][0]


def test_a_pasted_board_is_analysed_and_played_on(visitor):
    ann = visitor()
    fields = {"game": "othello", "moves": HARD}
    response = ann.client.post("/analysis/open", data=fields, headers=ann.headers)
    assert response.status_code == 303
    start = start_of(response)
    text = ann.client.get(response.location).get_data(as_text=True)
    assert "This board was set up; no game is known that leads to it." in text
    assert "Keep as a study" not in text
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])
    assert data["look"]["start"] == start
    position = parse_start(game("othello"), start)
    (skip,) = position.legal_moves()
    after = ann.client.get("/analysis", query_string={**data["look"], "ply": 0, "move": skip})
    assert start_of(after) == start
    assert ann.client.get(after.location).status_code == 200


@pytest.mark.parametrize(
    ("key", "start", "says"),
    [
        ("connectfour", "....... R", "The board cannot be played on from."),
        ("connectfour", "/".join(["......."] * 4 + ["R......", "......."]) + " Y", "floats"),
        ("othello", "/".join(["........"] * 8), "the side to move"),
    ],
)
def test_a_board_that_cannot_be_played_on_from_is_refused(page, key, start, says):
    response = page("/analysis", query_string={"game": key, "start": start})
    assert response.status_code == 400
    assert says in unescape(response.get_data(as_text=True))


def test_the_editor_leads_to_the_analysis(page):
    rows, _, _ = UNREACHABLE.rpartition(" ")
    fields = {"game": "connectfour", "rows": rows.replace("/", "\n")}
    text = page("/lab/position", query_string=fields).get_data(as_text=True)
    link = unescape(re.search(r'id="analyse" href="([^"]*)"', text)[1])
    assert parse_qs(urlsplit(link).query)["start"] == [UNREACHABLE]
    shown = page(link).get_data(as_text=True)
    back = unescape(re.search(r'id="set-up" href="([^"]*)"', shown)[1])
    assert rows.replace("/", "\n") in unescape(page(back).get_data(as_text=True))


@pytest.mark.parametrize("path", ["/board.svg", "/game.gif", "/sheet", "/embed"])
def test_what_can_be_taken_away_begins_with_the_board(page, path):
    query = {"game": "connectfour", "start": UNREACHABLE, "moves": "34"}
    assert page(f"{path}?{urlencode(query)}").status_code == 200
    if path == "/board.svg":
        other = {"game": "connectfour", "moves": "34"}
        assert page(f"{path}?{urlencode(query)}").data != page(f"{path}?{urlencode(other)}").data


def test_no_study_begins_with_it(visitor):
    ann = visitor()
    fields = {"game": "connectfour", "start": UNREACHABLE, "moves": "34", "ply": 2}
    response = ann.client.post("/study", data=fields, headers=ann.headers)
    assert response.status_code == 400
    assert "A study begins with the first board of its game." in response.get_data(as_text=True)


def test_moves_after_another_board_are_another_position():
    """What is found of it is told of it alone, and no game's review is stored under its moves."""
    told, shelf = Told(), Shelf()
    analyses = Analyses(told, shelf, CLOCK)  # type: ignore[arg-type]
    analyses.look("ann", Look(1, Line.of(FOUR, "34")))
    start = parse_start(FOUR, UNREACHABLE)
    analyses.look("bob", Look(2, Line.of(FOUR, "34", start=start)))
    found = {do(analyses, exact=True, score=3).position.key() for _ in range(2)}
    assert len(found) == 2
    assert {sid for sid, _ in told.messages} == {"ann", "bob"}
    assert [len(told.findings(sid)) for sid in ("ann", "bob")] == [1, 1]
    analyses.close()
    assert list(shelf.games) == [(FOUR, (2, 3))]


def test_a_line_keeps_its_board():
    start = parse_start(FOUR, UNREACHABLE)
    line = Line.of(FOUR, "34", 1, start=start).after(6)
    assert line.position == start.play(2).play(6)
    assert line.promoted.positions[-1] == line.position
    assert line.cut.start == line.back.start == line.at(0).start == start
    assert format_start(line.at(0).position) == UNREACHABLE
