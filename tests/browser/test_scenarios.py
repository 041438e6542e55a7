"""What goes wrong in software like ours and only a browser can show, by the scenarios' numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.people import resign, seated
from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]

SOCKETS = "**/socket.io/**"

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

BACK = """() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))"""
"""What a browser tells a page that it had kept beside the one in use."""

SILENT_AUDIO = """() => {
  localStorage.setItem("sound", "on");
  window.played = 0;
  window.audioState = "suspended";
  const ramp = { exponentialRampToValueAtTime() {} };
  const node = { connect: () => node, frequency: ramp, gain: ramp, start() {}, stop() {} };
  window.AudioContext = class {
    currentTime = 0;
    get state() { return window.audioState; }
    resume() {}
  };
  window.OscillatorNode = function () { window.played += 1; return node; };
  window.GainNode = function () { return node; };
}"""
"""A browser that blocks sound until it is told otherwise, and counts what is played."""


def test_06_only_the_tab_in_use_goes_to_the_next_game(arrive: Arrive) -> None:
    red, yellow = seated(arrive)
    first = red.match
    other = red.second_tab().see(first)
    other.page.evaluate("() => { document.hasFocus = () => false; }")
    resign(red)
    red.button("Rematch, colours swapped").click()
    yellow.button("Accept").click()
    red.page.wait_for_url(lambda url: first not in url)
    expect(other.page.get_by_role("link", name="To the next game")).to_be_visible()
    assert other.match == first


def test_06_a_page_that_was_put_aside_asks_what_it_has_missed(arrive: Arrive) -> None:
    window = arrive()
    match = window.create(seat0="me", seat1="me")
    with window.page.expect_websocket() as opened:
        window.see(match)
    with opened.value.expect_event("framesent", lambda frame: '"watch"' in str(frame)):
        window.page.evaluate(BACK)


def test_08_a_page_of_an_older_version_asks_to_be_reloaded(arrive: Arrive) -> None:
    window = arrive()
    match = window.create(seat0="me", seat1="me")

    def refuse(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def answer(message: str | bytes) -> None:
            old = '44{"message":"old","data":{"code":"protocol","protocol":99}}'
            page.send(old if str(message).startswith("40") else message)

        server.on_message(answer)

    window.page.route_web_socket(SOCKETS, refuse)
    window.see(match)
    expect(window.page.locator(".sentence")).to_contain_text("from an older version")


def test_13_the_own_clock_stops_with_the_move_before_it_is_answered(arrive: Arrive) -> None:
    red, yellow = arrive(), arrive()
    match = red.create(seat0="me", seat1="friend", clock="5+0")
    yellow.join(match)
    held: list[str] = []

    def hold(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        server.on_message(lambda text: None if held else page.send(text))

    red.page.route_web_socket(SOCKETS, hold)
    red.see(match)
    yellow.see(match)
    red.play(3)
    yellow.play(3)
    red.wait_for_ply(2)
    red.wait_for_turn()
    held.append("from now on")
    red.target(4).click()
    expect(red.seat("Red")).to_contain_text("sending")
    clock = red.page.locator("[data-clock='0']")
    stopped = clock.text_content()
    expect(red.notice("Your connection is slow. Your move is on its way.")).to_be_visible()
    expect(clock).to_have_text(str(stopped))
    assert "running" not in str(clock.get_attribute("class"))


def test_15_a_takeback_clears_the_premove(arrive: Arrive) -> None:
    red, yellow = seated(arrive)
    red.play(3)
    yellow.wait_for_ply(1)
    red.target(2).click(force=True)
    expect(red.notice("Premove: column 3.")).to_be_visible()
    red.button("Takeback").click()
    yellow.button("Accept").click()
    red.wait_for_ply(0)
    expect(red.notice("Premove")).to_be_hidden()
    red.play(3)
    yellow.wait_for_turn()
    yellow.play(4)
    red.wait_for_turn()
    assert [move for _, move, _ in red.expect_truth()["moves"]] == [3, 4]


def test_16_a_premove_that_cannot_be_played_is_gone_for_good(arrive: Arrive) -> None:
    red, yellow = seated(arrive, game="connectfour:5x2")
    red.play(0)
    yellow.wait_for_turn()
    yellow.play(1)
    red.wait_for_turn()
    yellow.keep_notices()
    yellow.target(0).click(force=True)
    expect(yellow.notice("Premove: column 1.")).to_be_visible()
    red.play(0)
    yellow.wait_until_noticed("Column 1 is full. Your premove is gone.")
    yellow.wait_for_turn()
    yellow.play(2)
    red.wait_for_turn()
    red.play(3)
    yellow.wait_for_turn()
    assert yellow.page.evaluate("said.filter((text) => text.includes('is gone')).length") == 1
    assert [move for _, move, _ in yellow.expect_truth()["moves"]] == [0, 1, 0, 2, 3]


def test_22_a_hidden_page_is_searched_for_no_more_until_it_returns(arrive: Arrive) -> None:
    window = arrive()
    with window.page.expect_websocket() as opened:
        window.go("/analysis?moves=4453")
    line = opened.value
    expect(window.page.locator("#lines li").first).to_be_attached()
    with line.expect_event("framesent", lambda frame: '"on":false' in str(frame)):
        window.page.evaluate(HIDE, True)
    with line.expect_event("framesent", lambda frame: '"moves":"4453"' in str(frame)):
        window.page.evaluate(HIDE, False)


def test_28_no_touch_on_a_control_zooms(arrive: Arrive) -> None:
    window = arrive(has_touch=True, viewport={"width": 390, "height": 844})
    window.see(window.create(seat0="me", seat1="me"))
    touched = window.page.evaluate(
        """() => [...document.querySelectorAll("body, main button")]
          .filter((element) => element.checkVisibility())
          .map((element) => getComputedStyle(element).touchAction)"""
    )
    assert set(touched) <= {"manipulation", "pan-y pinch-zoom", "none"}


def test_28_a_press_may_have_to_be_confirmed(arrive: Arrive) -> None:
    window = arrive()
    window.page.add_init_script("localStorage.setItem('confirm', 'on')")
    window.see(window.create(seat0="me", seat1="me"))
    window.target(3).click()
    expect(window.button("Drop in column 4, row 1")).to_be_visible()
    assert window.snapshot["ply"] == 0
    window.button("Drop in column 4, row 1").click()
    window.wait_for_ply(1)
    assert window.expect_truth()["moves"][0][1] == 3


def test_31_blocked_sound_is_not_made_up_for(arrive: Arrive) -> None:
    window = arrive()
    window.page.add_init_script(f"({SILENT_AUDIO})()")
    window.see(window.create(seat0="me", seat1="me"))
    window.play(0)
    expect(window.notice("Your browser keeps sound off")).to_be_visible()
    window.keep_notices()
    for column in (1, 2):
        window.play(column)
    assert window.page.evaluate("() => window.said") == [], "it is said once"
    assert window.page.evaluate("() => window.played") == 0
    window.page.evaluate("() => { window.audioState = 'running'; }")
    window.play(3)
    window.page.wait_for_function("() => window.played === 1")
