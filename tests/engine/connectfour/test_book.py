"""The opening book: its format, its maker, and the entries it ships with."""

from __future__ import annotations

import random
import time

import pytest

from engine.games.connectfour import bookmaker
from engine.games.connectfour.book import Book, book_of, canonical_key, pack
from engine.games.connectfour.solver import Solver, final_solver_score
from engine.record import GameRecord
from engine.registry import game
from engine.search.control import SearchControl


def position_of(moves: str, key: str = "connectfour"):
    return GameRecord.from_moves(game(key), moves).final()


def test_finds_positions_and_their_mirror_images():
    data = pack({canonical_key(position_of("1")): 3, canonical_key(position_of("44")): -2})
    book = Book.from_bytes(data)
    assert len(book) == 2
    assert len(data) == 18
    assert book.score(position_of("1")) == book.score(position_of("7")) == 3
    assert book.score(position_of("44")) == -2
    assert book.score(position_of("2")) is None


def test_games_without_a_book_have_an_empty_one():
    assert len(book_of(game("connectfour:5x4:3"))) == 0
    assert book_of(game("connectfour:7x6:4:3p")).score(position_of("")) is None


def test_the_maker_stores_what_is_costly_and_goes_on_where_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr(bookmaker, "COSTLY", 60)
    current = game("connectfour:4x4")
    progress = bookmaker.Progress(tmp_path / "progress")
    path = tmp_path / "4x4.book"

    def walk(progress: bookmaker.Progress, *, every: bool) -> None:
        for _ in bookmaker.walk(current, bookmaker.Bookmaker(current, progress, 16), every=every):
            progress.write_book(path)

    walk(progress, every=False)
    repertoire = len(progress.known)
    walk(progress, every=True)
    book = Book.from_bytes(path.read_bytes())
    assert book.score(current.start()) == 0
    assert len(book) == sum(known.costly for known in progress.known.values()) > 10
    assert any(not known.costly for known in progress.known.values())
    assert 10 < repertoire < len(progress.known)

    again = bookmaker.Progress(tmp_path / "progress")
    again.load()
    assert again.known == progress.known
    (tmp_path / "progress").write_text("", encoding="ascii")  # nothing is solved again
    walk(again, every=True)
    assert (tmp_path / "progress").read_text(encoding="ascii") == ""

    from_book = bookmaker.Progress(tmp_path / "other")
    from_book.load(path)
    assert from_book.known == {key: known for key, known in again.known.items() if known.costly}


def test_the_repertoire_answers_every_move_of_the_other_side(tmp_path, monkeypatch):
    """Whoever keeps to it finds a best move in it, by the exact scores of all moves."""
    monkeypatch.setattr(bookmaker, "COSTLY", 60)
    current = game("connectfour:4x4")
    progress = bookmaker.Progress(tmp_path / "progress")
    for _ in bookmaker.walk(current, bookmaker.Bookmaker(current, progress, 16), every=False):
        pass
    subject = Solver(current)

    def known_score(position) -> int | None:
        if position.outcome() is not None:
            return final_solver_score(position)
        known = progress.known.get(canonical_key(position))
        return None if known is None else known.score

    def follow(position, side: int) -> None:
        known = progress.known[canonical_key(position)]
        assert subject.score(position) == known.score
        if not known.costly:
            return
        children = [position.play(move) for move in position.legal_moves()]
        if position.ply % 2 == side:
            children = [child for child in children if known_score(child) == -known.score]
            assert children
        for child in children:
            if child.outcome() is None:
                follow(child, side)

    follow(current.start(), 0)
    follow(current.start(), 1)


@pytest.mark.long
def test_a_sample_of_the_shipped_book_is_right():
    """Solved again, from the deepest entries, which the search reaches soonest."""
    book, subject = book_of(game("connectfour")), Solver(game("connectfour"))
    source, checked = random.Random(4), 0
    for _ in range(2_000):
        position = game("connectfour").start()
        deepest = None
        while position.outcome() is None and position.ply < 12:
            if book.score(position) is not None:
                deepest = position
            position = position.play(source.choice(position.legal_moves()))
        if deepest is not None and deepest.ply > 5 and checked < 20:
            subject.begin(SearchControl())
            assert subject.score(deepest) == book.score(deepest)
            checked += 1


def test_the_shipped_book_loads_quickly():
    book_of.cache_clear()
    started = time.perf_counter()
    book_of(game("connectfour"))
    assert time.perf_counter() - started < 0.05
