"""JavaScript switched off: the board's controls are forms."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]


@pytest.fixture
def window(arrive: Arrive) -> Window:
    return arrive(java_script_enabled=False)


def play_to_the_end(window: Window) -> None:
    """Press the first open target whenever there is one, and wait for the computer."""
    result = window.page.get_by_role("region", name="Result")
    target = window.page.locator("#board button[name=move]:not(:disabled)").first
    while True:
        expect(result.or_(target)).to_be_visible()
        if result.is_visible():
            return
        ply = str(window.ply)
        target.click()
        expect(window.page.locator("#board input[name=ply]")).not_to_have_value(ply)


def test_a_whole_game_against_the_computer(window: Window) -> None:
    window.go("/new?game=connectfour")
    for name, value in (("Columns", 4), ("Rows", 4), ("In a row", 3)):
        window.page.get_by_label(name).fill(str(value))
    window.page.get_by_label("Yellow", exact=True).select_option("ai:1")
    window.button("Start the game").click()
    play_to_the_end(window)
    assert window.snapshot["status"] == "finished"
    expect(window.page.locator("[data-verdict]")).to_be_visible()
    window.button("Rematch, colours swapped").click()
    expect(window.page.locator(".info")).to_contain_text("game 2")


def test_a_whole_game_of_othello(window: Window) -> None:
    window.see_without_script(window.create(game="othello:4", seat0="me", seat1="ai:1"))
    play_to_the_end(window)
    assert window.snapshot["status"] == "finished"


def test_undo_level_and_resigning(window: Window) -> None:
    window.see_without_script(window.create(seat0="me", seat1="ai:1"))
    window.target(3).click()
    expect(window.target(0)).to_be_enabled()
    window.button("Undo").click()
    window.wait_for_ply(0)
    window.page.get_by_text("More", exact=True).click()
    window.page.get_by_label("Strength").select_option("2")
    window.button("Set").click()
    expect(window.seat("Yellow")).to_contain_text("Level 2")
    assert window.snapshot["seats"][1]["level"] == "2"
    window.button("Resign").click()
    expect(window.page.get_by_role("heading", name="Resign this game?")).to_be_visible()
    window.page.get_by_role("link", name="No", exact=True).click()
    assert window.snapshot["status"] == "playing"
    window.button("Resign").click()
    window.button("Yes").click()
    expect(window.page.locator("[data-verdict]")).to_have_text("Level 2 wins. Good game.")
    window.button("Try level 1").click()
    expect(window.seat("Red")).to_contain_text("Level 1")
    assert [seat["level"] for seat in window.snapshot["seats"]] == ["1", None]


def test_an_outdated_page_is_refused_in_words(window: Window) -> None:
    match = window.create(seat0="me", seat1="me")
    window.see_without_script(match)
    other = window.second_tab()
    other.see_without_script(match)
    other.target(3).click()
    window.target(5).click()
    expect(window.page.get_by_role("alert")).to_have_text(
        "The board has changed since; it is up to date now."
    )
    window.wait_for_ply(1)
    window.target(5).click()
    window.wait_for_ply(2)


def test_a_friend_takes_the_seat_by_a_form(window: Window, arrive: Arrive) -> None:
    match = window.create(seat0="me", seat1="friend")
    window.see_without_script(match)
    friend = arrive(java_script_enabled=False)
    friend.see_without_script(match)
    host = window.snapshot["seats"][0]["name"]
    expect(friend.page.get_by_role("heading", name=f"{host} invites you to play.")).to_be_visible()
    expect(friend.page.locator(".facts")).to_contain_text("Yellow")
    friend.page.get_by_role("textbox", name="Your name").fill("Otto")
    friend.button("Play").click()
    assert friend.snapshot["you"] == [1]
    assert friend.snapshot["seats"][1]["name"] == "Otto"
    expect(window.see_without_script(match).target(0)).to_be_enabled()


def test_the_light_is_switched_by_a_form(window: Window) -> None:
    window.go("/watch")
    window.button("Light or dark").click()
    expect(window.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert window.page.url.endswith("/watch")
