"""Studies, overlays and the turned board in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.screens import box
from tests.browser.window import Window

pytestmark = [pytest.mark.browser, pytest.mark.long]

Arrive = Callable[..., Window]


def taken_up(page: Page) -> None:
    """The script has taken the page up: it puts the pad for drawing on the board last."""
    page.locator("#board .pad").wait_for(state="attached")


def test_a_study_is_kept_seen_elsewhere_and_only_read_by_others(arrive: Arrive) -> None:
    writer = arrive().go("/analysis?moves=4444&ply=2")
    page = writer.page
    taken_up(page)
    page.locator("#move-2").click()
    expect(page.locator(".side [aria-current]")).to_have_text("3")
    page.locator(".comment-box summary").click()
    page.fill("#comment-text", "Too far <b>off</b>.")
    page.get_by_role("button", name="Keep the comment").click()
    expect(page).to_have_url(re.compile("/study/"))
    expect(page.locator(".comment")).to_contain_text("Too far <b>off</b>.")
    taken_up(page)
    reader = arrive().go(page.url.partition(writer.address)[2]).page
    expect(reader.locator("#annotate")).to_have_count(0)
    mistake = page.get_by_role("button", name="Mistake")
    mistake.dblclick()  # a press too many changes nothing, before the answer
    for each in (page, reader):
        expect(each.locator("#moves [data-glyph='?']")).to_have_text("3")
    button = box(mistake)
    page.mouse.move(button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
    page.mouse.down(click_count=2)  # nor after it
    page.mouse.up(click_count=2)
    taken_up(page)
    page.locator("#draw").click()
    square = box(page.locator("#board [data-square='10']"))
    page.mouse.click(square["x"] + square["width"] / 2, square["y"] + square["height"] / 2)
    for each in (page, reader):
        expect(each.locator(".notes > use")).to_have_count(1)
    reader.locator("#share summary").click()
    reader.get_by_label("Picture in the dark colours").check()
    taken = reader.get_by_role("link", name="Board as SVG")
    expect(taken).to_have_attribute(
        "href", "/board.svg?game=connectfour&moves=443&marks=10&theme=dark"
    )
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".notes > use")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"\?ply=2$"))
    page.reload()
    taken_up(page)
    expect(page.locator("#moves [data-glyph='?']")).to_have_text("3")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moves [aria-current]")).to_have_text("4")


def test_the_board_is_turned_and_shows_what_there_is_to_see(arrive: Arrive) -> None:
    page = arrive().go("/analysis?game=othello&moves=f5").page
    taken_up(page)
    page.select_option("#overlay", "mobility")
    expect(page.locator("#overlay-sentence")).to_have_text("Squares to play on: Black 3, White 3.")
    expect(page.locator(".overlay-disc")).to_have_count(6)
    page.locator("#seen summary").click()
    page.locator("[data-view=turn]").click()
    expect(page.locator("#board .letter").first).to_have_text("8")
    expect(page.locator("#board .number").first).to_have_text("a")
    last = page.locator("#board rect.last")
    expect(last).to_have_attribute("transform", "translate(350 550)")
    page.locator("[data-view=swap]").click()
    expect(page.locator(".swapped-note")).to_be_visible()
    page.locator("#seen summary").press("Escape")
    page.locator("#move-29").click()  # f4
    expect(page.locator("#moves [aria-current]")).to_have_text("f4")
    expect(page.locator("#overlay-sentence")).to_contain_text("Squares to play on")
    expect(page.locator("#board .letter").first).to_have_text("8")


def test_an_embedded_match_is_followed_and_then_stepped_through(arrive: Arrive) -> None:
    writer = arrive()
    match = writer.create(game="connectfour", seat0="me", seat1="me", moves="121212")
    page = arrive(viewport={"width": 1440, "height": 600}).go(f"/embed/m/{match}").page
    expect(page.locator("#standing")).to_contain_text("to move")
    expect(page.locator("#board [data-square='41']")).to_be_in_viewport(ratio=1)
    writer.act(match, t="move", move=0, ply=6, id="last")
    expect(page.locator("#standing")).to_contain_text("Red wins")
    expect(page.locator("[data-step=previous]")).to_be_enabled()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#standing")).to_contain_text("Red to move")
    expect(page.locator("#board [data-square='21']")).to_have_attribute("data-owner", "")


def test_an_embedded_match_that_is_stepped_through_stays_where_one_is(arrive: Arrive) -> None:
    """However many times the page was asked for before the game was over."""
    writer = arrive()
    match = writer.create(game="connectfour", seat0="me", seat1="me")
    for ply in range(6):
        writer.act(match, t="move", move=ply % 2, ply=ply, id=f"move{ply}")
    page = arrive().go(f"/embed/m/{match}").page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(f"**/embed/m/{match}", hold)
    acts = (6, {"t": "takeback"}), (5, {"t": "move", "move": 1}), (6, {"t": "move", "move": 0})
    for number, (ply, act) in enumerate(acts):
        with page.expect_request(f"**/embed/m/{match}"):
            writer.act(match, ply=ply, id=f"act{number}", **act)
    held[0].continue_()
    expect(page.locator("#standing")).to_contain_text("Red wins")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#standing")).to_contain_text("Red to move")
    for route in held[1:]:
        with page.expect_response(route.request.url) as answered:
            route.continue_()
        answered.value.finished()
    page.evaluate("fetch('/healthz')")
    expect(page.locator("#standing")).to_contain_text("Red to move")


def test_the_analysis_works_where_storage_is_blocked(arrive: Arrive) -> None:
    window = arrive()
    blocked = "{ get() { throw new DOMException('', 'SecurityError'); } }"
    for name in ("localStorage", "sessionStorage"):
        window.context.add_init_script(f"Object.defineProperty(window, '{name}', {blocked});")
    page = window.go("/analysis?moves=4444").page
    taken_up(page)
    page.locator("#seen summary").click()
    page.locator("[data-view=mirror]").click()
    expect(page.locator("#board .labels text").first).to_have_text("7")
    page.select_option("#overlay", "threats")
    expect(page.locator("#overlay-sentence")).not_to_be_empty()
