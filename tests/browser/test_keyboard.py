"""The board without a mouse: keys alone, and what a screen reader says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.games import QUICK
from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]

FOCUSED = """() => {
  const element = document.activeElement;
  return element.ariaLabel ?? element.innerText.trim();
}"""


def tab_to(window: Window, name: str) -> None:
    """Press Tab until the element of this name has the focus."""
    met: list[str] = []
    for _ in range(40):
        window.page.keyboard.press("Tab")
        met.append(window.page.evaluate(FOCUSED))
        if met[-1] == name:
            return
    raise AssertionError(f"{name!r} is not among {met}")


def active_name(window: Window) -> str:
    """The name of the cell that the keys have reached, as a screen reader reads it."""
    grid = window.page.get_by_role("grid")
    chosen = grid.get_attribute("aria-activedescendant")
    return str(window.page.locator(f"#{chosen}").get_attribute("aria-label"))


def test_a_whole_game_from_home_by_keys(arrive: Arrive) -> None:
    window = arrive().go("/")
    press = window.page.keyboard.press
    tab_to(window, "Computer")
    press("Enter")
    window.ready()
    tab_to(window, "Board, Connect Four 7 × 6")
    column = 3
    while window.wait_for_turn():
        while column not in window.open_moves:
            press("ArrowRight" if column < 6 else "Home")
            column = column + 1 if column < 6 else 0
        ply = window.ply
        press("Enter")
        window.page.wait_for_function(
            "ply => Number(document.querySelector('#board input[name=ply]').value) > ply", arg=ply
        )
    window.expect_truth()
    tab_to(window, "Rematch, colours swapped")
    first = window.match
    press("Enter")
    window.page.wait_for_url(lambda url: first not in url)


def test_the_first_link_of_a_puzzle_leads_to_its_board(arrive: Arrive) -> None:
    window = arrive().go("/puzzles")
    window.page.locator(".puzzle-card").first.click()
    expect(window.page.get_by_role("grid")).to_have_attribute("tabindex", "0")
    tab_to(window, "Skip to the content")
    window.page.keyboard.press("Enter")
    expect(window.page.get_by_role("grid")).to_be_focused()
    assert "#" not in window.page.url, "the page would be loaded anew"


@pytest.mark.parametrize("page", ["match", "analysis"])
def test_the_board_is_one_key_or_the_first_link_away(arrive: Arrive, page: str) -> None:
    window = arrive()
    if page == "match":
        window.see(window.create(seat0="me", seat1="me"))
    else:
        window.go("/analysis?game=connectfour")
    grid = window.page.get_by_role("grid")
    expect(grid).to_have_attribute("tabindex", "0")
    tab_to(window, "Skip to the board")
    window.page.keyboard.press("Enter")
    expect(grid).to_be_focused()
    assert page == "match" or "#" not in window.page.url, "the page would be loaded anew"
    window.page.get_by_role("link", name="Settings").first.focus()
    window.page.keyboard.press("b")
    expect(grid).to_be_focused()
    window.page.keyboard.press("ArrowRight")
    assert active_name(window).startswith("Drop in column 5, row 1.")


def test_keys_move_over_the_grid_and_name_what_they_reach(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(seat0="me", seat1="me"))
    press = window.page.keyboard.press
    window.page.get_by_role("grid").focus()
    assert active_name(window) == "Drop in column 4, row 1."
    press("Space")
    window.wait_for_ply(1)
    window.wait_for_turn()
    press("ArrowRight")
    press("ArrowLeft")
    assert active_name(window) == "Drop in column 4, row 2."
    press("End")
    assert active_name(window) == "Drop in column 7, row 1."
    press("Home")
    press("ArrowDown")
    assert active_name(window) == "Column 1, row 6, empty"
    for _ in range(8):
        press("ArrowDown")
    for _ in range(3):
        press("ArrowRight")
    assert active_name(window) == "Column 4, row 1, red"
    press("7")
    window.wait_for_ply(2)
    window.expect_truth()


def test_h_asks_for_a_hint(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(seat0="me", seat1="ai:1"))
    window.page.keyboard.press("h")
    expect(window.page.get_by_role("log")).to_contain_text("Try column 4. 2 hints left.")


@pytest.mark.parametrize(("game", "move"), [("connectfour", 1), ("othello", 44)])
def test_enter_plays_the_target_that_has_the_focus(arrive: Arrive, game: str, move: int) -> None:
    window = arrive()
    window.see(window.create(game=game, seat0="me", seat1="me"))
    assert move in window.open_moves
    window.target(move).focus()
    window.page.keyboard.press("Enter")
    window.wait_for_ply(1)
    assert window.snapshot["moves"][0][1] == move


def test_every_move_of_connect_four_is_spoken(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(seat0="me", seat1="me"))
    heard = window.page.get_by_role("log")
    names = [seat["name"] for seat in window.snapshot["seats"]]
    for ply, move in enumerate(QUICK):
        window.play(move)
        mover, other = names if ply % 2 == 0 else names[::-1]
        row = ply // 2 + 1
        sentence = f"{mover} drops in column {move + 1}, row {row}."
        if ply < len(QUICK) - 1:
            sentence += f" {other} to move."
        expect(heard).to_contain_text(sentence)
    expect(heard).to_contain_text(f"{names[0]} wins. Four in a column.")


def test_every_move_of_othello_is_spoken(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(game="othello:4", seat0="me", seat1="me"))
    heard = window.page.get_by_role("log")
    names = [seat["name"] for seat in window.snapshot["seats"]]
    for move, sentence in (
        (1, "Black plays b1 and flips 1 disc. White to move."),
        (2, "White plays c1 and flips 1 disc. Black to move."),
        (11, "Black plays d3 and flips 2 discs. White to move."),
        (14, "White plays c4 and flips 2 discs. Black to move."),
        (15, "Black plays d4 and flips 1 disc. White to move."),
        (4, "White plays a2 and flips 2 discs. Black to move."),
        (3, "White has no move and passes. Black to move."),
    ):
        window.play(move)
        said = sentence.replace("Black", names[0]).replace("White", names[1])
        expect(heard).to_contain_text(said)


def test_others_moves_and_offers_are_spoken_too(arrive: Arrive) -> None:
    red, yellow = arrive(), arrive()
    match = red.create(seat0="me", seat1="friend")
    red.see(match)
    yellow.join(match)
    expect(red.page.get_by_role("log")).to_contain_text("joined. Good luck.")
    yellow.see(match)
    red.play(3)
    heard = yellow.page.get_by_role("log")
    expect(heard).to_contain_text("Red drops in column 4, row 1. Your turn. Drop a disc.")
    expect(red.page.get_by_role("log")).to_contain_text("You drop in column 4, row 1. Waiting for")
    red.button("Takeback").click()
    expect(yellow.page.get_by_role("log")).to_contain_text("asks to take back.")


def test_a_full_column_is_disabled_and_says_so(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(game="connectfour:4x2:3", seat0="me", seat1="me"))
    window.play(0)
    window.play(0)
    expect(window.target(0)).to_be_disabled()
    expect(window.target(0)).to_have_attribute("aria-label", "Column 1 is full.")
    window.page.get_by_role("grid").focus()
    window.page.keyboard.press("1")
    expect(window.page.get_by_role("log")).to_contain_text("Column 1 is full.")
    truth = window.expect_truth()
    assert (truth["ply"], truth["to_move"]) == (2, 0)


def test_squares_have_names_and_owners(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(game="othello", seat0="me", seat1="me"))
    grid = window.page.get_by_role("grid", name="Board, Othello 8 × 8")
    expect(grid.get_by_role("button", name="f5 flips 1 disc.")).to_be_enabled()
    expect(grid.get_by_role("button", name="d4, white")).to_be_disabled()
    expect(grid.get_by_role("button", name="a1, empty")).to_be_disabled()
    expect(grid.get_by_role("gridcell")).to_have_count(64)


def test_a_square_that_is_not_open_says_the_rule(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(game="othello", seat0="me", seat1="me"))
    window.cell(0).click()
    expect(window.notice("Play on a dot: there you flip discs.")).to_be_visible()
    assert window.expect_truth()["ply"] == 0


def test_a_turned_board_stays_turned_and_keeps_its_names(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(seat0="me", seat1="me"))
    window.page.locator(".more summary").click()
    window.button("Turn the board").click()
    window.play(0)
    window.expect_truth()
    left = "(name) => document.querySelector(name).getBoundingClientRect().left"
    places = ("#move-6", "#move-0", "[data-disc='0']")
    last, first, disc = (window.page.evaluate(left, name) for name in places)
    assert last < first <= disc
    window.page.reload()
    window.ready()
    grid = window.page.get_by_role("grid")
    grid.focus()
    window.page.keyboard.press("End")
    assert active_name(window) == "Drop in column 1, row 2."
    window.page.keyboard.press("2")
    window.wait_for_ply(2)
    assert window.snapshot["moves"][-1][1] == 1
