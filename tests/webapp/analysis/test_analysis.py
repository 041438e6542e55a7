"""The analysis: whose search comes next, and who is told what."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from engine.judging.analysis import Analysis
from engine.search.statistics import Statistics
from tests.candidates import about
from tests.webapp import browsers
from tests.webapp.analysing import CLOCK, FOUR, do, finding, look
from tests.webapp.browsers import wait_until
from webapp import wire
from webapp.domain.line import Line
from webapp.service.analysis import PATIENCE, Look, Work
from webapp.service.effort import LONGER, SLICES, Effort
from webapp.service.known import Known
from webapp.service.news import PositionNews
from webapp.service.reviews import PASSES
from webapp.service.turns import Visitor
from webapp.worker.analyst import Analyst


def test_a_first_look_comes_first_then_the_review_from_its_end_then_longer_ones(analyses):
    analyses.look("ann", look("445", 1))
    done = [do(analyses) for _ in range(7)]
    first, _, second, soon, third = (a_pass.seconds for a_pass in PASSES[:5])
    assert [work.seconds for work in done[:4]] == [SLICES[0], first, second, SLICES[1]]
    assert [len(work.key[1]) for work in done] == [1, 0, 3, 1, 3, 2, 0]  # ply 1 is looked at
    assert [work.seconds for work in done[4:]] == [soon, third, third]
    assert do(analyses).seconds == SLICES[2]


def test_everybody_gets_a_short_search_before_anybody_a_long_one(analyses):
    for sid, moves in (("ann", "4"), ("bob", "5"), ("eve", "6")):
        analyses.look(sid, look(moves, who=sid))
    first = [do(analyses) for _ in range(3)]
    assert [work.sid for work in first] == ["ann", "bob", "eve"]
    assert {work.seconds for work in first} == {SLICES[0]}


@pytest.mark.parametrize("guest", ["same", ""])
def test_sixty_sockets_of_one_visitor_cost_another_one_search_at_most(analyses, guest):
    """By one cookie, or by a cookie each from one address."""
    for number in range(60):
        visitor = Visitor("crowd", guest or f"guest{number}")
        analyses.look(f"crowd{number}", Look(1, Line.of(FOUR, "44" + "5" * (number % 3)), visitor))
    running = analyses.take()
    analyses.look("ann", look("7", who="ann"))
    CLOCK.now += running.seconds
    analyses.finish(running, finding(running))
    assert do(analyses).sid == "ann"
    spent = {"ann": 0.0, "crowd": 0.0}
    while spent["ann"] < 6:
        work = do(analyses)
        spent[work.visitor.address] += work.seconds
    assert spent["crowd"] == pytest.approx(spent["ann"], abs=SLICES[2])


def test_a_proof_ends_the_search(analyses, told):
    analyses.look("ann", look(""))
    do(analyses, exact=True, score=1)
    assert told.findings("ann")[-1]["verdict"] == "Red wins in 21 moves."
    analyses.look("ann", look("", token=2))  # known at once, nothing left to search
    assert told.findings("ann")[-1]["token"] == 2
    assert analyses.waiting == 0
    analyses.look("ann", look("4", token=3))
    work = analyses.take()
    assert work is not None
    assert work.key == (FOUR, (3,))


def test_what_one_searches_another_is_told(analyses, told):
    analyses.look("ann", look("4"))
    analyses.look("bob", look("44", 1, token=7))
    work = do(analyses)
    assert work.sid == "ann"
    assert [news["token"] for news in told.findings("bob")] == [7]
    assert 1 in told.reviewed("bob")


def test_who_comes_later_goes_on_where_another_search_ended(analyses):
    """What Ann has searched for a second is not searched for less, and not left at that."""
    analyses.look("ann", look(""))
    for _ in range(2):
        do(analyses)
    analyses.rest("ann")
    analyses.look("bob", look(""))
    assert [do(analyses).seconds for _ in range(2)] == list(SLICES[2:])


def test_two_who_look_at_the_same_share_its_slices(analyses):
    for sid in ("ann", "bob"):
        analyses.look(sid, look(""))
    done = [do(analyses) for _ in SLICES]
    assert [work.seconds for work in done] == list(SLICES)
    analyses.look("eve", look("4"))  # nothing else waits for the two
    assert do(analyses).sid == "eve"


@pytest.mark.parametrize(
    ("effort", "slices"),
    [
        (Effort(seconds=1), SLICES[:2]),
        (Effort(seconds=0.1), SLICES[:1]),
        (Effort(seconds=None), SLICES + LONGER),
        (Effort(depth=5), SLICES[:1]),
        (Effort(depth=6), SLICES),
    ],
)
def test_it_is_searched_as_hard_as_somebody_wants(analyses, effort, slices):
    """What a search finds here is five plies deep."""
    line = Line.of(FOUR, "")
    analyses.look("ann", Look(1, line, Visitor("ann", "ann"), effort=effort))
    assert [do(analyses).seconds for _ in slices] == list(slices)
    assert analyses.waiting == 0


def test_who_goes_on_for_as_long_as_they_look_gives_way_to_everybody(analyses):
    ann = Visitor("ann", "ann")
    analyses.look("ann", Look(1, Line.of(FOUR, ""), ann, effort=Effort(seconds=None)))
    for _ in SLICES:
        do(analyses)
    for number in range(2 * PATIENCE):
        long = analyses.take()
        assert long.seconds == LONGER[0]
        analyses.look(f"bob{number}", look("4" * (number % 5 + 1), who=f"bob{number}"))
        assert long.control.stopped
        analyses.finish(long, finding(long))
        assert do(analyses).sid == f"bob{number}"
        analyses.rest(f"bob{number}")


def test_those_who_look_hear_how_far_the_search_has_come(analyses, told):
    analyses.look("ann", look("4"))
    analyses.look("bob", look("44", 1, token=7))
    work = analyses.take()
    moves = work.position.legal_moves()
    made = about(moves[0], 3, work.position.to_move, depth=17)
    analyses.progress(work, made.depth, 6_000_000, 2.0)
    said = [(sid, news["progress"]) for sid, news in told.messages if "progress" in news]
    assert sorted(said) == [(sid, "searching, depth 17, 2 s, 3.0 M/s") for sid in ("ann", "bob")]
    analyses.rest("ann")
    analyses.rest("bob")
    analyses.progress(work, made.depth, 9_000_000, 3.0)
    assert len([news for _, news in told.messages if "progress" in news]) == 2


def test_as_many_lines_are_told_as_are_wanted(analyses, told):
    for lines in (1, 5):
        who = f"ann{lines}"
        analyses.look(who, Look(1, Line.of(FOUR, ""), effort=Effort(lines=lines)))
        do(analyses)
        (news,) = told.findings(who)[-1:]
        assert sum(bool(move["line"]) for move in news["moves"]) == lines
        assert {move["how"] for move in news["moves"]} == {"depth 5"}


def test_who_leaves_or_looks_elsewhere_is_searched_for_no_more(analyses, told):
    analyses.look("ann", look("4"))
    running = analyses.take()
    assert running is not None
    analyses.look("ann", look("5", token=2))
    assert running.control.stopped
    analyses.finish(running, finding(running))
    assert not told.messages
    following = analyses.take()
    assert following is not None
    assert following.key == (FOUR, (4,))
    analyses.rest("ann")
    assert following.control.stopped
    assert len(analyses) == 0
    analyses.rest("ann")  # twice does no harm


def test_a_long_search_gives_way_and_is_taken_up_again(analyses):
    analyses.look("ann", look("", who="ann"))
    for _ in range(2):
        do(analyses)
    long = analyses.take()
    assert long is not None
    assert long.seconds == SLICES[2]
    analyses.look("bob", look("4", who="bob"))
    assert long.control.stopped
    analyses.finish(long, finding(long))
    assert do(analyses).sid == "bob"
    again: list[Work] = []
    while len(again) < 2:
        again += [work for work in (do(analyses),) if work.sid == "ann"]
    assert [work.seconds for work in again] == list(SLICES[2:])
    assert not again[0].control.stopped


def test_a_search_that_gave_way_often_ends_in_peace(analyses):
    analyses.look("ann", look("", who="ann"))
    for _ in range(2):
        do(analyses)
    for number in range(PATIENCE + 1):
        long = analyses.take()
        assert long is not None
        assert long.seconds == SLICES[2]
        analyses.look("bob", look("4" * (number + 1), who=f"bob{number}"))
        assert long.control.stopped == (number < PATIENCE)
        analyses.rest("bob")
        analyses.finish(long, finding(long))
    assert do(analyses).seconds == SLICES[3]


def test_a_stand_ins_findings_are_shown_and_replaced(analyses, told):
    analyses.look("ann", look(""))
    work = analyses.take()
    assert work is not None
    analyses.finish(work, finding(work), stand_in=True)
    assert "first impression" in told.findings("ann")[-1]["remarks"][-1]
    do(analyses)
    assert not told.findings("ann")[-1]["remarks"]


def test_what_the_search_did_is_told_where_it_was_counted():
    position = FOUR.start()
    counted = Statistics(hits=50, cuts=8, first_cuts=6)
    for statistics, told in ((counted, "75%"), (None, None)):
        best = about(3, 20)
        found = Analysis(best.info(1000, 0.5, statistics), (best,))
        message = dict(wire.analysis(PositionNews(1, position, found)))
        assert dict(message["effort"]).get("Cut-offs by the first move") == told  # type: ignore[call-overload]
    failed = dict(wire.analysis(PositionNews(1, position, None, failed=True)))
    assert failed["effort"] == []


def test_what_the_book_says_is_called_so():
    position, searched = FOUR.start(), about(5, 20, depth=4)
    book = tuple(about(move, 10 * move, depth=20) for move in (2, 5))
    best = searched.info(1000, 0.5)
    found = Analysis(best, (searched, about(2, 5, depth=3), about(3, 1, depth=3)), book).informed
    message = dict(wire.analysis(PositionNews(1, position, found)))
    assert [move["how"] for move in message["moves"]] == ["book, 20", "book, 20", "depth 3"]  # type: ignore[attr-defined]
    assert str(message["proof"]).startswith("book, 20, 0.5 s")


def test_a_failed_search_is_told_and_not_tried_again(analyses, told):
    analyses.look("ann", look(""))
    work = analyses.take()
    assert work is not None
    analyses.finish(work, None)
    assert "failed" in told.findings("ann")[-1]["verdict"]
    analyses.look("bob", look("4"))
    following = analyses.take()
    assert following is not None
    assert following.sid == "bob"


def test_closing_lets_those_who_wait_go(analyses):
    taken: list[Work | None] = []
    waiting = threading.Thread(target=lambda: taken.append(analyses.take()))
    waiting.start()
    analyses.close()
    waiting.join(browsers.PATIENCE)
    assert taken == [None]


def test_a_position_is_searched_once_for_all_who_look(analyses, told):
    for sid in ("ann", "ben", "cat"):
        analyses.look(sid, look(""))
    CLOCK.now += 2
    assert analyses.waits == 2
    first = analyses.take()
    second: list[Work] = []
    taker = threading.Thread(target=lambda: second.append(analyses.take()), daemon=True)
    taker.start()
    analyses.look("dan", look("3", 1))
    taker.join(browsers.PATIENCE)
    assert second[0].sid == "dan", "the other's position is searched already"
    analyses.finish(first, finding(first))
    assert all(told.findings(sid) for sid in ("ann", "ben", "cat"))
    for sid in ("ann", "dan"):
        analyses.rest(sid)
    assert analyses.waiting == 2, "who was passed over still has a turn"


def test_a_thread_at_rest_is_given_one_search_of_those_that_are_wanted(analyses):
    taken: list[Work] = []
    taker = threading.Thread(target=lambda: taken.append(analyses.take()), daemon=True)
    taker.start()
    wait_until(lambda: analyses._idle)
    analyses.look("ann", look(""))
    taker.join(browsers.PATIENCE)
    assert (taken[0].seconds, analyses.waiting) == (SLICES[0], 0)


def test_a_finished_position_is_told_at_once(analyses, told):
    analyses.look("ann", look("1212121"))
    (news,) = told.findings("ann")
    assert (news["verdict"], news["lead"]) == ("Red wins. Four in a column.", 1.0)
    assert told.reviewed("ann")[7]["lead"] == 1.0


def test_the_thread_finds_the_winning_move_and_the_mistake(analyses, told):
    """In 121212 Yellow has let Red win: the sixth move is a mistake, the seventh wins."""
    Analyst(analyses, lambda _game: None, lambda: False)
    analyses.look("ann", look("1212121", 6))
    with told.news:
        assert told.news.wait_for(
            lambda: (
                any(news["moves"] for news in told.findings("ann"))
                and told.reviewed("ann").get(5, {}).get("mark") in {"?", "??"}
            ),
            60,
        )
    found = next(news for news in told.findings("ann") if news["moves"])
    assert found["verdict"] == "Red wins with the next disc."
    assert (found["moves"][0]["move"], found["moves"][0]["note"]) == (0, "win 1")
    assert found["moves"][0]["line"] == [("1", "1")]
    assert told.reviewed("ann")[6]["lead"] > 0.9


def test_a_search_that_breaks_does_not_end_the_thread(analyses, told, caplog):
    class Broken:
        def search(self, *_: object) -> object:
            raise RuntimeError("broken")

    searchers: list[Any] = [Broken(), None]
    Analyst(analyses, lambda _game: searchers.pop(0) if searchers else None, lambda: False)
    analyses.look("ann", look("121212"))
    with told.news:
        assert told.news.wait_for(lambda: told.findings("ann"), 60)
    assert "failed" in told.findings("ann")[0]["verdict"]
    analyses.look("ann", look("121212", token=2))
    with told.news:
        assert told.news.wait_for(lambda: told.findings("ann")[-1]["moves"], 60)
    assert "broken" in caplog.text


def test_a_stand_in_s_search_never_suffices() -> None:
    move = about(3, 50)
    found = Analysis(move.info(nodes=1000, elapsed=2.0), (move,))
    assert Known(found, 2.0).suffices(2.0)
    assert not Known(found, 1.9).suffices(2.0)
    assert not Known(found, 60.0, stand_in=True).suffices(2.0)
    assert Known(found, 2.0, stand_in=True).tried(2.0, standing_in=True)
