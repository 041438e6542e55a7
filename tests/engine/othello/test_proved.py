"""Books of proved positions: exact scores, and a best move for all that may come up."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.formats.obf import parse_squares
from engine.games.othello.board.board import Board, start
from engine.games.othello.books.proved import ProvedBook, load, read
from engine.games.othello.game import Othello
from engine.games.othello.search.compact import CompactSearch
from engine.games.othello.search.searcher import make
from engine.games.othello.solver.proof import Proof
from engine.parts.of_game import book_moves
from engine.players import parse_level
from engine.players.book import book_choice
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.workshop.othello.proved_book import believe, collect, plies
from tests.naive.best_play import score

if TYPE_CHECKING:
    from pathlib import Path

    from engine.game import Position

FEWEST = 7
SEARCHED_6X6 = 23
"""From so few empty squares the book of 6 × 6 leaves positions to the search."""

SCORE_OF_4X4, SCORE_OF_6X6 = -10, -4
"""White wins 20-16 on 6 × 6 (J. Feinstein, 1993)."""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> ProvedBook:
    """The book of 4 × 4, made as that of 6 × 6 is."""
    proof = Proof(4, tmp_path_factory.mktemp("proof") / "progress", split=FEWEST - 1)
    for _ in plies(proof):
        pass
    return collect(proof)


def test_a_book_that_goes_on_from_another_has_all_its_positions(
    book: ProvedBook, tmp_path: Path
) -> None:
    # The scores after the other's last moves are known without their moves having been searched.
    short = Proof(4, tmp_path / "short", split=FEWEST)
    for _ in plies(short):
        pass
    longer = Proof(4, tmp_path / "longer", split=FEWEST - 1)
    believe(longer, collect(short))
    for _ in plies(longer):
        pass
    known = collect(longer)
    assert len(known) > len(collect(short))
    check_side(4, known, FEWEST)


def position_of(board: Board) -> Position:
    return parse_squares(str(board), "X")


def test_every_entry_is_exact_and_its_move_best(book: ProvedBook) -> None:
    memo: dict[tuple[int, ...], int] = {}
    for board in book.boards():
        known = book.find(board)
        assert known is not None
        assert known.score == score(position_of(board), memo)
        assert -score(position_of(board.after(known.square)), memo) == known.score
    assert len(book) >= 25
    assert {known.score for board in book.boards() if (known := book.find(board))} > {-10, 10}


def test_a_side_that_follows_the_book_stays_in_it(book: ProvedBook) -> None:
    check_side(4, book, FEWEST)
    check_side(6, load(6), SEARCHED_6X6 + 1)


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


@pytest.mark.parametrize("size", [4, 6])
def test_every_move_called_best_is_best_and_keeps_to_the_book(book: ProvedBook, size: int) -> None:
    entries, fewest = (book, FEWEST) if size == 4 else (load(6), SEARCHED_6X6 + 1)
    memo: dict[tuple[int, ...], int] = {}
    images = others = 0
    for board in entries.boards():
        known, squares = entries.find(board), entries.best(board)
        assert known is not None
        assert squares[0] == known.square
        assert len(squares) == len(set(squares))
        own = board.after(known.square)
        for after in map(board.after, squares):
            if size == 4:
                assert -score(position_of(after), memo) == known.score
            if after.canonical()[:2] == own.canonical()[:2]:
                images += 1
                continue
            others += 1
            replies = [after.after(reply) for reply in after.squares()]
            assert all(entries.find(reply) for reply in replies if reply.left >= fewest)
    assert images > len(entries)
    assert others or size == 4
    assert len(entries.best(start(size))) == 4


@pytest.mark.parametrize("size", [4, 6])
def test_entries_agree_with_each_other(book: ProvedBook, size: int) -> None:
    entries, whole = (book if size == 4 else load(size)), 0
    for board in entries.boards():
        known = entries.find(board)
        assert known is not None
        after = {square: entries.find(board.after(square)) for square in board.squares()}
        assert known.square in after
        scores = {square: -found.score for square, found in after.items() if found}
        assert max(scores.values(), default=known.score) <= known.score
        assert scores.get(known.square, known.score) == known.score
        if len(scores) == len(after):
            assert max(scores.values()) == known.score
            whole += 1
    assert whole > len(entries) / 20


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


def test_6x6_mistakes_are_punished_in_full_by_the_book() -> None:
    searcher, gains, random = make(Othello(6)), set(), Random(1)
    for board in random.sample([*load(6).boards()], 60):
        known, position = load(6).find(board), position_of(board)
        assert known is not None
        found = book_moves(position)
        assert {(move.score, move.exact) for move in found} == {(known.score, True)}
        choice = book_choice(position, parse_level("10"), random)
        assert choice is not None
        assert choice.move in [move.move for move in found]
        assert choice.info is not None
        assert (choice.info.score, choice.info.exact) == (known.score, True)
        info = searcher.search(position, Limit(time=5), SearchControl())
        assert (info.score, info.exact, info.nodes) == (known.score, True, 0)
        gains.add(known.score - (-SCORE_OF_6X6 if board.left % 2 else SCORE_OF_6X6))
    assert len(gains) > 10


def test_play_from_the_6x6_book_varies() -> None:
    begin = Othello(6).start()
    moves = {book_choice(begin, parse_level("10"), Random(seed)) for seed in range(40)}
    assert {choice.move for choice in moves if choice} == set(begin.legal_moves())


def check_6x6(boards: list[Board]) -> None:
    search = CompactSearch(6, endgame_buckets=1 << 18)
    search.begin(SearchControl())
    for board in boards:
        known = load(6).find(board)
        assert known is not None
        assert search.exceeds(board, known.score - 1) >= known.score
        assert search.exceeds(board, known.score + 1) <= known.score
        child = board.after(known.square)
        assert -search.exceeds(child, -known.score + 1) >= known.score


def test_entries_of_6x6_by_searching_them_afresh() -> None:
    check_6x6([board for board in load(6).boards() if board.left == 24][:2])


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("count", [4, pytest.param(8, marks=pytest.mark.hours)])
def test_more_entries_of_6x6(count: int) -> None:
    check_6x6([board for board in load(6).boards() if board.left <= 26][:count])


def test_sizes_without_a_book_know_nothing() -> None:
    assert len(load(4)) == 0
    assert load(4).find(start(4)) is None
    assert load(4).line(start(4)) == []
