"""One game after another between the same people."""

from __future__ import annotations

import random
from datetime import date

from engine import registry
from tests.webapp.deciding import ANN, BEN, do, events_of, play, refusal, start
from webapp.domain import actions
from webapp.domain.events import Ended, Rematched
from webapp.domain.library import DRAW, UNKNOWN, Entry
from webapp.domain.match import OfferKind, Tally
from webapp.domain.result import Reason, Result
from webapp.domain.setup import NewMatch, created


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


def test_a_game_that_nobody_wins_is_no_draw() -> None:
    """Of three, the one person among computers gives up."""
    over = do(play(start("connectfour:7x6:4:3p", "ann", "4", "5"), "4"), ANN, "resign")
    assert over.result == Result(Reason.RESIGNATION, by=0)
    assert over.tally == Tally((0, 0, 0), 0)
    assert Entry.of_match(over, date(2026, 12, 1)).result == UNKNOWN
    agreed = do(start("connectfour", "ann", "ann"), ANN, "offer", offer=OfferKind.DRAW)
    assert agreed.tally.draws == 1
    assert Entry.of_match(agreed, date(2026, 12, 1)).result == DRAW


def test_the_ai_agrees_to_a_rematch_at_once() -> None:
    over = do(start("connectfour", "ann", "4"), ANN, "resign")
    assert events_of(over, ANN, "rematch") == (Rematched("nextgame"),)


def test_a_rematch_with_the_computer_may_be_at_another_level() -> None:
    over = do(start("connectfour:7x6:4:3p", "ann", "4", "5"), ANN, "resign")
    assert events_of(over, ANN, "rematch", level="6") == (Rematched("nextgame", level="6"),)
    following = actions.successor(over, "nextgame", rotate=True, level="6").start()
    assert [seat.name for seat in following.seats] == ["Level 6", "Level 6", "Ann"]
    assert [seat.level for seat in over.seats if seat.level] == ["4", "5"], "that game stays"


def test_a_rematch_with_people_is_at_no_level() -> None:
    over = do(start("connectfour", "ann", "ben"), BEN, "resign")
    assert refusal(over, ANN, "rematch", level="6") == "not_alone"
    alone = do(start("connectfour", "ann", "ann"), ANN, "resign")
    assert refusal(alone, ANN, "rematch", level="6") == "no_ai"


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
