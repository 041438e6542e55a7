"""Whoever has their browser show text at twice its size reads every page (WCAG 1.4.4)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.__main__ import find_browser
from tests.browser.conftest import ARGUMENTS, People
from tests.browser.screens import box, options, overflow
from tests.browser.server import Server
from tests.browser.window import Window

pytestmark = pytest.mark.browser

TWICE = 32
"""Pixels of the browser's own text, 16 until somebody chooses."""

OVERLAPS = """() => {
  const pieces = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    const holder = text.parentElement;
    const apart = "script, noscript, template, .spoken, .sprite, .skip, svg, select, #board";
    if (!text.data.trim() || holder.closest(apart) || !holder.checkVisibility()) continue;
    const layer = holder.closest(".ask-own, .compose, .actions");
    const range = document.createRange();
    range.selectNodeContents(text);
    for (let { left, right, top, bottom } of range.getClientRects()) {
      const third = (bottom - top) / 5; // ascenders and descenders may meet
      for (let box = holder; box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.clipPath !== "none") right = left;
        if (style.overflow === "visible") continue;
        const cut = box.getBoundingClientRect();
        [left, right] = [Math.max(left, cut.left), Math.min(right, cut.right)];
        [top, bottom] = [Math.max(top, cut.top), Math.min(bottom, cut.bottom)];
      }
      [top, bottom] = [top + third, bottom - third];
      if (right - left > 2 && bottom > top) {
        pieces.push({ holder, layer, left, right, top, bottom, said: text.data.trim() });
      }
    }
  }
  const meet = (a, b) =>
    a.holder !== b.holder && a.layer === b.layer &&
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return pieces.flatMap((a, at) =>
    pieces.slice(at + 1).filter((b) => meet(a, b)).map((b) => [a.said, b.said]));
}"""
"""Pairs of texts that lie over each other; not what a sheet or a bar lies over."""


@pytest.fixture(scope="module")
def reader(chromium: Browser) -> Iterator[Browser]:
    """A browser in whose settings somebody has chosen larger text."""
    larger = f"--blink-settings=defaultFontSize={TWICE}"
    browser = chromium.browser_type.launch(
        executable_path=find_browser(), args=[*ARGUMENTS, larger]
    )
    yield browser
    browser.close()


@pytest.fixture
def readers(reader: Browser) -> Iterator[People]:
    everybody = People(reader)
    yield everybody
    everybody.leave()
    assert not everybody.complaints


def text_size(window: Window, selector: str) -> float:
    size = window.page.locator(selector).first.evaluate("(at) => getComputedStyle(at).fontSize")
    return float(size.removesuffix("px"))


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)])
def test_every_page_is_read_at_twice_the_size(
    readers: People, server: Server, size: tuple[int, int]
) -> None:
    window = readers.arrive(server, **options(size))
    other = readers.arrive(server)
    played = window.create(seat0="me", seat1="friend", clock="3+2")
    three = window.create(
        game="connectfour:7x6:4:3p", seat0="me", seat1="friend", seat2="friend", clock="3+2"
    )
    other.join(played)
    lost = window.create(seat0="me", seat1="ai:3")
    window.act(lost, t="resign")
    for _ in range(5):  # lists are longer than what is shown of them
        window.create(seat0="me", seat1="me")
    matches = (played, three, lost, window.create(game="othello", seat0="me", seat1="me"))
    for path in (
        *("/", "/new", "/watch", "/lab", "/puzzles", "/library", "/settings", "/keys", "/rules"),
        *("/analysis?moves=4453&ply=3", "/analysis?game=othello&moves=f5d6", "/study", "/name"),
        *("/ratings", "/register", "/signin", "/@?name=a"),
        *(f"/m/{match}" for match in matches),
    ):
        window.go(path)
        assert overflow(window) == 0, path
        assert window.page.evaluate(OVERLAPS) == [], path
        assert text_size(window, "body") == pytest.approx(2 * 15, abs=0.2), path


def test_on_a_phone_nothing_lies_over_the_board(readers: People, server: Server) -> None:
    window = readers.arrive(server, **options((390, 844)))
    window.see(window.create(seat0="me", seat1="me"))
    expect(window.button("Resign")).to_be_visible()
    board, actions = (box(window.page.locator(at)) for at in ("#board", ".actions"))
    assert board["y"] + board["height"] <= actions["y"]
