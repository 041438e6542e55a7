"""Pages on paper: the game and what is said of it, in light colours, and nothing to press."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.games import DIAGONAL
from tests.browser.screens import box
from tests.browser.window import Window

pytestmark = pytest.mark.browser

PAPER = {"width": 718, "height": 1020}
"""A4 less its margins."""

PRESSED = ".actions :is(a, button, summary), .result-buttons *, .steps button, .header *"


def test_a_finished_match_is_printed_with_all_its_moves(arrive: Callable[..., Window]) -> None:
    window = arrive(viewport=PAPER, color_scheme="dark")
    page = window.page
    *before, last = DIAGONAL
    moves = "".join(str(move + 1) for move in before)
    window.see(window.create(seat0="me", seat1="me", moves=moves))
    page.get_by_role("button", name="Light or dark").click()
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    window.play(last)
    expect(page.locator("[data-verdict]")).to_be_visible()
    page.emulate_media(media="print")
    for pressed in page.locator(PRESSED).all():
        expect(pressed).to_be_hidden()
    played = page.locator("#moves .move")
    expect(played).to_have_count(len(DIAGONAL))
    places = [box(move) for move in played.all()]
    assert all(0 <= place["x"] <= PAPER["width"] - place["width"] for place in places)
    body = page.locator("body")
    expect(body).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(body).to_have_css("color", "rgb(30, 37, 44)")
