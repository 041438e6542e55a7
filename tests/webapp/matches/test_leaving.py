"""Who leaves, who waits, and what else players may do to each other, under injected time."""

from __future__ import annotations

import pytest

from tests.webapp.clocked import ANN, BEN, CAT, begin, both_moved, clock_of, ended, move
from tests.webapp.fakes import House
from webapp.domain.action import Action, ActionKind, Claim
from webapp.domain.clock import LAG_BOUND
from webapp.domain.errors import Refusal
from webapp.domain.match import OfferKind, Status
from webapp.domain.seat import Guest, SeatKind
from webapp.service.ports import Answer


def watch(house: House, match_id: str, *guests: Guest) -> None:
    for guest in guests:
        house.matches.watch(match_id, None, f"{guest.id}-socket", guest, lambda: None)
    house.announcer.beats.clear()


def live(house: House, match_id: str, seconds: float, *guests: Guest, lag: float = 0.0) -> None:
    """Let time go by while the pages of `guests` answer every beat."""
    here = {guest.id: guest for guest in guests}
    for _ in range(round(seconds * 10)):
        house.wait(0.1)
        for match, guest, now in house.announcer.beats:
            if guest in here and match == match_id:
                house.time.seconds += lag
                house.matches.heard(match_id, here[guest], now)
        house.announcer.beats.clear()


def claim(house: House, match_id: str, guest: Guest, what: Claim = Claim.WIN) -> None:
    house.matches.act(match_id, guest, Action(ActionKind.CLAIM, claim=what))


def left_by_ann(house: House, clock: str = "") -> str:
    """Ann, who is to move, answered beats and then stopped."""
    match_id = both_moved(house, clock)
    watch(house, match_id, ANN, BEN)
    live(house, match_id, 4, ANN, BEN)
    live(house, match_id, 6, BEN)
    return match_id


def test_who_is_silent_for_five_seconds_has_left() -> None:
    house = House()
    match_id = both_moved(house, "")
    watch(house, match_id, ANN, BEN)
    live(house, match_id, 4, ANN, BEN)
    assert not house.matches.match(match_id).gone
    live(house, match_id, 8, BEN)
    assert list(house.matches.match(match_id).gone) == [0]
    assert house.snapshot(match_id)["gone"][0]["seat"] == 0


def test_a_win_may_be_claimed_after_a_minute_and_twice_does_no_harm() -> None:
    house = House()
    match_id = left_by_ann(house)
    live(house, match_id, 50, BEN)
    with pytest.raises(Refusal):
        claim(house, match_id, BEN)
    live(house, match_id, 12, BEN)
    claim(house, match_id, BEN)
    assert ended(house.matches.match(match_id)) == ("left", 1, 0)
    with pytest.raises(Refusal, match="over"):
        claim(house, match_id, BEN)


def test_a_draw_may_be_called_instead() -> None:
    house = House()
    match_id = left_by_ann(house)
    live(house, match_id, 62, BEN)
    claim(house, match_id, BEN, Claim.DRAW)
    match = house.matches.match(match_id)
    assert ended(match) == ("left", None, 0)
    assert match.tally.draws == 1


def test_nothing_is_claimed_on_ones_own_move_nor_after_the_return() -> None:
    house = House()
    match_id = both_moved(house, "")
    move(house, match_id, ANN, 2)  # Ben is to move
    watch(house, match_id, ANN, BEN)
    live(house, match_id, 4, ANN, BEN)
    live(house, match_id, 70, BEN)
    with pytest.raises(Refusal):
        claim(house, match_id, BEN)
    move(house, match_id, BEN, 2)
    house.matches.watch(match_id, None, "ann-again", ANN, lambda: None)
    assert not house.matches.match(match_id).gone
    with pytest.raises(Refusal):
        claim(house, match_id, BEN)


def test_a_spectator_claims_nothing() -> None:
    house = House()
    match_id = left_by_ann(house)
    live(house, match_id, 62, BEN)
    with pytest.raises(Refusal):
        claim(house, match_id, CAT)


def test_when_all_have_left_nothing_goes_on_until_one_is_back() -> None:
    house = House()
    match_id = both_moved(house, "")
    watch(house, match_id, ANN, BEN)
    live(house, match_id, 4, ANN, BEN)
    live(house, match_id, 20)
    assert set(house.matches.match(match_id).gone) == {0, 1}
    assert len(house.alarms) == 0
    house.matches.watch(match_id, None, "ben-again", BEN, lambda: None)
    assert set(house.matches.match(match_id).gone) == {0}


def test_among_three_the_others_play_on_without_the_absent_one() -> None:
    house = House()
    match_id = begin(house, "", "me", "friend", "friend", game="connectfour:7x6:4:3p")
    watch(house, match_id, ANN, BEN, CAT)
    live(house, match_id, 4, ANN, BEN, CAT)
    live(house, match_id, 70, BEN, CAT)
    claim(house, match_id, CAT)
    match = house.matches.match(match_id)
    assert match.status is Status.PLAYING
    assert match.seats[0].kind is SeatKind.AI
    assert not match.gone


@pytest.mark.parametrize(("lag", "given"), [(0.2, 200), (3.0, LAG_BOUND)])
def test_measured_lag_is_given_back_within_its_bound(lag: float, given: int) -> None:
    house = House()
    match_id = both_moved(house, "5+0")
    watch(house, match_id, ANN, BEN)
    live(house, match_id, 4, ANN, lag=lag)
    before = house.matches.match(match_id).clock
    assert before is not None
    shown = before.at(house.uptime.now())[0]
    move(house, match_id, ANN)
    after = house.matches.match(match_id).clock
    assert after is not None
    answered = 100  # milliseconds at most, for these pages look every tenth of a second
    assert given <= after.left[0] - shown <= min(given + answered, LAG_BOUND)


@pytest.mark.parametrize(("connected", "late"), [(True, LAG_BOUND), (False, 0)])
def test_a_flag_waits_for_nobody_whose_line_is_gone(connected: bool, late: int) -> None:
    house = House()
    match_id = both_moved(house, "60/move")
    watch(house, match_id, ANN, BEN)
    live(house, match_id, 2.5, ANN, BEN, lag=3.0)
    if not connected:
        house.matches.leave(match_id, f"{ANN.id}-socket")
    clock = house.matches.match(match_id).clock
    assert clock is not None
    end = clock.since + 60_000
    while house.matches.match(match_id).status is Status.PLAYING:
        house.wait(0.01)
    assert end + late <= house.uptime.now() <= end + late + 20


def test_a_game_may_be_called_off_until_everybody_has_moved() -> None:
    house = House()
    match_id = begin(house, "")
    move(house, match_id, ANN)
    assert house.snapshot(match_id, BEN.id)["can_abort"]
    house.matches.act(match_id, BEN, Action(ActionKind.ABORT))
    assert ended(house.matches.match(match_id)) == ("abandoned", None, 1)
    begun = both_moved(house, "")
    assert not house.snapshot(begun, BEN.id)["can_abort"]
    with pytest.raises(Refusal, match="resign"):
        house.matches.act(begun, ANN, Action(ActionKind.ABORT))


def test_time_is_given_and_stays_given() -> None:
    house = House()
    match_id = both_moved(house)
    house.matches.act(match_id, BEN, Action(ActionKind.GIVE))
    assert clock_of(house, match_id) == (750, 600)
    assert house.announcer.events[-1]["clock"]["ms"] == [75_000, 60_000]
    house.wait(70)
    assert house.matches.match(match_id).result is None, "the alarm was set anew"


def test_time_is_not_given_without_end() -> None:
    house = House()
    match_id = both_moved(house, "180+0")
    with pytest.raises(Refusal, match="enough"):
        house.matches.act(match_id, ANN, Action(ActionKind.GIVE))


def test_nobody_gives_time_without_a_clock() -> None:
    house = House()
    with pytest.raises(Refusal, match="without a clock"):
        house.matches.act(both_moved(house, ""), ANN, Action(ActionKind.GIVE))


def test_the_same_is_not_offered_again_at_once() -> None:
    house = House()
    match_id = both_moved(house, "")
    offer = Action(ActionKind.OFFER, offer=OfferKind.DRAW)
    house.matches.act(match_id, ANN, offer)
    house.matches.act(match_id, ANN, Action(ActionKind.DECLINE))
    assert house.matches.match(match_id).offer is None, "withdrawn"
    with pytest.raises(Refusal, match="asked that already"):
        house.matches.act(match_id, ANN, offer)
    house.matches.act(match_id, BEN, offer)
    house.matches.act(match_id, ANN, Action(ActionKind.DECLINE))
    for column, guest in enumerate((ANN, BEN, ANN, BEN)):
        move(house, match_id, guest, column + 2)
    house.matches.act(match_id, ANN, offer)


def test_a_lost_game_against_the_computer_is_taken_back() -> None:
    house = House()
    match_id = begin(house, "", "me", "ai:1")
    for column in (0, 1, 0, 1):
        move(house, match_id, ANN, column)
        house.matches.answer(Answer(house.thinker.asked[-1], 6))
    lost = house.matches.match(match_id)
    assert lost.result is not None
    assert lost.tally.wins == (0, 1)
    assert house.snapshot(match_id, ANN.id)["can_undo"]
    house.matches.act(match_id, ANN, Action(ActionKind.TAKEBACK))
    match = house.matches.match(match_id)
    assert (match.status, match.ply, match.tally.wins) == (Status.PLAYING, 6, (0, 0))
    assert match.to_move == 0


def test_an_end_among_people_stands() -> None:
    house = House()
    match_id = both_moved(house, "")
    house.matches.act(match_id, ANN, Action(ActionKind.RESIGN))
    with pytest.raises(Refusal, match="over"):
        house.matches.act(match_id, ANN, Action(ActionKind.TAKEBACK))
