"""The maker of opening books: its walks, and what it keeps of them."""

from __future__ import annotations

import pytest

from engine.games.connectfour.books.book import Book, canonical_key
from engine.games.connectfour.solver.scores import final_solver_score
from engine.games.connectfour.solver.solver import UNLIMITED, Solver, new_table
from engine.registry import game
from engine.search.control import SearchControl
from engine.workshop.connectfour import bookmaker, maker
from engine.workshop.connectfour.solved import Known, Progress
from engine.workshop.connectfour.walks import walk, walk_back
from tests.engine.connectfour.positions import position_of_key


def test_the_maker_stores_what_is_costly_and_goes_on_where_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr(maker, "COSTLY", 60)
    current = game("connectfour:4x4")
    progress = Progress(tmp_path / "progress")
    path = tmp_path / "4x4.book"

    def go(progress: Progress, *, every: bool) -> None:
        for _ in walk(current, maker.Bookmaker(current, progress, new_table(16)), every=every):
            progress.write_book(path, current)

    go(progress, every=False)
    repertoire = len(progress.known)
    go(progress, every=True)
    book = Book.from_bytes(path.read_bytes())
    assert book.score(current.start()) == 0
    assert len(book) == sum(known.costly for known in progress.known.values()) > 10
    assert any(not known.costly for known in progress.known.values())
    assert 10 < repertoire < len(progress.known)

    again = Progress(tmp_path / "progress")
    again.load()
    assert again.known == progress.known
    (tmp_path / "progress").write_text("", encoding="ascii")  # nothing is solved again
    go(again, every=True)
    assert (tmp_path / "progress").read_text(encoding="ascii") == ""

    from_book = Progress(tmp_path / "other")
    from_book.load(path)
    assert all(known.costly for known in from_book.known.values())
    assert {key: known.score for key, known in from_book.known.items()} == dict(book.items())


def test_progress_of_before_nodes_were_kept_is_read(tmp_path):
    path = tmp_path / "progress"
    path.write_text("5 3 1\n7 -2 0\n9 4 1 60000\n", encoding="ascii")
    progress = Progress(path)
    progress.load()
    assert progress.known == {
        5: Known(3, costly=True, nodes=UNLIMITED),
        7: Known(-2, costly=False),
        9: Known(4, costly=True, nodes=60_000),
    }


def test_the_maker_takes_any_board_of_one_word_and_one_walk_of_two(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(maker, "COSTLY", 60)
    current = game("connectfour:5x4")
    subject, kept = Solver(current), {}
    for name in ("repertoire", "all"):
        for plies in ("1", "3"):
            path = tmp_path / f"{name}{plies}.book"
            files = [str(path.with_suffix(".progress")), str(path)]
            options = ["--walk", name, "--plies", plies, "--table-log", "14"]
            bookmaker.main([current.key, *files, *options])
            assert {line.partition(",")[0] for line in capsys.readouterr().out.splitlines()} == {
                name
            }
            book = Book.from_bytes(path.read_bytes())
            kept[name, plies] = {key for key, _ in book.items()}
            for key, score in book.items():
                position = position_of_key(current, key)
                assert position.ply <= int(plies) + 1
                assert subject.score(position) == score
    assert kept["repertoire", "1"] < kept["repertoire", "3"] < kept["all", "3"]


@pytest.mark.parametrize("threads", ["1", "3"])
def test_whole_plies_are_solved_from_the_last_of_them(threads, tmp_path, monkeypatch):
    """Every position up to there is in the book or cheap, and scored as the search scores it."""
    monkeypatch.setattr(maker, "COSTLY", 60)
    current = game("connectfour:5x4")
    path = tmp_path / "5x4.book"
    options = ["--walk", "whole", "--plies", "3", "--table-log", "14", "--threads", threads]
    bookmaker.main([current.key, str(tmp_path / "progress"), str(path), *options])
    progress = Progress(tmp_path / "progress")
    progress.load()
    lines = (tmp_path / "progress").read_text(encoding="ascii").splitlines()
    assert len(lines) == len(progress.known)  # nobody solves what another one does
    subject, level = Solver(current), [current.start()]
    for _ in range(4):
        assert all(canonical_key(position) in progress.known for position in level)
        level = [position.play(move) for position in level for move in position.legal_moves()]
    for key, known in progress.known.items():
        assert subject.score(position_of_key(current, key)) == known.score
    book = Book.from_bytes(path.read_bytes())
    assert book.score(current.start()) == 0
    assert len(book) == sum(known.costly for known in progress.known.values()) > 10


@pytest.mark.parametrize("threads", ["1", "3"])
def test_a_walk_goes_further_from_what_is_hard(threads, tmp_path):
    """It keeps what took long as it was solved; it goes on from there, and is right."""
    current, path = game("connectfour:5x4"), tmp_path / "5x4.book"
    options = ["--plies", "4", "--hard", "200", "--costly", "20", "--table-log", "14"]
    files = [str(tmp_path / "progress"), str(path)]
    bookmaker.main([current.key, *files, "--walk", "further", *options, "--threads", threads])
    progress = Progress(tmp_path / "progress")
    progress.load()
    subject, hard = Solver(current), set()
    for key, known in progress.known.items():
        position = position_of_key(current, key)
        assert subject.score(position) == known.score
        assert known.costly == (known.nodes > 20)
        if position.ply == 3 and known.nodes > 200:
            children = (position.play(move) for move in position.legal_moves())
            hard |= {canonical_key(child) for child in children if child.outcome() is None}
    plies = {key: position_of_key(current, key).ply for key in progress.known}
    assert {key for key, ply in plies.items() if ply == 4} == hard
    assert list(plies.values()).count(3) == 49 > len(hard) // 5 > 2
    book = dict(Book.from_bytes(path.read_bytes()).items())
    assert book == {key: known.score for key, known in progress.known.items() if known.costly}
    made, solved = path.read_bytes(), (tmp_path / "progress").read_bytes()
    bookmaker.main([current.key, *files, "--walk", "further", *options])
    assert (path.read_bytes(), (tmp_path / "progress").read_bytes()) == (made, solved)


def test_a_walk_goes_onward_from_the_book(tmp_path):
    """To all moves of what the book has of a ply, with the scores that are asked for, only."""
    current, path = game("connectfour:5x4"), tmp_path / "5x4.book"
    files = [str(tmp_path / "first"), str(path)]
    options = ["--costly", "20", "--table-log", "14"]
    bookmaker.main([current.key, *files, "--walk", "whole", "--plies", "3", *options])
    before = dict(Book.from_bytes(path.read_bytes()).items())
    expected = set()
    for key, score in before.items():
        position = position_of_key(current, key)
        if position.ply == 3 and -2 <= score <= 1:
            children = (position.play(move) for move in position.legal_moves())
            expected |= {canonical_key(child) for child in children if child.outcome() is None}
    files = [str(tmp_path / "second"), str(path)]
    options += ["--plies", "4", "--scores", "-2", "1"]
    bookmaker.main([current.key, *files, "--walk", "onward", *options])
    progress = Progress(tmp_path / "second")
    progress.load()
    added = {key: known for key, known in progress.known.items() if key not in before}
    assert set(added) == expected != set()
    subject = Solver(current)
    for key, known in added.items():
        assert subject.score(position_of_key(current, key)) == known.score
    book = dict(Book.from_bytes(path.read_bytes()).items())
    assert book == before | {key: known.score for key, known in added.items() if known.costly}


def test_a_line_that_was_not_finished_is_solved_again(tmp_path):
    progress, path = Progress(tmp_path / "progress"), tmp_path / "progress"
    progress.add(7, Known(-1, costly=True, nodes=1200))
    whole = path.read_text(encoding="ascii")
    for torn in ("9", "9 3 1 12"):
        path.write_text(whole + torn, encoding="ascii")
        again = Progress(path)
        again.load()
        assert again.known == progress.known
        assert path.read_text(encoding="ascii") == whole


def test_what_is_costly_can_be_said(tmp_path):
    """With no limit to what is cheap the book holds what a move has to be searched for."""
    sizes = {}
    for nodes in ("1", "6000", "1000000"):
        path = tmp_path / f"{nodes}.book"
        files = [str(path.with_suffix(".progress")), str(path)]
        options = ["--walk", "whole", "--plies", "2", "--table-log", "14", "--costly", nodes]
        bookmaker.main(["connectfour:5x4", *files, *options])
        sizes[nodes] = len(Book.from_bytes(path.read_bytes()))
    assert sizes["1"] > sizes["6000"] > sizes["1000000"] == 0


def test_the_walk_through_whole_plies_asks_how_many(tmp_path, capsys):
    with pytest.raises(SystemExit):
        bookmaker.main(["connectfour:5x4", str(tmp_path / "progress"), "--walk", "whole"])
    assert "--plies" in capsys.readouterr().err


def test_a_walk_that_is_stopped_keeps_what_is_solved(tmp_path, monkeypatch):
    """In a costly search as between two moves; nothing half solved is kept."""
    monkeypatch.setattr(maker, "COSTLY", 60)
    current, control = game("connectfour:5x4"), SearchControl()
    progress = Progress(tmp_path / "progress")
    subject = maker.Bookmaker(current, progress, new_table(14), control)
    solved = subject.known(current.start(), -64)
    control.stop()
    for search in (
        lambda: subject.solve_moves(current.start()),
        lambda: subject.find_best_move(current.start()),
        lambda: list(walk_back(current, [subject, subject], 3)),
    ):
        with pytest.raises(maker.Stopped):
            search()
    assert list(progress.known.values()) == [solved]


@pytest.mark.parametrize("key", ["othello", "connectfour:9x7", "connectfour:4x4:3:3p", "chess"])
def test_the_maker_refuses_what_it_cannot_solve(key, tmp_path, capsys):
    with pytest.raises(SystemExit):
        bookmaker.main([key, str(tmp_path / "progress")])
    assert repr(key) in capsys.readouterr().err


def test_the_repertoire_answers_every_move_of_the_other_side(tmp_path, monkeypatch):
    """Whoever keeps to it finds a best move in it, by the exact scores of all moves."""
    monkeypatch.setattr(maker, "COSTLY", 60)
    current = game("connectfour:4x4")
    progress = Progress(tmp_path / "progress")
    for _ in walk(current, maker.Bookmaker(current, progress, new_table(16)), every=False):
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
