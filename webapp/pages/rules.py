"""How each game is played: small boards to touch. The moves and what comes of them are the
engine's; the page only shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import render_template, request

from engine import registry
from engine.sentences import describe_outcome
from webapp.svg import Drawing, draw_position
from webapp.wire.board import changes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Blueprint

    from engine.game import Position


@dataclass(frozen=True, slots=True)
class Lesson:
    """One board and what is to be seen on it.

    Attributes:
        moves: what leads to the board, in the game's own notation.
        touch: the move to make on it.
        seen: what it shows, where that is not how the game ends.
    """

    game: str
    moves: str
    touch: str
    title: str
    text: str
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A lesson as it is drawn, before the touch and after it."""

    lesson: Lesson
    before: Drawing
    after: Drawing
    changes: list[list[int]]
    seen: str


FOUR, SMALL, THREE = "connectfour:4x4:4", "othello:4", "connectfour:4x4:3:3p"

CONNECT_FOUR = (
    Lesson(FOUR, "1233", "4", "Drop a disc", "It falls to the lowest free hole of its column.",
           "It lies at the bottom."),
    Lesson(FOUR, "121214", "1", "Line up four", "Upright, level or slanting: four of your"
           " colour win."),
    Lesson(FOUR, "1344434132", "2", "Slanting counts", "Diagonals are the ones that people miss."),
    Lesson(FOUR, "213131", "1", "Block in time", "If they have three, take the fourth hole.",
           "Blocked. Now Yellow has to think."),
    Lesson(FOUR, "223411432243431", "1", "Full, and no four", "Then nobody wins: it is a draw."),
)  # fmt: skip

OTHELLO = (
    Lesson(SMALL, "", "b1", "Black begins", "Black and White place one disc in turn.",
           "One white disc turned over."),
    Lesson(SMALL, "b1a3d4c1", "b4", "Trap a row", "A new disc must trap others between itself"
           " and one of yours.", "Two discs turned over."),
    Lesson(SMALL, "c4b4a1b1a3d2", "c1", "All ways at once", "Every row that you trap turns over,"
           " slanting ones too.", "Four discs turned over."),
    Lesson(SMALL, "b1c1d3c4d4a2", "d1", "No trap, no move", "Who can trap nothing passes, and"
           " the other goes on.", "White passes."),
    Lesson(SMALL, "c4d2b1a2a1a4a3b4d1d4d3", "c1", "Most discs win", "When neither can move,"
           " the discs are counted."),
)  # fmt: skip

THREE_PLAYERS = (
    Lesson(THREE, "12", "3", "Three colours", "Red, Yellow and Blue drop one disc in turn.",
           "Now Red again."),
    Lesson(THREE, "123124", "1", "Three in a row", "On a board this small three win, on the"
           " great one four."),
)  # fmt: skip

LESSONS: Mapping[str, tuple[str, tuple[Lesson, ...]]] = {
    "othello": ("Othello", OTHELLO),
    "connectfour": ("Connect Four", CONNECT_FOUR),
    "three": ("Three players", THREE_PLAYERS),
}


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/rules", view_func=rules)


def rules() -> str:
    """The lessons of the game that the address names."""
    key = request.args.get("game", "")
    key = key if key in LESSONS else registry.family_key(registry.usual_game().key)
    _, lessons = LESSONS[key]
    return render_template(
        "pages/rules.html",
        chosen=key,
        games=[(name, title) for name, (title, _) in LESSONS.items()],
        cards=[card(lesson) for lesson in lessons],
    )


def card(lesson: Lesson) -> Card:
    """The boards of a lesson, both of them positions that a game leads to."""
    game = registry.game(lesson.game)
    position = game.start()
    for move in game.parse_moves(lesson.moves):
        position = position.play(move)
    after = position.play(game.parse_moves(lesson.touch)[0])
    drawn = draw_position(position, f"{lesson.title}, before"), draw_position(after, lesson.title)
    return Card(lesson, *drawn, changes(after, position.to_move), lesson.seen or _ending(after))


def _ending(position: Position) -> str:
    outcome = position.outcome()
    return str(describe_outcome(position.game, outcome)) if outcome else ""
