"""Settings and keys as pages: what is chosen without script, and one table of keys for all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.webapp.forms import csrf_token
from webapp.pages import keys

SCRIPTS = Path(__file__).parents[3] / "static" / "js"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def root(page: str) -> str:
    """The opening tag of the page: what a browser knows before it paints."""
    found = re.search(r"<html[^>]*>", page)
    assert found
    return found[0]


def choose(client: FlaskClient, **fields: str) -> str:
    page = client.get("/settings").text
    data = {"csrf_token": csrf_token(page)} | fields
    return client.post("/settings", data=data, follow_redirects=True).text


def test_a_look_is_in_the_first_bytes_of_every_page(client: FlaskClient) -> None:
    assert "data-look" not in root(client.get("/").text)
    choose(client, board="graphite", marks="bold", coordinates="on", still="on", theme="dark")
    for path in ("/", "/watch", "/analysis?moves=44", "/rules", "/lab", "/settings"):
        tag = root(client.get(path).text)
        assert 'data-look="graphite bold still"' in tag, path
        assert 'data-theme="dark"' in tag


def test_the_form_shows_what_was_chosen_and_takes_it_back(client: FlaskClient) -> None:
    page = choose(client, board="contrast", marks="fine")
    checked = re.findall(r'name="(\w+)"(?: value="(\w*)")? checked', page)
    assert checked == [("theme", ""), ("board", "contrast"), ("marks", "fine")]
    assert 'data-look="contrast bare"' in root(page)
    page = choose(client, board="classic", marks="fine", coordinates="on", theme="")
    assert "data-look" not in root(page)
    assert client.get_cookie("look") is None


@pytest.mark.parametrize("said", ["none", "graphite.contrast", '"><script>', "x" * 3000, "bold.."])
def test_a_cookie_that_makes_no_sense_says_nothing(client: FlaskClient, said: str) -> None:
    client.set_cookie("look", said)
    words = re.findall(r'data-look="([^"]*)"', root(client.get("/").text))
    assert words in ([], ["graphite"], ["bold"])


def test_a_form_that_makes_no_sense_leaves_marks_on_the_discs(client: FlaskClient) -> None:
    page = choose(client, board="glass", marks="none", theme="pink")
    assert root(page).count("data-") == 1
    assert 'data-look="bare"' in root(page)


def test_who_is_forgotten_leaves_no_look(client: FlaskClient) -> None:
    page = choose(client, board="graphite", theme="dark")
    client.post("/forget", data={"csrf_token": csrf_token(page)})
    assert client.get_cookie("look") is None
    assert client.get_cookie("theme") is None


@pytest.mark.parametrize("game", ["connectfour", "connectfour:16x10:4:3p", "othello:6"])
@pytest.mark.parametrize("page", keys.PAGES)
def test_no_key_does_two_things_and_each_is_listed(
    client: FlaskClient, page: keys.Page, game: str
) -> None:
    played = engine.game(game)
    listed = [key for _, group in keys.groups(page, played) for key in group]
    pressed = [name for key in listed for name in key.does]
    assert len(pressed) == len(set(pressed))
    text = client.get(keys.path(page, played)).text
    for key in listed:
        assert key.text in text
        for cap in key.caps:
            assert cap == "to" or f"<kbd>{cap}</kbd>" in text


@pytest.mark.parametrize(("page", "script"), [("match", "play"), ("analysis", "analysis")])
def test_a_page_does_what_its_keys_say_and_nothing_else(page: keys.Page, script: str) -> None:
    source = (SCRIPTS / f"{script}.js").read_text()
    (block,) = re.findall(r"^keys\(actionOfKey, \{\n(.*?)^\}\);", source, re.DOTALL | re.MULTILINE)
    done = set(re.findall(r"^  (\w+)[:(]", block, re.MULTILINE))
    assert done == set(keys.actions(page, engine.game("connectfour")).values())


@pytest.mark.parametrize("query", ["game=chess", "page=home", "game=connectfour:99x99"])
def test_keys_of_nothing_are_refused_in_a_sentence(client: FlaskClient, query: str) -> None:
    response = client.get(f"/keys?{query}")
    assert response.status_code == 400
