"""Phone, tablet and desktop: everything fits, and the board stays where it is."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.games import DIAGONAL, OTHELLO_WITH_PASSES, QUICK
from tests.browser.screens import box, options, overflow
from tests.browser.window import Window

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]

SIZES = [(320, 640), (360, 640), (768, 1024), (1440, 900)]

HELD = "#board .held:not([display=none])"
LANDING = "#board .landing:not([display=none])"
FLIPPING = "#board .preview use"


def board_box(window: Window) -> dict[str, float]:
    """Where the board lies on the page, however far that is scrolled."""
    return dict(
        window.page.locator("#board").evaluate(
            """(board) => {
              const { x, y, width, height } = board.getBoundingClientRect();
              return { x, y: y + scrollY, width, height };
            }"""
        )
    )


@pytest.mark.parametrize("size", SIZES)
def test_no_page_scrolls_sideways(people: People, arrive: Arrive, size: tuple[int, int]) -> None:
    people.tolerate("status of 404")
    window = arrive(**options(size))
    games = [
        window.create(seat0="me", seat1="friend"),
        window.create(game="connectfour:16x10:4:3p", seat0="me", seat1="me", seat2="me"),
        window.create(game="othello:16", seat0="me", seat1="me"),
        window.create(game="connectfour:2x16:2", seat0="me", seat1="me"),
        window.create(game="othello:4", seat0="me", seat1="me"),
    ]
    for path in (
        "/",
        "/watch",
        "/new",
        "/new?game=othello",
        "/name",
        "/nothing",
        "/analysis?moves=4453&ply=3&side=71",
        "/analysis?game=othello",
        "/study",
        "/sheet?moves=4453",
        "/lab/position?game=othello&moves=f5",
    ):
        window.go(path)
        assert overflow(window) == 0, path
    for match in games:
        window.see(match)
        assert overflow(window) == 0, match
        window.go(f"/m/{match}/moves")
        assert overflow(window) == 0, match


@pytest.mark.parametrize(
    ("game", "moves", "size"),
    [
        *(("connectfour", QUICK, size) for size in SIZES),
        *(("othello:4", OTHELLO_WITH_PASSES, size) for size in SIZES[1:3]),
    ],
)
def test_the_board_keeps_place_and_size_from_the_first_move_to_the_result(
    arrive: Arrive, game: str, moves: list[int], size: tuple[int, int]
) -> None:
    window = arrive(**options(size))
    window.see(window.create(game=game, seat0="me", seat1="me"))
    first = board_box(window)
    for move in moves:
        choose(window, move)
        assert board_box(window) == first
    expect(window.page.get_by_role("region", name="Result")).to_be_visible()
    assert board_box(window) == first
    assert overflow(window) == 0


def choose(window: Window, move: int) -> None:
    """Play a move, on small boards by picking and confirming."""
    if window.page.locator("[data-pick='0']").is_visible():
        ply = window.ply
        window.target(move).click()
        window.page.locator("[data-pick='0']").click()
        window.page.wait_for_function(
            "ply => Number(document.querySelector('#board input[name=ply]').value) > ply", arg=ply
        )
    else:
        window.play(move)


@pytest.mark.parametrize(
    ("game", "played", "last", "height"),
    [
        ("connectfour", "2252576253462244111563365343671351441", (5, 6, 6, 6), 900),
        ("connectfour", "2252576253462244111563365343671351441", (5, 6, 6, 6), 760),
        ("connectfour:7x6:4:3p", "4654435653226525266442114265133331777171", (6, 6), 900),
    ],
)
def test_the_current_move_stays_in_view_when_the_result_takes_room(
    arrive: Arrive, game: str, played: str, last: tuple[int, ...], height: int
) -> None:
    window = arrive(**options((1440, height)))
    seats = {f"seat{seat}": "me" for seat in range(3)}
    window.see(window.create(game=game, moves=played, **seats))
    for move in last:
        window.play(move)
    expect(window.page.get_by_role("region", name="Result")).to_be_visible()
    window.page.wait_for_function(
        """() => {
          const list = document.getElementById("moves").getBoundingClientRect();
          const move = document.querySelector("#moves [aria-current]").getBoundingClientRect();
          const whole = move.top > list.top - 1 && move.bottom < list.bottom + 1;
          return whole && move.height > 0;
        }"""
    )


@pytest.mark.parametrize("size", [(1280, 720), (1110, 560)])
@pytest.mark.parametrize(
    ("game", "played", "rematch"),
    [
        ("connectfour", "121212", "Rematch, colours swapped"),
        ("connectfour:7x6:4:3p", "123124152", "Rematch, next colour first"),
    ],
)
def test_on_a_low_desktop_nothing_lies_over_the_result(
    arrive: Arrive, game: str, played: str, rematch: str, size: tuple[int, int]
) -> None:
    window = arrive(**options(size))
    seats = {f"seat{seat}": "me" for seat in range(3)}
    window.see(window.create(game=game, moves=played, **seats))
    window.play(0)
    result = window.page.get_by_role("region", name="Result")
    expect(result.get_by_role("heading")).to_be_in_viewport(ratio=1)
    window.button(rematch).click(trial=True)
    for name in ("Review", "New game"):
        result.get_by_role("link", name=name).click(trial=True)
    window.page.get_by_role("button", name="Back", exact=True).click()
    expect(window.page.locator("[data-step=latest].live")).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 720), (1110, 560)])
@pytest.mark.parametrize("game", ["connectfour", "connectfour:7x6:4:3p"])
def test_on_a_low_desktop_the_invitation_keeps_to_its_card(
    arrive: Arrive, game: str, size: tuple[int, int]
) -> None:
    window = arrive(**options(size))
    window.see(window.create(game=game, seat0="me", seat1="friend", seat2="friend"))
    code = window.page.get_by_role("img", name="The link as a QR code")
    code.scroll_into_view_if_needed()
    expect(code).to_be_in_viewport(ratio=0.98)
    for seat in ("Red", "Yellow"):
        window.seat(seat).click(trial=True)
    window.button("Cancel").click(trial=True)


def test_a_score_is_not_parted_by_the_end_of_a_line(arrive: Arrive) -> None:
    window = arrive(**options((390, 844)))
    window.see(window.create(game="othello:4", seat0="me", seat1="me", name0="Ann"))
    for move in OTHELLO_WITH_PASSES:
        choose(window, move)
    heading = window.page.get_by_role("region", name="Result").get_by_role("heading")
    expect(heading).to_have_text("Ann wins 16–\N{WORD JOINER}0.")
    lines = """(heading) => {
      const range = document.createRange(), text = heading.firstChild;
      range.setStart(text, text.data.indexOf("16"));
      range.setEnd(text, text.data.indexOf("."));
      return range.getClientRects().length;
    }"""
    for width in range(320, 420, 10):
        window.page.set_viewport_size({"width": width, "height": 844})
        assert heading.evaluate(lines) == 1, width


def test_what_is_said_again_does_not_pile_up(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(seat0="me", seat1="me"))
    source = window.page.locator("script[src$='/match.js']").get_attribute("src") or ""
    say = "async ([module, text]) => void (await import(module)).notice(text)"
    module = source.replace("match.js", "js/notices.js")
    for text in ("White passes.", "Black passes.", "White passes."):
        window.page.evaluate(say, [module, text])
    expect(window.page.locator("#notices .pill")).to_have_text(["Black passes.", "White passes."])


def test_on_a_desktop_match_and_result_fit_one_screen(arrive: Arrive) -> None:
    window = arrive(**options((1440, 900)))
    window.see(window.create(seat0="me", seat1="me"))
    too_high = "document.documentElement.scrollHeight - innerHeight"
    assert window.page.evaluate(too_high) == 0
    for move in DIAGONAL:
        window.play(move)
    expect(window.page.get_by_role("region", name="Result")).to_be_visible()
    assert window.page.evaluate(too_high) == 0
    assert board_box(window)["height"] > 700, "the largest thing on the page"


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_the_verdict_and_the_rematch_are_in_view_at_once(
    arrive: Arrive, size: tuple[int, int]
) -> None:
    """Also for who lost, to whom more is said."""
    winner, loser = arrive(), arrive(**options(size))
    match = winner.create(seat0="me", seat1="friend")
    loser.join(match)
    for ply, move in enumerate(DIAGONAL):
        (winner, loser)[ply % 2].act(match, t="move", ply=ply, move=move)
    loser.see(match)
    for seen in (
        loser.page.get_by_role("heading", name="wins. Good game."),
        loser.page.locator("[data-reason]"),
        loser.page.get_by_role("button", name="Rematch"),
        loser.page.get_by_role("link", name="Share"),
    ):
        expect(seen).to_be_in_viewport(ratio=1)
    assert overflow(loser) == 0


def test_a_wide_board_on_a_phone_is_picked_adjusted_and_confirmed(arrive: Arrive) -> None:
    window = arrive(**options((360, 640)))
    window.see(window.create(game="connectfour:16x8", seat0="me", seat1="me"))
    confirm = window.page.locator("[data-pick='0']")
    expect(confirm).to_have_text("Choose a column")
    board = board_box(window)
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= 360, "the whole board is in view"
    window.target(9).tap()
    expect(confirm).to_have_text("Drop in column 10, row 1")
    expect(window.page.locator(LANDING)).to_be_attached()
    assert window.ply == 0, "a tap only picks"
    window.button("Next").tap()
    expect(confirm).to_have_text("Drop in column 11, row 1")
    window.button("Previous").tap()
    window.button("Previous").tap()
    confirm.tap()
    window.wait_for_ply(1)
    assert window.expect_truth()["moves"] == [[0, 8, "9"]]
    expect(confirm).to_have_text("Choose a column")
    for name in ("Previous", "Next"):
        button = box(window.button(name))
        assert min(button["width"], button["height"]) >= 44


def test_a_board_of_many_squares_on_a_phone_is_picked_too(arrive: Arrive) -> None:
    window = arrive(**options((360, 640)))
    window.see(window.create(game="othello:10", seat0="me", seat1="me"))
    move = window.open_moves[0]
    window.target(move).tap()
    confirm = window.page.locator("[data-pick='0']")
    expect(confirm).to_contain_text("flips 1 disc")
    confirm.tap()
    window.wait_for_ply(1)
    window.expect_truth()


def test_a_tap_plays_where_the_columns_are_wide_enough(arrive: Arrive) -> None:
    window = arrive(**options((390, 780)))
    window.see(window.create(seat0="me", seat1="me"))
    expect(window.page.locator("[data-pick='0']")).to_be_hidden()
    window.target(4).tap()
    window.wait_for_ply(1)
    window.expect_truth()


def test_a_finger_may_slide_to_another_column(arrive: Arrive) -> None:
    window = arrive(**options((390, 780)))
    window.see(window.create(seat0="me", seat1="me"))
    finger = window.context.new_cdp_session(window.page)

    def touch(kind: str, *columns: int) -> None:
        boxes = [box(window.target(column)) for column in columns]
        points = [{"x": at["x"] + 20, "y": at["y"] + 40} for at in boxes]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 2)
    expect(window.page.locator(LANDING)).to_be_attached()
    for column in (3, 4, 5):
        touch("touchMove", column)
    expect(window.page.locator(HELD)).to_have_attribute("style", re.compile(r"translateX\(500px"))
    touch("touchEnd")
    window.wait_for_ply(1)
    assert window.expect_truth()["moves"] == [[0, 5, "6"]]


def test_a_drop_is_previewed_only_where_it_is_legal(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(game="connectfour:4x2:3", seat0="me", seat1="me"))
    window.target(1).hover()
    expect(window.page.locator(HELD)).to_have_attribute("href", "#connectfour-0")
    expect(window.page.locator(LANDING)).to_be_attached()
    window.play(0)
    window.play(0)
    window.target(1).hover()
    expect(window.page.locator(LANDING)).to_be_attached()
    window.target(0).hover(force=True)
    expect(window.page.locator(LANDING)).not_to_be_attached()
    expect(window.page.locator(HELD)).not_to_be_attached()


def test_no_preview_while_the_other_is_to_move(arrive: Arrive) -> None:
    red, yellow = arrive(), arrive()
    match = red.create(seat0="me", seat1="friend")
    yellow.join(match)
    yellow.see(match).target(3).hover(force=True)
    expect(yellow.page.locator(LANDING)).not_to_be_attached()
    red.see(match).play(2)
    yellow.wait_for_turn()
    yellow.target(2).hover()
    expect(yellow.page.locator(HELD)).to_have_attribute("href", "#connectfour-1")


def test_othello_previews_what_would_turn_over(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(game="othello", seat0="me", seat1="me"))
    flips = window.snapshot["flips"]
    for move, turned in flips.items():
        window.target(int(move)).hover()
        expect(window.page.locator(FLIPPING)).to_have_count(1 + len(turned))
        expect(window.page.locator("[data-turn]")).to_contain_text("flips 1 disc.")
    window.target(0).hover(force=True)
    expect(window.page.locator(FLIPPING)).to_have_count(0)


def test_reduced_motion_moves_nothing(arrive: Arrive) -> None:
    window = arrive(reduced_motion="reduce")
    window.see(window.create(seat0="me", seat1="me"))
    window.page.evaluate(
        """() => {
          window.moving = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, timing) {
            if (JSON.stringify(frames).includes("transform")) window.moving.push(frames);
            return animate.call(this, frames, timing);
          };
        }"""
    )
    for move in DIAGONAL:
        window.play(move)
    window.expect_truth()
    assert window.page.evaluate("window.moving") == []
    moving = """() => document.getAnimations()
      .filter((animation) => animation.effect.getComputedTiming().endTime > 200).length"""
    assert window.page.evaluate(moving) == 0


@pytest.mark.parametrize("width", [320, 600, 601, 767, 768, 900, 901, 1100, 1101])
def test_the_header_and_the_start_cards_fit_with_all_they_hold(arrive: Arrive, width: int) -> None:
    window = arrive(viewport={"width": width, "height": 800}).go("/")
    ends = window.page.locator(".header *:visible").evaluate_all(
        "(parts) => parts.map((part) => part.getBoundingClientRect().right)"
    )
    assert max(ends) <= width - 8
    assert window.page.locator(".nav, .menu summary").locator("visible=true").count() == 1
    spilt = "(parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).length"
    assert window.page.locator(".start h2, .way").evaluate_all(spilt) == 0


@pytest.mark.parametrize("path", ["/name", "/settings", "/keys", "/forget", "/rules", "/new"])
def test_a_page_shows_what_it_holds(arrive: Arrive, path: str) -> None:
    expect(arrive().go(path).page.get_by_role("heading", level=1)).to_be_visible()
