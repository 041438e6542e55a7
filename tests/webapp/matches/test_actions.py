"""What each action leads to, decided without a server."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import registry
from tests.webapp.deciding import ANN, BEN, CAT, do, events_of, play, refusal, seat, start
from webapp.domain import actions
from webapp.domain.action import Action, ActionKind, Claim
from webapp.domain.actions import CLAIM_AFTER
from webapp.domain.endings import given_up
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
    Rematched,
)
from webapp.domain.history import Recorded, changes, fold
from webapp.domain.match import Match, OfferKind, Status
from webapp.domain.result import Reason, Result, verdict
from webapp.domain.seat import Guest

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


def test_a_full_column_is_refused_and_the_turn_stays() -> None:
    match = play(start("connectfour", "ann", "ben"), "111111")
    with pytest.raises(Refusal, match="Column 1 is full"):
        do(match, ANN, "move", ply=6, move=0)


def test_nobody_moves_while_a_player_is_missing() -> None:
    assert refusal(start("connectfour", "ann", "open"), ANN, "move", ply=0, move=0) == "waiting"


def test_a_forced_pass_is_an_event_of_its_own() -> None:
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
            match = changes(match, events)[-1].after
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
    records = [c.record for c in changes(match, (Moved(0, 3),), 0, action.key)]
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


def test_undo_restores_everything_and_makes_a_late_answer_stale() -> None:
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
            match = changes(match, actions.decide(match, (0, 1), action).events)[-1].after
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


def test_who_offers_for_one_seat_cannot_agree_for_another() -> None:
    match = play(start("connectfour:7x6:4:3p", "ann", "ben", "ann"), "44")
    offered = do(match, ANN, "offer", offer=OfferKind.DRAW)
    assert refusal(offered, ANN, "accept") == "no_offer"
    assert refusal(offered, ANN, "accept", seat=0) == "no_offer"
    assert do(offered, BEN, "accept").result == Result(Reason.AGREEMENT)


def test_after_the_end_nothing_but_the_next_game_is_offered() -> None:
    match = play(start("connectfour", "ann", "ben"), "1212121")
    for kind in (OfferKind.DRAW, OfferKind.TAKEBACK):
        assert refusal(match, ANN, "offer", offer=kind) == "over"
    assert do(match, ANN, "offer", offer=OfferKind.REMATCH).offer is not None


def test_an_offer_keeps_nobody_with_two_colours_from_moving() -> None:
    match = play(start("connectfour:7x6:4:3p", "ann", "ann", "ben"), "4")
    offered = do(match, BEN, "offer", offer=OfferKind.DRAW)
    assert do(offered, ANN, "move", move=3, ply=1).to_move == 2


def test_a_granted_takeback_goes_back_to_the_move_of_who_asked() -> None:
    match = play(start("connectfour:7x6:4:3p", "ann", "ben", "cat"), "444")
    asked = do(match, ANN, "takeback")
    agreed = do(do(asked, BEN, "accept"), CAT, "accept")
    assert (agreed.ply, agreed.to_move) == (0, 0)


def test_the_next_game_turns_the_seats_only_where_asked() -> None:
    match = play(start("connectfour", "ann", "ben"), "1212121")
    same = actions.successor(match, "nextgame", rotate=False)
    turned = actions.successor(match, "nextgame", rotate=True)
    assert same.seats == match.seats
    assert turned.seats == (match.seats[1], match.seats[0])
    assert (same.wins, turned.wins) == ((1, 0), (0, 1))
    assert same.number == turned.number == 2
    assert (same.previous, same.moves) == (match.id, ())


def test_the_next_game_begins_with_the_same_opening() -> None:
    match = Created("abcdefgh", "connectfour", (seat("ann"), seat("ben")), moves=(3, 3)).start()
    played = play(match, "1")
    assert actions.successor(played, "nextgame", rotate=True).moves == (3, 3)


def long_gone(game: str, *seats: str) -> Match:
    """A match whose seat to move has been away for an hour."""
    return replace(start(game, *seats), gone={0: -3_600_000})


def test_nobody_claims_for_being_away_oneself() -> None:
    match = long_gone("connectfour", "ann", "ben")
    assert refusal(match, ANN, "claim") == "no_claim"
    assert do(match, BEN, "claim").result == Result(Reason.LEFT, 1, by=0)


def test_a_claim_waits_for_its_whole_minute() -> None:
    match = start("connectfour", "ann", "ben")
    assert refusal(replace(match, gone={0: 1 - CLAIM_AFTER}), BEN, "claim") == "no_claim"
    assert do(replace(match, gone={0: -CLAIM_AFTER}), BEN, "claim").result is not None


@pytest.mark.parametrize("reason", Reason)
def test_with_nobody_but_computers_left_the_game_ends(reason: Reason) -> None:
    match = start("connectfour:7x6:4:3p", "ann", "5", "4")
    assert given_up(match, 0, reason) == (Ended(Result(reason, by=0)),)


def test_three_players_do_not_call_a_draw_because_one_left() -> None:
    match = long_gone("connectfour:7x6:4:3p", "ann", "ben", "cat")
    (event,) = events_of(match, BEN, "claim", claim=Claim.DRAW)
    assert isinstance(event, HandedOver)
    (event,) = events_of(long_gone("connectfour", "ann", "ben"), BEN, "claim", claim=Claim.DRAW)
    assert event == Ended(Result(Reason.LEFT, by=0))
