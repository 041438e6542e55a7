"""A name that is kept, as people meet it: take it, go on in another browser, leave again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import fill
from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]


def test_a_game_goes_on_in_another_browser_under_the_kept_name(
    arrive: Arrive, people: People
) -> None:
    people.tolerate("status of 403")  # of the wrong password
    anna, ben, phone = arrive(), arrive(), arrive()
    match = anna.create(seat0="me", seat1="friend")
    ben.join(match)
    ben.see(match)
    anna.go("/name")
    anna.page.get_by_role("link", name="Keep your name").click()
    fill(anna, "Anna Lee")
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("You are Anna Lee.")
    assert "/rescue/" in anna.page.get_by_label("Rescue link").input_value()
    seat = ben.page.locator('.seat[data-seat="0"] [data-name]')
    expect(seat).to_have_text("Anna Lee")
    expect(seat).to_have_attribute("href", "/@/Anna_Lee")

    anna.see(match)
    anna.play(3)
    phone.go("/signin")
    fill(phone, "anna lee", "something else")
    expect(phone.page.get_by_role("alert")).to_contain_text("do not belong together")
    fill(phone, "anna lee")
    expect(phone.page.get_by_role("heading", name="Your games")).to_be_visible()
    ben.wait_for_turn()
    ben.play(3)
    phone.see(match).wait_for_turn()
    phone.play(4)
    for window in (ben, phone):
        window.expect_truth()

    phone.go("/name")
    phone.button("Sign out").click()
    phone.go("/name")
    expect(phone.page.get_by_role("link", name="Keep your name")).to_be_visible()
    ben.wait_for_turn()
    ben.play(4)
    anna.wait_for_turn()


@pytest.mark.parametrize("public", [True, False])
def test_a_tab_notices_that_another_one_has_made_its_browser_somebody_else(
    arrive: Arrive, people: People, public: bool
) -> None:
    people.tolerate("status of 403")  # of the private match, once it is somebody else's
    cara, ben = arrive(), arrive()
    match = cara.create(seat0="me", seat1="friend", public=public)
    ben.join(match)
    cara.see(match)
    mine = cara.page.get_by_text("Your turn", exact=False).first
    expect(mine).to_be_visible()
    tab = cara.second_tab().go("/register")
    name = "Cara Public" if public else "Cara Private"
    fill(tab, name)
    expect(tab.page.get_by_role("heading", level=1)).to_have_text(f"You are {name}.")
    tab.go("/name").button("Sign out").click()
    expect(mine).to_be_hidden()
    if public:
        expect(cara.ready().page.locator("#main")).to_contain_text(name)
        assert cara.snapshot["you"] == []
    else:
        expect(cara.page.locator("main")).to_contain_text("This game is private")
    cara.page.evaluate("sessionStorage.clear()")  # as after ten seconds
    tab.go("/signin")
    fill(tab, name)
    expect(tab.page.get_by_role("heading", name="Your games")).to_be_visible()
    expect(mine).to_be_visible()
    cara.ready().play(3)


def test_who_looks_on_is_in_all_tabs_whoever_signs_in_in_one(arrive: Arrive) -> None:
    cara, ben = arrive(), arrive()
    match = ben.create(seat0="me", seat1="me")
    cara.see(match)
    home = cara.second_tab().go("/")
    home.page.locator("select[name=level]").first.evaluate(
        "(one) => { one.selectedIndex = 5;"
        " one.dispatchEvent(new Event('change', {bubbles: true})); }"
    )
    home.go("/watch").go("/#main")  # with a choice that this browser remembers
    chosen = cara.second_tab().go("/").page
    level = chosen.locator("select[name=level]").first
    level.evaluate("(one) => { one.selectedIndex = 2; }")
    tab = cara.second_tab().go("/register")
    fill(tab, "Cara Looks On")
    tab.go("/watch")
    for window in (cara, home):
        expect(window.page.locator(".person")).to_contain_text("Cara Looks On")
    expect(level).to_have_js_property("selectedIndex", 2)
    expect(chosen.locator(".person")).not_to_contain_text("Cara Looks On")


def test_a_seat_leads_to_a_persons_page_and_on_to_others(arrive: Arrive) -> None:
    mira, onlooker = arrive(), arrive()
    mira.go("/register")
    fill(mira, "Mira")
    mira.page.get_by_role("link", name="Your page").click()
    expect(mira.page.get_by_role("heading", level=1)).to_have_text("Mira")
    match = mira.create(seat0="me", seat1="ai:1")
    onlooker.see(match)
    onlooker.page.get_by_role("link", name="Mira", exact=True).click()
    expect(onlooker.page.get_by_role("heading", level=1)).to_have_text("Mira")
    onlooker.page.get_by_role("link", name="Find somebody").click()
    onlooker.page.get_by_role("textbox", name="Name").fill("mir")
    onlooker.page.keyboard.press("Enter")
    onlooker.page.get_by_role("link", name="Mira").click()
    expect(onlooker.page.get_by_role("heading", level=1)).to_have_text("Mira")


def test_all_of_it_works_without_script(arrive: Arrive) -> None:
    nora, phone = arrive(java_script_enabled=False), arrive(java_script_enabled=False)
    nora.go("/register")
    fill(nora, "Nora")
    link = nora.page.get_by_label("Rescue link").input_value()
    phone.page.goto(link)
    phone.page.get_by_label("New password").fill("a new password")
    phone.button("Set it").click()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("You are Nora.")
    nora.go("/name")
    expect(nora.page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_challenge_appears_and_is_declined_while_both_look(arrive: Arrive) -> None:
    anna, ben = arrive(), arrive()
    anna.go("/register")
    fill(anna, "Annabel")
    anna.go("/")
    ben.go("/@/Annabel")
    ben.button("Challenge").click()
    waiting = "Annabel sees your challenge on the first page."
    expect(ben.page.get_by_role("heading", name=waiting)).to_be_visible()
    expect(ben.page.locator(".seat.open [data-name]")).to_have_text("Annabel")
    expect(anna.page.get_by_role("heading", name="Challenges to you")).to_be_visible()
    anna.button("Decline").click()
    expect(anna.page.get_by_role("heading", name="Challenges to you")).to_have_count(0)
    told = ben.page.get_by_role("heading", name="Annabel declined.")
    expect(told).to_be_visible()
    ben.page.reload()
    expect(told).to_be_visible()
