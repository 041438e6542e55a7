"""Studies over HTTP: kept, changed by their owner alone, one version after the other."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from html import unescape
from random import Random
from typing import Any

import pytest
from flask import Flask

from engine.formats.study import Note, Study, parse_study
from engine.formats.studysgf import parse_study_sgf
from engine.registry import game as game_of
from tests.webapp.browsers import Person
from tests.webapp.conftest import Running, Visitor
from webapp.domain.errors import Refusal
from webapp.domain.line import MOST
from webapp.domain.seat import Guest
from webapp.domain.study import Edit, KeptStudy, Place, Wish, bounded
from webapp.extensions import services


class Author:
    """Somebody who writes a study by its forms, as without script."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.path = ""

    def post(self, path: str, **fields: object) -> Any:
        return self.visitor.client.post(path, data=fields, headers=self.visitor.headers)

    def begin(self, moves: str = "4444", **fields: object) -> str:
        """Keep a game as a study; answers its address."""
        response = self.post("/study", moves=moves, **fields)
        assert response.status_code == 303, response.get_data(as_text=True)
        self.path = str(response.location).partition("?")[0]
        return self.path

    def edit(self, edit: str, *, version: int | None = None, **fields: object) -> Any:
        """Change the study as its newest page would."""
        seen = self.data()["study"]["version"] if version is None else version
        return self.post(self.path, version=seen, edit=edit, **fields)

    def page(self, query: str = "") -> str:
        return str(self.visitor.client.get(self.path + query).get_data(as_text=True))

    def data(self) -> Any:
        (found,) = re.findall(r'id="data">(.*?)</script>', self.page())
        return json.loads(unescape(found))

    @property
    def study(self) -> Study:
        return parse_study(self.visitor.client.get(f"{self.path}.json").get_data(as_text=True))


@pytest.fixture
def author(visitor: Callable[[], Visitor]) -> Author:
    return Author(visitor())


@pytest.fixture
def reader(visitor: Callable[[], Visitor]) -> Author:
    return Author(visitor())


def moves(text: str) -> tuple[int, ...]:
    return game_of("connectfour").parse_moves(text)


def test_a_tree_grows_is_turned_round_and_cut(author: Author) -> None:
    author.begin("4444")
    for place, move, leads in (
        ({"ply": 4}, 0, "?ply=5"),
        ({"ply": 2}, 2, "?ply=2&side=3"),
        ({"ply": 2, "side": "3"}, 2, "?ply=2&side=33"),
        ({"ply": 2, "side": "3"}, 4, "?ply=2&side=35"),
    ):
        assert author.edit("move", move=move, **place).location == author.path + leads
    assert author.study.lines == tuple(map(moves, ("44441", "4433", "4435")))
    assert len(re.findall('<span class="side"', author.page())) == 2
    author.edit("promote", ply=2, side="35")
    assert author.study.lines == tuple(map(moves, ("4435", "4433", "44441")))
    author.edit("cut", ply=2, side="44")
    assert author.study.lines == tuple(map(moves, ("4435", "4433", "444")))
    author.edit("forget", ply=3, side="3")
    assert author.study.lines == tuple(map(moves, ("4435", "444")))
    author.edit("cut", ply=3)
    assert author.study.lines == (moves("444"),)


def test_notes_stay_with_their_position_and_are_escaped(author: Author) -> None:
    author.begin("4444", ply=2, text="<script>alert(1)</script>\r\nsecond \x07line")
    author.edit("note", ply=2, glyph="?!", marks="3 5 3", arrows="3-5 5-5 3-5")
    path = moves("44")
    said = Note("<script>alert(1)</script>\nsecond line", "?!", (3, 5), ((3, 5),))
    assert author.study.notes == {path: said}
    page = author.page("?ply=2")
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page
    author.edit("move", ply=1, move=0)
    author.edit("promote", ply=1, side="1")
    assert author.study.notes == {path: said}
    author.edit("cut", ply=1, side="4")
    assert author.study.notes == {}


def test_only_its_owner_changes_a_study_and_others_copy_it(author: Author, reader: Author) -> None:
    path = reader.path = author.begin("44", text="mine")
    page = reader.page()
    assert "mine" in page
    assert 'id="annotate"' not in page
    refused = reader.edit("note", text="theirs")
    assert refused.status_code == 403
    assert "somebody else" in refused.get_data(as_text=True)
    assert reader.post(f"{path}/delete").status_code == 403
    tried = reader.visitor.client.get(f"{path}?ply=1&move=2")
    assert tried.location == f"{path}?ply=1&side=3"
    assert "data-own" in reader.visitor.client.get(tried.location).get_data(as_text=True)
    copied = reader.post(f"{path}/copy").location
    assert not copied.startswith(path)
    reader.path = copied.partition("?")[0]
    reader.edit("note", ply=2, text="theirs")
    assert [note.text for note in author.study.notes.values()] == ["mine"]
    assert [note.text for note in reader.study.notes.values()] == ["theirs"]


def test_of_two_writers_the_one_who_saw_the_newest_version_wins(author: Author) -> None:
    author.begin("44")
    seen = author.data()["study"]["version"]
    assert author.edit("note", version=seen, ply=1, text="first").status_code == 303
    late = author.edit("note", version=seen, ply=1, text="late")
    assert late.status_code == 409
    assert "changed elsewhere" in late.get_data(as_text=True)
    assert author.study.notes[moves("4")].text == "first"


def test_whoever_looks_hears_of_a_change(person: Callable[[], Person], running: Running) -> None:
    other, guest = person(), Guest("guest", "Mira")
    studies = running.services.studies
    kept = studies.begin(guest, Study.of(game_of("connectfour"), [moves("44")]))
    assert other.call("study", {"study": kept.id}) == {"ok": True, "version": 1}
    assert other.call("study", {"study": "none"})["code"] == "no_study"
    studies.edit(kept.id, guest.id, 1, Wish(Edit.NOTE, Place(1), note={"glyph": "!"}))
    other.wait_for("study", lambda news: news == {"study": kept.id, "version": 2})
    studies.delete(kept.id, guest.id)
    other.wait_for("study", lambda news: news == {"study": kept.id, "version": 0})


def test_writers_at_the_same_moment_lose_nothing(app: Flask) -> None:
    """Whoever is told that it was kept finds it kept."""
    studies = services(app).studies
    guest = Guest("guest", "Mira")
    kept = studies.begin(guest, Study.of(game_of("connectfour"), [moves("4444")]))
    won: list[int] = []

    def write(ply: int) -> None:
        wish = Wish(Edit.NOTE, Place(ply), note={"text": f"ply {ply}"})
        for _ in range(200):
            try:
                studies.edit(kept.id, guest.id, studies.get(kept.id).version, wish)
            except Refusal as error:
                assert error.code == "old_study"  # noqa: PT017 (any other is a failure)
            else:
                won.append(ply)
                return

    threads = [threading.Thread(target=write, args=(ply,)) for ply in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = studies.get(kept.id)
    assert sorted(won) == list(range(5))
    assert found.version == 6
    assert {len(path) for path in found.study.notes} == set(range(5))


def test_what_is_exported_holds_the_whole_study(author: Author) -> None:
    author.begin("f5d6c3", game="othello", text="an end ] of it")
    author.edit("move", ply=1, move=45)
    author.edit("note", ply=1, side="f6", glyph="??", arrows="37-45")
    written = author.visitor.client.get(f"{author.path}.sgf")
    assert 'filename="study.sgf"' in written.headers["Content-Disposition"]
    assert parse_study_sgf(written.get_data(as_text=True)) == author.study
    assert "f5 d6 c3" in author.visitor.client.get(f"{author.path}.txt").get_data(as_text=True)
    author.begin("4")
    refused = author.visitor.client.get(f"{author.path}.sgf")
    assert (refused.status_code, "SGF holds games of Othello" in refused.text) == (400, True)


def test_what_is_exported_can_be_opened_again(author: Author, reader: Author) -> None:
    """Pasted or as a file; what holds no more than a game is opened as a game."""
    author.begin("f5d6c3", game="othello", text="Tamenori?")
    author.edit("move", ply=1, move=45)
    for form in ("sgf", "json"):
        written = author.visitor.client.get(f"{author.path}.{form}").get_data(as_text=True)
        opened = reader.post("/analysis/open", moves=written)
        assert opened.location.startswith("/study/")
        reader.path = opened.location
        assert reader.study == author.study
    plain = reader.post("/analysis/open", moves='{"game": "othello", "moves": "f5d6"}')
    assert plain.location.startswith("/analysis?game=othello&moves=f5d6")
    broken = reader.post("/analysis/open", moves="(;GM[2];B[fe](;W[df])(;W[aa]))")
    assert broken.status_code in {303, 400}


def test_studies_are_listed_renamed_and_deleted(author: Author, reader: Author) -> None:
    path = author.begin("4")
    author.edit("title", title="  A <b> study \n")
    listed = author.visitor.client.get("/study").get_data(as_text=True)
    assert f'href="{path}"' in listed
    assert "A &lt;b&gt; study" in listed
    assert path not in reader.visitor.client.get("/study").get_data(as_text=True)
    assert author.post(f"{path}/delete").status_code == 303
    assert author.visitor.client.get(path).status_code == 404
    gone = author.begin("4")
    author.post("/forget")
    assert reader.visitor.client.get(gone).status_code == 404


def test_a_study_is_bounded_in_size_and_number(app: Flask) -> None:
    game = game_of("othello")
    lines: list[tuple[int, ...]] = []
    for second in game.start().play(37).legal_moves():
        third = game.start().play(37).play(second)
        for move in third.legal_moves():
            fourth = third.play(move)
            for reply in fourth.legal_moves():
                lines += [(37, second, move, reply, m) for m in fourth.play(reply).legal_moves()]
    assert len(lines) > MOST
    for study in (
        Study.of(game, lines),
        Study.of(game, [(37,)], {(37,): Note("x" * 1001)}),
        Study.of(
            game,
            [(37,)],
            {(37,): Note(marks=tuple(range(64)), arrows=tuple((0, s) for s in range(1, 34)))},
        ),
        Study.of(game, lines[:MOST], {line: Note("ü" * 900) for line in lines[:MOST]}),
    ):
        with pytest.raises(Refusal) as refused:
            bounded(study)
        assert refused.value.code == "full_study"
    studies, guest = services(app).studies, Guest("guest", "Mira")
    small = Study.of(game, [(37,)])
    for _ in range(100):
        studies.begin(guest, small)
    with pytest.raises(Refusal, match="a hundred studies"):
        studies.begin(guest, small)
    assert len(studies.of("guest")) == 100


def test_the_oldest_studies_make_room(app: Flask) -> None:
    store = services(app).studies._store
    kept = services(app).studies.begin(Guest("guest", "Mira"), Study.of(game_of("othello"), [()]))
    for number in range(120):
        store.add(KeptStudy(f"s{number}", "other", "", kept.study, 1, kept.updated_at), most=10)
    assert store.count("other") + store.count("guest") <= 111
    assert store.load("s119") is not None


@pytest.mark.parametrize(
    "fields",
    [
        {"edit": "burn"},
        {"edit": "move", "move": 9},
        {"edit": "move"},
        {"ply": 99},
        {"side": "9"},
        {"marks": "1;2"},
        {"marks": "42"},
        {"arrows": "1-99"},
        {"glyph": "#"},
        {"text": "x" * 5000},
    ],
)
def test_what_makes_no_sense_changes_nothing(author: Author, fields: dict[str, object]) -> None:
    author.begin("44", text="as it was")
    wish = {"edit": "note"} | fields
    response = author.edit(str(wish.pop("edit")), **wish)
    assert response.status_code in {400, 409, 413}
    assert author.data()["study"]["version"] == 1


def test_a_script_is_told_the_version_or_why_not(author: Author) -> None:
    author.begin("44")
    headers = {**author.visitor.headers, "Accept": "application/json"}
    post = author.visitor.client.post
    kept = post(author.path, data={"version": 1, "ply": 1, "marks": "3"}, headers=headers)
    assert (kept.json["ok"], kept.json["version"]) == (True, 2)
    late = post(author.path, data={"version": 1, "ply": 1, "marks": "4"}, headers=headers)
    assert (late.status_code, late.json["code"]) == (409, "old_study")


def test_a_long_line_that_nobody_looks_at_is_cut_off_and_whole_from_there_on(visitor):
    """A hundred of 235 moves on the largest board were a page of eight megabytes."""
    author, chance = Author(visitor()), Random(2)
    position = game_of("othello:16").start()
    moves: list[int] = []
    while len(moves) < 100:
        moves.append(chance.choice(position.legal_moves()))
        position = position.play(moves[-1])
    game = position.game
    other = next(move for move in game.start().legal_moves() if move != moves[0])
    written = {"game": game.key, "moves": game.format_moves([other])}
    written["variations"] = [game.format_moves(moves)]
    opened = author.post("/analysis/open", moves=json.dumps(written))
    author.path = str(opened.location)

    def listed(page: str) -> list[str]:
        return re.findall(r'class="move"[^>]*>([^<]*)</a>', page)

    names = [game.format_move(move) for move in moves]
    page = author.page()
    assert listed(page)[1:] == [*names[:60], "…"]
    (on,) = re.findall(r'href="([^"]*)" aria-label="The rest of this line"', page)
    assert listed(author.page(unescape(on).removeprefix(author.path)))[1:] == names
