"""How each game is played: small boards to touch. The moves and what comes of them are the
engine's; the page only shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import render_template, request

from engine import registry
from engine.sentences import describe_outcome
from webapp.domain.opening import positions
from webapp.svg import Drawing, draw_position
from webapp.wire.board import changes

if TYPE_CHECKING:
    from flask import Blueprint

    from engine.game import Position
    from engine.parts.presentation import Chapter, Lesson


@dataclass(frozen=True, slots=True)
class Card:
    """A lesson as it is drawn, before the touch and after it."""

    lesson: Lesson
    before: Drawing
    after: Drawing
    changes: list[list[int]]
    seen: str


def chapters() -> dict[str, Chapter]:
    """Every family's lessons, by the key in the address."""
    return {
        chapter.key: chapter for family in registry.FAMILIES.values() for chapter in family.chapters
    }


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/rules", view_func=rules)


def rules() -> str:
    """The lessons of the game that the address names."""
    known = chapters()
    usual = next(iter(known))
    chosen = known.get(request.args.get("game", usual), known[usual])
    return render_template(
        "pages/rules.html",
        chosen=chosen.key,
        games=[(chapter.key, chapter.title) for chapter in known.values()],
        cards=[card(lesson) for lesson in chosen.lessons],
        plans=[card(lesson) for lesson in chosen.plans],
    )


def card(lesson: Lesson) -> Card:
    """The boards of a lesson, both of them positions that a game leads to."""
    game = registry.game(lesson.game)
    position = positions(game, game.parse_moves(lesson.moves))[-1]
    after = position.play(game.parse_moves(lesson.touch)[0])
    drawn = draw_position(position, f"{lesson.title}, before"), draw_position(after, lesson.title)
    return Card(lesson, *drawn, changes(after, position.to_move), lesson.seen or _ending(after))


def _ending(position: Position) -> str:
    outcome = position.outcome()
    return str(describe_outcome(position.game, outcome)) if outcome else ""
