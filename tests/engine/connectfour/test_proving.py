"""The prover: what the book knows is never searched."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.formats.record import GameRecord
from engine.games.connectfour.books.book import Book, canonical_key, pack
from engine.games.connectfour.game import ConnectFour
from engine.games.connectfour.solver import prover as proving
from engine.games.connectfour.solver.prover import Prover
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.score import final_score, sign
from tests.engine.connectfour.positions import played, quiet_game
from tests.naive.connectfour_search import exact_score

KEY = "connectfour:4x3:3"


def opening(plies: int):
    """All positions of the small board with at most so many discs."""
    level = [game(KEY).start()]
    for _ in range(plies + 1):
        yield from level
        level = [p.play(m) for p in level for m in p.legal_moves()]


@pytest.fixture
def with_book(monkeypatch):
    """Makes a prover whose book has these positions."""

    def make(positions) -> Prover:
        data = pack(game(KEY), {canonical_key(p): exact_score(p) for p in positions})
        monkeypatch.setattr(proving, "book_of", lambda game: Book.from_bytes(data))
        return Prover(game(KEY))

    return make


def test_moves_in_the_book_are_scored_without_a_search(with_book):
    prover, start, control = with_book(opening(2)), game(KEY).start(), SearchControl()
    prover.begin(control, None)
    found = list(prover.candidates(start, start.legal_moves()))
    assert {c.move: c.score for c in found} == {
        move: -exact_score(start.play(move)) for move in start.legal_moves()
    }
    assert control.nodes == 0
    best = max(found, key=lambda c: c.score)
    assert sum(len(c.pv) > 1 for c in found) == 1  # one best move has the book's line
    assert any(len(c.pv) > 1 and c.score == best.score for c in found)


def test_positions_whose_moves_are_all_in_the_book_are_not_searched(with_book):
    prover = with_book(position for position in opening(2) if position.ply == 2)
    start, control = game(KEY).start(), SearchControl()
    prover.begin(control, None)
    assert {c.move: c.score for c in prover.candidates(start, start.legal_moves())} == {
        move: -exact_score(start.play(move)) for move in start.legal_moves()
    }
    prover.begin(searched := SearchControl(), None)
    assert prover.score(start.play(0)) == exact_score(start.play(0))
    assert searched.nodes == 0


def test_who_wins_is_told_whatever_moves_the_book_knows(monkeypatch):
    """Also all of them or all but one, and not the position: a search for the result alone,
    far from the end, finds another score than the book has."""
    source, seven = Random(3), ConnectFour()
    for _ in range(20):
        position = played("connectfour", quiet_game("connectfour", 26, source))
        children = {move: position.play(move) for move in position.legal_moves()}
        scores = {move: Prover(seven).score(child) for move, child in children.items()}
        open_ones = [move for move, child in children.items() if child.outcome() is None]
        for count in range(len(open_ones) + 1):
            known = source.sample(open_ones, count)
            data = pack(seven, {canonical_key(children[move]): scores[move] for move in known})
            monkeypatch.setattr(proving, "book_of", lambda _, data=data: Book.from_bytes(data))
            result, move = Prover(seven).decide(position)
            assert result == sign(-min(scores.values())) == sign(-scores[move])


def test_of_equal_moves_the_one_in_the_book_is_played(with_book):
    start = game(KEY).start()
    score = exact_score(start)
    equals = [move for move in start.legal_moves() if -exact_score(start.play(move)) == score]
    assert len(equals) > 1
    for move in equals:
        control = SearchControl()
        prover = with_book([start, start.play(move)])
        prover.begin(control, None)
        assert prover.best_column(start, score) in {move, 3 - move}
        assert control.nodes == 0


def test_known_replies_bound_the_score_of_a_position_outside_the_book(with_book):
    for position in opening(2):
        replies = [position.play(move) for move in position.legal_moves()]
        for reply in replies:
            prover = with_book([reply])
            assert prover.score(position) == exact_score(position)


def test_the_book_bounds_what_its_positions_lead_to(with_book):
    """Whoever moves in a position of the book gets no more by any move than its score."""
    earlier = [position for position in opening(4) if position.ply == 4]
    book = Book.from_bytes(pack(game(KEY), {canonical_key(p): exact_score(p) for p in earlier}))
    bounds: dict[engine.Position, int] = {}
    for position in earlier:
        for move in position.legal_moves():
            after = position.play(move)
            bounds[after] = max(bounds.get(after, -99), -exact_score(position))
    tight, prover = 0, with_book(earlier)
    for position, bound in bounds.items():
        if position.outcome() is None:
            assert book.floor(position) == bound <= exact_score(position)
            assert prover.score(position) == exact_score(position)
            tight += bound == exact_score(position)
    assert tight > 100
    assert book.floor(earlier[0]) is None


def test_moves_outside_the_book_are_searched(with_book):
    start = game(KEY).start()
    prover = with_book([start, start.play(0)])
    prover.begin(SearchControl(), None)
    found = list(prover.candidates(start, start.legal_moves()))
    assert {c.move: c.score for c in found} == {
        move: -exact_score(start.play(move)) for move in start.legal_moves()
    }


def test_moves_that_are_mirror_images_are_searched_once(with_book):
    start, columns = game(KEY).start(), game(KEY).columns
    nodes = {}
    for position in (start, start.play(0)):
        prover, control = with_book([]), SearchControl()
        prover.begin(control, None)
        found = {c.move: c for c in prover.candidates(position, position.legal_moves())}
        assert {move: c.score for move, c in found.items()} == {
            move: -exact_score(position.play(move)) for move in position.legal_moves()
        }
        nodes[position.ply] = control.nodes
        if position == start:
            for move, candidate in found.items():
                line = found[columns - 1 - move].pv
                assert tuple(columns - 1 - column for column in line) == candidate.pv
    halves, control = with_book([]), SearchControl()
    halves.begin(control, None)
    list(halves.candidates(start, range(columns // 2)))
    assert nodes[0] == control.nodes


def test_a_node_limit_ends_the_proof(with_book):
    prover, control = with_book([]), SearchControl()
    prover.begin(control, 10)
    assert list(prover.best(game(KEY).start())) == []
    assert control.nodes <= 11


@pytest.mark.parametrize(
    "moves",
    [
        "4455",
        "4433",
        "5554224333234511764415115",
        "7422341735647741166133573473242566",
        "274552224131661",
    ],
)
def test_the_line_of_a_proved_score_goes_on_to_the_end(moves):
    position = GameRecord.from_moves(game("connectfour"), moves).final()
    searcher = engine.searcher_for(game("connectfour"))
    info = searcher.search(position, engine.Limit(nodes=4_000_000), SearchControl())
    assert info.exact
    mover = position.to_move
    for move in info.pv:
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert final_score(position, mover) == info.score


def test_the_last_unknown_move_has_the_score_that_no_other_keeps(with_book):
    start = game(KEY).start()
    single = 0
    for position in opening(2):
        total = exact_score(position)
        replies = {move: position.play(move) for move in position.legal_moves()}
        keeps = [move for move, reply in replies.items() if exact_score(reply) == -total]
        others = [reply for move, reply in replies.items() if move not in keeps]
        # the mirror images of two moves are one entry, so the one that is left out is alone
        if len(keeps) > 1 or not others or position == start:
            continue
        single += 1
        control = SearchControl()
        prover = with_book([position, *others])
        prover.begin(control, None)
        assert prover.answers(position, every=False)
        assert not prover.answers(position, every=True)
        assert prover.best_column(position, total) == keeps[0]
        found = {c.move: c.score for c in prover.candidates(position, position.legal_moves())}
        assert found[keeps[0]] == total
        assert control.nodes == 0
    assert single > 3


def test_the_search_plays_by_the_book_however_far_the_end_is(monkeypatch):
    """With the published scores of the seven first moves, -2 -1 0 1 0 -1 -2."""
    start = game("connectfour").start()
    scores = {canonical_key(start): 1}
    scores |= {canonical_key(start.play(move)): 2 - move for move in range(3)}
    scores[canonical_key(start.play(3))] = -1
    monkeypatch.setattr(proving, "book_of", lambda game: Book.from_bytes(pack(start.game, scores)))
    searcher = engine.searcher_for(game("connectfour"))
    limit = engine.Limit(nodes=2_000_000)
    info = searcher.search(start, limit, SearchControl())
    assert (info.pv[0], info.score, info.exact) == (3, 1, True)
    found = searcher.candidates(start, limit, SearchControl())
    assert {c.move: c.score for c in found} == dict(enumerate((-2, -1, 0, 1, 0, -1, -2)))
    assert all(c.exact for c in found)
