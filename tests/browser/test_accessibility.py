"""axe-core finds nothing to complain about on any page, in the light and in the dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.games import DIAGONAL, OTHELLO_WITH_PASSES
from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]

SETTLED = """() => document.getAnimations().length === 0"""


@pytest.fixture(params=["light", "dark"])
def window(request: pytest.FixtureRequest, arrive: Arrive) -> Window:
    return arrive(color_scheme=request.param, reduced_motion="reduce")


def expect_nothing(window: Window) -> None:
    window.page.wait_for_function(SETTLED)
    found = Axe().run(window.page).response["violations"]
    assert not found, [
        (rule["id"], rule["help"], [node["html"] for node in rule["nodes"]]) for rule in found
    ]


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/watch", "/new", "/new?game=othello", "/name", "/nothing"),
        *("/register", "/signin", "/@?name=an"),
        *("/settings", "/keys", "/puzzles", "/puzzles/1"),
        *("/study", "/sheet?moves=4453", "/embed?moves=4453", "/lab/position?moves=4453"),
    ],
)
def test_pages_around_the_games(people: People, window: Window, path: str) -> None:
    people.tolerate("status of 404")
    window.create(seat0="me", seat1="friend")
    window.create(game="othello", seat0="me", seat1="me")
    expect_nothing(window.go(path))


@pytest.mark.parametrize(
    "place", ["moves=4453&ply=3&side=71", "game=othello&moves=f5d6", "game=connectfour:7x6:4:3p"]
)
def test_analysis(window: Window, place: str) -> None:
    window.go(f"/analysis?{place}")
    expect(window.page.locator("#board .mark").first).to_be_visible()
    expect_nothing(window)


def test_the_start_cards_options(window: Window) -> None:
    window.go("/").page.get_by_text("7 × 6, Level 1").first.click()
    expect_nothing(window)


def test_a_match_from_waiting_to_the_end(window: Window, arrive: Arrive) -> None:
    match = window.create(seat0="me", seat1="friend")
    other = arrive(reduced_motion="reduce").go(f"/m/{match}")
    expect_nothing(other)
    expect_nothing(window.see(match))
    other.button("Play").click()
    other.ready()
    players = (window, other)
    window.wait_for_turn()
    window.page.get_by_text("More", exact=True).click()
    window.target(3).hover()
    expect_nothing(window)
    window.page.keyboard.press("Escape")
    other.button("Draw").click()
    expect(window.button("Accept")).to_be_visible()
    expect_nothing(window)
    for ply, move in enumerate(DIAGONAL):
        players[ply % 2].wait_for_turn()
        players[ply % 2].play(move)
    expect(window.page.get_by_role("region", name="Result")).to_be_visible()
    expect_nothing(window)
    expect_nothing(window.go(f"/m/{match}/moves"))


def test_othello(window: Window) -> None:
    window.see(window.create(game="othello:4", seat0="me", seat1="me"))
    window.target(1).hover()
    expect_nothing(window)
    for move in OTHELLO_WITH_PASSES:
        window.play(move)
    expect_nothing(window)


def test_three_players_and_a_spectator(window: Window, arrive: Arrive) -> None:
    host = arrive()
    match = host.create(game="connectfour:5x4:3:3p", seat0="me", seat1="ai:1", seat2="me")
    expect_nothing(window.see(match))


def test_a_wide_board_on_a_phone(arrive: Arrive) -> None:
    phone = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    window = arrive(**phone)
    window.see(window.create(game="connectfour:16x8", seat0="me", seat1="me"))
    window.target(2).tap()
    expect_nothing(window)
    expect_nothing(window.go("/"))
