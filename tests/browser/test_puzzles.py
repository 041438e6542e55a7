"""Puzzles in a real browser: by mouse, by keyboard, on a phone, without script."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine.puzzles.collection import collection
from engine.puzzles.puzzle import Puzzle
from engine.registry import family_of
from tests.browser.conftest import NO_CONNECTION, People
from tests.browser.screens import box
from tests.browser.window import SHOWS, Window
from webapp.wire.board import cells

pytestmark = [pytest.mark.browser, pytest.mark.long]

Arrive = Callable[..., Window]


def first(family: str, stages: int = 1, fewer_moves: bool = False) -> Puzzle:
    """A puzzle of a family that takes so many moves, with a reply to the worst of its moves.

    `fewer_moves`: than columns, as one of them is full.
    """
    return next(
        puzzle
        for number in collection().numbers
        if family_of((puzzle := collection().get(number)).game).key == family
        and len(puzzle.stages) == stages
        and len(puzzle.stages[0].moves[-1].line) > 3
        and (not fewer_moves or len(puzzle.stages[0].moves) < puzzle.game.columns)
    )


def shows(page: Page, puzzle: Puzzle, moves: tuple[int, ...]) -> None:
    """Wait until the board shows the puzzle after some moves, to the eye and to a reader."""
    position = puzzle.position
    for move in moves:
        position = position.play(move)
    page.wait_for_function(SHOWS, arg=cells(position))


def test_a_wrong_move_is_refuted_and_the_right_one_found(arrive: Arrive) -> None:
    puzzle = first("connectfour")
    worst = puzzle.stages[0].moves[-1]
    page = arrive().go(f"/puzzles/{puzzle.number}").page
    page.locator(f"#move-{worst.move}").click()
    expect(page.locator(".told .pill.bad")).to_have_text(f"Not column {worst.move + 1}")
    shows(page, puzzle, worst.line[:2])
    page.locator("#line-next").click()
    shows(page, puzzle, worst.line[:3])
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    shows(page, puzzle, worst.line[:1])
    page.reload()
    shows(page, puzzle, worst.line[:2])
    page.get_by_role("link", name="Try again").click()
    shows(page, puzzle, ())
    page.locator(f"#move-{puzzle.solution[0]}").click()
    expect(page.locator(".told h2")).to_contain_text("Solved. Only column")
    expect(page.locator(".why-not tr")).to_have_count(len(puzzle.stages[0].moves) - 1)
    page.go_back()
    expect(page.locator("main")).to_have_attribute("data-state", "open")
    page.go_forward()
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).to_have_url(re.compile(r"/puzzles/\d+$"))
    expect(page.locator("main")).to_have_attribute("data-state", "open")


def test_all_moves_of_a_longer_one_by_keyboard_alone(arrive: Arrive) -> None:
    puzzle = first("connectfour", stages=3)
    page = arrive().go(f"/puzzles/{puzzle.number}").page
    page.locator("#grid").focus()
    moves: list[int] = []
    for found, stage in enumerate(puzzle.stages, 1):
        page.keyboard.press(str(stage.solution.move + 1))
        if found < len(puzzle.stages):
            expect(page.get_by_text(f"Right. Move {found + 1} of 3 to find.")).to_be_visible()
            moves += stage.solution.line[:2]
            shows(page, puzzle, tuple(moves))
            expect(page.locator("#grid")).to_be_focused()
    expect(page.locator(".told .pill.good")).to_have_text("First try")
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_have_attribute("data-state", "open")


def test_digits_drop_from_anywhere_and_a_full_column_says_so(arrive: Arrive) -> None:
    puzzle = first("connectfour", fewer_moves=True)
    full = set(range(puzzle.game.columns)) - set(puzzle.position.legal_moves())
    page = arrive().go(f"/puzzles/{puzzle.number}").page
    page.keyboard.press(str(min(full) + 1))
    expect(page.locator("#notices")).to_have_text(f"Column {min(full) + 1} is full.")
    page.keyboard.press(str(puzzle.solution[0] + 1))
    expect(page.locator(".told .pill.good")).to_have_text("First try")


def test_othello_on_a_phone_with_hint_and_answer(arrive: Arrive) -> None:
    puzzle = first("othello")
    window = arrive(viewport={"width": 360, "height": 640}, has_touch=True)
    page = window.go(f"/puzzles/{puzzle.number}").page
    wide = "document.documentElement.scrollWidth"
    assert page.evaluate(wide) <= 360
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".told")).to_contain_text("Hint")
    page.get_by_role("button", name="Answer").tap()
    expect(page.locator(".told h2")).to_have_text(
        re.compile(rf"^Only {puzzle.game.format_move(puzzle.solution[0])} ")
    )
    shows(page, puzzle, puzzle.solution)
    assert page.evaluate(wide) <= 360
    dock = box(page.locator(".puzzle-actions"))
    assert dock["y"] + dock["height"] <= 640.5
    page.goto(f"{window.address}/puzzles")
    assert page.evaluate(wide) <= 360


def test_without_script_everything_is_forms_and_links(arrive: Arrive) -> None:
    puzzle = first("othello")
    worst = puzzle.stages[0].moves[-1]
    page = arrive(java_script_enabled=False).go(f"/puzzles/{puzzle.number}").page
    page.locator(f"#move-{worst.move}").click()
    expect(page.locator(".told .pill.bad")).to_contain_text("Not ")
    expect(page.locator(".refuted path").first).to_be_attached()
    page.get_by_role("link", name="Forward").click()
    expect(page.locator(".line-moves [aria-current]")).to_have_text(
        puzzle.game.format_move(worst.line[2])
    )
    page.get_by_role("link", name="Try again").click()
    page.locator(f"#move-{puzzle.solution[0]}").click()
    expect(page.locator(".told h2")).to_contain_text("Solved.")


def test_who_comes_by_a_link_to_a_solution_gets_the_puzzle(arrive: Arrive) -> None:
    puzzle = first("othello")
    solution = puzzle.game.format_move(puzzle.solution[0])
    page = arrive().go(f"/puzzles/{puzzle.number}?played={solution}").page
    expect(page).to_have_url(re.compile(rf"/puzzles/{puzzle.number}$"))
    expect(page.locator("main")).to_have_attribute("data-state", "open")


def test_a_lost_line_costs_no_try(arrive: Arrive, people: People) -> None:
    people.tolerate(NO_CONNECTION)
    puzzle = first("connectfour")
    window = arrive()
    page = window.go(f"/puzzles/{puzzle.number}").page
    page.context.set_offline(True)
    page.locator(f"#move-{puzzle.solution[0]}").click()
    expect(page.locator("#notices")).to_contain_text("cannot be reached")
    shows(page, puzzle, ())
    page.context.set_offline(False)
    page.locator(f"#move-{puzzle.solution[0]}").click()
    expect(page.locator(".told .pill.good")).to_have_text("First try")
