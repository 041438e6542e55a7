"""What each action leads to, decided without a server."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import registry
from webapp.domain import actions
from webapp.domain.actions import Action, ActionKind
from webapp.domain.errors import Refusal
from webapp.domain.events import (
    Agreed,
    Created,
    Declined,
    Ended,
    HandedOver,
    Levelled,
    Moved,
    Offered,
    Recorded,
    Rematched,
    TookBack,
    fold,
    numbered,
)
from webapp.domain.match import Match, OfferKind, Status
from webapp.domain.result import Reason, Result, verdict
from webapp.domain.seat import Guest, Seat
from webapp.domain.setup import Colour, NewMatch, created

ANN, BEN, CAT = (Guest(name, name.title()) for name in ("ann", "ben", "cat"))


def seat(text: str) -> Seat:
    people = {guest.id: guest for guest in (ANN, BEN, CAT)}
    if text in people:
        return Seat.human(text, people[text].name)
    return Seat.open() if text == "open" else Seat.ai(text)


def start(game: str, *seats: str) -> Match:
    return Created("abcdefgh", game, tuple(seat(text) for text in seats)).start()


def do(match: Match, who: Guest, kind: str, **fields: object) -> Match:
    """The match after an action; a move's ply is the current one unless given."""
    action = Action(ActionKind(kind), fresh_id="nextgame", **fields)  # type: ignore[arg-type]
    decision = actions.decide(match, actions.seats_for(match, who.id, action), action)
    return fold(numbered(match, decision.events, decision.seat, action.key), match)


def play(match: Match, text: str) -> Match:
    """The match after moves, each by its seat's owner or AI."""
    for move in match.game.parse_moves(text):
        action = Action(ActionKind.MOVE, ply=match.ply, move=move)
        decision = actions.decide(match, (match.to_move,), action)
        match = fold(numbered(match, decision.events), match)
    return match


def events_of(match: Match, who: Guest, kind: str, **fields: object) -> tuple[object, ...]:
    action = Action(ActionKind(kind), fresh_id="nextgame", **fields)  # type: ignore[arg-type]
    return actions.decide(match, actions.seats_for(match, who.id, action), action).events


def refusal(match: Match, who: Guest, kind: str, **fields: object) -> str:
    with pytest.raises(Refusal) as error:
        do(match, who, kind, **fields)
    return error.value.code


# -- Moves ---------------------------------------------------------------------------------


def test_the_checks_come_in_their_order() -> None:
    match = start("connectfour", "ann", "ben")
    over = play(match, "1212121")
    everything_wrong = {"ply": 99, "move": 99}
    assert refusal(over, ANN, "move", **everything_wrong) == "over"
    assert refusal(match, CAT, "move", **everything_wrong) == "spectator"
    assert refusal(match, BEN, "move", **everything_wrong) == "not_your_turn"
    assert refusal(match, ANN, "move", **everything_wrong) == "stale"
    assert refusal(match, ANN, "move", ply=0, move=99) == "illegal"


def test_33_a_full_column_is_refused_and_the_turn_stays() -> None:
    match = play(start("connectfour", "ann", "ben"), "111111")
    with pytest.raises(Refusal, match="Column 1 is full"):
        do(match, ANN, "move", ply=6, move=0)


def test_nobody_moves_while_a_player_is_missing() -> None:
    assert refusal(start("connectfour", "ann", "open"), ANN, "move", ply=0, move=0) == "waiting"


def test_20_a_forced_pass_is_an_event_of_its_own() -> None:
    match = start("othello:4", "ann", "ben")
    rng = random.Random(7)
    passes = 0
    for _ in range(40):
        match = start("othello:4", "ann", "ben")
        while match.result is None:
            move = rng.choice(match.position.legal_moves())
            assert not match.game.is_pass(move)
            action = Action(ActionKind.MOVE, ply=match.ply, move=move)
            events = actions.decide(match, (match.to_move,), action).events
            for event in events[1:]:
                if isinstance(event, Moved):
                    assert match.game.is_pass(event.move)
                    assert event.seat != match.to_move
                    passes += 1
            match = fold(numbered(match, events), match)
    assert passes > 10


def test_the_end_is_recorded_after_the_move_that_brings_it() -> None:
    match = play(start("connectfour", "ann", "ben"), "121212")
    *_, last = events_of(match, ANN, "move", ply=6, move=0)
    assert isinstance(last, Ended)
    assert last.result.winner == 0
    assert last.result.squares == (0, 7, 14, 21)


def test_an_action_sent_twice_is_recognised_even_after_a_restart() -> None:
    first = Recorded(1, Created("abcdefgh", "connectfour", (seat("ann"), seat("ben"))))
    action = Action(ActionKind.MOVE, id="x1", ply=0, move=3)
    match = first.after(None)
    records = numbered(match, (Moved(0, 3),), 0, action.key)
    folded = fold((first, *records))
    assert actions.repeated(folded, ANN.id, action) == 2
    assert actions.repeated(folded, BEN.id, action) is None
    assert actions.repeated(folded, ANN.id, Action(ActionKind.MOVE, id="x2", ply=0, move=3)) is None


def test_a_move_without_an_id_can_be_played_again_once_taken_back() -> None:
    match = do(start("connectfour", "ann", "1"), ANN, "move", ply=0, move=3)
    again = do(match, ANN, "takeback")
    action = Action(ActionKind.MOVE, ply=0, move=3)
    assert actions.repeated(match, ANN.id, action) is not None
    assert actions.repeated(again, ANN.id, action) is None


# -- Taking back ---------------------------------------------------------------------------


def test_undo_against_the_ai_goes_back_to_my_last_turn() -> None:
    match = play(start("connectfour", "ann", "4"), "44")
    assert do(match, ANN, "takeback").ply == 0
    match = play(match, "3")
    assert do(match, ANN, "takeback").ply == 2, "also while the AI thinks"


def test_15_undo_restores_everything_and_makes_a_late_answer_stale() -> None:
    start_ = start("othello", "ann", "4")
    match = play(start_, "f5d6")
    back = do(match, ANN, "takeback")
    assert (back.ply, back.position, back.moves) == (0, start_.position, ())
    assert back.epoch > match.epoch


def test_undo_at_one_screen_takes_one_move_back() -> None:
    assert do(play(start("connectfour", "ann", "ann"), "44"), ANN, "takeback").ply == 1


def after_a_pass() -> Match:
    """A game in play whose last move was a forced pass."""
    for seed in range(100):
        rng, match = random.Random(seed), start("othello:4", "ann", "ann")
        while match.result is None:
            if match.moves and match.game.is_pass(match.moves[-1]):
                return match
            action = Action(
                ActionKind.MOVE, ply=match.ply, move=rng.choice(match.position.legal_moves())
            )
            match = fold(numbered(match, actions.decide(match, (0, 1), action).events), match)
    raise AssertionError("No game had a pass.")


def test_undo_goes_back_beyond_a_pass() -> None:
    match = after_a_pass()
    assert do(match, ANN, "takeback").ply == match.ply - 2


def test_nothing_to_undo() -> None:
    assert refusal(start("connectfour", "ann", "ben"), ANN, "takeback") == "nothing_to_undo"
    only_ai = play(start("connectfour", "4", "ann"), "4")
    assert refusal(only_ai, ANN, "takeback") == "nothing_to_undo"


def test_undo_against_a_person_needs_the_persons_word() -> None:
    match = play(start("connectfour", "ann", "ben"), "44")
    asked = do(match, ANN, "takeback")
    assert asked.ply == 2
    assert asked.offer is not None
    assert do(asked, BEN, "accept").ply == 0
    assert do(asked, BEN, "decline").offer is None
    assert refusal(asked, ANN, "accept") == "no_offer", "one cannot agree with oneself"
    assert play(asked, "1").offer is None, "a move is an answer too"


# -- Offers and the end --------------------------------------------------------------------


def test_a_draw_needs_both() -> None:
    match = start("connectfour", "ann", "ben")
    asked = do(match, ANN, "offer", offer=OfferKind.DRAW)
    assert asked.status is Status.PLAYING
    drawn = do(asked, BEN, "accept")
    assert drawn.result == Result(Reason.AGREEMENT)
    assert drawn.tally.draws == 1
    assert do(asked, BEN, "offer", offer=OfferKind.DRAW).result == drawn.result


def test_only_one_offer_at_a_time() -> None:
    asked = do(start("connectfour", "ann", "ben"), ANN, "offer", offer=OfferKind.DRAW)
    assert refusal(asked, ANN, "offer", offer=OfferKind.DRAW) == "offered"


def test_the_ai_plays_on_and_says_so() -> None:
    match = start("connectfour", "ann", "4")
    assert events_of(match, ANN, "offer", offer=OfferKind.DRAW) == (
        Offered(OfferKind.DRAW, 0),
        Declined(OfferKind.DRAW, 1),
    )


def test_three_players_agree_one_after_the_other() -> None:
    match = start("connectfour:7x6:4:3p", "ann", "ben", "cat")
    asked = do(match, ANN, "offer", offer=OfferKind.DRAW)
    assert events_of(asked, BEN, "accept") == (Agreed(OfferKind.DRAW, 1),)
    half = do(asked, BEN, "accept")
    assert half.status is Status.PLAYING
    assert refusal(half, BEN, "accept") == "no_offer"
    assert do(half, CAT, "accept").status is Status.FINISHED


@pytest.mark.parametrize(("who", "winner"), [(ANN, 1), (BEN, 0)])
def test_resigning_loses(who: Guest, winner: int) -> None:
    over = do(start("connectfour", "ann", "ben"), who, "resign")
    assert over.result == Result(Reason.RESIGNATION, winner, by=1 - winner)
    assert over.tally.wins[winner] == 1
    assert refusal(over, who, "resign") == "over"


def test_when_one_of_three_resigns_the_computer_plays_on_for_the_others() -> None:
    match = start("connectfour:7x6:4:3p", "ann", "ben", "6")
    assert events_of(match, ANN, "resign") == (HandedOver(0, "6"),)
    asked = do(match, BEN, "offer", offer=OfferKind.DRAW)
    after = do(asked, ANN, "resign", id="r1")
    assert (after.status, after.offer) == (Status.PLAYING, None)
    assert after.ai_to_move() == 0
    assert after.held_by(ANN.id) == ()
    assert actions.repeated(after, ANN.id, Action(ActionKind.RESIGN, id="r1")) == after.v
    assert refusal(after, ANN, "move", ply=0, move=0) == "spectator"
    assert do(after, BEN, "resign").result == Result(Reason.RESIGNATION, by=1), "nobody is left"
    assert events_of(start("connectfour:7x6:4:3p", "ann", "ben", "cat"), CAT, "resign") == (
        HandedOver(2, "4"),
    )


def test_resigning_against_two_computers_ends_the_game_for_nobody() -> None:
    over = do(start("connectfour:7x6:4:3p", "ann", "5", "4"), ANN, "resign")
    assert over.result is not None
    assert over.result.winner is None
    assert verdict(over.result, over.game).text == "Red resigned."


def test_leaving_before_anybody_came_does_not_count() -> None:
    over = do(start("connectfour", "ann", "open"), ANN, "resign")
    assert over.result is not None
    assert not over.result.counts
    assert over.tally.draws == 0


# -- The series ----------------------------------------------------------------------------


def test_a_rematch_swaps_the_colours_and_keeps_the_tally() -> None:
    over = do(start("connectfour", "ann", "ben"), BEN, "resign")
    asked = do(over, ANN, "rematch")
    assert asked.next is None
    agreed = do(asked, BEN, "rematch")
    assert agreed.next == "nextgame"
    following = actions.successor(agreed, "nextgame", rotate=True).start()
    assert [s.guest for s in following.seats] == ["ben", "ann"]
    assert following.tally.wins == (0, 1), "Ann's win moves with her"
    assert following.number == 2
    assert refusal(agreed, ANN, "rematch") == "next_exists"


def test_the_ai_agrees_to_a_rematch_at_once() -> None:
    over = do(start("connectfour", "ann", "4"), ANN, "resign")
    assert events_of(over, ANN, "rematch") == (Rematched("nextgame"),)


def test_a_rematch_waits_for_the_end() -> None:
    assert refusal(start("connectfour", "ann", "4"), ANN, "rematch") == "unfinished"


def test_a_rematch_can_be_declined() -> None:
    over = do(start("connectfour", "ann", "ben"), BEN, "resign")
    declined = do(do(over, ANN, "rematch"), BEN, "decline")
    assert declined.offer is None
    assert do(declined, BEN, "rematch").offer is not None


def test_reset_begins_anew_without_swapping_and_without_counting() -> None:
    match = play(start("connectfour", "ann", "4"), "44")
    events = events_of(match, ANN, "reset")
    assert events == (
        Ended(Result(Reason.ABANDONED, by=0)),
        Rematched("nextgame", swapped=False),
    )
    assert do(match, ANN, "reset").tally.draws == 0
    assert refusal(start("connectfour", "ann", "ben"), ANN, "reset") == "not_alone"


def test_who_lets_ais_play_each_other_decides_on_levels_and_the_next_game() -> None:
    order = NewMatch(registry.game("connectfour"), ("ai:3", "ai:4"))
    match = play(created(order, "abcdefgh", ANN, random.Random(1)).start(), "44")
    assert do(match, ANN, "level", seat=1, level="6").seats[1].level == "6"
    assert refusal(match, BEN, "level", seat=1, level="6") == "spectator"
    for kind in ("move", "resign", "takeback", "offer"):
        assert refusal(match, ANN, kind, ply=2, move=0) == "spectator"
    assert do(match, ANN, "reset").tally.draws == 0
    over = play(match, "5566")
    over = play(over, "7")
    rematch = events_of(over, ANN, "rematch")
    assert rematch == (Rematched("nextgame"),)
    assert actions.successor(over, "nextgame", rotate=True).start().is_hosted_by(ANN.id)
    assert refusal(over, BEN, "rematch") == "spectator"
    assert not start("connectfour", "ann", "4").is_hosted_by(ANN.id)


def test_actions_that_make_no_sense_are_refused() -> None:
    match = start("connectfour", "ann", "ben")
    assert refusal(match, ANN, "accept") == "no_offer"
    assert refusal(match, ANN, "decline") == "no_offer"
    assert refusal(match, ANN, "offer") == "malformed"
    assert refusal(match, ANN, "move", ply=0) == "malformed"
    assert refusal(match, ANN, "level", level="4") == "no_ai"
    assert refusal(match, ANN, "resign", seat=1) == "spectator", "the seat is Ben's"
    assert refusal(start("connectfour", "ann", "4"), ANN, "level", seat=1) == "no_ai"
    played = play(match, "4")
    assert refusal(played, ANN, "takeback", ply=0) == "stale"
    again = do(start("connectfour", "ann", "4"), ANN, "reset")
    assert refusal(again, ANN, "reset") == "next_exists"


def test_offers_can_be_made_by_their_own_names() -> None:
    match = play(start("connectfour", "ann", "ben"), "44")
    asked = do(match, ANN, "offer", offer=OfferKind.TAKEBACK)
    assert asked.offer == do(match, ANN, "takeback").offer
    over = do(match, ANN, "resign")
    assert do(over, BEN, "offer", offer=OfferKind.REMATCH).offer == do(over, BEN, "rematch").offer


def test_two_people_and_an_ai_do_not_draw_because_the_ai_plays_on() -> None:
    asked = do(start("connectfour:7x6:4:3p", "ann", "ben", "4"), ANN, "offer", offer=OfferKind.DRAW)
    assert events_of(asked, BEN, "accept") == (Declined(OfferKind.DRAW, 2),)


def test_at_one_screen_a_draw_is_agreed_at_once_and_a_finished_game_can_be_reset() -> None:
    drawn = do(start("connectfour", "ann", "ann"), ANN, "offer", offer=OfferKind.DRAW)
    assert drawn.result == Result(Reason.AGREEMENT)
    assert events_of(drawn, ANN, "reset") == (Rematched("nextgame", swapped=False),)


@pytest.mark.parametrize(
    ("result", "title", "text"),
    [
        (Result(Reason.AGREEMENT), "It is a draw.", "The players agreed."),
        (Result(Reason.ABANDONED, by=0), "The game was broken off.", "It does not count."),
        (Result(Reason.RESIGNATION, 1, by=0), "Yellow wins.", "Red resigned."),
        (Result(Reason.RESIGNATION, by=0), "Nobody wins.", "Red resigned."),
    ],
)
def test_endings_by_will_have_their_words(result: Result, title: str, text: str) -> None:
    words = verdict(result, registry.game("connectfour"))
    assert (words.title, words.text) == (title, text)


def test_the_level_changes_from_the_next_move_on() -> None:
    match = start("connectfour", "ann", "4")
    assert events_of(match, ANN, "level", level="7", seat=1) == (Levelled(1, "7"),)
    changed = do(match, ANN, "level", level="7")
    assert changed.seats[1].level == "7"
    assert changed.epoch == match.epoch, "a search in progress goes on"
    assert refusal(match, ANN, "level", level="7", seat=0) == "no_ai"


# -- Setting up ----------------------------------------------------------------------------


def made(colour: Colour, *seats: str, game: str = "connectfour") -> list[str | None]:
    order = NewMatch(registry.game(game), seats, colour)
    event = created(order, "abcdefgh", ANN, random.Random(5))
    return [s.guest or s.level for s in event.seats]


def test_who_moves_first() -> None:
    assert made(Colour.FIRST, "ai:4", "me") == ["ann", "4"]
    assert made(Colour.SECOND, "me", "ai:4") == ["4", "ann"]
    assert made(Colour.AS_GIVEN, "ai:4", "me") == ["4", "ann"]
    assert made(Colour.SECOND, "me", "me") == ["ann", "ann"], "at one screen there is no choice"


def test_random_colours_are_fair() -> None:
    order = NewMatch(registry.game("connectfour"), ("me", "ai:4"), Colour.RANDOM)
    rng = random.Random(1)
    firsts = Counter(created(order, "abcdefgh", ANN, rng).seats[0].guest for _ in range(400))
    assert 150 < firsts["ann"] < 250


def test_the_creator_does_not_take_the_second_seat_by_accident() -> None:
    match = start("connectfour", "ann", "open")
    with pytest.raises(Refusal) as error:
        actions.join(match, ANN)
    assert error.value.code == "seated"


def test_24_the_third_visitor_watches() -> None:
    match = start("connectfour", "ann", "ben")
    with pytest.raises(Refusal) as error:
        actions.join(match, CAT)
    assert error.value.code == "full"


def test_nobody_joins_a_match_that_was_broken_off() -> None:
    over = do(start("connectfour", "ann", "open"), ANN, "resign")
    with pytest.raises(Refusal) as error:
        actions.join(over, BEN)
    assert error.value.code == "over"


@pytest.mark.parametrize("seats", [("me",), ("me", "me", "me"), ("me", "you"), ("ai:99", "me")])
def test_a_senseless_order_is_refused(seats: tuple[str, ...]) -> None:
    with pytest.raises(Refusal):
        NewMatch(registry.game("connectfour"), seats)


def test_events_begin_with_the_creation() -> None:
    with pytest.raises(ValueError, match="begins with its creation"):
        fold([Recorded(1, TookBack(0, 0))])
    with pytest.raises(ValueError, match="at least one event"):
        fold([])
