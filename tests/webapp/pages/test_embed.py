"""Boards in frames of other sites."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from tests.webapp.conftest import Visitor


@pytest.fixture
def get(app: Flask) -> Any:
    return app.test_client().get


def frame_rule(response: Any) -> str:
    return str(response.headers["Content-Security-Policy"]).partition("frame-ancestors ")[2]


def test_only_embedded_boards_may_be_framed(get: Any) -> None:
    framed = get("/embed?moves=4453&ply=2&theme=dark")
    assert (framed.status_code, frame_rule(framed)) == (200, "*")
    assert "X-Frame-Options" not in framed.headers
    assert "Set-Cookie" not in framed.headers
    assert "public" in framed.headers["Cache-Control"]
    text = framed.get_data(as_text=True)
    assert 'data-theme="dark"' in text
    assert "Red to move" in text
    assert text.count("data-step=") == 4
    assert 'href="http://localhost/analysis?' in text
    for path in ("/analysis?moves=44", "/", "/embed?moves=9", "/embed/m/none"):
        other = get(path)
        if path.startswith("/embed"):
            assert other.status_code in {400, 404}
            continue
        assert frame_rule(other) == "'none'"
        assert other.headers["X-Frame-Options"] == "DENY"


def test_a_game_is_a_sheet_to_print(get: Any) -> None:
    text = get("/sheet?moves=1212121").text
    assert text.count("<figure>") == 7
    assert "7. Red: 1" in text
    assert "Red wins" in text
    assert get("/sheet?moves=1212121&every=4").text.count("<figure>") == 2
    assert get("/sheet").text.count("<figure>") == 1
    assert get("/sheet?moves=1212121&every=-5").status_code == 200
    assert get("/sheet?moves=9").status_code == 400


def test_a_public_match_is_embedded_and_a_private_one_is_not(
    get: Any, visitor: Callable[[], Visitor]
) -> None:
    ann = visitor()
    match = ann.create(game="connectfour", seat0="me", seat1="me", moves="121212")
    page = get(f"/embed/m/{match}")
    assert (page.status_code, frame_rule(page)) == (200, "*")
    assert page.headers["Cache-Control"] == "no-cache"
    assert f'href="http://localhost/m/{match}"' in page.text
    assert "data-step" not in page.text
    assert ann.move(match, 0, 6)["ok"]
    over = get(f"/embed/m/{match}").text
    assert over.count("data-step=") == 4
    assert "Red wins" in over
    hidden = ann.create(game="connectfour", seat0="me", seat1="me", public=False)
    assert get(f"/embed/m/{hidden}").status_code == 403


def test_who_a_page_is_for_is_not_in_it(get: Any, visitor: Callable[[], Visitor]) -> None:
    """Its owner sees the same as everybody."""
    ann = visitor()
    match = ann.create(game="othello", seat0="me", seat1="ai:1")
    mine = ann.client.get(f"/embed/m/{match}").text
    assert "csrf" not in mine
    assert '"you":[]' in mine.replace(" ", "")
