"""Where room is short: what is asked, whose turn it is and how it ended is in view, not covered."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import People
from tests.browser.screens import box
from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def edges(place: Locator) -> tuple[float, float]:
    """The top and the bottom of what is shown."""
    at = box(place)
    return at["y"], at["y"] + at["height"]


def test_what_is_asked_stands_in_view_and_covers_nothing(arrive: Arrive) -> None:
    red, yellow = arrive(**PHONE), arrive(**PHONE)
    match = red.create(seat0="me", seat1="friend")
    yellow.join(match)
    for window in (red, yellow):
        window.see(match)
    yellow.button("Draw").click()
    red.button("Decline").click()
    expect(red.notice("The draw is declined.")).to_be_visible()
    red.button("Resign").click()
    actions = edges(red.page.locator(".actions"))[0]
    assert edges(red.button("Yes"))[1] <= actions
    assert red.page.evaluate("scrollY") == 0, "asking moves nothing"
    red.context.set_offline(True)
    sentence = red.page.locator("#notices .pill.bad")
    expect(sentence).to_contain_text("You are offline.")
    assert sentence.evaluate("(pill) => pill.scrollHeight <= pill.clientHeight")
    red.context.set_offline(False)
    expect(red.notice("You are offline.")).to_be_hidden()
    red.button("Yes").click()
    yellow.button("Rematch, colours swapped").click()
    for window, answer in ((red, "Accept"), (yellow, "Withdraw")):
        offered = edges(window.button(answer))[1]
        verdict = window.page.locator("[data-verdict]")
        assert offered <= edges(verdict)[0], answer
        expect(verdict).to_be_in_viewport(ratio=1)


def test_the_words_of_all_actions_have_room_on_the_smallest_phones(arrive: Arrive) -> None:
    red, yellow = arrive(**PHONE | {"viewport": {"width": 320, "height": 568}}), arrive()
    match = red.create(seat0="me", seat1="friend")
    yellow.join(match)
    red.see(match)
    room = red.page.locator(".actions .action:visible").evaluate_all("""(actions) =>
      actions.map((action) => {
        const words = document.createRange();
        words.selectNodeContents(action);
        return action.getBoundingClientRect().width - words.getBoundingClientRect().width;
      })""")
    assert len(room) == 5
    assert min(room) >= 8


@pytest.mark.parametrize("game", ["othello:16", "connectfour:16x16:5", "connectfour:9x7:4:3p"])
def test_the_turn_is_said_below_the_largest_boards(arrive: Arrive, game: str) -> None:
    window = arrive(**PHONE)
    window.see(window.create(game=game, seat0="me", seat1="ai:1", seat2="ai:1"))
    expect(window.page.locator("[data-turn]")).to_contain_text("Your turn.")
    actions = edges(window.page.locator(".actions"))[0]
    assert edges(window.page.locator(".turn-line"))[1] <= actions


def test_a_winner_with_a_long_name_is_said_in_whole(arrive: Arrive) -> None:
    red, yellow = arrive(**PHONE), arrive(**PHONE).go("/name")
    yellow.page.fill("input[name=name]", "Wilhelmina Wonderwomanov")
    yellow.page.get_by_role("button", name="Keep it").click()
    expect(yellow.page.locator(".person")).to_contain_text("Wilhelmina")
    match = red.create(seat0="me", seat1="friend")
    yellow.join(match)
    red.see(match)
    red.button("Resign").click()
    red.button("Yes").click()
    verdict = red.page.locator("[data-verdict]")
    expect(verdict).to_have_text("Wilhelmina Wonderwomanov wins. Good game.")
    assert verdict.evaluate("""(verdict) => {
      const words = document.createRange();
      words.selectNodeContents(verdict);
      const { left, right, bottom } = words.getBoundingClientRect();
      const whole = getComputedStyle(verdict).overflow === "visible";
      return whole && left >= 0 && right <= innerWidth && bottom <= innerHeight;
    }""")
    expect(red.button("Rematch, colours swapped")).to_be_in_viewport(ratio=1)


PHONES = [(360, 640), (360, 740), (375, 667), (375, 812), (390, 844), (412, 780), (430, 740)]
SIDEWAYS = [(667, 375), (844, 390)]
TABLETS = [(768, 1024), (820, 1180), (1024, 690), (1024, 768)]


@pytest.mark.parametrize(
    ("game", "button"),
    [("connectfour", "level 2"), ("connectfour:7x6:4:3p", "Rematch, next colour first")],
)
def test_a_lost_game_shows_all_that_can_be_done_next(
    arrive: Arrive, game: str, button: str
) -> None:
    """Against one computer as many buttons as there ever are: another level can be tried too. On
    tablets the moves and the actions below them are in view as well."""
    window = arrive()
    match = window.create(game=game, seat0="me", seat1="ai:3", seat2="ai:3")
    window.see(match)
    window.act(match, t="resign")
    ending = window.page.get_by_role("region", name="Result")
    expect(ending.get_by_role("button", name=button)).to_be_visible()
    for width, height in PHONES + SIDEWAYS + TABLETS:
        window.page.set_viewport_size({"width": width, "height": height})
        shown = [ending.locator(":is(.button, .verdict, .pill):visible")]
        if (width, height) in TABLETS:
            shown.append(window.page.locator(".actions > :visible, .move:visible"))
        for place in (found for places in shown for found in places.all()):
            assert edges(place)[1] <= height, (width, height, place.inner_text())


@pytest.mark.parametrize("game", ["connectfour", "othello"])
def test_a_tablet_held_sideways_has_the_board_on_the_left(arrive: Arrive, game: str) -> None:
    window = arrive(viewport={"width": 1024, "height": 768})
    window.see(window.create(game=game, seat0="me", seat1="ai:1"))
    board, actions = (box(window.page.locator(at)) for at in ("#board", ".actions"))
    assert board["width"] > 560, "half of the width, and most of the height"
    assert board["x"] + board["width"] <= actions["x"]
    assert max(at["y"] + at["height"] for at in (board, actions)) <= 768
    window.page.locator(".more summary").click()
    window.page.locator(".more").get_by_role("link", name="Settings").click()
    sheet = window.page.locator(".drawer")
    sheet.evaluate("(sheet) => Promise.all(sheet.getAnimations().map((one) => one.finished))")
    beside = box(sheet)
    assert beside["x"] >= board["x"] + board["width"], "what opens leaves the board free"


NAMES = ["W" * 24, "عبدالرحمن بن علي الطويل", "👨‍👩‍👧‍👦" * 2]


@pytest.mark.parametrize("name", NAMES, ids=["wide", "from the right", "of pictures"])
def test_no_name_pushes_a_clock_away(arrive: Arrive, name: str) -> None:
    """Of three at a board, where a seat has the least room."""
    window = arrive(**PHONE).go("/name")
    page = window.page
    page.fill("input[name=name]", name)
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".person")).to_have_attribute("aria-label", f"Your name: {name}")
    people = [arrive(**PHONE), arrive(**PHONE)]
    options = {f"seat{seat}": "friend" for seat in (1, 2)}
    match = window.create(game="connectfour:7x6:4:3p", seat0="me", clock="3+2", **options)
    for person in people:
        person.join(match)
    for shown in (window, people[0]):
        shown.see(match)
        seats = shown.page.locator(".seat")
        expect(seats).to_have_count(3)
        for seat in seats.all():
            said, clock, whole = (
                box(place) for place in (seat.locator(".seat-name"), seat.locator(".clock"), seat)
            )
            beside = said["x"] + said["width"] <= clock["x"]
            assert beside or said["y"] + said["height"] <= clock["y"]
            assert clock["x"] + clock["width"] <= whole["x"] + whole["width"] <= 360
        assert shown.page.evaluate("document.documentElement.scrollWidth") == 360


def test_seats_say_names_and_hours_in_whole(arrive: Arrive) -> None:
    """On the widest screens seats hang beside the board; on the smallest the own one, and the
    button that plays, are above the actions."""
    window, other = arrive(viewport={"width": 1440, "height": 900}), arrive().go("/name")
    other.page.fill("input[name=name]", "Bartholomew Featherstone")
    other.page.get_by_role("button", name="Keep it").click()
    expect(other.page.locator(".person")).to_contain_text("Bartholomew")
    match = window.create(seat0="me", seat1="friend", clock="90+3")
    other.join(match)
    window.see(match)
    fits = "(place) => place.scrollWidth <= place.clientWidth"
    name = window.seat("Yellow").locator(".seat-name")
    expect(name).to_have_text("Bartholomew Featherstone")
    assert name.evaluate(fits)
    expect(window.seat("Red").get_by_role("timer")).to_have_text("1:30:00")
    for width, height in ((1440, 900), (320, 568)):
        window.page.set_viewport_size({"width": width, "height": height})
        for clock in window.page.get_by_role("timer").all():
            assert clock.evaluate(fits)
    actions = edges(window.page.locator(".actions"))[0]
    assert edges(window.page.locator("[data-pick='0']"))[1] <= actions
    assert edges(window.seat("Red"))[1] <= actions


def test_the_smallest_phones_show_the_own_seat_of_three(arrive: Arrive) -> None:
    window = arrive(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    game = "connectfour:7x6:4:3p"
    window.see(window.create(game=game, seat0="me", seat1="ai:1", seat2="ai:1", clock="90+3"))
    expect(window.seat("Blue").get_by_role("timer")).to_be_visible()
    assert edges(window.seat("Red"))[1] <= edges(window.page.locator(".actions"))[0]


def test_the_smallest_phones_show_what_takes_an_invitation(arrive: Arrive) -> None:
    inviter = arrive().go("/name")
    inviter.page.fill("input[name=name]", "Bartholomew Featherstone")
    inviter.page.get_by_role("button", name="Keep it").click()
    expect(inviter.page.locator(".person")).to_contain_text("Bartholomew")
    match = inviter.create(seat0="me", seat1="friend", clock="5+3", public=False)
    window = arrive(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    window.go(f"/m/{match}")
    expect(window.button("Play")).to_be_in_viewport(ratio=1)


def test_scores_keep_to_their_tiles(arrive: Arrive) -> None:
    """On a tablet held sideways the board is small, though the page is wide."""
    window = arrive(viewport={"width": 1024, "height": 768}).go("/analysis?game=connectfour")
    marks = window.page.locator("#board .mark")
    expect(marks).to_have_count(7)
    for mark in marks.all():
        assert mark.evaluate("(mark) => mark.scrollHeight <= mark.clientHeight"), mark.inner_text()


def test_a_mistake_of_a_review_is_in_view(arrive: Arrive) -> None:
    window = arrive(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    window.go("/analysis?game=connectfour:5x4:3&moves=122334&tab=review")
    expect(window.page.locator("#progress")).to_have_text("6 of 6 plies proved")
    card = window.page.locator("#mistakes > [data-shown]")
    assert edges(card)[1] <= edges(window.page.locator(".findings .buttons"))[0]


def test_why_a_game_was_not_read_is_in_view(arrive: Arrive, people: People) -> None:
    people.tolerate("400")
    window = arrive(viewport={"width": 360, "height": 640})
    window.go("/analysis?game=othello&moves=f5d6c3z9")
    expect(window.page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(window.page.get_by_role("link", name="Open the 3 moves")).to_be_in_viewport(ratio=1)
