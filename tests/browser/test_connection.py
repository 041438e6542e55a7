"""Lost connections, several tabs, a killed server: nothing is lost, all views agree again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import NO_CONNECTION, SOCKETS, People
from tests.browser.games import LONG_THOUGHT
from tests.browser.server import Server
from tests.browser.window import Window
from tests.webapp.browsers import wait_until

pytestmark = pytest.mark.browser

Arrive = Callable[..., Window]

RECONNECTING = "Reconnecting. Your moves are safe."


def columns(snapshot: dict[str, Any]) -> list[str]:
    return [text for _, _, text in snapshot["moves"]]


def test_a_refresh_keeps_seat_and_board(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(seat0="me", seat1="me"))
    for move in (3, 3, 2):
        window.play(move)
    window.page.reload()
    window.ready()
    assert window.expect_truth()["you"] == [0, 1]
    window.play(2)
    window.expect_truth()


def test_all_tabs_of_a_person_follow(arrive: Arrive) -> None:
    first = arrive()
    match = first.create(seat0="me", seat1="me")
    second = first.second_tab().see(match)
    first.see(match)
    for move, tab in ((0, first), (1, second), (2, first)):
        tab.play(move)
        first.expect_truth()
        second.expect_truth()


def test_a_page_that_is_refused_to_look_on_asks_again(arrive: Arrive) -> None:
    window = arrive()
    match = window.create(seat0="me", seat1="me")
    asked: list[str] = []

    def refuse_once(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def forward(message: str | bytes) -> None:
            text = str(message)
            if '["watch"' in text:
                asked.append(text)
                if len(asked) == 1:
                    number = text[2 : text.index("[")]
                    refusal = '{"ok":false,"code":"unavailable","message":"Later.","v":null}'
                    page.send(f"43{number}[{refusal}]")
                    return
            server.send(message)

        page.on_message(forward)

    window.page.route_web_socket(SOCKETS, refuse_once)
    window.see(match)
    window.play(3)
    window.expect_truth()
    assert len(asked) > 1


def test_the_back_button_shows_the_board_as_it_is_now(arrive: Arrive) -> None:
    window = arrive()
    match = window.create(seat0="me", seat1="me")
    window.see(match).play(3)
    other = window.second_tab().see(match)
    window.page.get_by_role("link", name="Watch").first.click()
    expect(window.page.get_by_role("heading", name="On the boards now")).to_be_visible()
    other.play(4)
    window.page.go_back()
    window.ready().wait_for_ply(2)
    window.expect_truth()
    window.play(5)
    other.wait_for_ply(3)
    other.expect_truth()


def test_a_double_click_plays_once(arrive: Arrive) -> None:
    red, yellow = arrive(), arrive()
    match = red.create(seat0="me", seat1="friend")
    yellow.join(match)
    red.see(match).target(3).dblclick()
    red.wait_for_ply(1)
    yellow.see(match)
    assert yellow.expect_truth()["ply"] == 1


def test_a_double_click_at_one_screen_plays_once(arrive: Arrive) -> None:
    """Here the second click is legal for the other colour, yet nobody meant it, even where the
    first one has long been answered."""
    window = arrive()
    match = window.create(seat0="me", seat1="me")
    window.page.clock.install()
    window.see(match).page.clock.pause_at(datetime.now() + timedelta(seconds=5))
    window.target(3).click()
    window.wait_for_ply(1)
    expect(window.target(3)).to_be_disabled()
    window.target(3).dblclick(force=True)
    window.play(2)
    expect(window.target(3)).to_be_enabled()
    expect(window.target(2)).to_be_disabled()
    window.page.clock.run_for(1000)
    window.play(2)
    assert columns(window.expect_truth()) == ["4", "3", "3"]


def test_a_key_held_down_plays_once(arrive: Arrive) -> None:
    window = arrive()
    window.see(window.create(seat0="me", seat1="me"))
    window.page.locator("[role=grid]").focus()
    window.page.keyboard.down("4")
    window.wait_for_ply(1)
    window.page.keyboard.down("4")  # repeated, as it was not lifted
    window.page.keyboard.up("4")
    window.page.keyboard.press("5")
    window.wait_for_ply(2)
    assert columns(window.expect_truth()) == ["4", "5"]


def test_who_was_offline_gets_what_was_missed(people: People, arrive: Arrive) -> None:
    people.tolerate(NO_CONNECTION)
    red, yellow = arrive(), arrive()
    match = red.create(seat0="me", seat1="friend")
    yellow.join(match)
    lost: list[WebSocketRoute] = []

    def connect(page: WebSocketRoute) -> None:
        lost.append(page)
        page.connect_to_server()

    yellow.page.route_web_socket(SOCKETS, connect)
    yellow.see(match)
    expect(red.see(match).seat("Yellow")).to_contain_text("online")
    yellow.context.set_offline(True)
    lost[0].close()
    expect(yellow.notice("You are offline.")).to_be_visible()
    assert yellow.open_moves == []
    red.play(3)
    yellow.context.set_offline(False)
    yellow.wait_for_ply(1)
    yellow.play(4)
    assert red.expect_truth()["ply"] == 2


def test_the_creator_who_opens_the_own_invitation_takes_no_second_seat(arrive: Arrive) -> None:
    window = arrive()
    match = window.create(seat0="me", seat1="friend")
    second = window.second_tab().see(match)
    expect(second.page.get_by_text("Send this link. The first to open it plays.")).to_be_visible()
    expect(second.button("Play here")).to_be_hidden()
    assert second.snapshot["status"] == "waiting"


def test_a_stale_tab_is_told_and_brought_up_to_date(arrive: Arrive) -> None:
    fresh = arrive()
    match = fresh.create(seat0="me", seat1="me")
    stale = fresh.second_tab()
    deaf = mishear(stale, lambda message: message.startswith('42["event"'))
    stale.see(match)
    fresh.see(match).play(3)
    assert stale.ply == 0
    stale.target(5).click()
    expect(stale.notice("The board has changed since; it is up to date now.")).to_be_visible()
    assert len(deaf) == 1
    for tab in (fresh, stale):
        assert tab.expect_truth()["ply"] == 1


def test_a_missed_event_is_fetched_as_soon_as_the_next_shows_the_gap(arrive: Arrive) -> None:
    player = arrive()
    match = player.create(seat0="me", seat1="me")
    watcher = arrive()
    missed = mishear(watcher, lambda message: '"ply":1,' in message)
    watcher.see(match)
    player.see(match)
    player.play(3)
    player.play(4)
    watcher.wait_for_ply(2)
    watcher.expect_truth()
    assert len(missed) == 1
    expect(watcher.page.locator("#moves [data-ply]")).to_have_count(2)


def test_an_event_that_overtakes_the_answer_before_it_is_fetched_too(arrive: Arrive) -> None:
    player, watcher = arrive(), arrive()
    match = player.create(seat0="me", seat1="me")
    held: list[str] = []

    def overtake(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def hear(message: str | bytes) -> None:
            text = str(message)
            if '"ply":1,' in text and text.startswith("42"):
                return
            if text.startswith("43") and '"events":[{' in text and not held:
                held.append(text)
                return
            page.send(message)
            if text.startswith("42") and '"ply":3,' in text:
                page.send(held[0])

        server.on_message(hear)

    watcher.page.route_web_socket(SOCKETS, overtake)
    watcher.see(match)
    player.see(match)
    for column in (3, 4, 5):
        player.play(column)
    watcher.wait_for_ply(3)
    watcher.expect_truth()
    assert held


def test_a_move_whose_answer_is_lost_is_sent_again_and_counts_once(arrive: Arrive) -> None:
    """The connection breaks after the server took the move and before the page knew."""
    red, yellow = arrive(), arrive()
    match = red.create(seat0="me", seat1="friend")
    yellow.join(match)
    acts: list[str] = []

    def break_at_the_first_act(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def forward(message: str | bytes) -> None:
            server.send(message)
            if '["act"' in str(message):
                acts.append(str(message))
                if len(acts) == 1:
                    server.on_message(lambda _: None)
                    page.close()
                    yellow.wait_for_ply(1)
                    server.close()

        page.on_message(forward)

    red.page.route_web_socket(SOCKETS, break_at_the_first_act)
    yellow.see(match)
    red.see(match).target(3).click()
    red.wait_for_ply(1)
    expect(red.notice("Back.")).to_be_visible()
    assert len(acts) == 2
    assert acts[0].partition("[")[2] == acts[1].partition("[")[2], "the same action, same id"
    for window in (red, yellow):
        assert window.expect_truth()["ply"] == 1


@pytest.mark.long
def test_after_a_kill_everybody_reconnects_and_plays_on(people: People, own_server: Server) -> None:
    people.tolerate(NO_CONNECTION)
    red, yellow, spectator = (people.arrive(own_server) for _ in range(3))
    match = red.create(seat0="me", seat1="friend", clock="5+0")
    yellow.join(match)
    windows = [window.see(match) for window in (red, yellow, spectator)]
    red.play(3)
    own_server.kill()
    for window in windows:
        expect(window.notice(RECONNECTING)).to_be_visible()
        assert window.open_moves == []
        window.keep_notices()
    own_server.start()
    for window in windows:
        expect(window.notice(RECONNECTING)).to_be_hidden()
        window.wait_until_noticed("Back.")
    yellow.play(3)
    for window in windows:
        window.wait_for_ply(2)
        wait_until(lambda shown=window: shows_time(shown, 0))
    red.play(2)
    for window in windows:
        assert [move for _, move, _ in window.expect_truth()["moves"]] == [3, 3, 2]


def shows_time(window: Window, seat: int) -> bool:
    """Whether a clock that runs shows what the server says it does, to the second."""

    def left() -> float:
        told = window.snapshot
        clock = told["clock"]
        assert clock["run"] == seat
        return float(clock["ms"][seat] - (told["now"] - clock["at"])) / 1000

    most = left()
    minutes, seconds = str(window.page.text_content(f"[data-clock='{seat}']")).split(":")
    return left() - 1 <= 60 * int(minutes) + int(seconds) <= most + 1


@pytest.mark.long
def test_after_a_kill_the_computer_goes_on_thinking(people: People, own_server: Server) -> None:
    people.tolerate(NO_CONNECTION)
    window = people.arrive(own_server)
    window.see(window.create(**LONG_THOUGHT))
    window.play(3)
    expect(window.seat("Yellow")).to_contain_text("thinking")
    own_server.kill()
    expect(window.notice(RECONNECTING)).to_be_visible()
    own_server.start()
    window.wait_for_ply(2)
    window.wait_for_turn()
    window.play(2)
    window.wait_for_turn()
    window.expect_truth()


def mishear(window: Window, lost: Callable[[str], bool]) -> list[str]:
    """Lose each message to `window` that fits; answers the list they are kept in."""
    missed: list[str] = []

    def connect(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def deliver(message: str | bytes) -> None:
            if lost(str(message)) and not missed:
                missed.append(str(message))
            else:
                page.send(message)

        server.on_message(deliver)

    window.page.route_web_socket(SOCKETS, connect)
    return missed
