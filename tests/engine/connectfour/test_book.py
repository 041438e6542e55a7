"""The opening book: its format, its maker, and the entries it ships with."""

from __future__ import annotations

import random
import time

import pytest

from engine.games.connectfour import bookmaker
from engine.games.connectfour.book import Book, book_of, canonical_key, pack
from engine.games.connectfour.solver import Solver
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
    monkeypatch.setattr(bookmaker, "WARM_TABLE_LOG", 16)
    current = game("connectfour:4x4")
    progress = bookmaker.Progress(tmp_path / "progress")
    path = tmp_path / "4x4.book"
    bookmaker.walk(current, bookmaker.Bookmaker(current, progress), progress, path)
    book = Book.from_bytes(path.read_bytes())
    assert book.score(current.start()) == 0
    assert len(book) == sum(known.costly for known in progress.known.values()) > 10
    assert any(not known.costly for known in progress.known.values())

    again = bookmaker.Progress(tmp_path / "progress")
    again.load()
    assert again.known == progress.known
    (tmp_path / "progress").write_text("", encoding="ascii")  # nothing is solved again
    bookmaker.walk(current, bookmaker.Bookmaker(current, again), again, path)
    assert (tmp_path / "progress").read_text(encoding="ascii") == ""


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
