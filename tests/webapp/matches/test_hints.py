"""Hints: for whom, how many, and that the list of events knows of each."""

from __future__ import annotations

import pytest

from engine import registry
from tests.webapp.deciding import ANN, BEN, do, play, refusal, start
from tests.webapp.fakes import House
from webapp.domain.action import Action, ActionKind
from webapp.domain.errors import Refusal
from webapp.domain.hints import HINTS, hints_left
from webapp.domain.match import Match
from webapp.domain.setup import NewMatch
from webapp.service.ports import Answer, Purpose

HINT = Action(ActionKind.HINT, id="please")


def hosted(*seats: str, game: str = "connectfour") -> tuple[House, str]:
    house = House()
    return house, house.matches.create(NewMatch(registry.game(game), seats), ANN)


def truth(house: House, match_id: str) -> Match:
    return house.matches.match(match_id)


def test_whoever_plays_with_a_person_gets_none() -> None:
    assert refusal(start("connectfour", "ann", "ben"), ANN, "hint") == "no_hint"
    assert refusal(start("connectfour:7x6:4:3p", "ann", "4", "ben"), ANN, "hint") == "no_hint"
    assert refusal(start("connectfour", "ann", "4"), BEN, "hint") == "spectator"


def test_only_the_seat_to_move_asks_and_only_for_the_board_it_saw() -> None:
    match = start("connectfour", "4", "ann")
    assert refusal(match, ANN, "hint") == "not_your_turn"
    assert refusal(play(match, "4"), ANN, "hint", ply=0) == "stale"


def test_each_seat_at_one_screen_has_its_own() -> None:
    match = do(start("connectfour", "ann", "ann"), ANN, "hint")
    assert (hints_left(match, 0), hints_left(match, 1)) == (HINTS - 1, HINTS)
    assert refusal(match, ANN, "hint") == "hinted"
    match = do(play(match, "4"), ANN, "hint")
    assert (hints_left(match, 0), hints_left(match, 1)) == (HINTS - 1, HINTS - 1)


def test_they_come_to_an_end_and_a_takeback_gives_none_back() -> None:
    match = start("connectfour", "ann", "4")
    for _ in range(HINTS):
        match = do(play(do(match, ANN, "hint"), "44"), ANN, "takeback")
    assert match.ply == 0
    assert match.hint is None
    assert refusal(match, ANN, "hint") == "no_more_hints"


def test_the_search_is_asked_and_its_answer_is_an_event() -> None:
    house, match_id = hosted("me", "ai:1")
    house.matches.act(match_id, ANN, HINT)
    (question,) = house.thinker.asked
    assert question.purpose is Purpose.HINT
    assert question.seat == 0
    assert house.snapshot(match_id)["thinking"] is None, "no computer is to move"
    house.matches.answer(Answer(question, 3))
    assert house.snapshot(match_id, ANN.id)["hint"] == {
        "seat": 0,
        "move": 3,
        "text": "4",
        "said": "Try column 4.",
    }
    told = [event["t"] for event in house.announcer.events]
    assert told == ["asked_hint", "hinted"]
    assert house.matches.act(match_id, ANN, HINT) == 2, "the same action, sent again"
    assert [record.event.t for record in house.store.events[match_id]][1:] == told


def test_an_answer_that_comes_too_late_says_nothing() -> None:
    house, match_id = hosted("me", "ai:1")
    house.matches.act(match_id, ANN, HINT)
    (question,) = house.thinker.asked
    house.matches.act(match_id, ANN, Action(ActionKind.MOVE, ply=0, move=0))
    before = truth(house, match_id)
    house.matches.answer(Answer(question, 3))
    assert truth(house, match_id) == before
    assert match_id in house.thinker.cancelled


def test_a_search_that_fails_costs_nothing() -> None:
    house, match_id = hosted("me", "me")
    house.matches.act(match_id, ANN, HINT)
    house.matches.answer(Answer(house.thinker.asked[0], 0, "It failed."))
    after = truth(house, match_id)
    assert after.hint is None
    assert hints_left(after, 0) == HINTS
    assert after.ply == 0


def test_another_game_begins_with_all_of_them() -> None:
    house, match_id = hosted("me", "me")
    house.matches.act(match_id, ANN, HINT)
    house.matches.act(match_id, ANN, Action(ActionKind.RESET, id="anew"))
    following = truth(house, match_id).next
    assert following is not None
    assert hints_left(truth(house, following), 0) == HINTS


def test_nobody_takes_one_when_the_game_is_over() -> None:
    house, match_id = hosted("me", "me")
    house.matches.act(match_id, ANN, Action(ActionKind.RESIGN))
    with pytest.raises(Refusal) as error:
        house.matches.act(match_id, ANN, HINT)
    assert error.value.code == "over"
