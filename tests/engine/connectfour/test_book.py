"""The opening book: its format, and the entries it ships with."""

from __future__ import annotations

import csv
import tracemalloc
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random

import numpy as np
import pytest

from engine.formats.record import GameRecord
from engine.games.connectfour.books import book as books
from engine.games.connectfour.books.book import Book, book_of, canonical_key, file_name, pack
from engine.games.connectfour.game import ConnectFour
from engine.games.connectfour.position import ConnectFourPosition
from engine.games.connectfour.search.searcher import make
from engine.games.connectfour.solver.prover import Prover
from engine.games.connectfour.solver.scores import exact_score, final_solver_score
from engine.games.connectfour.solver.solver import Solver
from engine.players import player_for
from engine.registry import game
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.workshop.connectfour import maker
from tests.engine.connectfour.positions import played, position_of_key, quiet_game

DATA = Path(__file__).parents[2] / "data" / "connectfour"


def position_of(moves: str, key: str = "connectfour"):
    return GameRecord.from_moves(game(key), moves).final()


def test_says_how_many_discs_its_deepest_position_has():
    assert Book.from_bytes(pack(ConnectFour(), {})).deepest == -1
    for moves in ("", "111111", "2224445", "1122334", "777777666666"):
        data = pack(ConnectFour(), {canonical_key(position_of(text)): 0 for text in ("4", moves)})
        assert Book.from_bytes(data).deepest == max(1, len(moves))


def test_finds_positions_and_their_mirror_images():
    scores = {canonical_key(position_of("1")): 3, canonical_key(position_of("44")): -2}
    book = Book.from_bytes(pack(ConnectFour(), scores))
    assert len(book) == 2
    assert book.score(position_of("1")) == book.score(position_of("7")) == 3
    assert book.score(position_of("44")) == -2
    assert book.score(position_of("2")) is None


@pytest.mark.parametrize("key", ["connectfour", "connectfour:8x7", "connectfour:4x4"])
def test_says_of_every_position_what_was_packed_of_it(key):
    """Every other one of a tree, with scores from one end to the other; nothing of the rest."""
    source, current = Random(5), game(key)
    positions = {canonical_key(current.start()): current.start()}
    for _ in range(60):
        position = played(key, quiet_game(key, source.randrange(4, 16), source))
        positions[canonical_key(position)] = position
    half = current.columns * current.rows // 2
    scores = {k: source.randint(-half, half) for k in [*positions][::2]}
    book = Book.from_bytes(pack(current, scores))
    assert {k: book.score(position) for k, position in positions.items()} == {
        k: scores.get(k) for k in positions
    }
    assert list(book.items()) == sorted(scores.items())
    assert book.deepest == max(positions[k].ply for k in scores)


def test_games_without_a_book_have_an_empty_one():
    assert len(book_of(game("connectfour:5x4:3"))) == 0
    assert book_of(game("connectfour:7x6:4:3p")).score(position_of("")) is None


def test_books_of_other_lines_have_a_name_of_their_own():
    names = {file_name(game(f"connectfour{tail}")) for tail in ("", ":7x6:5", ":6x7", ":7x7")}
    assert names == {"7x6.book", "7x6-5.book", "6x7.book", "7x7.book"}


FILES = files("engine.games.connectfour.books") / "data"

BOOKS = {
    file_name(current): current.key
    for current in (ConnectFour(columns, rows) for columns in range(4, 12) for rows in range(4, 12))
    if (FILES / file_name(current)).is_file()
}
"""The games that have a book, by its name."""

every_book = pytest.mark.parametrize("key", BOOKS.values())
other_books = pytest.mark.parametrize("key", sorted({*BOOKS.values()} - {"connectfour"}))


@cache
def shipped(key: str) -> list[tuple[ConnectFourPosition, int]]:
    """The entries of a book, of a large one some 20,000, the deepest first."""
    current = game(key)
    items = list(book_of(current).items())
    chosen = items[:: len(items) // 20_000 + 1]
    entries = [(position_of_key(current, key), score) for key, score in chosen]
    return sorted(entries, key=lambda entry: (-entry[0].ply, -abs(entry[1])))


def test_a_key_names_its_position():
    for moves in ("", "4", "1234567", "444444", "7711223"):
        position = position_of(moves)
        found = position_of_key(position.game, canonical_key(position))
        assert canonical_key(found) == canonical_key(position)
        assert found.ply == position.ply


def test_every_shipped_book_is_the_book_of_a_game():
    names = {file.name for file in FILES.iterdir() if file.name.endswith(".book")}
    assert names == set(BOOKS)
    sizes = {key: len((FILES / name).read_bytes()) for name, key in BOOKS.items()}
    assert min(sizes.values()) > 0
    assert sizes.pop("connectfour") <= 7_000_000
    assert max(sizes.values()) < 500_000


@every_book
def test_every_entry_of_the_shipped_book_may_be(key):
    """The mover has half of the discs, and a score for which there is room."""
    current, book = game(key), book_of(game(key))
    keys, scores = np.array(list(book.items()), dtype=np.int64).T
    assert (np.diff(keys) > 0).all()
    height, placed, own = current.rows + 1, np.zeros_like(keys), np.zeros_like(keys)
    for column in range(current.columns):
        total = (keys >> column * height) & ((1 << height) - 1)
        discs = np.floor(np.log2(total + 1)).astype(np.int64)
        assert (discs <= current.rows).all()
        placed += discs
        own += np.bitwise_count(total + 1 - (1 << discs))
    assert (own == placed // 2).all()
    free = current.columns * current.rows - placed
    assert (-(free // 2) <= scores).all()
    assert (scores <= (free + 1) // 2).all()


@every_book
def test_the_shipped_book_is_well_formed(key):
    book = book_of(game(key))
    for position, score in shipped(key):
        free = position.game.columns * position.game.rows - position.ply
        assert book.score(position) == score
        assert position.boards[0].bit_count() - position.boards[1].bit_count() in {0, 1}
        assert position.outcome() is None
        assert -(free // 2) <= score <= (free + 1) // 2


@every_book
def test_the_shipped_book_agrees_with_itself(key):
    """A position is worth as much as its best move, as far as the book has the moves."""
    book = book_of(game(key))
    for position, score in shipped(key):
        children = [position.play(move) for move in position.legal_moves()]
        known = [
            final_solver_score(child) if child.outcome() else book.score(child)
            for child in children
        ]
        worths = [-score for score in known if score is not None]
        assert max(worths, default=score) <= score
        if len(worths) == len(children):
            assert max(worths) == score


@every_book
def test_the_shipped_book_has_the_known_result_of_the_empty_board(key):
    with (DATA / "solved_sizes.csv").open(encoding="ascii") as file:
        known = {
            (int(row["width"]), int(row["height"])): int(row["result"])
            for row in csv.DictReader(file)
        }
    start = game(key).start()
    score = book_of(start.game).score(start)
    assert score is not None
    result = known.get((start.game.columns, start.game.rows))
    assert result in {None, (score > 0) - (score < 0)}


def test_the_shipped_book_agrees_with_the_published_results():
    book = book_of(game("connectfour"))
    for line in (DATA / "8ply_sample.txt").read_text(encoding="ascii").splitlines():
        moves, result = line.split()
        score = book.score(position_of(moves))
        if score is not None:
            assert result == ("w" if score > 0 else "l" if score < 0 else "d")


@pytest.mark.parametrize(("name", "at_least"), [("L1_R1", 20), ("L1_R2", 20), ("L1_R3", 300)])
def test_the_shipped_book_agrees_with_the_published_scores(name, at_least):
    """Of Pons's sets, as far as the book has them; those of later stages it has not."""
    book, found = book_of(game("connectfour")), 0
    for line in (DATA / f"Test_{name}.txt").read_text(encoding="ascii").splitlines():
        moves, score = line.split()
        known = book.score(position_of(moves)) if len(moves) <= 10 else None
        found += known is not None
        assert known in {None, int(score)}, moves
    assert found >= at_least


@every_book
def test_cheap_entries_of_the_shipped_book_are_right(key):
    subject, checked, given_up = Solver(game(key)), 0, 0
    for position, score in shipped(key)[: 16 if key == "connectfour" else 3]:
        subject.begin(SearchControl(), nodes=1_500_000)
        found = subject.score(position)
        assert found in {None, score}
        checked += found is not None
        given_up += found is None
        if given_up == 4:
            break
    assert checked or shipped(key)[0][0].ply < 6  # no entry of the first plies is cheap


@pytest.mark.long
@pytest.mark.timeout(3600)
@every_book
def test_a_sample_of_the_shipped_book_is_right(key):
    subject, entries = Solver(game(key)), shipped(key)
    samples, nodes = (10, 20_000_000) if key == "connectfour" else (4, 5_000_000)
    for position, score in entries[5 :: len(entries) // samples + 1]:
        subject.begin(SearchControl(), nodes=nodes)
        assert subject.score(position) in {None, score}


@other_books
def test_analysis_of_other_sizes_answers_from_the_book(key):
    """With no more nodes than moves that are not costly take; the search alone gives up."""
    start = game(key).start()
    limit = Limit(nodes=len(start.legal_moves()) * maker.COSTLY)
    control = SearchControl()
    subject = Solver(start.game)
    subject.begin(control, nodes=maker.COSTLY // 2)
    assert subject.score(start) is None
    info = make(start.game).search(start, limit, SearchControl())
    assert info.exact
    assert info.score == exact_score(start, book_of(start.game).score(start))
    assert info.nodes < limit.nodes


def test_the_best_player_of_another_size_plays_from_the_book():
    """On 6 x 6 the second player wins, whatever the first one begins with."""
    start = game("connectfour:6x6").start()
    player = player_for(start.game, "10", seed=1, compiled=make)
    reply = player.choose(start.play(2), SearchControl())
    assert reply.info is not None
    assert reply.info.exact
    assert reply.info.score > 0


def test_all_moves_of_early_positions_take_little_search():
    """0.2 s at 15 million nodes a second, in these games a third of it with 8 and 9 discs."""
    source, most = Random(8), {8: 0, 9: 0, 10: 0, 11: 0}
    for at in range(80):
        ply = 8 + at % len(most)
        position = played("connectfour", quiet_game("connectfour", 42 - ply, source))
        prover, control = Prover(ConnectFour()), SearchControl()
        prover.begin(control, None)
        assert None not in [prover.score(position.play(move)) for move in position.legal_moves()]
        most[ply] = max(most[ply], control.nodes)
    assert max(most[8], most[9]) < 1_000_000
    assert max(most.values()) < 3_000_000
    assert min(most[10], most[11]) > 0


def test_the_shipped_book_is_read_without_a_copy():
    file = books.DATA / file_name(ConnectFour())
    book_of.cache_clear()
    tracemalloc.start()
    try:
        book = book_of(ConnectFour())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(book) > 1_000_000
    assert peak < 1.1 * file.stat().st_size
