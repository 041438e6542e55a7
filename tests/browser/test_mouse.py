"""What the mouse does on a board besides playing: marks and arrows by its right button, steps
through a game by its wheel.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.games import DIAGONAL
from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]

WIDE = {"viewport": {"width": 1440, "height": 900}}


def arrows(page: Page) -> Locator:
    return page.locator("#board .notes .arrow")


def over(window: Window, square: int) -> tuple[float, float]:
    """The middle of a square."""
    box = window.cell(square).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def stroke(window: Window, start: int, end: int) -> None:
    """From one square to another with the right button down."""
    mouse = window.page.mouse
    mouse.move(*over(window, start))
    mouse.down(button="right")
    mouse.move(*over(window, end))
    mouse.up(button="right")


def test_marks_and_arrows_are_ones_own_and_play_nothing(arrive: Arrive) -> None:
    red, yellow = arrive(**WIDE), arrive(**WIDE)
    match = red.create(seat0="me", seat1="friend")
    yellow.join(match)
    red.see(match)
    yellow.see(match)
    page = yellow.page
    with page.expect_response("**/marking.js"):
        page.mouse.move(*over(yellow, 3))
    expect(page.locator("#board")).to_have_attribute("data-marking", "")
    stroke(yellow, 0, 10)
    stroke(yellow, 4, 4)
    expect(arrows(page)).to_have_count(1)
    expect(page.locator("#board .notes use")).to_have_count(1)
    assert page.locator("#board .plan").inner_html() == "", "nothing is planned by it"
    stroke(yellow, 0, 10)
    expect(arrows(page)).to_have_count(0)
    stroke(yellow, 1, 15)
    expect(arrows(page)).to_have_count(1)
    expect(arrows(red.page)).to_have_count(0)
    red.play(3)
    yellow.wait_for_ply(1)
    expect(arrows(page)).to_have_count(0)
    expect(page.locator("#board .notes use")).to_have_count(0)
    assert yellow.expect_truth()["ply"] == 1


def test_the_wheel_steps_once_a_game_is_over(arrive: Arrive) -> None:
    window = arrive(**WIDE)
    *before, last = DIAGONAL
    moves = "".join(str(move + 1) for move in before)
    window.see(window.create(seat0="me", seat1="me", moves=moves))
    page, current = window.page, window.page.locator("#moves [aria-current]")
    with page.expect_response("**/marking.js"):
        page.mouse.move(*over(window, 3))
    expect(page.locator("#board")).to_have_attribute("data-marking", "")
    page.mouse.wheel(0, -120)
    window.play(last)
    expect(page.locator("[data-verdict]")).to_be_visible()
    expect(current).to_have_attribute("data-ply", str(len(DIAGONAL)))
    page.mouse.wheel(0, -120)
    expect(current).to_have_attribute("data-ply", str(len(DIAGONAL) - 1))
    page.mouse.wheel(0, -20)
    page.mouse.wheel(0, -50)
    expect(current).to_have_attribute("data-ply", str(len(DIAGONAL) - 2))
    page.mouse.wheel(0, 120)
    expect(current).to_have_attribute("data-ply", str(len(DIAGONAL) - 1))


def test_the_wheel_steps_through_an_analysis(arrive: Arrive) -> None:
    window = arrive(**WIDE).go("/analysis?game=othello&moves=f5d6c3&ply=3")
    current = window.page.locator("#moves [aria-current]")
    expect(current).to_have_text("c3")
    window.page.mouse.move(*over(window, 0))
    window.page.mouse.wheel(0, -120)
    expect(current).to_have_text("d6")
    window.page.mouse.wheel(0, 120)
    expect(current).to_have_text("c3")
