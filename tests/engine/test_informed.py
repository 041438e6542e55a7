"""An analysis that takes the word of a book, and of what is proved one move on."""

from __future__ import annotations

from engine.judging.analysis import Analysis, analyze
from engine.parts.of_game import book_moves
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher
from tests.candidates import about, exactly


def test_the_moves_of_the_first_board_are_worth_the_same():
    """They are images of each other; a short search of each alone says otherwise."""
    start = game("othello").start()
    limit = Limit(nodes=300)
    found = analyze(start, PlainSearcher(start.game), limit, SearchControl()).informed
    (known,) = {move.score for move in book_moves(start)}
    assert {candidate.score for candidate in found.candidates} == {known}
    assert (found.best.score, found.best.exact) == (known, False)
    assert {candidate.move for candidate in found.candidates} == set(start.legal_moves())


def test_proofs_and_deeper_searches_keep_their_word():
    proved = exactly(1, -4, depth=8, pv=(2,))
    deep = about(3, 40, depth=30, pv=(4,))
    shallow = about(5, 90, depth=4, pv=(6,))
    book = tuple(about(move, -70, depth=20) for move in (1, 3, 5))
    best = shallow.info(nodes=100, elapsed=0.5)
    found = Analysis(best, (shallow, deep, proved), book).informed
    assert [found.by_book(candidate) for candidate in found.candidates] == [False, True, False]
    assert [(c.move, c.score, c.depth) for c in found.candidates] == [
        (3, 40, 30),
        (5, -70, 20),
        (1, -4, 8),
    ]
    assert found.candidates[1].pv == (5, 6)
    assert (found.best.score, found.best.pv, found.best.depth) == (40, (3, 4), 30)
    assert (found.best.nodes, found.best.elapsed) == (100, 0.5)


def test_without_a_book_all_stays():
    only = about(5, 90)
    plain = Analysis(only.info(nodes=100, elapsed=0.5), (only,))
    assert plain.informed is plain


def analysis(*candidates) -> Analysis:
    return Analysis(candidates[0].info(nodes=100, elapsed=0.5), candidates)


def test_a_played_move_is_worth_what_is_proved_after_it():
    before = analysis(exactly(1, 6, depth=20), about(2, 300), about(3, -100))
    after = analysis(exactly(8, 10, player=1, depth=19, pv=(9,)))
    found = before.continued(3, after).candidates
    assert [(c.move, c.score, c.exact) for c in found] == [
        (1, 6, True),
        (2, 300, False),
        (3, -10, True),
    ]
    assert (found[2].score.player, found[2].depth, found[2].pv) == (0, 20, (3, 8, 9))


def test_what_is_proved_after_a_move_says_nothing_of_better_ones():
    after = analysis(exactly(8, -10, player=1, depth=19))
    open_one = analysis(about(1, 300), about(3, 100))
    assert open_one.continued(3, after) is open_one
    before = analysis(exactly(1, 12), exactly(3, 10))
    assert before.continued(3, after) is before
    assert before.continued(1, analysis(about(8, 1, player=1))) is before


def test_a_move_without_a_choice_is_proved_by_the_next_one():
    forced = analysis(about(64, 300))
    found = forced.continued(64, analysis(exactly(8, 10, player=1, depth=19)))
    assert (found.best.score, found.best.exact, found.best.pv) == (-10, True, (64, 8))
