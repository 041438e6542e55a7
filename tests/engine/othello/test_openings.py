"""The opening book in the package is sound, and levels play by it."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

from engine.games.othello.books import growing, openings
from engine.games.othello.game import Othello
from engine.games.othello.position import OthelloPosition
from engine.games.othello.search.searcher import make
from engine.parts.of_game import book_moves
from engine.players import parse_level
from engine.players.book import WITHIN, book_choice
from engine.search.control import SearchControl
from engine.search.limits import Limit
from tests.naive.othello_patterns import turned

if TYPE_CHECKING:
    from engine.games.othello.books.openings import Key

BOOK = openings.Book.from_bytes(openings.shipped())
START = Othello().start()


def position_of(key: Key) -> OthelloPosition:
    return OthelloPosition.set_up(Othello(), key, 0)


def reached(discs: int) -> set[Key]:
    """The positions with so many discs at most that legal play within the book reaches."""
    pending, seen = [START], {openings.canonical_key(START)}
    while pending:
        position = pending.pop()
        if sum(board.bit_count() for board in position.boards) == discs:
            continue
        for candidate in BOOK.candidates(position):
            child = position.play(candidate.move)
            if (key := openings.canonical_key(child)) not in seen:
                seen.add(key)
                pending.append(child)
    return seen


def sample(count: int) -> list[OthelloPosition]:
    return [position_of(key) for key in Random(5).sample(list(BOOK), count)]


def test_every_entry_is_reached_by_legal_play() -> None:
    assert len(BOOK) >= 2000
    assert len(list(BOOK)) == len(set(BOOK))
    assert reached(11) == {key for key in BOOK if sum(bits.bit_count() for bits in key) <= 11}


def test_scores_are_backed_up_by_negamax() -> None:
    inner = 0
    for position in sample(1000):
        entry, known = BOOK.entry(position), BOOK.candidates(position)
        assert entry is not None
        if known and entry.depth > growing.DEPTH:
            inner += 1
            best = max((c.score.value, c.depth) for c in known)
            assert (entry.score, entry.depth) == best
    assert inner > 50


def test_all_images_of_a_position_are_one_entry() -> None:
    for key in list(BOOK)[::97]:
        entry = BOOK.entry(position_of(key))
        assert entry is not None
        for symmetry in range(8):
            image = tuple(turned(symmetry, bits) for bits in key)
            assert BOOK.entry(position_of(image)) == entry


def test_scores_are_what_a_search_finds() -> None:
    rim = [position for position in sample(200) if not BOOK.candidates(position)]
    searcher = make(Othello())
    differences = []
    for position in rim[:12]:
        entry = BOOK.entry(position)
        assert entry is not None
        searcher.forget()
        info = searcher.search(position, Limit(depth=entry.depth), SearchControl())
        differences.append(abs(info.score.value - entry.score))
    assert max(differences) <= 600
    assert sum(differences) / len(differences) <= 200


def test_the_book_is_small_and_loads_quickly() -> None:
    started = time.process_time()
    book = openings.load.__wrapped__()
    assert time.process_time() - started < 0.05
    assert openings.ENTRY_BYTES * len(book) < 1_000_000


def test_play_from_the_book_varies_and_loses_little() -> None:
    level, games, ends = parse_level("9"), set(), set()
    for seed in range(60):
        random, position, moves = Random(seed), START, []
        while (choice := book_choice(position, level, random)) is not None:
            found = book_moves(position)
            (chosen,) = (c for c in found if c.move == choice.move)
            assert found[0].score.value - chosen.score.value <= WITHIN
            assert choice.info is not None
            assert choice.info.pv == (choice.move,)
            moves.append(choice.move)
            position = position.play(choice.move)
        assert len(moves) >= 4
        games.add(tuple(moves))
        ends.add(openings.canonical_key(position))
    assert len(games) >= 30
    assert len(ends) >= 12, "nor do the games only differ by symmetry and order"
    assert {moves[0] for moves in games} == set(START.legal_moves())


def test_weak_levels_and_other_games_do_without() -> None:
    assert book_choice(START, parse_level("4"), Random(0)) is None
    assert book_moves(Othello(10).start()) == ()
