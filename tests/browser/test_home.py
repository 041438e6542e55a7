"""Around the boards: names, links, live thumbnails, light and dark, and safety."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NO_CONNECTION, People
from tests.browser.server import Server
from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]

MARKUP = "<b>Ada</b><img src=x>"


@pytest.mark.parametrize("path", ["/", "/watch"])
def test_thumbnails_are_live(arrive: Arrive, path: str) -> None:
    player, visitor = arrive(), arrive()
    match = player.create(seat0="me", seat1="me")
    visitor.go(path)
    player.see(match).play(3)
    thumbnail = visitor.page.locator(f"[data-match='{match}']")
    expect(thumbnail.locator("[data-square='3']")).to_have_attribute("href", "#connectfour-0-small")
    thumbnail.click()
    visitor.ready()
    assert visitor.expect_truth()["ply"] == 1


@pytest.mark.long
def test_a_list_left_alone_catches_up(people: People, own_server: Server) -> None:
    people.tolerate(NO_CONNECTION)
    player, visitor = people.arrive(own_server), people.arrive(own_server)
    match = player.create(seat0="me", seat1="me")
    visitor.go("/watch")
    thumbnail = visitor.page.locator(f"[data-match='{match}']")
    expect(thumbnail).to_be_visible()
    own_server.kill()
    own_server.start()
    player.see(match).play(3)
    expect(thumbnail.locator("[data-square='3']")).to_have_attribute("href", "#connectfour-0-small")


def test_a_new_public_game_appears_and_a_private_one_does_not(arrive: Arrive) -> None:
    player, visitor = arrive(), arrive()
    visitor.go("/watch")
    hidden = player.create(seat0="me", seat1="me", public=False)
    shown = player.create(seat0="me", seat1="me")
    expect(visitor.page.locator(f"[data-match='{shown}']")).to_be_visible()
    expect(visitor.page.locator(f"[data-match='{hidden}']")).to_have_count(0)


def test_a_card_remembers_what_was_chosen(arrive: Arrive) -> None:
    window = arrive().go("/")
    card = window.page.get_by_role("region", name="Othello")
    card.get_by_text("8 × 8, Level 1").click()
    card.get_by_label("Board").select_option("othello:6")
    card.get_by_label("Computer").select_option("2")
    window.go("/watch").go("/")
    expect(card.get_by_text("6 × 6, Level 2")).to_be_visible()
    connect_four = window.page.get_by_role("region", name="Connect Four")
    expect(connect_four.get_by_text("7 × 6, Level 1")).to_be_visible()
    card.get_by_role("button", name="Computer").click()
    window.ready()
    truth = window.snapshot
    assert truth["game"]["key"] == "othello:6"
    assert truth["seats"][1]["level"] == "2"


def test_the_form_offers_every_choice(arrive: Arrive) -> None:
    window = arrive().go("/")
    window.page.get_by_role("region", name="Connect Four").get_by_text("7 × 6, Level 1").click()
    window.page.get_by_role("link", name="All options").first.click()
    for name, value in (("Columns", 8), ("Rows", 5), ("In a row", 3)):
        window.page.get_by_label(name).fill(str(value))
    window.page.get_by_text("Three", exact=True).click()
    for colour, choice in (("Red", "me"), ("Yellow", "ai:1"), ("Blue", "friend")):
        window.page.get_by_role("combobox", name=colour).select_option(choice)
    window.button("Start the game").click()
    window.ready()
    truth = window.snapshot
    assert truth["game"]["key"] == "connectfour:8x5:3:3p"
    assert [seat["kind"] for seat in truth["seats"]] == ["human", "ai", "open"]
    assert truth["status"] == "waiting"


def test_a_refused_order_keeps_what_was_chosen(people: People, arrive: Arrive) -> None:
    people.tolerate("status of 400")
    window = arrive(java_script_enabled=False).go("/new")
    window.page.get_by_label("In a row").fill("9")
    window.page.get_by_role("combobox", name="Red").select_option("ai:2")
    window.page.get_by_role("combobox", name="Yellow").select_option("friend")
    window.page.get_by_text("Random", exact=True).click()
    window.page.get_by_label("Show this game").uncheck()
    window.button("Start the game").click()
    expect(window.page.get_by_role("alert")).to_contain_text("9 discs in a row")
    expect(window.page.get_by_label("In a row")).to_have_value("9")
    expect(window.page.get_by_role("combobox", name="Red")).to_have_value("ai:2")
    expect(window.page.get_by_role("combobox", name="Yellow")).to_have_value("friend")
    expect(window.page.get_by_label("Random")).to_be_checked()
    expect(window.page.get_by_label("Show this game")).not_to_be_checked()


def test_a_name_is_text_and_reaches_open_pages(arrive: Arrive) -> None:
    window, spectator = arrive(), arrive()
    match = window.create(seat0="me", seat1="ai:1")
    spectator.see(match)
    window.go("/name")
    window.page.get_by_label("What others read").fill(MARKUP)
    window.button("Keep it").click()
    expect(spectator.seat("Red").locator("[data-name]")).to_have_text(MARKUP)
    expect(spectator.page.locator("h1")).to_have_text(f"Connect Four, {MARKUP} against Level 1")
    window.see(match)
    for page in (window.page, spectator.page):
        expect(page.locator(".seat img, .seat [data-name] b")).to_have_count(0)
    window.go("/watch")
    expect(window.page.locator(f"[data-match='{match}']")).to_contain_text(MARKUP)


def test_a_private_link_makes_another_browser_the_same_person(arrive: Arrive) -> None:
    first, second = arrive(), arrive()
    match = first.create(seat0="me", seat1="friend")
    link = first.go("/name").page.get_by_label("Private link").input_value()
    second.page.goto(link)
    second.page.get_by_role("button", name="Become ").click()
    second.page.wait_for_url(lambda url: "/resume/" not in url)
    assert second.see(match).snapshot["you"] == [0]


def test_the_link_is_copied_and_there_as_a_code(arrive: Arrive) -> None:
    window = arrive(permissions=["clipboard-read", "clipboard-write"])
    match = window.create(seat0="me", seat1="friend")
    window.see(match)
    window.button("Copy the link").click()
    expect(window.notice("Copied.")).to_be_visible()
    copied = window.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{window.address}/m/{match}"
    code = window.page.get_by_alt_text("The link as a QR code").first
    expect(code).to_be_visible()
    assert code.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0


def test_light_and_dark_follow_the_system_until_chosen(arrive: Arrive) -> None:
    window = arrive(color_scheme="dark")
    window.go("/")
    dark = background(window)
    assert dark != "rgb(241, 236, 226)"
    window.button("Light or dark").click()
    expect(window.page.locator("html")).to_have_attribute("data-theme", "light")
    assert background(window) != dark
    light = background(window)
    for path in ("/watch", "/new"):
        window.go(path)
        assert window.page.evaluate("document.documentElement.dataset.theme") == "light"
        assert background(window) == light
    html = window.context.request.get(f"{window.address}/").text()
    assert '<html lang="en" data-theme="light">' in html, "before any script: nothing flashes"


def background(window: Window) -> str:
    return str(window.page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_script_from_elsewhere_is_refused(people: People, arrive: Arrive) -> None:
    people.tolerate("Content Security Policy")
    window = arrive().go("/")
    ran = window.page.evaluate(
        """() => new Promise((resolve) => {
          document.addEventListener("securitypolicyviolation", () => resolve("refused"));
          const script = document.createElement("script");
          script.textContent = "window.ran = true";
          document.body.append(script);
        })"""
    )
    assert ran == "refused"
    assert window.page.evaluate("window.ran") is None


@pytest.mark.parametrize(
    "path",
    ["/m/nothing1", "/m/%00", "/m/" + "x" * 500, "/m/nothing1/moves", "/m/nothing1/board.svg",
     "/boards/chess.svg", "/boards/connectfour:99x99.svg", "/new?game=chess&columns=x",
     "/resume/forged", "/assets/0/../../etc/passwd", "/api/matches/nothing1"],
)  # fmt: skip
def test_wrong_addresses_are_answered_kindly(people: People, arrive: Arrive, path: str) -> None:
    people.tolerate("status of 4")
    window = arrive()
    response = window.context.request.get(f"{window.address}{path}")
    assert response.status < 500
    assert not re.search("Traceback|werkzeug|sqlalchemy", response.text())
    window.go(path)
    assert window.page.inner_text("body").strip()


def test_ones_own_games_say_whose_turn_it_is_without_a_reload(arrive: Arrive) -> None:
    red, yellow = arrive(), arrive()
    red.go("/")
    red.page.evaluate("window.stays = true")
    match = red.create(seat0="me", seat1="friend", clock="5+3")
    yellow.join(match)
    game = red.page.locator(f"[data-own='{match}']")
    expect(game).to_contain_text("Your turn")
    expect(game).to_have_class(re.compile("to-move"))
    red.act(match, t="move", ply=0, move=3)
    expect(game).to_contain_text("Waiting")
    expect(game.locator("use[href*='-0-']")).to_have_count(1)
    yellow.act(match, t="move", ply=1, move=3)
    expect(game).to_contain_text("Your turn")
    yellow.act(match, t="resign")
    expect(game).to_have_count(0)
    assert red.page.evaluate("window.stays")


def test_three_of_ones_own_games_stand_open_and_the_others_when_asked_for(arrive: Arrive) -> None:
    window = arrive()
    for _ in range(4):
        window.create(seat0="me", seat1="me")
    mine = window.go("/").page.get_by_role("region", name="Your games")
    expect(mine.get_by_role("listitem")).to_have_count(3)
    mine.get_by_text("more").click()
    expect(mine.get_by_role("listitem")).to_have_count(4)
    window.create(seat0="me", seat1="me")
    expect(mine.get_by_role("listitem"), "what was opened stays so").to_have_count(5)
    mine.get_by_text("fewer").click()
    expect(mine.get_by_role("listitem")).to_have_count(3)
