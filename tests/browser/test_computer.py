"""Both games against the computer, from the home page to the result."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.games import LONG_THOUGHT
from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]


def play_to_the_end(window: Window) -> int:
    """Play the first open target until the game is over; answers the number of own moves."""
    moves = 0
    while window.wait_for_turn():
        window.play(window.open_moves[0])
        moves += 1
    return moves


def expect_result(window: Window) -> None:
    truth = window.expect_truth()
    assert truth["status"] == "finished"
    expect(window.page.get_by_role("region", name="Result")).to_be_visible()
    expect(window.page.locator("[data-verdict]")).to_have_text(
        re.compile(r"You win|wins.*\. Good game\.|draw")
    )
    expect(window.page.locator("#moves [data-ply]")).to_have_count(len(truth["moves"]))
    expect(window.page.locator("#spoken")).to_contain_text(truth["outcome"]["text"])
    drawn = truth["outcome"]["winner"] is None
    points = ["½", "½"] if drawn else [str(number) for number in truth["tally"]["wins"]]
    expect(window.page.locator("[data-wins]")).to_have_text(points)


def test_two_clicks_from_home_to_a_game_of_connect_four(arrive: Arrive) -> None:
    window = arrive().go("/")
    card = window.page.get_by_role("region", name="Connect Four")
    card.get_by_role("button", name="Computer", exact=True).click()
    window.ready()
    expect(window.page.locator("[data-turn]")).to_have_text("Your turn. Drop a disc.")
    assert play_to_the_end(window) >= 3
    expect_result(window)


def test_two_clicks_from_home_to_a_game_of_othello(arrive: Arrive) -> None:
    window = arrive().go("/")
    card = window.page.get_by_role("region", name="Othello")
    card.get_by_text("8 × 8, Level 1").click()
    card.get_by_label("Board").select_option("othello:6")
    card.get_by_label("Computer").select_option("1")
    expect(card.get_by_text("6 × 6, Level 1")).to_be_visible()
    card.get_by_role("button", name="Computer", exact=True).click()
    window.ready()
    play_to_the_end(window)
    expect_result(window)
    truth = window.snapshot
    for seat, colour in enumerate(("Black", "White")):
        expect(window.seat(colour).locator(".count")).to_have_text(str(truth["counts"][seat]))


@pytest.mark.long
def test_othello_on_the_full_board(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(game="othello", seat0="ai:1", seat1="me"))
    assert play_to_the_end(window) >= 5
    expect_result(window)


def test_the_computer_may_hold_every_seat(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(game="connectfour:4x4:3", seat0="ai:1", seat1="ai:2"))
    expect(window.page.get_by_role("region", name="Result")).to_be_visible(timeout=30_000)
    window.expect_truth()

    other = arrive().see(window.match)
    expect(other.button("Rematch, colours swapped")).to_be_hidden()
    over = window.match
    window.button("Rematch, colours swapped").click()
    window.page.wait_for_url(lambda url: not url.endswith(over))
    window.ready()
    assert [seat["level"] for seat in window.snapshot["seats"]] == ["2", "1"]
    window.page.get_by_text("More", exact=True).click()
    expect(window.page.get_by_label("Strength of Red")).to_be_visible()


def test_the_level_changes_in_the_game(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(seat0="me", seat1="ai:1"))
    window.play(3)
    window.wait_for_turn()
    window.page.get_by_text("More", exact=True).click()
    window.page.get_by_label("Strength").select_option("3")
    window.button("Set").click()
    expect(window.notice("from the next move on")).to_be_visible()
    assert window.snapshot["seats"][1]["level"] == "3"
    window.play(3)
    assert window.wait_for_turn()


def test_a_rematch_at_the_level_below_after_a_loss_and_above_after_a_win(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(seat0="me", seat1="ai:2", moves="172737"))
    window.play(3)
    expect(window.page.locator("[data-verdict]")).to_have_text("You win.")
    over = window.match
    window.button("Try level 3").click()
    window.page.wait_for_url(lambda url: not url.endswith(over))
    window.ready()
    expect(window.seat("Red")).to_contain_text("Level 3")
    for level, below in (("3", "Try level 2"), ("1", None)):
        window.see(window.create(seat0="me", seat1=f"ai:{level}"))
        window.button("Resign").click()
        window.button("Yes").click()
        expect(window.button("Rematch, colours swapped")).to_be_visible()
        other = window.page.get_by_role("button", name="Try level")
        assert other.all_inner_texts() == ([below] if below else [])


def test_each_of_two_computers_has_its_own_level(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(game="connectfour:7x6:4:3p", seat0="me", seat1="ai:1", seat2="ai:1"))
    window.page.get_by_text("More", exact=True).click()
    form = window.page.locator("[data-level-form]", has_text="Strength of Blue")
    form.get_by_role("combobox").select_option("3")
    form.get_by_role("button").click()
    expect(window.seat("Blue")).to_contain_text("Level 3")
    assert [seat["level"] for seat in window.snapshot["seats"]] == [None, "1", "3"]


def test_undo_against_the_computer_goes_back_to_my_last_turn(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(seat0="me", seat1="ai:1"))
    window.play(3)
    window.wait_for_turn()
    window.button("Undo").click()
    window.wait_for_ply(0)
    window.expect_cells([-1] * 42)
    expect(window.page.locator("#spoken")).to_contain_text("taken back")
    window.play(2)
    window.wait_for_turn()
    assert window.expect_truth()["moves"][0][1] == 2


def test_undo_stops_the_computers_thoughts(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(**LONG_THOUGHT))
    window.play(3)
    expect(window.seat("Yellow")).to_contain_text("thinking")
    window.button("Undo").click()
    window.wait_for_ply(0)
    window.play(2)
    window.wait_for_turn()
    assert window.expect_truth()["moves"][0][1] == 2


def test_undo_in_the_middle_of_a_flip_shows_the_old_board(arrive: Arrive) -> None:
    """The motion that runs must not come after, with the colours it was to bring."""
    window = arrive()
    window.see(window.create(game="othello", seat0="me", seat1="me"))
    start = window.snapshot["cells"]
    for move in window.open_moves:
        window.play(move)
        window.button("Undo").click()
        window.wait_for_ply(0)
        window.page.wait_for_function("() => document.getAnimations().length === 0")
        window.expect_cells(start)


def test_restart_begins_again_in_the_same_seats(arrive: Arrive) -> None:
    window = arrive()
    first = window.create(seat0="me", seat1="ai:1")
    window.see(first).play(3)
    window.wait_for_turn()
    window.button("Restart").click()
    window.button("Yes").click()
    window.page.wait_for_url(lambda url: first not in url)
    window.ready()
    truth = window.expect_truth()
    assert (truth["ply"], truth["you"], truth["number"]) == (0, [0], 2)


def test_a_hint_is_said_marked_and_gone_with_the_move(arrive: Callable[..., Window]) -> None:
    window = arrive()
    window.see(window.create(seat0="me", seat1="ai:1"))
    window.button("Hint").click()
    expect(window.page.locator("[data-turn]")).to_have_text("Try column 4. 2 hints left.")
    expect(window.page.locator(".hint-ring")).to_have_count(1)
    expect(window.button("Hint")).to_be_disabled()
    window.play(3)
    expect(window.page.locator(".hint-ring")).to_have_count(0)
    window.page.wait_for_function("() => document.querySelectorAll('#moves [data-ply]').length > 1")
    expect(window.button("Hint")).to_be_enabled()


def test_a_hint_says_what_its_move_does(arrive: Callable[..., Window]) -> None:
    window = arrive()
    match = window.create(seat0="me", seat1="me", moves="12121")
    window.see(match).button("Hint").click()
    line = window.page.locator("[data-turn]")
    expect(line).to_have_text("Column 1 blocks Red. 2 hints left.")
    window.page.reload()
    expect(line).to_have_text("Column 1 blocks Red. 2 hints left.")
