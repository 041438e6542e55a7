"""The page as the server draws it and as the script keeps it say the same.

`webapp/pages/view.py` and ``static/js/state.js`` derive the same things from a snapshot; in
every stage of a match both must agree, word for word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import QUICK
from tests.browser.window import Window
from tests.webapp.browsers import wait_until

pytestmark = pytest.mark.browser

VIEWS = """async () => {
  const view = (page) => {
    const all = (selector, of) => [...page.querySelectorAll(selector)].map(of);
    const inside = (element) => element.parentElement.closest("[data-when][hidden]") !== null;
    const text = (element) => element.textContent.replace(/\\s+/g, " ").trim();
    const board = page.getElementById("board");
    return {
      title: page.title,
      heading: all("h1", text),
      texts: all("#main [data-turn], #main [data-verdict], #main [data-offer]", text),
      seats: all("#main .seat", (seat) => seat.className),
      players: all("#main :is(.seat-disc, .seat-text)", text),
      result: [...all("p[data-result], [data-reason]", text), page.getElementById("main").dataset],
      moves: all("#moves li", text),
      names: all("#moves [data-ply]", (b) => b.ariaLabel),
      series: all("[data-series], [data-wins]", text),
      shown: all("#main [data-when]", (e) => e).filter((e) => !inside(e))
        .map((e) => `${e.dataset.when} ${e.hidden ? "hidden" : text(e)}`),
      buttons: all("#board button[name=move]", (b) => `${b.ariaLabel} ${b.disabled}`),
      cells: all("#board [data-square]", (c) => `${c.ariaLabel} ${c.dataset.owner}`),
      dots: all("#board .cells [data-move]", (b) => b.value),
      discs: all("#board [data-disc]", (d) => d.getAttribute("href") ?? ""),
      lines: all("#board .lines path", (p) => p.getAttribute("d")),
      mover: board.dataset.mover,
    };
  };
  const answer = await fetch(location.href);
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  const script = view(document);
  delete script.result.at(-1).ready;
  return [view(drawn), script].map((each) => JSON.parse(JSON.stringify(each)));
}"""


def agree(*windows: Window) -> None:
    """Who is there is told to a page a moment later than it is so; nothing else is waited for."""
    for window in windows:
        page = window.page
        page.wait_for_function("() => document.getAnimations().length === 0")
        views: list[dict[str, Any]] = []

        def heard(page: Page = page, views: list[dict[str, Any]] = views) -> bool:
            views[:] = page.evaluate(VIEWS)
            return bool(views[0]["players"] == views[1]["players"])

        wait_until(heard)
        drawn, kept = views
        for part, said in drawn.items():
            assert kept[part] == said, part


def test_in_every_stage_of_a_match(arrive: Callable[..., Window]) -> None:
    red, yellow, spectator = arrive(), arrive(), arrive()
    match = red.create(game="connectfour", seat0="me", seat1="friend", clock="5+3")
    red.see(match)
    for window in (yellow, spectator):
        window.watch(match)
    agree(red, yellow, spectator)
    yellow.join(match)
    red.wait_for_turn()
    yellow.see(match)
    for number, move in enumerate(QUICK):
        (red, yellow)[number % 2].play(move)
        for window in (red, yellow, spectator):
            window.expect_truth()
    red.page.wait_for_selector(".lines path")
    yellow.page.wait_for_selector(".lines path")
    spectator.page.wait_for_selector(".lines path")
    agree(red, yellow, spectator)
    red.button("Rematch, colours swapped").click()
    yellow.page.wait_for_selector("[data-act=accept]:visible")
    agree(red, yellow, spectator)


def test_where_squares_are_open(arrive: Callable[..., Window]) -> None:
    black, white = arrive(), arrive()
    match = black.create(game="othello:6", seat0="me", seat1="friend")
    white.join(match)
    black.see(match)
    white.see(match)
    agree(black)
    black.wait_for_turn()
    black.play(black.open_moves[0])
    white.wait_for_turn()
    black.expect_truth()
    for window in (black, white):  # open squares are shown once the discs are at rest
        expect(window.page.locator("#board[data-turning]")).to_have_count(0)
    agree(black, white)
