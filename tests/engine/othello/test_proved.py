"""Books of proved positions: scores of best play, and a move for all that may come up."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.games.othello.board import Board, start
from engine.games.othello.compact import CompactSearch
from engine.games.othello.game import Othello
from engine.games.othello.obf import parse_squares
from engine.games.othello.proof import SPLIT, Proof
from engine.games.othello.proved import ProvedBook, collect, load, read
from engine.games.othello.searcher import make
from engine.players import parse_level
from engine.players.opening import book_choice
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.opening import opening_moves
from tests.naive.best_play import score

if TYPE_CHECKING:
    from engine.game import Position

FEWEST = 7
SCORE_OF_4X4, SCORE_OF_6X6 = -10, -4
"""White wins 20-16 on 6 × 6 (J. Feinstein, 1993)."""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> ProvedBook:
    """The book of 4 × 4, made as that of 6 × 6 is."""
    proof = Proof(4, tmp_path_factory.mktemp("proof") / "progress", split=FEWEST - 1)
    list(proof.steps())
    return collect(proof)


def position_of(board: Board) -> Position:
    return parse_squares(str(board), "X")


def test_every_entry_is_what_its_move_gets_at_least(book: ProvedBook) -> None:
    memo: dict[tuple[int, ...], int] = {}
    exact = 0
    for board in book.boards():
        known = book.find(board)
        assert known is not None
        best = score(position_of(board), memo)
        assert best >= -score(position_of(board.after(known.square)), memo) >= known.score
        assert known.score >= SCORE_OF_4X4
        if known.exact:
            assert known.score == best
            exact += 1
    assert len(book) > exact > 5


def test_a_side_that_follows_the_book_stays_in_it(book: ProvedBook) -> None:
    check_side(4, book, FEWEST)
    check_side(6, load(6), SPLIT + 1)


def check_side(size: int, book: ProvedBook, fewest: int) -> None:
    first = start(size)
    for pending in ([first], [first.after(square) for square in first.squares()]):
        while pending:
            board = pending.pop()
            if board.left < fewest:
                continue
            known = book.find(board)
            assert known is not None, board
            after = board.after(known.square)
            pending += [after.after(square) for square in after.squares()]


def test_symmetric_positions_are_known_alike(book: ProvedBook) -> None:
    boards = [start(4).after(square) for square in start(4).squares()]
    known = [book.find(board) for board in boards]
    assert len({found.score for found in known if found}) == 1
    after = [b.after(found.square) for b, found in zip(boards, known, strict=True) if found]
    assert len(after) == 4
    assert len({board.canonical()[:2] for board in after}) == 1


def test_a_book_is_read_as_it_was_written(book: ProvedBook, tmp_path_factory) -> None:
    path = tmp_path_factory.mktemp("book") / "4x4.txt"
    book.save(path)
    again = read(4, path)
    assert {str(b): book.find(b) for b in book.boards()} == {
        str(b): again.find(b) for b in again.boards()
    }


def test_6x6_from_the_start() -> None:
    begin = Othello(6).start()
    info = make(begin.game).search(begin, Limit(), SearchControl())
    assert (info.score, info.exact, info.depth) == (SCORE_OF_6X6, True, 32)
    final: Position = begin
    for move in info.pv:
        final = final.play(move)
    outcome = final.outcome()
    assert outcome is not None
    assert outcome.score == SCORE_OF_6X6
    candidates = make(begin.game).candidates(begin, Limit(time=0.1), SearchControl())
    assert [(c.score, c.exact) for c in candidates] == [(SCORE_OF_6X6, True)] * 4
    assert make(begin.game).search(begin, Limit(depth=5), SearchControl()).depth == 5


def test_6x6_after_a_mistake_is_played_by_the_book() -> None:
    inexact = [b for b in load(6).boards() if not (known := load(6).find(b)) or not known.exact]
    assert len(inexact) > 100
    for board in inexact:
        known = load(6).find(board)
        assert known is not None
        # With an odd number of empty squares it is White who follows the book.
        assert known.score >= (-SCORE_OF_6X6 if board.left % 2 else SCORE_OF_6X6)
        position = position_of(board)
        (candidate,) = opening_moves(position)
        assert candidate.move in position.legal_moves()
        choice = book_choice(position, parse_level("10"), Random(0))
        assert choice is not None
        assert choice.move == candidate.move


def check_6x6(boards: list[Board]) -> None:
    search = CompactSearch(6, endgame_buckets=1 << 18)
    search.begin(SearchControl())
    for board in boards:
        known = load(6).find(board)
        assert known is not None
        assert search.exceeds(board, known.score - 1, likely=True) >= known.score
        if known.exact:
            assert search.exceeds(board, known.score + 1, likely=False) <= known.score
        child = board.after(known.square)
        assert -search.exceeds(child, -known.score, likely=False) >= known.score


def test_entries_of_6x6_by_searching_them_afresh() -> None:
    check_6x6([board for board in load(6).boards() if board.left == 25][:3])


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_more_entries_of_6x6() -> None:
    check_6x6([board for board in load(6).boards() if board.left <= 26][:20])


def test_sizes_without_a_book_know_nothing() -> None:
    assert len(load(4)) == 0
    assert load(4).find(start(4)) is None
    assert load(4).line(start(4)) == []
