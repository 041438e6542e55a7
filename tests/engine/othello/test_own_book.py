"""Books of one's own: how they grow, what is taken over from other programs, who plays by them."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from engine import EngineError, cli, game
from engine.errors import NotationError, UnsupportedGame
from engine.games.othello.books import growing, openings
from engine.games.othello.books.foreign import read_book
from engine.games.othello.books.growing import Growth
from engine.games.othello.books.openings import Entry
from engine.parts.of_game import book_moves, own_book_of

if TYPE_CHECKING:
    from pathlib import Path

    from engine.games.othello.books.openings import Key
    from engine.games.othello.position import OthelloPosition

START = game("othello").start()


def after(moves: str) -> OthelloPosition:
    position = START
    for at in range(0, len(moves), 2):
        position = position.play(position.game.parse_move(moves[at : at + 2]))
    return position


def key(moves: str) -> Key:
    return openings.canonical_key(after(moves))


def discs(moves: str) -> tuple[int, int]:
    """The mover's and the other's, a1 the lowest bit, h1 the eighth."""
    position = after(moves)
    return position.boards[position.to_move], position.boards[1 - position.to_move]


@pytest.fixture
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "DEPTH", 4)
    monkeypatch.setattr(growing, "SHALLOW", 2)
    monkeypatch.setattr(growing, "AT_ONCE", 40)


def grown(entries: dict[Key, Entry], positions: int) -> Growth:
    growth = Growth(entries)
    growth.grow(lambda count: count >= positions)
    growth.back_up()
    return growth


@pytest.mark.usefixtures("shallow")
def test_the_cheapest_lines_are_expanded_first() -> None:
    growth = grown({}, 1)
    assert growth.cheapest(3) == [key("")]
    growth = grown({}, 2)
    assert growth.cheapest(3) == [key("f5")]
    growth = grown({}, 3)
    replies = [growth.entries[key(f"f5{reply}")].score for reply in ("d6", "f4", "f6")]
    assert growth.entries[growth.cheapest(1)[0]].score == min(replies)
    assert -growth.entries[key("f5")].score == growth.entries[key("")].score == min(replies)


@pytest.mark.usefixtures("shallow")
def test_searches_end_after_the_same_sides_move() -> None:
    growth = grown({}, 150)
    rim = growth.entries.keys() - growth.expanded.keys()
    assert {growth.entries[known].depth for known in rim} == {1, 2, 3, 4}
    for own, other in rim:
        depth = growth.entries[own, other].depth
        assert ((own | other).bit_count() + depth) % 2 == 0


@pytest.mark.usefixtures("shallow")
def test_every_score_is_the_best_of_those_below() -> None:
    growth = grown({}, 150)
    assert len(growth.expanded) > 10
    for above, below in growth.expanded.items():
        assert growth.entries[above].score == -min(growth.entries[k].score for k in below)


@pytest.mark.usefixtures("shallow")
def test_a_book_that_is_read_again_grows_like_one_that_was_not(tmp_path: Path) -> None:
    own, whole, parted = own_book_of(START.game), tmp_path / "whole", tmp_path / "parted"
    for path in (whole, parted):
        path.write_bytes(openings.pack({key(""): Entry(0, 4)}))
    own.grow(whole, lambda count: count >= 60)
    own.grow(parted, lambda count: count >= 60)
    assert whole.read_bytes() == parted.read_bytes()
    known = openings.read(parted).entries()
    own.grow(parted, lambda count: count >= 90)
    later = openings.read(parted).entries()
    assert len(known) >= 60
    assert len(later) >= 90
    assert known.keys() < later.keys()


def edax_book(*positions: tuple[str, int, int, list[tuple[int, str]], tuple[int, str] | None]):
    """As Edax 4 writes it: moves, score, level, links, leaf."""
    book = b"XADEKOOB\x04\x05" + bytes(8) + bytes(20) + struct.pack("<i", len(positions))
    for moves, score, level, links, leaf in positions:
        book += struct.pack("<QQ", *discs(moves)) + bytes(16)
        book += struct.pack("<hhh", score, -64, 64) + bytes([len(links), level])
        for reached, move in links:
            book += struct.pack("<bB", reached, START.game.parse_move(move))
        reached, move = leaf or (0, "")
        book += struct.pack("<bB", reached, START.game.parse_move(move) if move else 65)
    return book


def egaroucid_book(*positions: tuple[str, int, int, tuple[int, str, int] | None]):
    """As Egaroucid 7 writes it, whose first square is h8: moves, score, level, leaf."""
    book = b"DICUORAGE\x03" + struct.pack("<i", len(positions))
    for moves, score, level, leaf in positions:
        half_turned = (int(f"{bits:064b}"[::-1], 2) for bits in discs(moves))
        book += struct.pack("<QQbbI", *half_turned, score, level, 0)
        reached, move, sure = leaf or (-128, "", 0)
        book += struct.pack("<bBb", reached, 63 - START.game.parse_move(move) if move else 64, sure)
    return book


def test_edaxs_books_are_read() -> None:
    found = read_book(
        edax_book(
            ("f5", -1, 21, [(1, "d6")], (-3, "f4")),
            ("f5d6", -1, 24, [], None),
        )
    )
    assert found == {
        key("f5"): Entry(-100, 21),
        key("f5f4"): Entry(300, 20),
        key("f5d6"): Entry(-100, 24),
    }


def test_egaroucids_books_are_read() -> None:
    found = read_book(egaroucid_book(("f5d6", 2, 17, (-4, "c3", 9)), ("f5", 0, 11, None)))
    assert found == {
        key("f5d6"): Entry(200, 17),
        key("f5d6c3"): Entry(400, 8),
        key("f5"): Entry(0, 11),
    }


def test_the_position_before_a_pass_is_told_too() -> None:
    moves = "f5f6d3g5h5h4f7h6"  # black cannot move, white goes on
    board = after(moves)
    assert board.legal_moves() == (board.game.pass_move,)
    found = growing.with_passes([(openings.canonical_key(board.play(64)), Entry(1200, 10))])
    assert found[openings.canonical_key(board)] == Entry(-1200, 11)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no book",
        edax_book(("f5", 0, 9, [], None))[:-3],
        edax_book(("f5", 65, 9, [], None)),
        edax_book(("f5", 0, 9, [], (0, "a1"))),
        edax_book(("f5", 0, 9, [], None)) + bytes(1),
        egaroucid_book(("f5", 0, 9, None))[:-1],
        egaroucid_book(("f5", 0, 9, None)) + egaroucid_book(("f5d6", 0, 9, None)),
        b"DICUORAGE\x03" + (-1).to_bytes(4, "little", signed=True),
    ],
)
def test_what_is_no_book_is_refused(data: bytes) -> None:
    with pytest.raises(NotationError):
        read_book(data)


@pytest.mark.usefixtures("shallow")
def test_what_looked_further_ahead_stays_and_holes_are_filled(tmp_path: Path) -> None:
    path, own = tmp_path / "own", own_book_of(START.game)
    path.write_bytes(openings.pack({key(""): Entry(0, 4), key("f5"): Entry(50, 12)}))
    assert own.take_over(path, edax_book(("f5", 3, 9, [], (3, "d6")))) == (2, 1)
    assert openings.read(path).entry(after("f5")) == Entry(50, 12)
    assert own.take_over(path, edax_book(("f5d6", -2, 15, [], None))) == (1, 0)
    own.grow(path, lambda count: count >= 5)
    book = openings.read(path)
    assert book.entry(after("f5d6")) == Entry(-200, 15)
    assert len(book.candidates(after("f5"))) == 3


def test_the_environment_names_the_book_to_play_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own"
    path.write_bytes(openings.pack({key(""): Entry(700, 5), key("f5"): Entry(-700, 4)}))
    monkeypatch.setenv(openings.VARIABLE, str(path))
    monkeypatch.setattr(openings, "load", openings.load.__wrapped__)
    assert {known.score.value for known in book_moves(START)} == {700}
    assert book_moves(after("f5")) == ()
    for wrong in (tmp_path / "none", tmp_path):
        monkeypatch.setenv(openings.VARIABLE, str(wrong))
        with pytest.raises(EngineError, match="cannot be read"):
            book_moves(START)


@pytest.mark.usefixtures("shallow")
def test_the_command_takes_over_and_grows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, edax = tmp_path / "own", tmp_path / "book.dat"
    path.write_bytes(openings.pack({key(""): Entry(0, 4)}))
    edax.write_bytes(edax_book(("f5", 0, 9, [], None)))
    arguments = ("book", "import", "othello", str(path), str(edax))
    assert cli.run(cli.cli, arguments) == 0
    assert "1 positions, 1 of them new" in capsys.readouterr().out
    assert cli.run(cli.cli, ("book", "grow", "othello", str(path), "--positions", "9")) == 0
    assert len(openings.read(path)) >= 9
    assert cli.run(cli.cli, ("book", "grow", "connectfour", str(path))) == 2
    assert "no opening book that can be extended" in capsys.readouterr().err


def test_only_the_usual_board_has_a_book_that_grows() -> None:
    for name in ("othello:6", "othello:10", "connectfour"):
        with pytest.raises(UnsupportedGame):
            own_book_of(game(name))


def test_a_book_that_cannot_be_written_is_refused_before_it_grows(tmp_path: Path) -> None:
    def enough(_count: int) -> bool:
        raise AssertionError("It grows.")

    with pytest.raises(EngineError, match="cannot be written: No such file"):
        own_book_of(game("othello")).grow(tmp_path / "lost" / "book", enough)
