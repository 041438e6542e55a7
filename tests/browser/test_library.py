"""The library and the openings in a real browser, by keyboard and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.formats.wthor import records_of
from tests.browser.window import Window

pytestmark = [pytest.mark.browser, pytest.mark.long]

Arrive = Callable[..., Window]

DATA = Path(str(files("tests.data").joinpath("othello")))
WTHOR = DATA.joinpath("WTH_1980.wtb").read_bytes()
PHONE = {"width": 390, "height": 844}


def brought(window: Window) -> Page:
    """The page of somebody whose games of 1980 are all kept."""
    page = window.go("/library").page
    page.set_input_files("input[type=file]", [DATA / "WTH_1980.wtb", DATA / "wthor_players.jou"])
    page.get_by_role("button", name="Keep them here").click()
    expect(page.locator(".brought")).to_contain_text("160 games", timeout=60_000)
    return page


def test_a_file_is_brought_searched_and_opened_by_keyboard(arrive: Arrive) -> None:
    page = brought(arrive())
    field = page.get_by_label("Player, event, opening or note")
    field.focus()
    page.keyboard.type("tiger")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("q=tiger"))
    cards = page.locator(".games-grid > li")
    expect(cards.first).to_contain_text("Tiger")
    page.get_by_label("Last year").fill("1979")
    page.keyboard.press("Enter")
    expect(page.locator(".library-none")).to_have_text("No game of tiger before 1980 among yours.")
    page.go_back()
    cards.first.get_by_role("link").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/analysis"))


def test_a_page_follows_what_is_being_kept_and_leaves_the_rest_alone(arrive: Arrive) -> None:
    page = arrive().go("/library").page
    games = [record.transcript(passes=False) for record in records_of(WTHOR)[0]]
    text = "\n".join(game[:plies] for game in games for plies in range(60, 44, -2))
    file = {"name": "many.txt", "mimeType": "text/plain", "buffer": text.encode()}
    page.set_input_files("input[type=file]", [file])  # type: ignore[list-item]
    page.get_by_role("button", name="Keep them here").click()
    brought, delete = page.locator(".brought"), page.get_by_role("button", name="Delete")
    expect(brought).to_contain_text(re.compile("of 1,280 kept"))
    field = page.get_by_label("Player, event, opening or note")
    field.fill("tig")
    delete.focus()
    page.evaluate("document.documentElement.dataset.same = ''")
    expect(page.locator(".games-grid > li").first).to_be_visible()
    expect(brought).to_contain_text("1,280 games", timeout=120_000)
    expect(page.locator("#notices")).to_contain_text("many.txt: 1,280 games")
    expect(page.locator("progress")).to_have_count(0)
    expect(page.locator(".games-grid > li")).to_have_count(24)
    drawn = "[...document.querySelectorAll('.games-grid use[href]')].map((use) => use.href.baseVal)"
    assert page.evaluate(f"{drawn}.every((disc) => document.querySelector(disc))")
    expect(delete).to_be_focused()  # a message once hid all but a match for some seconds
    expect(field).to_have_value("tig")
    assert page.evaluate("'same' in document.documentElement.dataset")


def test_notes_that_came_with_a_game_are_stepped_through(arrive: Arrive) -> None:
    page = arrive().go("/library").page
    told = b"(;GM[2];B[f5];W[d6]C[Usual here];B[c3](;W[d3])(;W[f4]))(;GM[2];B[c4])"
    file = {"name": "told.sgf", "mimeType": "text/plain", "buffer": told}
    page.set_input_files("input[type=file]", [file])  # type: ignore[list-item]
    page.get_by_role("button", name="Keep them here").click()
    expect(page.locator(".brought")).to_contain_text("2 games", timeout=60_000)
    page.locator(".games-grid > li", has_text="Notes").get_by_role("link").click()
    expect(page.locator(".comment")).to_have_text("Usual here")
    page.wait_for_load_state()  # keys are heard once the script has run
    for ply in (3, 2):
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(re.compile(rf"/library/\d+\?ply={ply}"))
    page.reload()
    expect(page.locator('.move[aria-current="step"]')).to_have_text("d6")
    page.get_by_role("button", name="Make a copy").click()
    expect(page).to_have_url(re.compile("/study/.+"))


def test_openings_are_walked_by_keyboard(arrive: Arrive) -> None:
    page = brought(arrive())
    page.goto(page.url.partition("/library")[0] + "/analysis?game=othello&moves=f5d6c3d3")
    page.locator("#tab-moves").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    panel = page.locator("#panel-openings")
    expect(panel.locator("h2")).to_have_text("Perpendicular Opening")
    expect(page.locator("#tab-openings")).to_have_attribute("aria-selected", "true")
    link = panel.locator("[data-played] a", has_text="c4")
    link.focus()
    page.keyboard.press("Enter")
    expect(panel.locator("h2")).to_have_text("Tiger")
    expect(page).to_have_url(re.compile("tab=openings"))
    expect(panel.locator("[data-worth]").first).to_contain_text(re.compile("book|depth|exact"))
    page.locator("#step-previous").click()
    expect(panel.locator("h2")).to_have_text("Perpendicular Opening")
    panel.get_by_label("Player").fill("nobody")
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("No game of nobody that came through this board.")


def test_a_phone_has_room_for_both(arrive: Arrive) -> None:
    window = arrive()
    window.page.set_viewport_size(PHONE)
    page = brought(window)
    for path in ("/library", "/analysis?game=othello&moves=f5d6c3d3c4&tab=openings",
                 "/openings?game=othello&moves=f5d6"):  # fmt: skip
        window.go(path)
        expect(page.locator(".games-grid, .played").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_openings_without_script(arrive: Arrive) -> None:
    brought(arrive())
    page = arrive(java_script_enabled=False).go("/openings?game=othello&moves=f5d6c3d3c4").page
    expect(page.locator("h2").first).to_have_text("Tiger")
    expect(page.locator(".explorer-none")).to_be_visible()  # what others brought is theirs
