"""Two people who keep their names play for their ratings."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import fill
from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]


def keeping(arrive: Arrive, name: str) -> Window:
    """Somebody who has just registered."""
    window = arrive()
    fill(window.go("/register"), name)
    expect(window.page.get_by_role("heading", level=1)).to_have_text(f"You are {name}.")
    return window


def test_a_rated_game_from_the_first_page_to_what_it_changes(arrive: Arrive) -> None:
    ann, ben = keeping(arrive, "Rosalind"), keeping(arrive, "Fitzwilliam")
    for window in (ann, ben):
        window.go("/").page.get_by_text("Rated", exact=True).click()
        window.button("Find an opponent").click()
        window.ready()
    assert ann.match == ben.match
    players = {tuple(window.snapshot["you"]): window for window in (ann, ben)}
    first, second = players[(0,)], players[(1,)]
    for window in players.values():
        expect(window.page.locator("[data-rating]")).to_have_text(["1500?", "1500?"])
        expect(window.button("Takeback")).to_be_hidden()
    for ply, window in enumerate((first, second, first)):
        window.wait_for_turn()
        window.play(ply % 2)
    second.button("Resign").click()
    second.page.get_by_role("button", name="Yes").click()
    for window in players.values():
        expect(window.page.locator('[data-seat="0"] [data-change]')).to_contain_text("+")
        expect(window.page.locator('[data-seat="1"] [data-change]')).to_contain_text("−")
        shown = window.page.locator("[data-rating]").all_inner_texts()
        window.page.reload()
        expect(window.ready().page.locator("[data-rating]")).to_have_text(shown)
    mine = first.page.locator('[data-seat="0"] [data-rating]').inner_text()
    expect(first.go("/ratings").page.locator("main")).to_contain_text(f"You: {mine}")
