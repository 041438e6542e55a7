"""Talking beside a game, as two players and somebody who watches see it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.window import Window

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def open_chat(window: Window) -> None:
    window.page.locator("#chat-open").click()
    expect(window.page.get_by_role("region", name="Chat")).to_be_visible()


def say(window: Window, text: str) -> None:
    field = window.page.get_by_label("Message", exact=True)
    field.fill(text)
    field.press("Enter")


def test_two_players_talk_and_one_who_watches_hears_nothing(
    arrive: Callable[..., Window],
) -> None:
    red, yellow, watcher = arrive(), arrive(**PHONE), arrive()
    match = red.create(seat0="me", seat1="friend")
    yellow.join(match)
    for window in (red, yellow, watcher):
        window.see(match)
    open_chat(red)
    open_chat(watcher)
    expect(red.page.get_by_role("button", name="Players")).to_be_visible()
    expect(watcher.page.get_by_role("button", name="Spectators")).to_be_visible()

    say(red, "you left <b>this</b> open :)")
    lines = yellow.page.locator(".chat-lines")
    expect(yellow.page.get_by_role("button", name="Chat, 1 unread")).to_be_visible()
    open_chat(yellow)
    expect(lines).to_contain_text("you left <b>this</b> open :)")
    expect(lines.locator("b b")).to_have_count(0)
    yellow.page.get_by_role("button", name="Well played").click()
    expect(red.page.locator(".chat-lines")).to_contain_text("Well played")
    expect(watcher.page.locator(".chat-lines li")).to_have_count(0)
    expect(yellow.page.locator("#chat-open .unread")).to_be_hidden()

    yellow.page.reload()
    yellow.ready()
    expect(yellow.page.locator("#chat-open .unread")).to_be_hidden()
    open_chat(yellow)
    expect(lines.locator("li")).to_have_count(2)

    yellow.page.locator(".speaker").click()
    yellow.page.get_by_role("button", name="Report", exact=True).click()
    expect(yellow.page.get_by_text("Thank you. Whoever runs this server")).to_be_visible()
    yellow.page.locator(".speaker").click()
    yellow.page.get_by_role("button", name="Mute", exact=True).click()
    expect(lines.locator("li")).to_have_count(1)
    yellow.page.get_by_role("button", name="Unmute").click()
    expect(lines.locator("li")).to_have_count(2)

    yellow.page.locator("#board").click(position={"x": 100, "y": 100}, force=True)
    expect(yellow.page.get_by_role("region", name="Chat")).to_be_hidden()
    assert yellow.snapshot["ply"] == 0, "the press that closed the sheet played nothing"

    yellow.page.locator("#chat-open").click()
    yellow.page.get_by_role("button", name="Switch off").click()
    expect(red.page.get_by_text("has switched chat off in this game.")).to_be_visible()
    expect(red.page.get_by_label("Message", exact=True)).to_be_disabled()
    yellow.page.get_by_role("button", name="Switch on").click()
    expect(red.page.get_by_label("Message", exact=True)).to_be_enabled()

    red.page.keyboard.press("Escape")
    expect(red.page.get_by_role("region", name="Chat")).to_be_hidden()
    expect(red.page.locator("#chat-open")).to_be_focused()
