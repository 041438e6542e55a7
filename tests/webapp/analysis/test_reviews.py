"""Reviews: which plies are searched in which order, and when one ends."""

from __future__ import annotations

from typing import Any

from engine.judging.analysis import Analysis
from tests.candidates import about, exactly
from tests.webapp.analysing import FOUR, do, look
from webapp.domain.line import Line
from webapp.service.analysis import Analyses, Look
from webapp.service.findings import Findings
from webapp.service.known import THOROUGH, Known
from webapp.service.reviews import PASSES, Step, bounds_of, next_step


def review(analyses: Any, moves: str, **kind: Any) -> list[int]:
    """The plies that are searched until nothing is left to do for one who looks at the end."""
    analyses.look("ann", look(moves))
    plies = []
    while analyses.waiting:
        plies.append(len(do(analyses, **kind).key[1]))
    return plies


def test_a_review_ends_when_every_ply_is_proved_and_is_stored(analyses, told, shelf):
    assert review(analyses, "1212121", exact=True) == [0, 1, 2, 3, 4, 5, 6]
    assert [news["proved"] for _, news in told.messages if "review" in news][-1] == 7
    assert set(shelf.games[FOUR, (0, 1) * 3 + (0,)]) == set(range(7))


def test_a_game_is_called_reviewed_once_its_review_is_done(analyses, shelf):
    game = (FOUR, (0, 1) * 3 + (0,))
    analyses.look("ann", look("1212121"))
    do(analyses, exact=True)
    assert game in shelf.games
    assert not analyses.reviewed([game])
    while analyses.waiting:
        do(analyses, exact=True)
    assert set(analyses.reviewed([game, (FOUR, (3,))])) == {game}


def test_a_game_is_called_reviewed_where_others_have_found_all_of_it(analyses, shelf):
    """Each ply of it belongs to a longer game, whose review is done."""
    review(analyses, "1212121", exact=True)
    analyses.look("bob", look("12121"))
    assert not analyses.waiting
    assert analyses.reviewed([(FOUR, (0, 1) * 2 + (0,))])


def test_a_review_that_a_restart_breaks_off_is_not_called_done(analyses, shelf):
    analyses.look("ann", look("1212121"))
    do(analyses, exact=True)
    analyses.close()
    game = (FOUR, (0, 1) * 3 + (0,))
    assert game in shelf.games
    assert not analyses.reviewed([game])


def test_what_only_a_stand_in_has_found_is_no_review(shelf):
    findings, line = Findings(shelf), Line.of(FOUR, "12")
    for ply in range(3):
        found = partly(line, ply, set(line.positions[ply].legal_moves()))
        findings.keep((FOUR, line.moves[:ply]), Known(found, THOROUGH, stand_in=ply == 1))
    findings.save(FOUR, line.moves, done=True)
    assert set(shelf.games[FOUR, line.moves]) == {0, 2}
    assert not findings.done([(FOUR, line.moves)])


def test_a_review_goes_on_where_the_last_server_stopped(analyses, told, shelf):
    analyses.look("ann", look("1212121"))
    for _ in range(3):
        do(analyses, exact=True)
    analyses.close()
    later = Analyses(told, shelf)  # type: ignore[arg-type]
    told.messages.clear()
    later.look("bob", look("1212121"))
    assert set(told.reviewed("bob")) == {0, 1, 2, 7}
    assert len(do(later, exact=True).key[1]) == 3
    later.close()


def test_a_stopped_review_does_nothing_more(analyses):
    line = Line.of(FOUR, "1212121")
    analyses.look("ann", Look(1, line, review=False))
    analyses.look("bob", look("3"))
    assert do(analyses).sid == "bob"


def test_reviews_without_a_database_begin_anew(told, caplog):
    class Away:
        def load(self, *_: object, **__: object) -> dict[int, Known]:
            raise OSError("away")

        keep = done = load

    lonely = Analyses(told, Away())  # type: ignore[arg-type]
    lonely.look("ann", look("1212121"))
    assert len(do(lonely, exact=True).key[1]) == 0
    assert not lonely.reviewed([(FOUR, (0,))])
    lonely.close()
    assert "could not be stored" in caplog.text


def test_a_review_ends_at_the_best_and_the_played_move_after_a_long_search() -> None:
    best, other, played = exactly(3, 4), about(1, 200), exactly(2, -2)
    found = Analysis(best.info(nodes=1000, elapsed=2.0), (best, other, played))
    assert Known(found, 1.0).proves(2)
    assert not Known(found, 1.0).proves(1)
    assert not Known(found, 1.0).reviewed(2)
    assert Known(found, THOROUGH).reviewed(2)
    assert not Known(found, THOROUGH).reviewed(1)
    assert Known(found, THOROUGH).reviewed(None)


def test_what_is_proved_of_a_ply_completes_the_one_before(analyses, told):
    """At ply 2 the best move alone is proved, then all of ply 3: the played move's worth."""
    analyses.look("ann", look("4455", 2))
    work = analyses.take()
    moves = work.position.legal_moves()
    found = [exactly(0, 3), *(about(move, 50) for move in moves[1:])]
    analyses.finish(work, Analysis(found[0].info(nodes=10, elapsed=0.1), tuple(found)))
    while not told.reviewed("ann").get(3, {}).get("proved"):
        do(analyses, exact=True, score=5)
    assert (told.reviewed("ann")[2]["mark"], told.reviewed("ann")[2]["kept"]) == ("??", False)


def test_the_first_walk_back_asks_for_what_a_mistake_needs_alone():
    """The best move and the one that was played, not the worth of every other one."""
    line = Line.of(FOUR, "445")
    quick, soon, every = PASSES[2:5]
    told = {ply: Known(partly(line, ply, set()), PASSES[0].seconds) for ply in range(4)}
    told[3] = Known(partly(line, 3, {0}), quick.seconds)
    told[2] = Known(partly(line, 2, {0, line.moves[2]}), quick.seconds)
    assert next_step(told, line.played) == Step(1, quick.seconds, quick.urgency)
    told[1] = Known(partly(line, 1, {0}), quick.seconds)  # what was played is open
    assert next_step(told, line.played) == Step(1, soon.seconds, soon.urgency)
    told[1] = Known(partly(line, 1, {0}), soon.seconds)
    assert next_step(told, line.played) == Step(3, every.seconds, every.urgency)
    others = [bounds_of(a_pass.seconds, review=True)[1] is not None for a_pass in PASSES]
    assert others == [a_pass.alone or a_pass.seconds >= THOROUGH for a_pass in PASSES]


def test_what_lies_just_beyond_the_book_is_tried_before_the_end():
    """By best moves alone: of each ply but the last the next one says what was played."""
    line = Line.of(FOUR, "445566")
    onward, back = PASSES[1:3]
    told = {0: Known(partly(line, 0, set()), PASSES[0].seconds)}
    assert next_step(told, line.played) == Step(6, back.seconds, back.urgency)  # without a book
    told = {0: Known(partly(line, 0, {0}), onward.seconds)}
    told[1] = Known(partly(line, 1, set()), PASSES[0].seconds)
    for ply in range(1, 3):
        assert next_step(told, line.played) == Step(ply, onward.seconds, onward.urgency)
        told[ply] = Known(partly(line, ply, {0}), onward.seconds)
    told[3] = Known(partly(line, 3, set()), onward.seconds)
    assert next_step(told, line.played) == Step(6, back.seconds, back.urgency)


def partly(line: Line, ply: int, proved: set[int]) -> Analysis:
    """An analysis with some moves proved, of which move 0 is the best."""
    position = line.positions[ply]
    found = tuple(
        (exactly if move in proved else about)(move, 5 - move, position.to_move, depth=5)
        for move in position.legal_moves()
    )
    return Analysis(found[0].info(nodes=10, elapsed=0.1), found)
