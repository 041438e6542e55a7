"""What is done on a board besides playing: marks and arrows, by the mouse's right button, by touch
and by keys; steps through a game by the wheel.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.games import DIAGONAL
from tests.browser.screens import box
from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]

WIDE = {"viewport": {"width": 1440, "height": 900}}


def arrows(page: Page) -> Locator:
    return page.locator("#board .notes .arrow")


def over(window: Window, square: int) -> tuple[float, float]:
    """The middle of a square."""
    at = box(window.cell(square))
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


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


def marks(page: Page) -> Locator:
    return page.locator("#board .notes use")


def test_a_finger_draws_while_drawing_is_on_and_plays_otherwise(arrive: Arrive) -> None:
    window = arrive(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    window.see(window.create(seat0="me", seat1="me"))
    page, form = window.page, window.page.locator("#board")
    page.locator("details.more summary").tap()
    page.get_by_role("button", name="Draw on the board").tap()
    expect(form).to_have_attribute("data-drawing", "")
    page.touchscreen.tap(*over(window, 3))
    page.touchscreen.tap(*over(window, 9))
    expect(marks(page)).to_have_count(2)
    page.locator("#board [data-move='3']").evaluate("button => button.click()")  # a screen reader
    page.keyboard.press("4")
    window.button("Done").tap()
    expect(form).not_to_have_attribute("data-drawing", "")
    assert window.expect_truth()["ply"] == 0
    page.touchscreen.tap(*over(window, 3))
    window.wait_for_ply(1)
    expect(marks(page)).to_have_count(0)


def test_keys_draw_where_the_board_can_be_reached(arrive: Arrive) -> None:
    window = arrive(**WIDE)
    window.see(window.create(game="othello", seat0="me", seat1="me"))
    page = window.page
    page.keyboard.press("a")
    expect(page.locator("#board")).to_have_attribute("data-drawing", "")
    for key in ("Home", "Space", "Shift+Enter", "End", "Enter"):
        page.keyboard.press(key)
    expect(marks(page)).to_have_count(1)
    expect(arrows(page)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#board")).not_to_have_attribute("data-drawing", "")
    page.keyboard.press("a")
    window.act(window.match, t="move", ply=0, move=window.open_moves[0], id="elsewhere")
    window.wait_for_ply(1)
    expect(page.locator("#board")).not_to_have_attribute("data-drawing", "")


def test_a_digit_chooses_a_column_while_drawing_is_on(arrive: Arrive) -> None:
    window = arrive(**WIDE)
    window.see(window.create(seat0="me", seat1="me"))
    page = window.page
    page.keyboard.press("a")
    expect(page.locator("#board")).to_have_attribute("data-drawing", "")
    for key in ("3", "3", "Space"):
        page.keyboard.press(key)
    expect(marks(page)).to_have_count(1)
    assert window.expect_truth()["ply"] == 0
    page.keyboard.press("Escape")
    page.keyboard.press("3")
    window.wait_for_ply(1)


@pytest.mark.parametrize("key", ["Control", "Shift"])
def test_a_left_button_with_a_key_held_is_a_right_one(arrive: Arrive, key: str) -> None:
    window = arrive(**WIDE)
    window.see(window.create(seat0="me", seat1="me"))
    page = window.page
    with page.expect_response("**/marking.js"):
        page.mouse.move(*over(window, 3))
    expect(page.locator("#board")).to_have_attribute("data-marking", "")
    page.keyboard.down(key)
    page.mouse.click(*over(window, 3))
    page.keyboard.up(key)
    expect(marks(page)).to_have_count(1)
    assert window.expect_truth()["ply"] == 0
    page.mouse.click(*over(window, 3))
    window.wait_for_ply(1)


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
