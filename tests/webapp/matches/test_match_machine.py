"""A match under random actions of everybody, whatever the order: the promises that hold."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine import registry
from engine.game import Game
from tests.webapp.fakes import House, PageState
from webapp.domain.action import Action, ActionKind, Claim
from webapp.domain.clock import LAG_BOUND, parse_control
from webapp.domain.errors import SENTENCES, Refusal
from webapp.domain.history import fold
from webapp.domain.match import OfferKind, Status
from webapp.domain.opening import opening_of
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch
from webapp.domain.timing import Moment, overdue
from webapp.service.ports import Answer

PEOPLE = [Guest(f"guest{i}", f"Person {i}") for i in range(4)]

GAMES = ["connectfour:3x3:3", "connectfour:4x3:3:3p", "othello:4", "connectfour:2x2:2"]

COMPARED = (
    *("v", "status", "ply", "to_move", "cells", "legal", "last"),
    *("outcome", "offer", "tally", "next", "clock", "spent", "gone"),
    *("hint", "hints_left"),
)
"""What a page keeps current by events alone."""


def some_opening(game: Game, choices: list[int]) -> tuple[int, ...]:
    """The legal moves that `choices` pick, as far as the game goes on."""
    position, moves, opening = game.start(), [], ()
    for choice in choices:
        legal = position.legal_moves()
        moves.append(legal[choice % len(legal)])
        position = position.play(moves[-1])
        if position.outcome() is not None:
            break
        opening = opening_of(game, moves)
    return opening


class MatchMachine(RuleBasedStateMachine):
    """People join, move, undo, offer, resign and repeat themselves, an AI answers late."""

    @initialize(
        key=st.sampled_from(GAMES),
        seats=st.lists(st.sampled_from(["me", "friend", "ai:1"]), min_size=3, max_size=3),
        choices=st.lists(st.integers(0, 20), max_size=5),
        clock=st.sampled_from(["", "0.1+2", "5/move"]),
    )
    def create(self, key: str, seats: list[str], choices: list[int], clock: str) -> None:
        self.house = House()
        game = registry.game(key)
        opening = some_opening(game, choices)
        order = NewMatch(
            game,
            tuple(seats[: game.players]),
            opening=opening,
            control=parse_control(clock),
        )
        self.id = self.house.matches.create(order, PEOPLE[0])
        self.browser = PageState(self.snapshot())
        self.late: list[Any] = []

    def snapshot(self) -> dict[str, Any]:
        return copy.deepcopy(self.house.snapshot(self.id))

    def act(self, person: int, action: Action) -> int | None:
        """Do it; a refusal has a sentence and leaves everything as it was."""
        with self.house.live.use(self.id) as live:  # whoever acts is back, also if refused
            self.house.matches._absence.hear(live, PEOPLE[person].id)
        before = self.snapshot()
        try:
            v = self.house.matches.act(self.id, PEOPLE[person], action)
        except Refusal as error:
            refusal = error
        else:
            again = self.snapshot()
            if action.key is not None:
                assert self.house.matches.act(self.id, PEOPLE[person], action) == v
                assert self.snapshot() == again
            return v
        assert refusal.message
        assert refusal.code in SENTENCES
        assert self.snapshot() == before
        return None

    @rule(person=st.integers(0, 3))
    def join(self, person: int) -> None:
        before = self.snapshot()
        open_seats = [seat["seat"] for seat in before["seats"] if seat["kind"] == "open"]
        free = open_seats and before["status"] == "waiting"
        if free and not self.house.matches.match(self.id).held_by(PEOPLE[person].id):
            assert self.house.matches.join(self.id, PEOPLE[person]) == open_seats[0]
        else:
            with pytest.raises(Refusal):
                self.house.matches.join(self.id, PEOPLE[person])
            assert self.snapshot() == before

    @rule(person=st.integers(0, 3), choice=st.integers(0, 20), late=st.integers(-1, 1))
    def move(self, person: int, choice: int, late: int) -> None:
        view = self.snapshot()
        legal = view["legal"] or [0]
        ply = max(0, view["ply"] + late)
        move = legal[choice % len(legal)] if choice < 18 else choice
        ours = self.house.matches.match(self.id).held_by(PEOPLE[person].id)
        action = Action(ActionKind.MOVE, id=f"{person}-{view['v']}", ply=ply, move=move)
        done = self.act(person, action)
        allowed = view["status"] == "playing" and view["to_move"] in ours
        assert (done is not None) == (allowed and ply == view["ply"] and move in view["legal"])

    @rule(
        person=st.integers(0, 3),
        kind=st.sampled_from(
            [kind for kind in ActionKind if kind not in {ActionKind.MOVE, ActionKind.SHOW}]
        ),
        offer=st.sampled_from([None, *OfferKind]),
        seat=st.sampled_from([None, 0, 1, 2]),
        level=st.sampled_from([None, "2", "depth:3"]),
        named=st.booleans(),
        claim=st.sampled_from(Claim),
    )
    def other(self, person: int, kind: ActionKind, named: bool, **fields: Any) -> None:
        identifier = f"{kind}-{self.snapshot()['v']}" if named else None
        self.act(person, Action(kind, id=identifier, **fields))

    @rule(person=st.integers(0, 3))
    def watch(self, person: int) -> None:
        self.house.matches.watch(self.id, None, f"tab{person}", PEOPLE[person], lambda: None)

    @rule(seconds=st.sampled_from([0.5, 3.0, 8.0, 70.0]), awake=st.sets(st.integers(0, 3)))
    def wait(self, seconds: float, awake: set[int]) -> None:
        """Time goes by; the pages of `awake` answer the beats."""
        for _ in range(round(seconds * 2)):
            self.house.wait(0.5)
            for match_id, guest, now in self.house.announcer.beats:
                if match_id == self.id and int(guest[-1]) in awake:
                    self.house.matches.heard(match_id, PEOPLE[int(guest[-1])], now)
            self.house.announcer.beats.clear()

    @invariant()
    def time_is_just(self) -> None:
        """Nobody has less than nothing, only the one to move pays, and no flag hangs."""
        match = self.house.matches.match(self.id)
        if match.clock is None:
            return
        now = self.house.uptime.now()
        assert min(match.clock.at(now)) >= 0
        if match.status is not Status.PLAYING:
            assert match.clock.running is None
        elif match.clock.running is not None:
            assert match.clock.running == match.to_move
            assert match.has_moved(match.to_move)
        assert not overdue(match, Moment(now - LAG_BOUND)), "a move may be on its way so long"

    @rule(choice=st.integers(0, 20), trouble=st.sampled_from([None, "It failed."]))
    def ai_answers(self, choice: int, trouble: str | None) -> None:
        if not self.house.thinker.asked:
            return
        question = self.house.thinker.asked.pop(0)
        legal = question.position.legal_moves()
        before = self.snapshot() if question.match_id == self.id else None
        self.house.matches.answer(Answer(question, legal[choice % len(legal)], trouble))
        if before is not None and (before["ply"] != question.ply or before["status"] != "playing"):
            assert self.snapshot() == before, "a stale answer changed the match"

    @invariant()
    def pages_follow_by_events_alone(self) -> None:
        events, self.house.announcer.events = self.house.announcer.events, []
        for event in events:
            if event["match"] == self.id:
                self.browser.apply(event)
        truth = self.snapshot()
        assert {f: self.browser.view[f] for f in COMPARED} == {f: truth[f] for f in COMPARED}

    @invariant()
    def the_store_holds_the_whole_truth(self) -> None:
        for match_id, records in self.house.store.events.items():
            assert [record.v for record in records] == list(range(1, len(records) + 1))
            assert fold(records) == self.house.matches.match(match_id)

    @invariant()
    def an_ai_whose_turn_it_is_has_been_asked(self) -> None:
        match = self.house.matches.match(self.id)
        if (seat := match.ai_to_move()) is not None and not self.house.crowd.lets_rest(match):
            asked = [(q.seat, q.ply, q.epoch) for q in self.house.thinker.asked]
            assert (seat, match.ply, match.epoch) in asked

    @invariant()
    def the_opening_stays(self) -> None:
        match = self.house.matches.match(self.id)
        assert match.ply >= match.opening
        if match.next is not None:
            following = self.house.matches.match(match.next)
            assert following.moves[: match.opening] == match.moves[: match.opening]
            assert following.opening == match.opening

    @invariant()
    def the_game_ends_by_its_rules(self) -> None:
        match = self.house.matches.match(self.id)
        if match.position.outcome() is not None:
            assert match.status is Status.FINISHED
        elif match.status is Status.PLAYING:
            moves = match.position.legal_moves()
            assert moves
            assert not match.game.is_pass(moves[0]), "a forced pass is played at once"


MatchMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=30)
TestMatchMachine = MatchMachine.TestCase
