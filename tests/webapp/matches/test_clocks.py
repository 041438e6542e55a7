"""Clocks under injected time: who pays for what, when the flag falls, what a restart costs."""

from __future__ import annotations

import json
import threading
from itertools import pairwise
from typing import Any

import pytest

from tests.webapp.browsers import PATIENCE, wait_until
from tests.webapp.clocked import ANN, BEN, CAT, begin, both_moved, clock_of, ended, move
from tests.webapp.fakes import House, MemoryStore, Time
from webapp.domain.action import Action, ActionKind
from webapp.domain.clock import (
    AI_RESERVE,
    FIRST_MOVE,
    ClockKind,
    TimeControl,
    parse_control,
    spent_text,
)
from webapp.domain.errors import Refusal
from webapp.domain.match import OfferKind
from webapp.domain.seat import SeatKind
from webapp.pages.view import move_took
from webapp.service import uptime as uptime_module
from webapp.service.ports import Answer
from webapp.service.uptime import MOST, Uptime


@pytest.mark.parametrize(
    ("text", "control", "words"),
    [
        ("5+3", TimeControl(ClockKind.FISCHER, 300_000, 3_000), "5 minutes, 3 seconds more"),
        ("0.5+0", TimeControl(ClockKind.FISCHER, 30_000), "30 seconds"),
        ("30/move", TimeControl(ClockKind.MOVE, 30_000), "30 seconds a move"),
    ],
)
def test_a_time_control_has_a_name_and_words(text: str, control: TimeControl, words: str) -> None:
    assert parse_control(text) == control
    assert control.key == text
    assert words in control.text


@pytest.mark.parametrize("text", ["5", "-1+3", "0+0", "500+0", "0/move", "5+500", "five"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="clock"):
        parse_control(text)


def test_no_clock_runs_before_a_players_first_move() -> None:
    house = House()
    match_id = begin(house, "1+2")
    house.wait(30)
    move(house, match_id, ANN)
    house.wait(30)
    assert clock_of(house, match_id) == (600, 600)
    move(house, match_id, BEN)
    house.wait(10)
    assert clock_of(house, match_id) == (500, 600)


def test_fischer_adds_the_increment_after_the_move() -> None:
    house = House()
    match_id = both_moved(house)
    house.wait(10)
    move(house, match_id, ANN)
    assert clock_of(house, match_id) == (520, 600)
    house.wait(5)
    assert clock_of(house, match_id) == (520, 550), "the mover's clock stands"


def test_a_server_that_is_behind_charges_nobody_twice() -> None:
    house = House()
    match_id = both_moved(house, "1+0")
    for _ in range(3):
        house.wait(-3)  # the other server is three seconds behind
        move(house, match_id, ANN, 2)
        house.wait(3)
        move(house, match_id, BEN, 3)
    assert clock_of(house, match_id) == (600, 600), "no time has passed"


def test_a_clock_per_move_begins_anew_with_each_move() -> None:
    house = House()
    match_id = both_moved(house, "30/move")
    house.wait(20)
    assert clock_of(house, match_id) == (100, 300)
    move(house, match_id, ANN)
    assert clock_of(house, match_id) == (300, 300)


def test_the_flag_falls_with_nobody_connected() -> None:
    house = House()
    match_id = both_moved(house)
    house.wait(59.9)
    assert house.matches.match(match_id).result is None
    house.wait(0.2)
    assert ended(house.matches.match(match_id)) == ("time", 1, 0)
    assert clock_of(house, match_id) == (0, 600)


def test_a_move_after_the_flag_is_refused_with_the_reason() -> None:
    house = House()
    match_id = both_moved(house)
    house.time.seconds += 61  # the alarm has not rung yet
    with pytest.raises(Refusal, match="Your time ran out") as error:
        move(house, match_id, ANN)
    assert error.value.code == "too_late"
    assert ended(house.matches.match(match_id)) == ("time", 1, 0)


def test_nobody_resigns_or_takes_back_after_the_flag() -> None:
    house = House()
    match_id = both_moved(house)
    house.time.seconds += 61
    with pytest.raises(Refusal):
        house.matches.act(match_id, BEN, Action(ActionKind.RESIGN))
    assert ended(house.matches.match(match_id)) == ("time", 1, 0)


def test_a_first_move_is_awaited_for_a_minute() -> None:
    house = House()
    match_id = begin(house, "1+2")
    house.wait(FIRST_MOVE / 1000 - 1)
    move(house, match_id, ANN)
    house.wait(FIRST_MOVE / 1000 + 0.1)
    assert ended(house.matches.match(match_id)) == ("abandoned", None, 1)


def test_nobody_is_awaited_who_plays_alone() -> None:
    house = House()
    match_id = begin(house, "1+2", "me", "ai:1")
    house.wait(600)
    assert house.matches.match(match_id).result is None


def test_a_restart_costs_nobody_time() -> None:
    store, time = MemoryStore(), Time()
    before = House(store, time)
    match_id = both_moved(before)
    before.wait(10)
    before.uptime.keep()
    time.seconds = 5.0  # another boot: the monotonic source begins anew
    after = House(store, time)
    after.matches.resume.clocks()
    assert clock_of(after, match_id) == (500, 600)
    after.wait(49.9)
    assert after.matches.match(match_id).result is None
    after.wait(0.2)
    assert ended(after.matches.match(match_id)) == ("time", 1, 0)


def test_what_a_start_takes_is_nobodys_time() -> None:
    time = Time()
    time.keep_uptime(60_000)
    uptime = Uptime(time, time)
    time.seconds += 4  # pages, puzzles, the library: until the server listens
    uptime.start()
    assert uptime.now() == 60_000
    time.seconds += 1
    assert uptime.now() == 61_000
    uptime.close()


def test_while_the_server_stands_still_so_do_clocks() -> None:
    time = Time()
    uptime = Uptime(time, time)
    uptime.start()
    told = [uptime.now()]
    for pause in (0.3333, 1.5, 120, 0.25, 7200, 2.9):
        time.seconds += pause
        before = uptime.now()
        uptime.look()
        assert before <= uptime.now() <= before + 1
        told.append(before)
    taken = [late - early for early, late in pairwise(told)]
    assert taken == pytest.approx([333.3, 1500, MOST, 250, MOST, 2900], abs=1)
    uptime.close()


def test_clocks_go_on_while_the_database_lets_nobody_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(uptime_module, "LOOK", 0.001)
    time, writing, locked = Time(), threading.Event(), threading.Event()

    def keep(_moment: int) -> None:
        writing.set()
        assert locked.wait(PATIENCE)

    monkeypatch.setattr(time, "keep_uptime", keep)
    uptime = Uptime(time, time)
    uptime.start()
    time.seconds += 2
    uptime.keep_soon()
    assert writing.wait(PATIENCE)
    for _ in range(5):
        wait_until(lambda: uptime._looked[1] == pytest.approx(time.seconds))
        time.seconds += 2
    assert uptime.now() == pytest.approx(12_000, abs=1)
    locked.set()
    uptime.close()


def test_looking_often_loses_no_time() -> None:
    time = Time()
    uptime = Uptime(time, time)
    for _ in range(10_000):
        time.seconds += 0.0107
        uptime.look()
    assert uptime.now() == pytest.approx(107_000, abs=1)


def test_a_killed_server_gives_back_no_more_than_a_second() -> None:
    store, time = MemoryStore(), Time()
    before = House(store, time)
    match_id = both_moved(before)
    for _ in range(40):
        before.wait(0.25)
        before.uptime.keep()  # as the alarms' thread does
    killed = House(store, time)
    left = killed.matches.match(match_id).clock
    assert left is not None
    assert 50_000 <= left.at(killed.uptime.now())[0] <= 51_000


def test_taking_back_restores_the_clocks() -> None:
    house = House()
    match_id = both_moved(house)
    house.wait(10)
    move(house, match_id, ANN)
    house.wait(7)
    act = Action(ActionKind.OFFER, offer=OfferKind.TAKEBACK)
    house.matches.act(match_id, ANN, act)
    house.matches.act(match_id, BEN, Action(ActionKind.ACCEPT))
    assert clock_of(house, match_id) == (600, 600)
    house.wait(3)
    assert clock_of(house, match_id) == (570, 600), "it runs for the one to move again"


@pytest.mark.parametrize("clock", ["1+2", "40/move"])
def test_what_a_move_took_is_known_as_it_was_last_played(clock: str) -> None:
    house = House()
    match_id = begin(house, clock)
    taken: list[int] = []

    def spent() -> list[int]:
        return [*house.matches.match(match_id).spent]

    for ply, (seconds, guest) in enumerate(zip((3, 5, 4, 6), (ANN, BEN) * 2, strict=True)):
        house.wait(seconds)
        move(house, match_id, guest, ply)
        taken.append(1000 * seconds)
    assert spent() == taken
    house.wait(7)
    house.matches.act(match_id, BEN, Action(ActionKind.OFFER, offer=OfferKind.TAKEBACK))
    house.wait(1)
    house.matches.act(match_id, ANN, Action(ActionKind.ACCEPT))
    assert spent() == taken[:3]
    house.wait(2)
    move(house, match_id, BEN, 0)
    house.wait(9)
    house.matches.act(match_id, ANN, Action(ActionKind.RESIGN))
    assert spent() == [*taken[:3], 2000]
    assert house.snapshot(match_id)["spent"] == spent()


def test_without_a_clock_nothing_is_known_of_what_moves_took() -> None:
    house = House()
    assert house.matches.match(both_moved(house, "")).spent == ()


def test_what_a_move_took_is_said_in_tenths_and_seconds() -> None:
    said = {0: "0.0 s", 3449: "3.4 s", 9999: "9.9 s", 10_000: "10 s", 75_999: "75 s"}
    assert {ms: spent_text(ms) for ms in said} == said


def test_a_list_of_moves_says_what_each_took_but_passes_and_the_opening() -> None:
    snapshot: Any = {
        "opening": 1,
        "moves": [(0, 3, "d3"), (1, 4, "c3"), (0, 64, "--"), (1, 5, "e3")],
    }
    snapshot["spent"] = [3449, 0, 61_000]
    assert [move_took(snapshot, ply) for ply in range(1, 5)] == ["", "3.4 s", "", "61 s"]
    snapshot["spent"] = []
    assert not any(move_took(snapshot, ply) for ply in range(1, 5))


def test_the_computer_has_a_clock_and_never_loses_by_it() -> None:
    house = House()
    match_id = begin(house, "1+0", "me", "ai:1")
    for _ in range(2):
        move(house, match_id, ANN)
        house.wait(100)
        question = house.thinker.asked[-1]
        house.matches.answer(Answer(question, 1))
    match = house.matches.match(match_id)
    assert match.result is None
    assert match.clock is not None
    assert match.clock.left[1] == AI_RESERVE
    move(house, match_id, ANN)
    assert house.thinker.asked[-1].seconds == pytest.approx(0.05, abs=0.05)


def test_among_three_the_others_play_on() -> None:
    house = House()
    match_id = begin(house, "1+0", "me", "friend", "friend", game="connectfour:7x6:4:3p")
    for column, guest in enumerate((ANN, BEN, CAT)):
        move(house, match_id, guest, column)
    house.wait(60.1)
    match = house.matches.match(match_id)
    assert match.result is None
    assert [seat.kind for seat in match.seats] == [SeatKind.AI, SeatKind.HUMAN, SeatKind.HUMAN]
    house.matches.answer(Answer(house.thinker.asked[-1], 4))
    house.wait(10)
    assert clock_of(house, match_id)[1:] == (500, 600)


def test_a_move_with_clocks_stays_small() -> None:
    house = House()
    match_id = both_moved(house, "5+3")
    house.wait(1.5)
    move(house, match_id, ANN, 3)
    event = house.announcer.events[-1]
    assert event["clock"] == {"ms": [301_500, 300_000], "run": 1, "at": house.uptime.now()}
    assert len(json.dumps(event, separators=(",", ":"))) <= 220


def test_clocks_survive_a_rematch() -> None:
    house = House()
    match_id = both_moved(house)
    house.matches.act(match_id, ANN, Action(ActionKind.RESIGN))
    house.matches.act(match_id, ANN, Action(ActionKind.REMATCH))
    house.matches.act(match_id, BEN, Action(ActionKind.ACCEPT))
    following = house.matches.match(match_id).next
    assert following is not None
    assert clock_of(house, following) == (600, 600)
    house.wait(1)
    move(house, following, BEN)


def test_alarms_that_are_closed_while_one_rings_are_at_an_end() -> None:
    def ringing() -> set[threading.Thread]:
        return {thread for thread in threading.enumerate() if thread.name == "flipfour-alarms"}

    house, others = House(), ringing()
    house.alarms.set(("clock", "a"), house.uptime.now(), house.alarms.close)
    house.alarms.start()
    wait_until(lambda: not ringing() - others)
