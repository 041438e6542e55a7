"""Settings and single keys beside the board, and what boards look like by choice."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.screens import box
from tests.browser.window import Window
from tests.webapp.contrast import contrast

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]

LOOKS = ["", "graphite", "contrast"]

FILLED = {
    "connectfour": "7422341735647741166133573473242566",
    "othello": "f5d6c3d3c4f4f6f3e6",
}
"""Boards of both games with many discs on them, and room beside those."""

PLACES = """(board) => {
  const frame = board.getBoundingClientRect();
  const drops = "drops" in board.dataset;
  const square = (art) => art.getScreenCTM().a * 100;
  const places = [...board.querySelectorAll("[data-disc]")].map((disc) => {
    const at = new DOMPoint(disc.getAttribute("x"), disc.getAttribute("y"));
    const { x, y } = at.matrixTransform(disc.parentElement.getScreenCTM());
    const full = disc.hasAttribute("href");
    return [x - frame.x, y - frame.y, square(disc.ownerSVGElement), full, drops];
  });
  return [frame.width, places];
}"""
"""The board's width, and of each square: middle, size, whether a disc is there, and the kind."""


def alone(arrive: Arrive, **options: object) -> Window:
    window = arrive(**options)
    return window.see(window.create(seat0="me", seat1="me"))


def test_settings_open_over_the_chat_and_apply_at_once(arrive: Arrive) -> None:
    window = alone(arrive)
    page, root = window.page, window.page.locator("html")
    page.get_by_role("link", name="Settings").first.click()
    drawer = page.get_by_role("region", name="Settings")
    expect(drawer).to_be_focused()
    board, card = box(page.locator("#board")), box(drawer)
    assert card["x"] + card["width"] <= board["x"], "beside the board, never on it"
    drawer.get_by_role("radio", name="Graphite").check()
    drawer.get_by_role("radio", name="Bold").check()
    expect(root).to_have_attribute("data-look", "graphite bold")
    drawer.get_by_role("switch", name="Coordinates").uncheck()
    expect(page.locator("#board .labels")).to_be_hidden()
    drawer.get_by_role("switch", name="Confirm each move").check()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    window.target(3).click()
    expect(page.get_by_role("button", name="Drop in column 4, row 1", exact=True)).to_be_visible()
    assert window.ply == 0, "a second press sends it"
    html = window.context.request.get(f"{window.address}/").text()
    assert 'data-look="graphite bold bare"' in html, "before any script: nothing flashes"


def test_another_tab_follows(arrive: Arrive) -> None:
    window = alone(arrive)
    other = window.second_tab().go("/settings")
    other.page.get_by_role("radio", name="Contrast").check()
    other.page.get_by_role("switch", name="Single keys").uncheck()
    window.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(window.page.locator("html")).to_have_attribute("data-look", "contrast")
    board = window.page.locator("#board")
    expect(board).to_have_css("--lacquer-top", "#12203f")  # its sheet comes by itself
    window.page.keyboard.press("4")
    window.page.keyboard.press("?")
    window.play(0)
    assert window.snapshot["moves"] == [[0, 0, "1"]], "keys are off here too"


def test_keys_do_what_their_list_says(arrive: Arrive) -> None:
    red, yellow = arrive(), arrive()
    match = red.create(seat0="me", seat1="friend")
    yellow.join(match)
    red.see(match)
    yellow.see(match)
    press = red.page.keyboard.press
    press("?")
    listed = red.page.get_by_role("region", name="Keys")
    expect(listed).to_contain_text("Offer a draw")
    press("4")
    red.wait_for_ply(1)
    expect(listed).to_be_visible()  # a move leaves it open
    press("?")
    expect(listed).to_have_count(0)
    press("3")  # planned
    expect(red.page.locator("#board .planned-ring")).to_be_attached()
    press("Escape")
    expect(red.page.locator("#board .planned-ring")).to_have_count(0)
    press("d")
    expect(yellow.page.locator("[data-offer]")).to_contain_text("offers a draw.")
    press("f")
    expect(red.page.locator("#board")).to_have_attribute("data-turned", "")
    press("c")
    field = red.page.get_by_role("textbox", name="Message")
    field.fill("")
    field.press_sequentially("4dfu, mr.")
    expect(field).to_have_value("4dfu, mr.")
    assert red.ply == 1, "keys rest while somebody writes"
    press("Escape")
    yellow.play(0)
    red.wait_for_ply(2)
    press(",")
    expect(red.page.locator("#board")).to_have_attribute("data-away", "")
    press("End")
    press("m")
    assert red.page.evaluate("localStorage.getItem('sound')") == "on"
    press("u")
    expect(yellow.page.locator("[data-offer]")).to_contain_text("asks to take back.")


@pytest.mark.parametrize("size", [(390, 844), (768, 1024)])
def test_a_sheet_leaves_board_and_seats_in_sight(arrive: Arrive, size: tuple[int, int]) -> None:
    viewport = {"width": size[0], "height": size[1]}
    window = alone(arrive, viewport=viewport, has_touch=True, is_mobile=True)
    window.page.get_by_text("More", exact=True).click()
    window.page.locator(".more-menu").get_by_role("link", name="Settings").click()
    drawer = window.page.get_by_role("region", name="Settings")
    expect(drawer).to_be_visible()
    drawer.evaluate("(sheet) => Promise.all(sheet.getAnimations().map((one) => one.finished))")
    seat, sheet = box(window.page.locator(".own")), box(drawer)
    assert sheet["y"] >= seat["y"] + seat["height"]
    drawer.get_by_role("button", name="Close").click()
    expect(drawer).to_have_count(0)


def test_a_drawer_that_cannot_be_loaded_says_so(people: People, arrive: Arrive) -> None:
    people.tolerate("Failed to load resource")
    window = alone(arrive)
    window.page.route("**/settings", lambda route: route.abort())
    window.page.get_by_role("link", name="Settings").first.click()
    expect(window.notice("That could not be loaded. Try again.")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_discs_stand_out_on_the_boards_that_can_be_chosen(arrive: Arrive, theme: str) -> None:
    """As they are painted: every disc's body against an empty hole, or the felt round it."""
    window = arrive(color_scheme=theme)
    for game, moves in FILLED.items():
        window.see(window.create(game=game, moves=moves, seat0="me", seat1="me"))
        for look in LOOKS:
            window.page.evaluate("(look) => { document.documentElement.dataset.look = look }", look)
            seen = painted(window)
            assert len(seen) >= 13
            assert min(contrast(body, ground) for body, ground in seen) >= 3, (game, look)


def painted(window: Window) -> list[tuple[str, str]]:
    """Of each disc: the colour of its body, and of an empty hole or of its square's corner."""
    board = window.page.locator("#board")
    width, places = board.evaluate(PLACES)
    picture = Image.open(io.BytesIO(board.screenshot())).convert("RGB")

    def pixel(x: float, y: float) -> str:
        colour = picture.getpixel((x * picture.width / width, y * picture.width / width))
        return "#" + "".join(f"{part:02x}" for part in colour)  # type: ignore[union-attr]

    holes = [pixel(x, y) for x, y, _, full, drops in places if drops and not full]
    return [
        (pixel(x, y + size * (0.33 if drops else 0.2)), hole)
        for x, y, size, full, drops in places
        if full
        for hole in (holes or [pixel(x + 0.44 * size, y + 0.44 * size)])
    ]


def test_what_is_chosen_is_seen_in_the_systems_own_colours(arrive: Arrive) -> None:
    """Forced colours take every background away, and with it what only that told."""
    page = arrive(forced_colors="active").go("/settings").page
    (on, off) = (page.get_by_role("switch", checked=state).first for state in (True, False))
    assert on.screenshot() != off.screenshot()
    page.goto(page.url.replace("/settings", "/"))
    for kind in (".choices label", ".tile"):
        chosen, other = (
            page.locator(f"{kind}:{state}").first
            for state in ("has(:checked)", "not(:has(:checked))")
        )
        assert "none" not in chosen.evaluate("(e) => getComputedStyle(e).outline")
        assert "none" in other.evaluate("(e) => getComputedStyle(e).outline")


def test_othello_keeps_its_frame_in_the_systems_own_colours(arrive: Arrive) -> None:
    """On phones it is a background, and the coordinates stand on it."""
    window = arrive(forced_colors="active", viewport={"width": 390, "height": 844})
    window.see(window.create(game="othello", seat0="me", seat1="me"))
    colour = "(e) => getComputedStyle(e).backgroundColor"
    frame, page = (window.page.locator(at).evaluate(colour) for at in ("#board", "body"))
    assert frame != page
    assert frame != "rgba(0, 0, 0, 0)"
