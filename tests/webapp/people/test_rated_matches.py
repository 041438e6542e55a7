"""Rated games: who may play them, what is not done in them, and which results count, once."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import registry
from tests.webapp.fakes import House
from tests.webapp.people.rated import ANN, BEN, CAT, CLOCK, FOUR
from webapp.domain.action import Action, ActionKind, Claim
from webapp.domain.actions import CLAIM_AFTER
from webapp.domain.errors import Refusal
from webapp.domain.events import Joined, Left
from webapp.domain.history import fold
from webapp.domain.match import OfferKind, Status
from webapp.domain.opening import opening_of
from webapp.domain.rating import Rating
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch
from webapp.service import matches as service

RATED = NewMatch(FOUR, ("me", "friend"), control=CLOCK, rated=True)
EVE = Guest("eve", "Eve")


def begun(house: House, order: NewMatch = RATED) -> str:
    match_id = house.matches.create(order, ANN)
    house.matches.join(match_id, BEN)
    return match_id


def play(house: House, match_id: str, *moves: int) -> None:
    for move in moves:
        match = house.matches.match(match_id)
        guest = ANN if match.to_move_guest() == ANN.id else BEN
        action = Action(ActionKind.MOVE, ply=match.ply, move=move)
        house.matches.act(match_id, guest, action)


def ratings(house: House) -> tuple[float, float]:
    kept = [house.store.ratings.of(guest.id).get("connectfour", Rating()) for guest in (ANN, BEN)]
    return kept[0].value, kept[1].value


@pytest.mark.parametrize(
    "order",
    [
        {"seats": ("me", "ai:4")},
        {"seats": ("me", "me")},
        {"seats": ("friend", "friend")},
        {"control": None},
        {"game": registry.game("connectfour:8x8:5")},
        {"game": registry.game("othello:6")},
        {"game": registry.game("connectfour:7x6:4:3p"), "seats": ("me", "friend", "friend")},
        {"opening": opening_of(FOUR, [3])},
    ],
)
def test_only_the_usual_game_of_two_people_with_a_clock_is_rated(order: dict[str, object]) -> None:
    fields = {"game": FOUR, "seats": ("me", "friend"), "control": CLOCK} | order
    NewMatch(**fields)  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="two people with a clock"):
        NewMatch(**fields, rated=True)  # type: ignore[arg-type]


def test_rated_games_are_for_those_who_keep_a_name() -> None:
    house = House()
    with pytest.raises(Refusal, match="register"):
        house.matches.create(RATED, EVE)
    match_id = house.matches.create(RATED, ANN)
    with pytest.raises(Refusal, match="register"):
        house.matches.join(match_id, EVE)
    assert house.matches.match(match_id).status is Status.WAITING
    house.matches.join(match_id, BEN)
    assert house.matches.match(match_id).rated
    assert [seat.rating for seat in house.matches.match(match_id).seats] == [Rating()] * 2


def test_nobody_plays_against_himself_for_ratings() -> None:
    house = House()
    match_id = house.matches.create(RATED, ANN)
    with pytest.raises(Refusal, match="seat in this match already"):
        house.matches.join(match_id, ANN)


def test_a_win_moves_both_ratings_and_says_so() -> None:
    house = House()
    match_id = begun(house)
    play(house, match_id, 0, 1, 0, 1, 0, 1, 0)
    match = house.matches.match(match_id)
    first, second = match.ratings
    assert ratings(house) == (first.after.value, second.after.value)
    assert first.after.value > 1500 > second.after.value
    assert house.store.ratings.rated[match_id] == match.ratings


@pytest.mark.parametrize("winner", [0, 1, None])
def test_every_end_that_counts_moves_the_winner_up(winner: int | None) -> None:
    house = House()
    match_id = begun(house)
    play(house, match_id, 0, 1)
    if winner is None:
        house.matches.act(match_id, ANN, Action(ActionKind.OFFER, offer=OfferKind.DRAW))
        house.matches.act(match_id, BEN, Action(ActionKind.ACCEPT))
    elif winner == 0:
        house.matches.act(match_id, BEN, Action(ActionKind.RESIGN))
    else:
        house.wait(400)  # Ann's flag falls
    ann, ben = ratings(house)
    assert (ann > ben) if winner == 0 else (ann < ben) if winner == 1 else (ann == ben)
    assert house.store.ratings.rated.keys() == {match_id}


def test_who_goes_away_loses_by_the_others_claim() -> None:
    house = House()
    match_id = begun(house)
    play(house, match_id, 0, 1, 0)
    with house.live.use(match_id) as live:
        left = Left(1, house.matches.now())
        house.matches._journal.record(live, lambda match: [left])
    house.time.seconds += CLAIM_AFTER / 1000
    house.matches.act(match_id, ANN, Action(ActionKind.CLAIM, claim=Claim.WIN))
    ann, ben = ratings(house)
    assert ann > 1500 > ben


@pytest.mark.parametrize("moves", [(), (0,)])
@pytest.mark.parametrize("kind", [ActionKind.RESIGN, ActionKind.ABORT])
def test_nothing_counts_before_both_have_moved(kind: ActionKind, moves: tuple[int, ...]) -> None:
    house = House()
    match_id = begun(house)
    play(house, match_id, *moves)
    house.matches.act(match_id, BEN, Action(kind))
    assert house.matches.match(match_id).status is Status.FINISHED
    assert house.store.ratings.rated == {}
    assert ratings(house) == (1500, 1500)


def test_who_never_moves_loses_nothing() -> None:
    house = House()
    match_id = begun(house)
    house.wait(600)
    assert house.matches.match(match_id).status is Status.FINISHED
    assert house.store.ratings.rated == {}


def test_nothing_is_taken_back_and_nobody_is_told_what_to_play() -> None:
    house = House()
    match_id = begun(house)
    play(house, match_id, 0, 1)
    for action in (
        Action(ActionKind.TAKEBACK),
        Action(ActionKind.OFFER, offer=OfferKind.TAKEBACK),
        Action(ActionKind.HINT),
    ):
        with pytest.raises(Refusal):
            house.matches.act(match_id, ANN, action)
    play(house, match_id, 0)


def test_a_rematch_is_rated_as_the_game_was() -> None:
    house = House()
    match_id = begun(house)
    play(house, match_id, 0, 1, 0, 1, 0, 1, 0)
    house.matches.act(match_id, ANN, Action(ActionKind.REMATCH))
    house.matches.act(match_id, BEN, Action(ActionKind.ACCEPT))
    following = house.matches.match(house.matches.match(match_id).next or "")
    assert following.rated
    kept = house.store.ratings
    for seat in following.seats:
        assert seat.rating == kept.kept[str(seat.guest), "connectfour"]
    play(house, following.id, 3, 4)
    house.matches.act(following.id, ANN, Action(ActionKind.RESIGN))
    assert kept.rated.keys() == {match_id, following.id}
    assert kept.kept[ANN.id, "connectfour"].games == 2


ACTIONS = (
    *(Action(kind) for kind in (ActionKind.RESIGN, ActionKind.ABORT, ActionKind.ACCEPT)),
    *(Action(ActionKind.OFFER, offer=kind) for kind in OfferKind),
    *(Action(kind) for kind in (ActionKind.DECLINE, ActionKind.TAKEBACK, ActionKind.GIVE)),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from((ANN, BEN)), st.integers(0, 6 + len(ACTIONS) + 1))))
def test_whatever_they_do_a_match_counts_once_or_not_at_all(
    choices: list[tuple[Guest, int]],
) -> None:
    house = House()
    match_id = begun(house)
    for guest, what in choices:
        match = house.matches.match(match_id)
        if what == 6 + len(ACTIONS) + 1:
            house.wait(60)
            continue
        action = (
            Action(ActionKind.MOVE, ply=match.ply, move=what) if what < 7 else ACTIONS[what - 7]
        )
        with suppress(Refusal):
            house.matches.act(match_id, guest, action)
    match, kept = house.matches.match(match_id), house.store.ratings
    result = match.result
    counts = result is not None and result.counts and match.begun
    assert (match_id in kept.rated) == counts
    assert fold(house.store.events[match_id]) == match
    for guest in (ANN, BEN):
        assert kept.of(guest.id).get("connectfour", Rating()).games == len(kept.rated)


def test_nobody_loses_because_the_other_uses_up_what_a_match_may_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House()
    match_id = begun(house)
    play(house, match_id, 0, 1)
    monkeypatch.setattr(service, "MAX_EVENTS", 9)
    show = Action(ActionKind.SHOW, on=True)
    while house.matches.match(match_id).v < 9:
        house.matches.act(match_id, BEN, show)
    with pytest.raises(Refusal, match="too long"):
        house.matches.act(match_id, BEN, show)
    play(house, match_id, 0, 1, 0, 1, 0)
    assert ratings(house)[0] > 1500


@pytest.mark.parametrize("moves", [(), (0, 1)])
def test_who_wants_to_be_forgotten_gives_up_first(moves: tuple[int, ...]) -> None:
    """Nothing of it is left to be counted for somebody who has gone."""
    house = House()
    match_id, invitation = begun(house), house.matches.create(RATED, ANN)
    play(house, match_id, *moves)
    house.matches.forget(ANN.id)
    for over in (match_id, invitation):
        assert house.matches.match(over).status is Status.FINISHED
        assert ANN.name not in [seat.name for seat in house.matches.match(over).seats]
    assert house.store.ratings.rated.keys() == ({match_id} if moves else set())
    assert ratings(house)[1] > 1500 or not moves


def test_a_rated_game_is_played_by_the_name_that_is_kept() -> None:
    house = House()
    alias = NewMatch(FOUR, ("me:Magnus", "friend"), control=CLOCK, rated=True)
    names = [seat.name for seat in house.matches.match(house.matches.create(alias, ANN)).seats]
    assert "Magnus" not in names
    assert ANN.name in names


def test_casual_games_move_no_rating() -> None:
    house = House()
    match_id = begun(house, NewMatch(FOUR, ("me", "friend"), control=CLOCK))
    play(house, match_id, 0, 1, 0, 1, 0, 1, 0)
    assert house.store.ratings.rated == {}
    assert house.matches.match(match_id).ratings == ()


def test_two_games_of_one_person_that_end_at_once_count_both() -> None:
    """The second is worked out anew from what the first has made."""
    house = House()
    store = house.store
    one, other = begun(house), house.matches.create(RATED, ANN)
    house.matches.join(other, CAT)
    for match_id in (one, other):
        play(house, match_id, 0)
    play(house, one, 1)
    house.matches.act(other, CAT, Action(ActionKind.MOVE, ply=1, move=1))
    ours = house.matches._ratings
    settle, raced = ours.settle, []

    def race(match: object, events: object) -> object:
        settled = settle(match, events)  # type: ignore[arg-type]
        if not raced:
            raced.append(True)
            house.matches.act(other, CAT, Action(ActionKind.RESIGN))
        return settled

    ours.settle = race  # type: ignore[method-assign,assignment]
    house.matches.act(one, BEN, Action(ActionKind.RESIGN))
    assert store.ratings.rated.keys() == {one, other}
    assert store.ratings.kept[ANN.id, "connectfour"].games == 2


def test_a_guest_whom_an_older_server_lets_in_makes_it_casual() -> None:
    house = House()
    match_id = house.matches.create(RATED, ANN)
    with house.live.use(match_id) as live:
        house.matches._journal.record(live, lambda match: [Joined(1, EVE.id, "Eve")])
    assert not house.matches.match(match_id).rated
