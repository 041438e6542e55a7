"""Matches that start from a position, given as the game's moves from the first board."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from flask import Flask

from engine import registry
from engine.formats.record import GameRecord
from tests.browser.games import OTHELLO_WITH_PASSES
from tests.webapp.fakes import House
from tests.webapp.forms import MatchBrowser
from webapp.domain.action import Action, ActionKind
from webapp.domain.actions import decide, successor
from webapp.domain.errors import Refusal
from webapp.domain.events import Created, Rematched, TookBack
from webapp.domain.history import Recorded, changes
from webapp.domain.match import Match
from webapp.domain.opening import opening_of
from webapp.domain.seat import Guest, Seat
from webapp.domain.setup import Colour, NewMatch, created
from webapp.persistence import codec
from webapp.service.ports import Answer

ANN, BEN = Guest("ann", "Ann"), Guest("ben", "Ben")
SEATS = (Seat.human("ann", "Ann"), Seat.human("ben", "Ben"))


def start(game: str, moves: str) -> Match:
    opening = opening_of(registry.game(game), moves)
    return Created("abcdefgh", game, SEATS, moves=opening).start()


def act(match: Match, who: Guest, kind: ActionKind, **fields: Any) -> Match:
    action = Action(kind, fresh_id="nextgame", **fields)
    decision = decide(match, match.held_by(who.id), action)
    return changes(match, decision.events, decision.seat)[-1].after


# -- The match -----------------------------------------------------------------------------


def test_the_rules_of_history_hold() -> None:
    match = start("connectfour", "4435")
    assert (match.ply, match.opening, match.to_move) == (4, 4, 0)
    assert [position.ply for position in match.positions] == [0, 1, 2, 3, 4]
    assert match.position == match.game.start().play(3).play(3).play(2).play(4)
    assert match.position.last_changes == (4,)


def test_the_opening_is_never_taken_back() -> None:
    match = start("connectfour", "444")
    assert match.undo_ply((0, 1)) is None
    match = act(match, BEN, ActionKind.MOVE, ply=3, move=0)
    assert match.undo_ply((0,)) is None, "all of Red's moves belong to the opening"
    assert match.undo_ply((1,)) == 3
    assert TookBack(3, 1).apply(match).moves == (3, 3, 3)


def test_a_rematch_starts_from_the_same_board_with_seats_swapped() -> None:
    match = act(start("connectfour", "444"), BEN, ActionKind.MOVE, ply=3, move=0)
    match = act(match, ANN, ActionKind.RESIGN)
    following = successor(match, "nextgame", rotate=True).start()
    assert following.moves == (3, 3, 3)
    assert following.opening == 3
    assert [seat.guest for seat in following.seats] == ["ben", "ann"]
    assert following.to_move == 1


def test_a_restart_starts_from_the_same_board() -> None:
    house = House()
    order = NewMatch(registry.game("connectfour"), ("me", "ai:1"), opening=(3, 3))
    first = house.matches.create(order, ANN)
    house.matches.act(first, ANN, Action(ActionKind.MOVE, ply=2, move=0))
    house.matches.act(first, ANN, Action(ActionKind.RESET))
    following = house.matches.match(first).next
    assert following is not None
    assert house.matches.match(following).moves == (3, 3)


def test_an_ai_whose_turn_the_board_has_answers_at_once() -> None:
    house = House()
    order = NewMatch(registry.game("connectfour"), ("me", "ai:1"), opening=(3,))
    match = house.matches.create(order, ANN)
    question = house.thinker.asked[-1]
    assert (question.seat, question.ply, question.pause) == (1, 1, 0.0)
    house.matches.answer(Answer(question, 3))
    assert house.matches.match(match).moves == (3, 3)


def test_who_moves_first_is_counted_from_the_board() -> None:
    game = registry.game("connectfour:7x6:4:3p")

    def mine(colour: Colour) -> int:
        order = NewMatch(game, ("me", "ai:1", "ai:2"), colour, opening=(3, 3))
        seats = created(order, "abcdefgh", ANN, random.Random(1)).seats
        return [seat.guest for seat in seats].index("ann")

    assert (mine(Colour.AS_GIVEN), mine(Colour.FIRST), mine(Colour.SECOND)) == (0, 2, 0)


def test_forced_passes_are_put_in_and_one_at_the_end_is_played_at_once() -> None:
    game = registry.game("othello:4")
    complete: tuple[int, ...] = ()
    for count in range(1, len(OTHELLO_WITH_PASSES)):
        complete = opening_of(game, OTHELLO_WITH_PASSES[:count])
        position = start("othello:4", game.format_moves(complete)).position
        assert not game.is_pass(position.legal_moves()[0])
    assert any(game.is_pass(move) for move in complete)


@pytest.mark.parametrize(
    ("game", "moves", "says"),
    [
        ("connectfour", "4444444", "No game begins with these moves. Ply 7: Column 4 is full."),
        ("connectfour", "48", "Move 2"),
        ("connectfour", "1212121", "These 7 moves end the game; a match starts while it goes on."),
        ("connectfour", "12121212", "over"),
        ("othello", "a1", "Ply 1"),
        ("connectfour", [0, 99], "Ply 2"),
    ],
)
def test_what_is_no_opening_is_refused_with_a_sentence(
    game: str, moves: str | list[int], says: str
) -> None:
    with pytest.raises(Refusal, match=re.escape(says)) as refused:
        opening_of(registry.game(game), moves)
    assert refused.value.code == "malformed"


def test_matches_stored_before_there_were_openings_are_read() -> None:
    data = codec.dump(Created("abcdefgh", "connectfour", SEATS))
    del data["moves"]
    event = codec.load("created", data)
    assert Recorded(1, event).after(None).opening == 0


def test_the_next_match_of_a_series_is_stored_with_its_opening() -> None:
    house = House()
    order = NewMatch(registry.game("connectfour"), ("me", "me"), opening=(3, 3))
    match = house.matches.create(order, ANN)
    house.matches.act(match, ANN, Action(ActionKind.RESIGN))
    house.matches.act(match, ANN, Action(ActionKind.REMATCH))
    again = House(house.store).matches
    following = again.match(match).next
    assert following is not None
    assert again.match(following).opening == 2
    assert isinstance(house.store.load(match)[-1].event, Rematched)


# -- Over HTTP -----------------------------------------------------------------------------


@pytest.mark.parametrize("moves", ["4453", [3, 3, 4, 2]])
def test_a_match_is_created_with_moves(visitor: Any, moves: object) -> None:
    ann = visitor()
    match = ann.create(game="connectfour", seat0="me", seat1="me", moves=moves)
    seen = ann.snapshot(match)
    assert (seen["ply"], seen["opening"], seen["to_move"], seen["last"]) == (4, 4, 0, [2])
    assert [move for _, move, _ in seen["moves"]] == [3, 3, 4, 2]
    assert not seen["can_undo"]
    assert ann.move(match, 0, 4)["ok"]
    assert ann.act(match, t="takeback")["ok"]
    assert ann.act(match, t="takeback")["code"] == "nothing_to_undo"


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ("4444444", "Column 4 is full."),
        ("1212121", "end the game"),
        (7, "'moves' must be text or a list of numbers."),
        (None, "'moves' must be text or a list of numbers."),
        ([3, "x"], "Entry 2 of 'moves' must be a whole number."),
        ([-1], "Entry 1 of 'moves' must be at least 0."),
        ([3] * 600, "'moves' may have at most 512 entries."),
        ("4" * 3000, "'moves' may have at most 2000 characters."),
    ],
)
def test_moves_that_make_no_sense_are_refused(visitor: Any, moves: object, says: str) -> None:
    response = visitor().post("/api/matches", {"game": "connectfour", "moves": moves})
    assert response.status_code == 400
    assert response.json["code"] == "malformed"
    assert says in response.json["message"]


@pytest.fixture
def browser(app: Flask) -> MatchBrowser:
    return MatchBrowser(app.test_client())


def test_the_form_shows_the_board_and_starts_from_it(browser: MatchBrowser) -> None:
    page = browser.get("/new?game=connectfour:5x4&moves=333")
    assert "Starts from this board (ply 3)." in page
    assert "Yellow to move." in page
    assert 'name="columns"' not in page
    fields = dict(re.findall(r'<input type="hidden" name="(game|moves)" value="([^"]*)"', page))
    assert fields == {"game": "connectfour:5x4", "moves": "333"}
    assert re.search(r'id="seat1".*?<option value="me" selected>Me<', page, re.DOTALL)
    match = browser.new(**fields, seat0="me", seat1="me", colour="", public="1")
    assert "from ply 3" in browser.page
    assert browser.owners() == {2: "0", 7: "1", 12: "0"}
    assert GameRecord.from_text(browser.get(f"{match}/record.txt")).moves == (2, 2, 2)


def test_a_refused_order_keeps_its_board(browser: MatchBrowser) -> None:
    page = browser.post("/matches", game="connectfour", moves="44", seat0="nobody")
    assert browser.status == 400
    assert "Starts from this board (ply 2)." in page
    page = browser.get("/new?game=connectfour&moves=4444444")
    assert browser.status == 400
    assert "Column 4 is full." in page
    assert "Starts from this board" not in page


def test_every_board_of_a_finished_match_but_the_last_can_be_played_on(
    browser: MatchBrowser,
) -> None:
    match = browser.new(game="connectfour", moves="1212", seat0="me", seat1="me")
    assert "Play on from this board" not in browser.get(f"{match}/moves")
    for ply, move in enumerate([0, 1, 0], 4):
        browser.get(match)
        browser.move(match, ply, move)
    page = browser.get(f"{match}/moves")
    assert page.count("Board ") >= 8
    links = re.findall(r'href="(/new\?[^"]+)"', page)
    assert links == ["/new?game=connectfour"] + [
        f"/new?game=connectfour&amp;moves={'121212'[:ply]}" for ply in range(1, 7)
    ]
