"""The analysis in a real browser: scores, trying moves, stepping, a lost server."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NO_CONNECTION, People
from tests.browser.screens import box
from tests.browser.server import Server
from tests.browser.window import Window
from tests.webapp.browsers import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.long]

TOLD = (
    ".turned",
    ".head .quiet",
    ".head .share",
    ".mistake-head",
    ".mistake-text",
    ".graph-mistake",
)
"""What the review says on the page with script and on the one without."""

Arrive = Callable[..., Window]

LONG = 60_000
"""Milliseconds for a search on a busy machine."""


def test_every_column_has_its_score_and_moves_can_be_tried(arrive: Arrive) -> None:
    """The scores of the first move are published: only the middle column wins."""
    page = arrive().go("/analysis").page
    marks = page.locator("#board .mark")
    expect(marks).to_have_count(7, timeout=LONG)
    expect(page.locator("#verdict")).to_have_text("Red wins in 21 moves.", timeout=LONG)
    labels = [re.match(r"\D?\d+", text).group() for text in marks.all_text_contents()]  # type: ignore[union-attr]
    assert labels == ["−2", "−1", "0", "+1", "0", "−1", "−2"]
    expect(page.locator("#remarks")).to_have_text("Only column 4 wins.")
    page.locator("#searched summary").click()
    expect(page.locator("#searched dl")).to_be_visible()
    expect(page.locator("#searched dd").first).to_have_text(re.compile("[0-9,]+"))
    page.get_by_role("button", name="Column 4").or_(page.locator("#move-3")).first.click()
    expect(page.locator("#moves [aria-current]")).to_have_text("4")
    expect(page.locator("#bar")).to_have_attribute("aria-label", re.compile("for Red"))
    page.go_back()
    expect(page.locator("#moves [aria-current]")).to_have_count(0)
    page.go_forward()
    expect(page.locator("#moves [aria-current]")).to_have_text("4")


def test_a_game_is_reviewed_and_stepped_through_by_keys(arrive: Arrive) -> None:
    page = arrive().go("/analysis?moves=1212121&ply=6").page
    mistake = page.locator("#moves [data-ply='6']")
    expect(mistake).to_have_attribute("data-mark", "??", timeout=LONG)
    expect(page.locator("#lines li").first).to_contain_text("win 1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moves [data-ply='5']")).to_have_attribute("aria-current", "step")
    page.locator("#move-6").click()  # beside the game
    expect(page.locator(".side [aria-current]")).to_have_text("7")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moves [data-ply='5']")).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".side [aria-current]")).to_have_text("7")
    page.keyboard.press("End")
    expect(page.locator(".side")).to_have_count(1)
    expect(page.locator("#verdict")).to_have_text("Red wins. Four in a column.")


@pytest.mark.parametrize("moves", ["", "f5"])
def test_a_line_of_the_engine_can_be_followed(arrive: Arrive, moves: str) -> None:
    page = arrive().go(f"/analysis?game=othello&moves={moves}").page
    link = page.locator("#lines li").first.locator("a").nth(1)
    link.wait_for(timeout=LONG)
    by_tab = page.locator("#lines a:not([tabindex='-1'])")
    expect(by_tab).to_have_count(page.locator("#lines li").count())  # one stop a line
    link.click()
    expect(page.locator(".side .move")).to_have_count(2)
    expect(page.locator("#board .mark").first).to_be_visible(timeout=LONG)


def test_scores_come_again_after_the_server_was_away(people: People, own_server: Server) -> None:
    people.tolerate(NO_CONNECTION)
    page = people.arrive(own_server).go("/analysis?moves=44").page
    expect(page.locator("#verdict")).to_have_text("Red wins in 20 moves.", timeout=LONG)
    own_server.kill()
    expect(page.locator("#notices")).to_contain_text("Reconnecting", timeout=LONG)
    page.evaluate("document.getElementById('verdict').textContent = ''")
    own_server.start()
    expect(page.locator("#verdict")).to_have_text("Red wins in 20 moves.", timeout=LONG)


def test_quick_and_held_keys_lose_no_step_on_a_slow_line(arrive: Arrive) -> None:
    """Report page-4: the positions of the game at hand need no request."""
    page = arrive().go("/analysis?moves=4455661&ply=0").page
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#moves [data-ply='6']")).to_have_attribute("aria-current", "step")
    expect(page.locator("#board [data-square='6']")).to_have_attribute("data-owner", "")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board [data-square='0']")).to_have_attribute("data-owner", "0")
    page.wait_for_url(re.compile("ply=7"))
    page.keyboard.press("Home")
    expect(page.locator("#board [data-owner='0']")).to_have_count(0)
    expect(page.locator("#step-previous")).to_have_attribute("aria-disabled", "true")
    assert not [url for url in requests if "analysis" in url]


def test_a_mistake_is_explained_and_played_better(arrive: Arrive) -> None:
    """In 4444431 1... every exact result change is marked: report of moves 7, 12 to 15."""
    moves = "444443131162211633755533455571777722"
    page = arrive().go(f"/analysis?moves={moves}&tab=review").page
    expect(page.locator("#progress")).to_have_text("36 of 36 plies proved", timeout=LONG)
    cards = page.locator(".mistake b.numbers")
    expect(cards).to_have_text(["4. 1??", "6. … 2?", "7. 2?", "7. … 1?", "8. 1?"])
    read = arrive(java_script_enabled=False).go(f"/analysis/review?moves={moves}").page

    def say_the_same() -> bool:
        """As soon as both know all: the review goes on for the worth of every move."""
        read.reload()
        told, again = ([of.locator(a).all_text_contents() for a in TOLD] for of in (page, read))
        return told == again

    wait_until(say_the_same)
    page.locator(".mistake").nth(2).click()
    expect(page.locator("#board .mark[data-played]")).to_have_count(1, timeout=LONG)
    page.locator("#retry").click()
    expect(page.locator("#retry-text")).to_contain_text("Mistake 3 of 5")
    expect(page.locator("#board .mark").first).to_be_hidden()
    page.locator("#move-1").click()
    expect(page.locator("#retry-text")).to_contain_text(
        "Not this one: −2 loss 14. The answer is 6."
    )
    answer = page.locator("#board [data-square='12']")  # the second disc of column 6
    expect(answer).to_have_attribute("data-owner", "1")
    page.locator("#move-4").click()  # both sides may go on from there
    expect(page.locator("#board [data-square='4']")).to_have_attribute("data-owner", "0")
    expect(page.locator("#retry-text")).to_contain_text("Not this one")
    page.locator("#retry-again").click()
    expect(answer).to_have_attribute("data-owner", "")
    expect(page.locator("#retry-text")).to_have_text("Mistake 3 of 5. Find the better move.")
    page.locator("#move-6").click()
    expect(page.locator("#retry-text")).to_contain_text("That is it.")
    expect(page.locator("#board [data-square='6']")).to_have_attribute("data-owner", "0")
    page.locator("#retry-next").click()
    expect(page.locator("#retry-text")).to_contain_text("Mistake 4 of 5")
    page.locator("#retry-leave").click()
    expect(page.locator("#main")).not_to_have_attribute("data-retry", "")
    expect(page.locator(".mistake[aria-current]")).to_contain_text("7. … 1?")
    expect(page).not_to_have_url(re.compile("side="))


def test_a_phone_shows_one_mistake_at_a_time(arrive: Arrive) -> None:
    phone = arrive(viewport={"width": 390, "height": 844}, has_touch=True)
    moves = "444443131162211633755533455571777722"
    page = phone.go(f"/analysis?moves={moves}&ply=12&tab=review").page
    place, shown = page.locator("#mistake-place"), page.locator(".mistake:visible")
    expect(place).to_have_text("Mistake 3 of 5", timeout=LONG)
    expect(shown).to_have_count(1)
    for button in ("previous", "next"):
        at = box(page.locator(f"#mistake-{button}"))
        assert (at["width"], at["height"]) == (44, 44)
    page.locator("#mistake-next").tap()
    expect(place).to_have_text("Mistake 4 of 5")
    expect(shown).to_contain_text("7. … 1?")
    expect(page.locator("#board [data-square='1']")).to_have_attribute("data-owner", "1")
    page.locator("#mistake-next").focus()
    page.keyboard.press("Enter")
    expect(place).to_have_text("Mistake 5 of 5")
    expect(page.locator("#mistake-next")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#mistake-next")).to_be_focused()
    page.get_by_role("button", name="Play it yourself").tap()
    expect(page.locator("#retry-text")).to_contain_text("Mistake 5 of 5")
    page.locator("#retry-leave").tap()
    page.keyboard.press("End")  # from the end of the game all are gone through
    expect(page.locator("#board .lines path")).to_be_visible()
    expect(place).to_have_text("Mistake 1 of 5")
    page.get_by_role("button", name="Play it yourself").tap()
    expect(page.locator("#retry-text")).to_contain_text("Mistake 1 of 5")


def test_a_game_is_pasted_on_the_page(people: People, arrive: Arrive) -> None:
    people.tolerate("400 .BAD REQUEST.")  # the page says what is wrong
    page = arrive().go("/analysis").page
    page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true });
          document.body.dispatchEvent(paste);
        }""",
        "1. f5 d6 2. c3 d3 3. xx",
    )
    expect(page.locator(".error")).to_contain_text("Line 1, column 22: 'xx' is no square here.")
    expect(page.locator("#moves [data-ply]")).to_have_count(4)


def test_a_game_is_taken_away_as_text(arrive: Arrive) -> None:
    page = (
        arrive(permissions=["clipboard-read", "clipboard-write"])
        .go("/analysis?game=othello&moves=f5d6c3&ply=2")
        .page
    )
    page.locator("#share summary").click()
    page.get_by_role("button", name="Copy the moves").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "f5d6c3"
    board = page.locator(".forms a", has_text="Board")
    expect(board).to_have_attribute("href", "/board.txt?game=othello&moves=f5d6")
    page.keyboard.press("Escape")  # wherever the focus is
    expect(board).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(board).to_have_attribute("href", "/board.txt?game=othello&moves=f5d6c3")


SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) shifted += hadRecentInput ? 0 : value;
}).observe({ type: "layout-shift", buffered: true });
"""
"""Sums what Chromium calls layout shifts; below 0.1 a page counts as still."""


def test_scores_that_come_move_nothing(arrive: Arrive) -> None:
    window = arrive(viewport={"width": 390, "height": 844})
    page = window.page
    page.add_init_script(SHIFTS)
    window.go("/analysis?game=connectfour:5x4:3&moves=122334&tab=review")
    expect(page.locator("#mistakes > [data-shown]")).to_be_visible()
    assert page.evaluate("shifted") < 0.1
    window.go("/analysis?moves=4453")
    expect(page.locator("#lines > li").first).to_be_visible()
    assert page.evaluate("shifted") < 0.1
    steps = """() => {
      const top = () => document.querySelector(".graph-card").getBoundingClientRect().top;
      const before = top();
      document.getElementById("step-previous").click();
      return [before, top(), document.querySelectorAll("#lines > li").length];
    }"""
    before, after, lines = page.evaluate(steps)
    assert (before, lines) == (after, 0)


def test_the_moves_of_a_game_stand_in_whole_above_their_buttons(arrive: Arrive) -> None:
    window = arrive(viewport={"width": 1440, "height": 900})
    moves = window.go("/analysis?moves=4453355334&ply=3").page.locator("#panel-moves [data-ply]")
    expect(moves).to_have_count(10)
    for move in moves.all():
        expect(move).to_be_in_viewport(ratio=0.99)
