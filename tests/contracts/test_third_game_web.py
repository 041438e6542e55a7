"""The third game in the browser's server and the laboratory, with no file of theirs touched."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

import engine
from tests.contracts.conftest import GAMES
from tests.webapp.browsers import Person
from webapp import create_app
from webapp.config import Config
from webapp.extensions import services
from webapp.sockets.edge import Edge


@pytest.fixture
def app(noughts: engine.Game, tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Config(database=f"sqlite:///{tmp_path / 'test.db'}", ai_pace=0, compile=False))
    drawing = (GAMES / "noughts" / "noughts.svg").read_text(encoding="utf-8")
    assert app.jinja_loader is not None
    own = DictLoader({"boards/noughts.svg": drawing})  # in the product it lies beside the others
    app.jinja_env.loader = ChoiceLoader([own, app.jinja_env.loader])
    yield app
    services(app).close()


@pytest.fixture
def person(app: Flask) -> Iterator[Callable[[], Person]]:
    edge = Edge(app, "127.0.0.1", 0).start()
    opened: list[Person] = []

    def make() -> Person:
        opened.append(Person(f"http://127.0.0.1:{edge.port}").__enter__())
        return opened[-1]

    yield make
    for one in opened:
        one.__exit__()
    edge.stop()


def test_it_is_played_and_watched(person: Callable[[], Person]) -> None:
    cross, watcher = person(), person()
    match = cross.create(game="noughts", seat0="me", seat1="me")
    cross.watch(match)
    watcher.watch(match)
    for ply, move in enumerate([0, 3, 1, 4, 2]):
        assert cross.move(match, move, ply, f"m{ply}")["ok"]
    event = watcher.wait_for("event", lambda event: event.get("ply") == 1)
    assert (event["text"], event["changes"]) == ("a1", [[0, 0]])
    ended = watcher.wait_for("event", lambda event: event.get("outcome"))
    assert ended["outcome"]["winner"] == 0
    page = cross.http.get(f"{cross.address}/m/{match}").text
    outline = re.search(r'<g class="lines"[^>]*>(.*?)</g>', page, re.DOTALL)
    assert outline is not None
    assert outline.group(1).count("<path") == 1, "three in a row are outlined"
    assert "A line is complete." in page


def test_the_computer_answers_at_level_4_on_the_board_that_was_asked_for(
    person: Callable[[], Person],
) -> None:
    cross = person()
    match = cross.create(game="noughts", side=11, seat0="me", seat1="ai:4")
    assert cross.snapshot(match)["game"]["size_text"] == "11 × 11"
    cross.watch(match)
    assert cross.move(match, 60, 0)["ok"]
    answer = cross.wait_for("event", lambda event: event.get("ply") == 2)
    assert re.fullmatch("[a-k]1?[0-9]", answer["text"])


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ({"game": "noughts", "sidee": 11}, "Noughts and crosses has no parameter 'sidee'"),
        ({"game": "noughts", "size": 8}, "Noughts and crosses has no parameter 'size'"),
        ({"game": "noughts", "side": 99}, "99 squares a side"),
        ({"game": "noughts", "side": "11"}, "'side' must be a whole number"),
        ({"game": "othello", "side": 8}, "Othello has no parameter 'side'"),
        ({"game": "noughts:5", "side": 4}, "'side' does not fit the board noughts:5"),
    ],
)
def test_what_is_no_parameter_is_refused_by_name(
    app: Flask, order: dict[str, object], said: str
) -> None:
    client = app.test_client()
    token = client.get("/api/session").json["csrf_token"]
    response = client.post("/api/matches", json=order, headers={"X-CSRF-Token": token})
    assert 400 <= response.status_code < 500
    assert said in response.json["message"]


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/new?game=noughts", "/boards/noughts.svg?side=5", "/lab/position?game=noughts"),
        "/analysis?game=noughts:4&moves=a1b2&ply=1",
    ],
)
def test_its_pages_open(app: Flask, path: str) -> None:
    assert app.test_client().get(path).status_code == 200


def test_its_squares_and_targets_have_their_names(app: Flask) -> None:
    page = unescape(app.test_client().get("/analysis?game=noughts&moves=a1").get_data(as_text=True))
    assert 'aria-label="Mark b2."' in page
    assert 'aria-label="a1, cross"' in page
    assert '"squares":["a1","b1","c1"' in page


def test_the_laboratory_says_that_it_does_not_know_it(app: Flask) -> None:
    response = app.test_client().get("/lab?game=noughts")
    assert response.status_code < 500
    assert "does not know Noughts and crosses" in unescape(response.get_data(as_text=True))
