"""People at different browsers: all of them see the same match at every moment."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.games import DIAGONAL, OTHELLO_WITH_PASSES, QUICK, THREE
from tests.browser.people import Arrive, resign, seated
from tests.browser.screens import box
from tests.browser.window import Window

pytestmark = pytest.mark.browser


YELLOW = "#connectfour-1-token"


def play_and_compare(players: list[Window], onlookers: list[Window], moves: list[int]) -> None:
    """Play `moves` and compare all views after each."""
    everybody = [*players, *onlookers]
    for move in moves:
        mover = everybody[0].snapshot["to_move"]
        players[mover].wait_for_turn()
        for window in everybody:
            if window is not players[mover]:
                assert window.open_moves == []
        players[mover].play(move)
        truths = [window.expect_truth() for window in everybody]
        assert len({str(truth["cells"]) for truth in truths}) == 1


def test_a_friend_joins_by_the_link_and_a_third_person_stays_outside(arrive: Arrive) -> None:
    red, yellow, stranger = arrive(), arrive(), arrive()
    red.go("/")
    card = red.page.get_by_role("region", name="Connect Four")
    card.get_by_role("button", name="Friend").click()
    red.ready()
    waiting = red.page.get_by_role("region", name="Waiting")
    expect(waiting).to_contain_text("Send this link. The first to open it plays.")
    expect(waiting.get_by_alt_text("The link as a QR code")).to_be_visible()
    expect(red.page.locator("[data-turn]")).to_have_text("Waiting for Yellow.")
    expect(red.page.locator("[data-turn-disc] use")).to_have_attribute("href", YELLOW)
    link = red.page.get_attribute("#link", "data-copy-text")
    assert link == red.page.url

    yellow.page.goto(link)
    expect(yellow.page.get_by_role("heading")).to_contain_text("invites you to play.")
    assert yellow.snapshot["status"] == "waiting", "opening the link takes no seat"
    yellow.button("Play").click()
    yellow.ready()
    expect(red.page.locator("[data-turn]")).to_have_text("Your turn. Drop a disc.")
    expect(waiting).to_be_hidden()

    refused = stranger.context.request.get(link)
    assert refused.status == 403
    assert "This game is private" in refused.text()
    for window in (red, yellow):
        expect(window.page.locator("[data-watching]")).to_have_text("0 watching")
    play_and_compare([red, yellow], [], DIAGONAL)
    expect(red.page.locator("[data-verdict]")).to_have_text("You win.")
    expect(yellow.page.locator("[data-verdict]")).to_have_text(re.compile(r"wins\. Good game\."))
    for window in (red, yellow):
        expect(window.page.locator("[data-reason]")).to_have_text("Four on a diagonal")
        expect(window.page.locator(".lines path")).to_have_count(1)


def test_othello_between_two_with_passes_that_are_announced(arrive: Arrive) -> None:
    black, white = seated(arrive, game="othello:4")
    spectator = arrive().see(black.match)
    play_and_compare([black, white], [spectator], OTHELLO_WITH_PASSES[:7])
    spectator.button("Back").click()
    expect(spectator.page.locator("[data-turn]")).to_contain_text("Black plays d1")
    spectator.button("Live").click()
    for window in (black, white, spectator):
        said = "You have no move and pass." if window is white else "White has no move and passes."
        expect(window.page.locator("#spoken")).to_contain_text(said)
        expect(window.notice(said)).to_be_visible()
        expect(window.page.locator("#moves")).to_contain_text("pass")
    play_and_compare([black, white], [spectator], OTHELLO_WITH_PASSES[7:])
    for window in (black, white, spectator):
        expect(window.page.get_by_role("region", name="Result")).to_be_visible()


def test_three_players_take_turns(arrive: Arrive) -> None:
    players = seated(arrive, game="connectfour:5x4:3:3p")
    spectator = arrive().see(players[0].match)
    red = players[0].page.inner_text(".seat.mine [data-name]")
    expect(players[1].page.locator("[data-turn]")).to_have_text(f"Waiting for {red}.")
    expect(spectator.page.locator("[data-turn]")).to_have_text("Red to move.")
    play_and_compare(players, [spectator], THREE)
    expect(players[0].page.locator("[data-verdict]")).to_have_text("You win.")
    for window in (players[1], players[2]):
        expect(window.page.locator("[data-verdict]")).to_have_text(re.compile("wins. Good game"))
    expect(spectator.page.locator("[data-wins]")).to_have_text(["1", "0", "0"])
    players[2].button("Rematch, next colour first").click()
    players[1].button("Decline").click()
    yellow = players[1].page.inner_text(".seat.mine [data-name]")
    expect(players[0].notice(f"The rematch is declined by {yellow}.")).to_be_visible()


def test_two_at_one_screen(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(seat0="me", seat1="me"))
    for ply, move in enumerate(QUICK):
        name = window.snapshot["seats"][ply % 2]["name"]
        expect(window.page.locator("[data-turn]")).to_have_text(f"{name} to move.")
        window.play(move)
        window.expect_truth()
    expect(window.page.locator("[data-verdict]")).to_have_text(f"{name} wins.")


def test_what_is_read_waits_for_the_discs(arrive: Arrive) -> None:
    """Counts, seats and the turn change when the discs have turned; at both boards."""
    black, white = seated(arrive, game="othello")
    for window in (black, white):
        window.page.evaluate(
            """() => {
              const main = document.getElementById("main");
              const read = (selector) => main.querySelector(selector).textContent;
              window.early = [];
              new MutationObserver(() => {
                const turning = "turning" in document.getElementById("board").dataset;
                const now = [read(".seat[data-seat='0'] .count"), read("[data-turn]")];
                if (turning) window.early.push(now.join(" "));
              }).observe(main, { subtree: true, childList: true, characterData: true });
            }"""
        )
    move = black.open_moves[0]
    black.play(move)
    expect(black.seat("Black").locator(".count")).to_have_text("4")
    white.wait_for_turn()
    expect(white.page.locator("[data-turn]")).to_have_text("Your turn. Place a disc.")
    for window in (black, white):
        early = window.page.evaluate("window.early")
        assert not [text for text in early if not text.startswith("2 ")], early
    assert not [text for text in white.page.evaluate("window.early") if "Your turn" in text]


def test_taking_back_needs_the_other(arrive: Arrive) -> None:
    red, yellow = seated(arrive)
    play_and_compare([red, yellow], [], [3])
    red.button("Takeback").click()
    expect(yellow.page.locator("[data-offer]")).to_contain_text("asks to take back.")
    expect(red.button("Accept")).to_be_hidden()
    yellow.button("Decline").click()
    expect(red.notice("The move stands.")).to_be_visible()
    red.wait_for_ply(1)
    red.button("Takeback").click()
    expect(red.notice("You have asked that already")).to_be_visible()
    play_and_compare([red, yellow], [], [3, 2, 2, 4])
    red.button("Takeback").click()
    yellow.button("Accept").click()
    for window in (red, yellow):
        window.wait_for_ply(4)
        window.expect_truth()
    play_and_compare([red, yellow], [], [2, 2])


def test_a_draw_is_offered_declined_and_agreed(arrive: Arrive) -> None:
    red, yellow = seated(arrive)
    red.play(3)
    red.button("Takeback").click()
    expect(yellow.button("Accept")).to_be_visible()
    red.button("Withdraw").click()
    expect(yellow.notice("The offer is withdrawn.")).to_be_visible()
    expect(yellow.button("Accept")).to_be_hidden()
    red.keep_notices()
    red.button("Draw").dblclick()
    expect(yellow.page.locator("[data-offer]")).to_contain_text("offers a draw.")
    yellow.button("Decline").dblclick()
    red.wait_until_noticed("The draw is declined.")
    assert len(red.page.evaluate("window.said")) == 1, "a double click is one click"
    yellow.button("Draw").click()
    red.button("Accept").click()
    for window in (red, yellow):
        expect(window.page.locator("[data-verdict]")).to_have_text("It is a draw.")


def test_resigning_is_confirmed_in_place(arrive: Arrive) -> None:
    red, yellow = seated(arrive)
    red.button("Resign").click()
    red.button("No").click()
    assert red.snapshot["status"] == "playing"
    resign(red)
    expect(yellow.page.locator("[data-verdict]")).to_have_text("You win.")
    expect(red.page.locator("[data-verdict]")).to_have_text(re.compile("wins. Good game."))


def test_a_rematch_swaps_colours_and_keeps_the_tally(arrive: Arrive) -> None:
    red, yellow = seated(arrive)
    spectator = arrive().see(red.match)
    first = red.match
    resign(red)
    red.button("Rematch, colours swapped").click()
    expect(yellow.page.locator("[data-offer]")).to_contain_text("offers a rematch.")
    for window in (red, yellow):  # who is asked answers
        expect(window.button("Rematch, colours swapped")).to_be_hidden()
    yellow.page.keyboard.press("r")
    for window in (red, yellow):
        window.page.wait_for_url(lambda url: first not in url)
        window.ready()
    assert red.match == yellow.match
    assert (yellow.snapshot["you"], red.snapshot["you"]) == ([0], [1])
    for window in (red, yellow):
        expect(window.page.locator("[data-wins]")).to_have_text(["1", "0"])
        expect(window.page.locator(".info")).to_contain_text("game 2")
        expect(window.notice("Would you like to hear the moves?")).to_be_visible()
    red.button("Sound on").click()
    assert red.page.evaluate("localStorage.getItem('sound')") == "on"
    yellow.page.reload()
    expect(yellow.ready().notice("Would you")).to_be_hidden()  # offered once

    assert spectator.match == first, "nobody is thrown off a board they look at"
    spectator.page.reload()
    spectator.page.get_by_role("link", name="To the next game").click()
    spectator.ready()
    play_and_compare([yellow, red], [spectator], [3])
    resign(yellow)
    for window in (yellow, red, spectator):
        expect(window.page.locator("[data-wins]")).to_have_text(["1", "1"])


def test_looking_back_is_not_disturbed_by_new_moves(arrive: Arrive) -> None:
    red, yellow = seated(arrive)
    spectator = arrive().see(red.match)
    play_and_compare([red, yellow], [spectator], [3, 3, 4])
    spectator.button("First position").click()
    spectator.expect_cells([-1] * 42)
    expect(spectator.page.locator("[data-turn]")).to_have_text("Before the first move.")
    yellow.play(4)
    expect(spectator.page.locator("#moves [data-ply]")).to_have_count(4)
    spectator.expect_cells([-1] * 42)
    spectator.button("Live").click()
    spectator.expect_truth()


def test_going_back_after_a_rematch_stays_on_the_old_board(arrive: Arrive) -> None:
    window = arrive()
    first = window.create(seat0="me", seat1="me")
    window.see(first).play(3)
    window.button("Restart").click()
    window.button("Yes").click()
    window.page.wait_for_url(lambda url: first not in url)
    window.ready().play(2)
    window.page.go_back()
    window.ready()
    expect(window.page.get_by_role("link", name="To the next game")).to_be_visible()
    assert window.match == first
    window.page.go_forward()
    window.ready()
    assert window.expect_truth()["ply"] == 1


def test_when_one_of_three_resigns_the_computer_plays_on(arrive: Arrive) -> None:
    red, yellow, spectator = arrive(), arrive(), arrive()
    match = red.create(game="connectfour:7x6:4:3p", seat0="me", seat1="friend", seat2="ai:1")
    yellow.join(match)
    for window in (red, yellow, spectator):
        window.see(match)
    red.button("Resign").click()
    red.button("Yes").click()
    for window in (yellow, spectator):
        expect(window.notice("The computer plays on for Red.")).to_be_visible()
        expect(window.seat("Red")).to_contain_text("Level 1")
        expect(window.page.locator("h1")).to_contain_text("Connect Four, Level 1 against")
    expect(red.button("Resign")).to_be_hidden()
    expect(red.seat("Red")).not_to_contain_text("you")
    assert red.snapshot["you"] == []
    yellow.wait_for_turn()
    yellow.play(3)
    yellow.wait_for_turn()
    for window in (red, yellow, spectator):
        window.expect_truth()


def test_why_one_of_three_is_out_is_said(arrive: Arrive) -> None:
    players = seated(arrive, game="connectfour:7x6:4:3p", clock="0.02+0")
    for window, column in zip(players, (0, 1, 2), strict=True):
        window.wait_for_turn()
        window.play(column)
    red = players[0].snapshot["seats"][0]["name"]
    said = f"{red} ran out of time. The computer plays on for Red."
    expect(players[1].page.locator("#spoken")).to_contain_text(said)


def test_a_premove_is_played_when_the_turn_comes(arrive: Arrive) -> None:
    red, yellow = seated(arrive)
    yellow.target(4).click(force=True)
    expect(yellow.notice("Premove: column 5.")).to_be_visible()
    yellow.target(3).click(force=True)
    expect(yellow.notice("Premove: column 4.")).to_be_visible()
    yellow.page.keyboard.press("Escape")
    expect(yellow.notice("Premove")).to_be_hidden()
    yellow.target(2).click(force=True)
    held = box(yellow.page.locator(".planned-held"))
    yellow.page.mouse.click(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    expect(yellow.notice("Premove")).to_be_hidden()
    yellow.target(3).click(force=True)
    assert red.expect_truth()["ply"] == 0, "nobody else knows of it"
    red.play(3)
    red.wait_for_ply(2)
    assert [move for _, move, _ in red.expect_truth()["moves"]] == [3, 3]
    for window in (red, yellow):
        window.expect_truth()
    red.wait_for_turn()
    red.page.keyboard.press("Home")
    red.expect_cells([-1] * 42)
    red.page.keyboard.press("ArrowRight")
    red.page.keyboard.press("End")
    red.expect_truth()


def test_who_is_left_alone_sees_the_time_until_the_claim(arrive: Arrive) -> None:
    """What the server says of leaving is tested there; here the page is told of it."""
    red, yellow = arrive(), arrive()
    match = red.create(seat0="me", seat1="friend", clock="3+2")
    yellow.join(match)
    lines: dict[Window, WebSocketRoute] = {}
    for window in (red, yellow):

        def connect(line: WebSocketRoute, window: Window = window) -> None:
            lines[window] = line
            line.connect_to_server()

        window.page.route_web_socket("**/socket.io/**", connect)
        window.see(match)
    play_and_compare([red, yellow], [], [3])
    truth = red.snapshot
    card = red.page.get_by_role("group", name="The other player left")
    expect(card).to_be_hidden()

    def tell(number: int, window: Window = red, **event: object) -> None:
        told = {"match": match, "v": truth["v"] + number, **event}
        lines[window].send(f'42["event",{json.dumps(told)}]')

    now = truth["now"]
    tell(1, t="left", seat=1, at=now, claim_at=now + 55_000)
    expect(card).to_contain_text("left. You may claim the win in 0:5")
    expect(red.seat("Yellow")).to_contain_text("left")
    waits = red.seat("Yellow").locator(".seat-state")
    expect(waits).to_have_attribute("data-claim", re.compile(r"claim in 0:5\d"))
    expect(red.button("Claim the win")).to_be_hidden()
    tell(2, t="returned", seat=1)
    expect(card).to_be_hidden()
    expect(waits).not_to_have_attribute("data-claim", re.compile("."))
    tell(3, t="left", seat=1, at=now, claim_at=now - 1)
    expect(red.button("Call it a draw")).to_be_visible()
    red.button("Claim the win").click()
    expect(red.notice("not away")).to_be_visible()

    tell(1, yellow, t="left", seat=0, at=now, claim_at=now - 1)
    card = yellow.page.get_by_role("group", name="The other player left")
    expect(card).to_contain_text("Once it is their turn, you may claim.")
    assert yellow.spoken.count("you may claim") == 1
    expect(yellow.button("Claim the win")).to_be_hidden()


def test_a_game_that_has_not_begun_is_aborted_and_time_is_given(arrive: Arrive) -> None:
    red, yellow = seated(arrive, clock="3+2")
    expect(red.page.locator("[data-clock='1']")).to_have_text("3:00")
    red.page.get_by_text("More", exact=True).click()
    red.button("Give 15 seconds").click()
    expect(yellow.page.locator("[data-clock='1']")).to_have_text("3:15")
    red.page.get_by_text("More", exact=True).click()
    red.button("Abort the game").click()
    red.button("Yes").click()
    for window in (red, yellow):
        expect(window.page.locator("[data-verdict]")).to_have_text("The game was broken off.")
