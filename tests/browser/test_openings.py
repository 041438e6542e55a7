"""From a board of the laboratory to a game against the computer, which outlives the server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NO_CONNECTION, People
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def test_play_on_from_a_board_of_the_laboratory(people: People, own_server: Server) -> None:
    people.tolerate(NO_CONNECTION)
    window = people.arrive(own_server).go("/lab?game=connectfour:5x4:3&q=won(red)+and+plies+%3D+7")
    page = window.page
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("#column li")).to_have_count(8, timeout=120_000)
    page.locator("#column li").nth(3).get_by_role("link").click()
    expect(page.locator("#step")).to_have_text("Board 3 of 7")
    page.get_by_role("link", name="Play on from this board").click()
    expect(page.get_by_text("Starts from this board (ply 3).")).to_be_visible()
    page.get_by_label("Red", exact=True).select_option("ai:1")
    page.get_by_role("button", name="Start the game").click()
    window.ready()
    assert window.ply == 3
    expect(window.button("Undo")).to_be_disabled()
    window.wait_for_turn()
    window.play(window.open_moves[0])
    if window.wait_for_turn():
        window.wait_for_ply(5)
    truth = window.expect_truth()
    page.reload()
    window.ready()
    again = window.expect_truth()
    assert (again["cells"], again["moves"]) == (truth["cells"], truth["moves"])
    own_server.kill()
    own_server.start()
    window.go(page.url.removeprefix(window.address)).ready()
    after = window.expect_truth()
    assert after["opening"] == 3
    assert (after["cells"], after["moves"]) == (truth["cells"], truth["moves"])
    expect(page.get_by_text(re.compile("from ply 3"))).to_be_attached()
