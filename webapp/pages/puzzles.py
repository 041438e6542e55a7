"""Puzzles: the day's, the list by theme and difficulty, and one to be solved on its board."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from flask import redirect, render_template, request
from markupsafe import Markup

from engine.judging.appraisal import label
from engine.puzzles import words
from engine.puzzles.grading import HARDEST
from engine.registry import FAMILIES
from webapp import wire
from webapp.extensions import services
from webapp.identity import current_guest
from webapp.pages import puzzles_view
from webapp.pages.root import public_root
from webapp.pages.small_boards import thumbnail
from webapp.svg import draw_position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Blueprint
    from werkzeug.wrappers import Response as BaseResponse

    from engine.puzzles.puzzle import Puzzle
    from webapp.domain.puzzle import Progress

PAGE = 24
"""Puzzles on a page of the list."""

OFFERED = 15
"""Puzzles that a theme has before it is offered: of fewer, one is soon at the end."""

WEEK = 7

RECENT = 8
"""First tries of which it is said how many were right."""


class Listed(NamedTuple):
    """A puzzle in the list."""

    puzzle: Puzzle
    theme: str
    difficulty: int
    solved: bool


def register(blueprint: Blueprint) -> None:
    rule = blueprint.add_url_rule
    rule("/puzzles", view_func=puzzles)
    rule("/puzzles/today", view_func=todays_puzzle)
    rule("/puzzles/<int:number>", view_func=puzzle)
    rule("/puzzles/<int:number>", view_func=try_puzzle, methods=["POST"])
    rule("/puzzles/<int:number>/help", view_func=help_with_puzzle, methods=["POST"])


def puzzles() -> str:
    """The day's puzzle, and those of a theme and a difficulty."""
    service, theme = services().puzzles, request.args.get("theme", "")
    progress = service.progress(current_guest().id)
    grade = request.args.get("difficulty", 0, type=int)
    found = [
        number for number in service.of_theme(theme) if grade in (0, service.difficulty(number))
    ]
    last = max(1, -(-len(found) // PAGE))
    page = min(max(request.args.get("page", 1, type=int), 1), last)
    today = service.today
    return render_template(
        "pages/puzzles.html",
        today=_listed(today.number, progress),
        today_task=words.task(today),
        date=date.fromordinal(service.day),
        puzzles=[_listed(number, progress) for number in found[(page - 1) * PAGE : page * PAGE]],
        found=len(found),
        total=len(service.numbers),
        themes=_themes(),
        theme=theme,
        about=_about(theme),
        newcomer=not progress.solved,
        grade=grade,
        grades=range(1, HARDEST + 1),
        page=page,
        last=last,
        thumbnail=_thumbnail,
        streak=_streak(progress),
    )


def day_card() -> Markup:
    """The day's puzzle as the first page shows it."""
    return _day_card(services().puzzles.today.number)


@lru_cache(maxsize=2)
def _day_card(number: int) -> Markup:
    """Drawn once a day: it says nothing of who looks at it."""
    service = services().puzzles
    found = service.get(number)
    return Markup(  # noqa: S704
        render_template(
            "partials/day_puzzle.html",
            thumbnail=_thumbnail(found),
            task=words.task(found),
            theme=words.theme_of(found).title,
            difficulty=service.difficulty(number),
            grades=range(1, HARDEST + 1),
        )
    )


def todays_puzzle() -> BaseResponse:
    """An address that always leads to the day's puzzle."""
    return redirect(f"/puzzles/{services().puzzles.today.number}", 303)


def puzzle(number: int) -> str | BaseResponse:
    """A puzzle, and what came of a try: its line, step by step.

    What a move is worth is shown to those alone who have tried.
    """
    service, guest = services().puzzles, current_guest()
    found = service.get(number)
    tried, step = wire.parse_try(request.args, found.game)
    progress = service.progress(guest.id)
    own = progress.of(number)
    reached = service.standing(number, tried)
    if own is None and (reached.wrong or reached.solved):
        return redirect(f"/puzzles/{number}", 303)
    theme = _known_theme(request.args.get("theme", ""))
    seen = puzzles_view.shown(reached, step)
    drawing = draw_position(seen.position, words.task(found))
    position = reached.stage.position
    answered = f"/puzzles/{number}"
    before = puzzles_view.moves_text(
        found, reached if reached.wrong else service.standing(number, ())
    )
    return render_template(
        "pages/puzzle.html",
        puzzle=found,
        seen=seen,
        own=own,
        snapshot=puzzles_view.snapshot(seen),
        drawing=replace(drawing, outlined=seen.outlined if seen.replied else ()),
        task=words.task(found),
        theme_title=words.theme_of(found).title,
        theme=theme,
        fields={
            "played": puzzles_view.moves_text(found, reached),
            "theme": theme,
            "ply": seen.position.ply,
        },
        hint=words.theme_of(found).hint if own and "hint" in request.args else "",
        difficulty=service.difficulty(number),
        grades=range(1, HARDEST + 1),
        rate=service.rate(number),
        answer=words.answer(found, reached.stage),
        wrong=words.named(found.game, reached.wrong.move) if reached.wrong else "",
        worth=label(words.candidate(position, reached.wrong).score) if reached.wrong else "",
        others=puzzles_view.others(reached.stage) if reached.solved else [],
        steps=[
            _place(number, theme, played=request.args.get("played", ""), step=at)
            for at in range(len(seen.boards))
        ],
        again=_place(number, theme, played=before),
        following=_following(number, theme, progress),
        analysis=f"/analysis?{urlencode(_position(found))}",
        texts_of_line=[found.game.format_move(move) for move in seen.line],
        streak=_streak(progress),
        link_here=f"{public_root()}{answered}",
        preview=f"{public_root()}/board.png?{urlencode(_position(found))}",
        data=puzzles_view.data(found, seen),
    )


def try_puzzle(number: int) -> BaseResponse:
    """Try a move, and be led to what comes of it."""
    service = services().puzzles
    found = service.get(number)
    tried, _ = wire.parse_try(request.form, found.game)
    service.attempt(current_guest().id, number, tried)
    theme = _known_theme(request.form.get("theme", ""))
    return redirect(_place(number, theme, played=found.game.format_moves(tried)), 303)


def help_with_puzzle(number: int) -> BaseResponse:
    """A hint, or the answer: the first try is over by that."""
    service = services().puzzles
    found = service.help(current_guest().id, number)
    theme = _known_theme(request.form.get("theme", ""))
    if request.form.get("help") == "answer":
        solution = found.game.format_moves(found.solution)
        return redirect(_place(number, theme, played=solution), 303)
    tried, _ = wire.parse_try(request.form, found.game)
    return redirect(_place(number, theme, played=found.game.format_moves(tried), hint=1), 303)


def _place(number: int, theme: str, **query: str | int) -> str:
    """The address of a place in a puzzle."""
    wanted = {"theme": theme, **query}
    text = urlencode({name: value for name, value in wanted.items() if value != ""})
    return f"/puzzles/{number}?{text}" if text else f"/puzzles/{number}"


def _following(number: int, theme: str, progress: Progress) -> str:
    following = services().puzzles.following(number, theme, progress.solved)
    return "/puzzles" if following is None else _place(following, theme)


def _position(found: Puzzle) -> dict[str, str]:
    """The puzzle's position as addresses name it."""
    return {"game": found.game.key, "moves": found.game.format_moves(found.opening)}


def _listed(number: int, progress: Progress) -> Listed:
    service = services().puzzles
    found = service.get(number)
    solved = number in progress.solved
    return Listed(found, words.theme_of(found).title, service.difficulty(number), solved)


@lru_cache
def _themes() -> tuple[tuple[str, Sequence[tuple[str, str, int]]], ...]:
    """Family by family, the themes to choose from: key, title, how many puzzles there are of it."""
    counted = services().puzzles.of_theme
    return tuple(
        (
            family.name,
            [
                (key, theme.title, len(counted(key)))
                for name, theme in family.puzzles.THEMES.items()
                if len(counted(key := f"{family.key}.{name}")) >= OFFERED
            ],
        )
        for family in FAMILIES.values()
        if family.puzzles is not None
    )


def _about(key: str) -> str:
    """What to think of in the puzzles of a theme, empty where there is no such one."""
    family, _, name = key.partition(".")
    part = FAMILIES[family].puzzles if family in FAMILIES else None
    return part.THEMES[name].hint if part is not None and name in part.THEMES else ""


def _known_theme(text: str) -> str:
    """A theme of an address, empty where there is no such one."""
    known = {key for _, themes in _themes() for key, _, _ in themes}
    return text if text in known else ""


@lru_cache(maxsize=1000)
def _thumbnail(found: Puzzle) -> Markup:
    """A puzzle's small board."""
    return thumbnail(draw_position(found.position, words.task(found)))


class Streak(NamedTuple):
    """How well somebody does: days running, first tries in a row, the week, the last tries."""

    days: int
    in_a_row: int
    week: list[tuple[str, bool]]
    right: int
    recent: int


def _streak(progress: Progress) -> Streak:
    today = services().puzzles.day
    done = {one.daily for one in progress.tries}
    week = [
        (date.fromordinal(day).strftime("%A"), day in done)
        for day in range(today - WEEK + 1, today + 1)
    ]
    recent = progress.tries[:RECENT]
    right = sum(one.first_right for one in recent)
    return Streak(progress.days(today), progress.in_a_row, week, right, len(recent))
