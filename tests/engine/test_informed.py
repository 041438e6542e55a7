"""An analysis that takes the book's word where the book looked deeper."""

from __future__ import annotations

from engine.judging.analysis import Analysis, analyze
from engine.parts import book_moves
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.info import Info
from engine.search.limits import Limit
from engine.search.plain import PlainSearcher
from engine.search.searcher import Candidate


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
    proved = Candidate(1, -4, exact=True, depth=8, pv=(1, 2))
    deep = Candidate(3, 40, exact=False, depth=30, pv=(3, 4))
    shallow = Candidate(5, 90, exact=False, depth=4, pv=(5, 6))
    book = tuple(Candidate(move, -70, exact=False, depth=20, pv=(move,)) for move in (1, 3, 5))
    best = Info(4, 90, (5, 6), 100, 0.5)
    found = Analysis(best, (shallow, deep, proved), book).informed
    assert [(c.move, c.score, c.depth) for c in found.candidates] == [
        (3, 40, 30),
        (5, -70, 20),
        (1, -4, 8),
    ]
    assert found.candidates[1].pv == (5, 6)
    assert (found.best.score, found.best.pv, found.best.depth) == (40, (3, 4), 30)
    assert (found.best.nodes, found.best.elapsed) == (100, 0.5)


def test_without_a_book_all_stays():
    plain = Analysis(Info(4, 90, (5,), 100, 0.5), (Candidate(5, 90, False, 4, (5,)),))
    assert plain.informed is plain
