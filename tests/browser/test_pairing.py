"""From the first page to a game with a stranger, and back to one's own games."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]


def test_one_press_each_from_the_first_page_to_a_game_with_a_stranger(arrive: Arrive) -> None:
    ann, ben, cat = arrive(), arrive(), arrive()
    cat.go("/")
    ann.go("/").page.locator("input[value='5+3']").check()
    ann.button("Find an opponent").click()
    ann.ready()
    expect(ann.page.get_by_role("heading", name="Looking for an opponent.")).to_be_visible()
    row = cat.page.locator(
        "#seeks li", has_text=ann.snapshot["seats"][ann.snapshot["you"][0]]["name"]
    )
    free = ("Red", "Yellow")[1 - ann.snapshot["you"][0]]
    offer = f"Connect Four 7 × 6 · 5+3 · you play {free}"
    expect(row).to_contain_text(offer)
    ours = ben.page.locator(f"[action='/m/{ann.match}/join']")
    expect(ben.go("/").page.locator("#seeks li", has=ours)).to_contain_text(offer)
    ben.page.locator(f"[action='/m/{ann.match}/join'] button").click()
    ben.ready()
    assert ben.match == ann.match
    players = {tuple(window.snapshot["you"]): window for window in (ann, ben)}
    players[0,].wait_for_turn()
    players[0,].play(3)
    players[1,].wait_for_turn()
    expect(row).to_have_count(0)
    players[1,].go("/")
    mine = players[1,].page.get_by_role("region", name="Your games")
    expect(mine.get_by_role("link").first).to_contain_text("Your turn")
    mine.get_by_role("link").first.click()
    players[1,].ready().play(3)
    players[0,].wait_for_ply(2)


def test_each_reads_whether_the_others_want_to_be_watched(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    match = ann.create(seat0="me", seat1="friend", public=False)
    ben.join(match)
    for window in (ann, ben):
        window.see(match)
    names = [seat["name"] for seat in ann.snapshot["seats"]]
    for window, text in (
        (ann, f"{names[0]} would let others watch."),
        (ben, "Others may watch this game now."),
    ):
        window.page.get_by_text("More", exact=True).click()
        window.button("Let others watch").click()
        for other in (ann, ben):
            expect(other.notice(text)).to_be_visible()
