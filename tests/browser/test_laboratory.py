"""The laboratory in a real browser: every ready card, stop, reload, a composed question."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from engine.laboratory.properties import Property, all_properties
from tests.browser.conftest import NO_CONNECTION, People
from tests.browser.server import Server
from tests.browser.window import Window

pytestmark = [pytest.mark.browser, pytest.mark.long]

Arrive = Callable[..., Window]

LONG = 120_000
"""Milliseconds for a question of some seconds on a busy machine."""


@pytest.mark.parametrize(
    "ready", [p for p in all_properties() if p.name != "value-6"], ids=lambda ready: ready.name
)
def test_ready_card(arrive: Arrive, ready: Property) -> None:
    page = arrive().go("/lab").page
    page.get_by_role("searchbox").fill(ready.title)
    page.locator(f"[data-card={ready.name}]").click()
    expect(page.locator("#verdict")).to_be_visible(timeout=LONG)
    expect(page.locator("#verdict .pill")).to_have_text(re.compile("Witness found|Proved"))
    page.goto(f"{page.url.rpartition('/')[0]}?subject={ready.subject}")
    expect(page.locator(f"[data-card={ready.name}] .tag")).to_be_visible()


def test_stepping_through_the_boards(arrive: Arrive) -> None:
    page = arrive().go("/lab").page
    page.locator("[data-card=tie]").click()
    expect(page.locator("#column li")).to_have_count(11, timeout=LONG)
    step = page.locator("#step")
    expect(step).to_have_text("Board 10 of 10")
    page.get_by_role("button", name="Previous board").click()
    expect(step).to_have_text("Board 9 of 10")
    page.keyboard.press("Home")
    expect(step).to_have_text("Board 0 of 10")
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text("Board 1 of 10")
    expect(page.locator("#evaluate-at")).to_have_text("1")
    expect(page.locator("#column li[aria-current]")).to_have_attribute("data-ply", "1")
    page.locator("#query").press("ArrowRight")  # which moves the caret
    expect(step).to_have_text("Board 1 of 10")


def test_a_condition_goes_where_it_was_chosen(arrive: Arrive) -> None:
    page = arrive().go("/lab?game=othello:4").page
    add = page.get_by_role("button", name="Add", exact=True)
    page.get_by_label("A condition").select_option("draw")
    add.click()
    page.get_by_role("button", name="Add a group").click()
    outer = page.locator("#builder > .group > .group-foot")
    outer.get_by_label("A condition").select_option("full")
    outer.get_by_role("button", name="Add", exact=True).press("Enter")
    expect(page.locator("#query")).to_have_value("draw and full")
    expect(page.locator("#sentence")).to_contain_text("and the board is full")


def test_the_composer_on_a_phone(arrive: Arrive) -> None:
    page = arrive(viewport={"width": 360, "height": 740}).go("/lab").page
    expect(page.get_by_role("button", name="Run")).to_be_in_viewport()
    expect(page.get_by_label("A condition")).to_be_hidden()
    page.get_by_role("link", name="Board and conditions").click()
    page.get_by_label("A condition").select_option("draw")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#query")).to_have_value("draw")
    expect(page.get_by_role("button", name="Run")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollHeight") < 1500


def test_progress_survives_a_reload_and_stops(arrive: Arrive) -> None:
    page = arrive().go("/lab?game=othello&q=count+draw").page
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("#state")).to_contain_text("a second", timeout=LONG)
    page.reload()
    expect(page.locator("#state")).to_contain_text("a second", timeout=LONG)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("#verdict")).to_contain_text("Stopped", timeout=LONG)


def test_a_proof_of_minutes_outlives_the_server(people: People, own_server: Server) -> None:
    people.tolerate(NO_CONNECTION)
    page = people.arrive(own_server).go("/lab").page
    page.get_by_role("searchbox").fill("six by six")
    page.locator("[data-card=value-6]").click()
    line = page.locator("#state")
    expect(line).to_contain_text("positions proved", timeout=LONG)
    own_server.kill()
    expect(line).to_contain_text("Reconnecting")
    own_server.start()
    expect(line).to_contain_text("positions proved", timeout=LONG)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("#verdict")).to_contain_text("Ask again to go on.", timeout=LONG)
    page.get_by_role("button", name="Ask again").click()
    expect(line).to_contain_text("positions proved", timeout=LONG)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("#verdict")).to_contain_text("Stopped", timeout=LONG)


def test_composed_question(arrive: Arrive) -> None:
    page = arrive().go("/lab?game=connectfour:4x4:3").page
    for condition in ("won(red)", "line(horizontal)"):
        page.get_by_label("A condition").select_option(condition)
        page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("not", exact=True).nth(2).check()
    expect(page.locator("#query")).to_have_value("won(red) and not line(horizontal)")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("#verdict")).to_contain_text("Witness found", timeout=LONG)
    expect(page.locator("#column li")).to_have_count(6)


def test_groups_are_composed_and_read_back(arrive: Arrive) -> None:
    page = arrive().go("/lab?game=connectfour:4x4").page
    query = page.locator("#query")
    page.get_by_label("A condition").select_option("full")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Add a group").click()
    inner = page.locator(".group .group")
    for condition in ("won(red)", "threats(red) >= 1"):
        inner.get_by_label("A condition").select_option(condition)
        inner.get_by_role("button", name="Add", exact=True).press("Enter")
        expect(inner.get_by_role("button", name="Add", exact=True)).to_be_focused()
    expect(query).to_have_value("full and (won(red) or threats(red) >= 1)")
    inner.get_by_label("not", exact=True).first.check()
    inner.get_by_label("Condition", exact=True).nth(1).fill("plies = 16")
    inner.get_by_label("Condition", exact=True).nth(1).press("Enter")
    expect(page.locator("#verdict")).to_be_visible(timeout=LONG)
    expect(query).to_have_value("full and not (won(red) or plies = 16)")
    expect(page.locator(".group .group .condition")).to_have_count(2)
    query.fill("count (won or draw) and (plies = 9)")
    query.press("Tab")
    expect(page.locator(".group .group .condition")).to_have_count(2)
    page.locator(".group .group").get_by_role("button", name="Remove the group").click()
    expect(query).to_have_value("count plies = 9")


def test_wrong_question_says_where(arrive: Arrive, people: People) -> None:
    people.tolerate("400|422")
    page = arrive().go("/lab?game=connectfour&q=won+and+passes+%3E+1").page
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Line 1, column 9")
    expect(page.locator("#query")).to_have_value("won and passes > 1")


def test_position_laid_out_by_hand_and_keys(arrive: Arrive) -> None:
    """The server names the broken rule and its square after every change."""
    page = arrive().go("/lab/position?game=connectfour:4x4").page
    expect(page.locator("#as-text")).not_to_have_attribute("open", "")
    page.locator("#cell-5").click()
    expect(page.locator("#rows")).to_have_value("....\n....\n.R..\n....")
    expect(page.locator("#findings")).to_contain_text("Breaks the rules")
    expect(page.locator("#cell-5")).to_have_attribute("data-broken", "")
    grid = page.get_by_role("grid")
    grid.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("2")
    expect(page.locator("#rows")).to_have_value("....\n....\n.R..\n.Y..")
    page.keyboard.press("0")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#rows")).to_have_value("....\n....\n....\n.R..")
    expect(page.locator("#findings")).to_contain_text("It is Yellow's turn.")
    expect(page.locator("[data-broken] .grid, .grid [data-broken]")).to_have_count(0)


def test_single_position(arrive: Arrive) -> None:
    page = arrive().go("/lab/position?game=connectfour:4x4").page
    page.locator("#as-text summary").click()
    page.fill("#rows", "....\n....\nYYY.\nRRR.")
    page.get_by_role("button", name="Examine").click()
    expect(page.locator("#findings")).to_contain_text("Well-formed")
    page.get_by_role("button", name="Can it come up in a game?").click()
    expect(page.locator("#verdict .pill")).to_contain_text("Witness found", timeout=LONG)


def test_rules_are_changed_by_form_and_by_text(arrive: Arrive) -> None:
    page = arrive().go("/lab?game=connectfour:3x3:3&q=draw").page
    query, sentence = page.locator("#query"), page.locator("#sentence")
    expect(page.locator(".condition")).to_have_count(1)
    page.locator("#rules summary").press("Enter")
    page.get_by_label("Free placing").press("Space")
    expect(query).to_have_value("under free placing: draw")
    expect(sentence).to_contain_text("With free placing: is there a game")
    page.get_by_label("Start from").fill("... ... R..")
    page.get_by_label("Start from").press("Tab")
    expect(query).to_have_value('under free placing, start ".../.../R..": draw')
    query.fill("under wrap around, misere: value")
    query.press("Tab")
    expect(page.get_by_label("Wrap around")).to_be_checked()
    expect(page.get_by_label("Free placing")).not_to_be_checked()
    expect(page.get_by_label("Start from")).to_have_value("")
    expect(sentence).to_contain_text("With lines around the edges and misère: who wins")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("#verdict .pill")).to_have_text("Proved", timeout=LONG)
