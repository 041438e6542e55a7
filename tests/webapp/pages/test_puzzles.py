"""Puzzles over HTTP: one first try a guest, the day's puzzle, nothing given away."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from engine.puzzles import words
from engine.puzzles.collection import collection
from tests.webapp.conftest import Visitor
from webapp.domain.errors import Refusal
from webapp.domain.puzzle import Progress, Try, daily, following
from webapp.extensions import services
from webapp.persistence.database import open_database
from webapp.persistence.puzzles import PuzzleRows
from webapp.persistence.retention import DAYS, drop
from webapp.service.puzzles import Puzzles

NUMBERS = collection().numbers
LONG = next(number for number in NUMBERS if len(collection().get(number).stages) >= 3)
SHORT = next(number for number in NUMBERS if len(collection().get(number).stages) == 1)
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


class Days:
    """A clock that tests turn on."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def pass_days(self, days: int) -> None:
        self.now += timedelta(days=days)


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def store(tmp_path: Path) -> Any:
    engine = open_database(f"sqlite:///{tmp_path / 'puzzles.db'}")
    yield PuzzleRows(engine)
    engine.dispose()


@pytest.fixture
def puzzles(store: PuzzleRows, days: Days) -> Puzzles:
    return Puzzles(store, collection(), days)


def solution(number: int) -> tuple[int, ...]:
    return collection().get(number).solution


def wrong(number: int) -> int:
    return collection().get(number).stages[0].moves[-1].move


def test_every_puzzle_has_its_day_before_one_comes_again() -> None:
    begin = date(2026, 1, 1).toordinal()
    shown = [daily(NUMBERS, begin + day) for day in range(len(NUMBERS))]
    assert sorted(shown) == sorted(NUMBERS)
    assert daily(NUMBERS, begin + len(NUMBERS)) == shown[0]
    places = [NUMBERS.index(number) for number in shown]
    assert min(abs(a - b) for a, b in pairwise(places)) > len(NUMBERS) // 5


@pytest.mark.parametrize("count", [1, 2, 3, 10, 97])
def test_small_collections_have_a_puzzle_every_day(count: int) -> None:
    numbers = range(1, count + 1)
    assert {daily(numbers, day) for day in range(count)} == set(numbers)


def test_the_day_changes_at_midnight_of_universal_time(puzzles: Puzzles, days: Days) -> None:
    days.now = NOON.replace(hour=23, minute=59)
    before = puzzles.today.number
    days.now += timedelta(minutes=1)
    assert puzzles.today.number != before


def test_the_first_try_counts_once(puzzles: Puzzles, store: PuzzleRows) -> None:
    right = solution(SHORT)
    assert puzzles.attempt("ann", SHORT, right).solved
    for _ in range(3):
        puzzles.attempt("ann", SHORT, right)
        puzzles.attempt("ann", SHORT, (wrong(SHORT),))
    puzzles.attempt("bob", SHORT, (wrong(SHORT),))
    puzzles.attempt("bob", SHORT, right)
    assert store.rates() == {SHORT: (2, 1)}
    assert [(one.first_right, one.solved, one.wrong) for one in store.of("ann")] == [
        (True, True, 3)
    ]
    assert [(one.first_right, one.solved, one.wrong) for one in store.of("bob")] == [
        (False, True, 1)
    ]


def test_right_moves_on_the_way_decide_nothing(puzzles: Puzzles, store: PuzzleRows) -> None:
    first, *_ = solution(LONG)
    assert puzzles.attempt("ann", LONG, (first,)).found == 1
    assert not store.of("ann")
    assert puzzles.attempt("ann", LONG, solution(LONG)).solved
    assert store.rates() == {LONG: (1, 1)}


def test_help_ends_the_first_try(puzzles: Puzzles, store: PuzzleRows) -> None:
    puzzles.help("ann", SHORT)
    puzzles.help("ann", SHORT)
    assert puzzles.attempt("ann", SHORT, solution(SHORT)).solved
    assert store.rates() == {SHORT: (1, 0)}
    (one,) = store.of("ann")
    assert (one.first_right, one.solved) == (False, True)


def test_of_many_first_tries_at_once_one_counts(puzzles: Puzzles, store: PuzzleRows) -> None:
    together = threading.Barrier(8)

    def rush() -> None:
        together.wait()
        puzzles.attempt("ann", SHORT, solution(SHORT))

    threads = [threading.Thread(target=rush) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.rates() == {SHORT: (1, 1)}


def test_refused_moves_count_nothing(puzzles: Puzzles, store: PuzzleRows) -> None:
    for tried in ((99,), (*solution(SHORT), 3)):
        with pytest.raises(Refusal):
            puzzles.attempt("ann", SHORT, tried)
    with pytest.raises(Refusal, match="no such puzzle"):
        puzzles.attempt("ann", max(NUMBERS) + 1, (0,))
    assert not store.of("ann")
    assert not store.rates()


def test_days_running_and_tries_in_a_row(puzzles: Puzzles, days: Days) -> None:
    for _ in range(3):
        today = puzzles.today.number
        puzzles.attempt("ann", today, solution(today))
        days.pass_days(1)
    progress = puzzles.progress("ann")
    assert (progress.days(puzzles.day), progress.in_a_row) == (3, 3)  # until today is over
    days.pass_days(1)
    assert puzzles.progress("ann").days(puzzles.day) == 0
    today = puzzles.today.number
    puzzles.attempt("ann", today, (wrong(today),))
    puzzles.attempt("ann", today, solution(today))
    progress = puzzles.progress("ann")
    assert (progress.days(puzzles.day), progress.in_a_row) == (1, 0)


def test_a_puzzle_solved_on_another_day_is_no_daily(puzzles: Puzzles, days: Days) -> None:
    tomorrow = daily(NUMBERS, puzzles.day + 1)
    puzzles.attempt("ann", tomorrow, solution(tomorrow))
    days.pass_days(1)
    assert puzzles.today.number == tomorrow
    assert puzzles.progress("ann").days(puzzles.day) == 0


def test_forgotten_people_leave_only_their_count(puzzles: Puzzles, store: PuzzleRows) -> None:
    puzzles.attempt("ann", SHORT, solution(SHORT))
    puzzles.attempt("bob", SHORT, solution(SHORT))
    puzzles.forget("ann")
    assert not store.of("ann")
    assert len(store.of("bob")) == 1
    assert store.rates() == {SHORT: (2, 2)}


def test_old_tries_are_dropped_with_the_cookies_they_are_of(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'old.db'}")
    rows = PuzzleRows(engine)
    rows.first("ann", SHORT, right=True, daily=None)
    later = datetime.now(UTC) + timedelta(days=DAYS["puzzles"])
    assert drop(engine, later - timedelta(days=1), DAYS)["puzzles"] == 0
    assert drop(engine, later + timedelta(days=1), DAYS)["puzzles"] == 1
    engine.dispose()


def test_the_next_puzzle_is_an_unsolved_one_and_of_the_theme() -> None:
    assert following((1, 4, 7), 4, frozenset({7})) == 1
    assert following((1, 4, 7), 1, frozenset()) == 4
    assert following((1, 4), 4, frozenset({1})) is None
    assert following((4, 9, 1), 9, frozenset()) == 1  # in the order of the list
    assert following((4, 9, 1), 3, frozenset({4})) == 9


def test_progress_of_nobody_is_empty() -> None:
    nobody = Progress(())
    assert (nobody.in_a_row, nobody.days(700_000), nobody.solved) == (0, 0, frozenset())
    assert Progress((Try(3, True, True, 0),)).of(3) is not None


# -- The pages ---------------------------------------------------------------------------------

Make = Callable[[], Visitor]


def page(visitor: Visitor, path: str) -> str:
    response = visitor.client.get(path)
    assert response.status_code == 200, response.status_code
    return str(response.get_data(as_text=True))


def data(text: str) -> Any:
    (found,) = re.findall(r'id="data">(.*?)</script>', text)
    return json.loads(unescape(found))


def try_move(visitor: Visitor, number: int, move: int, played: str = "") -> Any:
    fields = {"move": move, "played": played}
    return visitor.client.post(f"/puzzles/{number}", data=fields, headers=visitor.headers)


def test_the_solution_is_not_in_the_page_before_it_is_asked_for(visitor: Make) -> None:
    for number in (SHORT, LONG, NUMBERS[-1]):
        puzzle = collection().get(number)
        text = page(visitor(), f"/puzzles/{number}")
        told = data(text)
        assert (told["state"], len(told["boards"]), told["outlined"]) == ("open", 1, [])
        assert not re.search(r"Only (column \d|[a-h][1-8])", text)
        for stage in puzzle.stages:
            lines = [puzzle.game.format_moves(found.line) for found in stage.moves]
            assert not [line for line in lines if len(line) > 8 and line in text]


def test_addresses_show_nothing_to_those_who_have_not_tried(visitor: Make) -> None:
    puzzle, stranger = collection().get(SHORT), visitor()
    for move in (puzzle.solution[0], wrong(SHORT)):
        text = puzzle.game.format_move(move)
        response = stranger.client.get(f"/puzzles/{SHORT}?played={text}")
        assert (response.status_code, response.location) == (303, f"/puzzles/{SHORT}")


def test_a_wrong_move_is_refuted_step_by_step(visitor: Make) -> None:
    ann, puzzle = visitor(), collection().get(SHORT)
    worst = puzzle.stages[0].moves[-1]
    response = try_move(ann, SHORT, worst.move)
    assert response.status_code == 303
    text = page(ann, response.location)
    told = data(text)
    assert told["state"] == "wrong"
    assert len(told["boards"]) == len(worst.line) + 1
    assert told["step"] == 2
    assert f"Not {'column ' if puzzle.game.key == 'connectfour' else ''}" in text
    assert "Try again" in text
    assert "Why not" not in text
    for step in (0, 1, len(worst.line), 999):
        shown = data(page(ann, f"{response.location}&step={step}"))
        assert shown["step"] == min(step, len(worst.line))
        assert shown["snapshot"]["cells"] == told["boards"][shown["step"]]["cells"]


def test_solved_it_says_why_and_why_not_the_others(visitor: Make) -> None:
    ann, puzzle = visitor(), collection().get(SHORT)
    response = try_move(ann, SHORT, puzzle.solution[0])
    text = page(ann, response.location)
    assert "Solved. Only " in text
    assert "First try" in text
    assert text.count('<tr><th scope="row">') == len(puzzle.stages[0].moves) - 1
    assert "Next puzzle" in text


def test_moves_are_found_one_after_the_other(visitor: Make) -> None:
    ann, puzzle = visitor(), collection().get(LONG)
    played = ""
    for found, move in enumerate(puzzle.solution, 1):
        response = try_move(ann, LONG, move, played)
        text = page(ann, response.location)
        played += puzzle.game.format_move(move)
        if found < len(puzzle.solution):
            assert f"Move {found + 1} of {len(puzzle.solution)}" in text
            assert data(text)["arrived"]["changes"]
    assert "Solved." in text


def test_the_answer_is_shown_and_is_no_success(app: Flask, visitor: Make) -> None:
    ann = visitor()
    fields = {"help": "answer"}
    response = ann.client.post(f"/puzzles/{SHORT}/help", data=fields, headers=ann.headers)
    text = page(ann, response.location)
    assert "The answer" in text
    assert "Solved." not in text
    assert services(app).puzzles.rate(SHORT) == (1, 0)


def test_a_hint_leads_on_without_the_move(visitor: Make) -> None:
    ann = visitor()
    fields = {"help": "hint", "played": ""}
    response = ann.client.post(f"/puzzles/{SHORT}/help", data=fields, headers=ann.headers)
    text = page(ann, response.location)
    assert "Hint</p>" in text
    assert data(text)["state"] == "open"


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        (f"/puzzles/{max(NUMBERS) + 1}", 404, "There is no such puzzle."),
        (f"/puzzles/{SHORT}?played=!!", 400, ""),
        (f"/puzzles/{SHORT}?played={'4' * 70}", 400, "may have at most 64 characters"),
        (f"/puzzles/{SHORT}?step=-1", 400, "must be at least 0"),
        (f"/puzzles/{SHORT}?step=ten", 400, "must be a whole number"),
    ],
)
def test_odd_addresses_get_a_sentence(visitor: Make, path: str, status: int, said: str) -> None:
    response = visitor().client.get(path)
    assert response.status_code == status
    assert said in response.get_data(as_text=True)


def test_odd_moves_get_a_sentence_and_count_nothing(app: Flask, visitor: Make) -> None:
    ann = visitor()
    assert try_move(ann, SHORT, 999).status_code == 409
    assert ann.client.post(f"/puzzles/{SHORT}", data={"move": 3}).status_code == 400  # no token
    assert services(app).puzzles.rate(SHORT) == (0, 0)


def test_the_list_is_filtered_and_turned_over(visitor: Make) -> None:
    ann = visitor()
    text = page(ann, "/puzzles")
    assert "Today's puzzle" in unescape(text)
    assert text.count("puzzle-card") == 24
    theme = page(ann, "/puzzles?theme=othello.parity&difficulty=2")
    assert "page=1" not in theme
    assert "Who plays last in each region of empty squares?" in theme
    assert "Begin with the easiest." in page(ann, "/puzzles?theme=othello.parity")
    for odd in (
        "theme=nothing",
        "theme=othello.nothing",
        "difficulty=9",
        "page=999",
        "page=x",
        "difficulty=-1",
    ):
        page(ann, f"/puzzles?{odd}")
    numbers = re.findall(r'href="/puzzles/(\d+)\?theme=othello.parity', theme)
    assert numbers
    for number in numbers:
        assert "parity" in collection().get(int(number)).themes
    today = ann.client.get("/puzzles/today")
    assert re.fullmatch(r"/puzzles/\d+", today.location)


def test_the_first_page_leads_to_the_days_puzzle(visitor: Make, app: Flask) -> None:
    found = services(app).puzzles.today
    (card,) = re.findall(
        r'(?s)<a class="card day-puzzle" href="([^"]+)">(.*?)</a>', page(visitor(), "/")
    )
    assert card[0] == "/puzzles/today"
    assert words.task(found) in card[1]
    assert words.theme_of(found).title in card[1]
    assert card[1].count("data-full") == services(app).puzzles.difficulty(found.number)


def test_a_link_preview_shows_the_board(visitor: Make) -> None:
    ann = visitor()
    text = unescape(page(ann, f"/puzzles/{SHORT}"))
    (picture,) = re.findall(r'property="og:image" content="http://localhost(/[^"]+)"', text)
    response = ann.client.get(picture)
    assert (response.status_code, response.mimetype) == (200, "image/png")


def test_who_is_forgotten_begins_anew(app: Flask, visitor: Make) -> None:
    ann = visitor()
    try_move(ann, SHORT, wrong(SHORT))
    ann.client.post("/forget", headers=ann.headers)
    response = ann.client.get(
        f"/puzzles/{SHORT}?played={collection().get(SHORT).game.format_move(wrong(SHORT))}"
    )
    assert response.status_code == 303
    assert services(app).puzzles.rate(SHORT) == (1, 0)


@pytest.mark.usefixtures("one_moment")
def test_rude_posts_are_too_many_at_last(visitor: Make) -> None:
    ann = visitor()
    codes = {try_move(ann, SHORT, wrong(SHORT)).status_code for _ in range(70)}
    assert codes == {303, 429}
