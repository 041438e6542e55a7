"""Lines that are slow, or carry no live connection: a move shows at once and counts once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import SOCKETS
from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]

SLOW = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 50_000,
    "uploadThroughput": 25_000,
}
"""Milliseconds and bytes per second of a bad mobile connection."""


def test_on_a_slow_line_a_double_click_plays_once_too(arrive: Arrive) -> None:
    window = arrive()
    match = window.create(seat0="me", seat1="me")
    line = window.context.new_cdp_session(window.page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    window.see(match).target(3).dblclick()
    window.wait_for_ply(1)
    window.wait_for_turn()
    assert window.expect_truth()["ply"] == 1


def test_a_move_on_a_slow_line_is_shown_at_once_and_marked(arrive: Arrive) -> None:
    """The answer is kept back: the disc lies there, marked, and the bar says more by and by.
    What is refused in the end is lifted out again, and the bar says why."""
    red, yellow = arrive(), arrive()
    match = red.create(seat0="me", seat1="friend")
    yellow.join(match)
    kept: list[str | bytes] = []
    slow: list[WebSocketRoute] = []

    def connect(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        slow.append(page)
        server.on_message(lambda text: kept.append(text) if "hold" in slow else page.send(text))  # type: ignore[comparison-overlap]

    red.page.route_web_socket(SOCKETS, connect)
    red.see(match)
    yellow.see(match)
    slow.append("hold")  # type: ignore[arg-type]
    red.target(3).click()
    disc = red.page.locator("[data-disc='3']")
    expect(disc).to_have_attribute("href", "#connectfour-0-sending")
    expect(red.notice("Sending your move…")).to_be_visible()
    expect(red.seat("Red")).to_contain_text("sending")
    assert red.open_moves == []
    expect(red.notice("Your connection is slow. Your move is on its way.")).to_be_visible()
    red.context.set_offline(True)
    expect(red.notice("Your move waits and goes out first.")).to_be_visible()
    expect(red.button("Try now")).to_be_visible()
    slow.remove("hold")  # type: ignore[arg-type]
    red.context.set_offline(False)
    red.wait_for_ply(1)
    expect(disc).to_have_attribute("href", "#connectfour-0")
    red.expect_truth()

    yellow.page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            return send.call(this, text.replace('"ply":1', '"ply":0'));
          };
        }"""
    )
    yellow.keep_notices()
    yellow.target(4).click()
    yellow.wait_until_noticed("The board has changed since; it is up to date now.")
    yellow.expect_truth()


def test_where_no_socket_opens_the_click_goes_by_the_form(arrive: Arrive) -> None:
    window = arrive()
    window.page.route_web_socket(SOCKETS, lambda page: None)
    window.see(window.create(seat0="me", seat1="me"))
    expect(window.notice("No live connection.")).to_be_visible()
    with window.page.expect_navigation():
        window.target(3).click()
    assert window.expect_truth()["ply"] == 1
