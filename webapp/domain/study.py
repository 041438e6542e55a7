"""A study: a game with variations and notes that somebody keeps, and what may be changed in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.errors import NotationError
from engine.formats.study import Note, Study, format_study, note_fields, note_of
from webapp.domain.errors import Refusal
from webapp.domain.line import MOST as MOST_LINES
from webapp.domain.line import Line

if TYPE_CHECKING:
    from engine.game import Move

MOST_NOTES = 200
LONGEST_TEXT = 1000
"""Characters of a comment."""
LONGEST_TITLE = 80
MOST_MARKS, MOST_ARROWS = 64, 32
"""On one position."""
LARGEST = 60_000
"""Characters of a whole study as it is stored."""


class Edit(StrEnum):
    """What its owner may do to a study."""

    MOVE = "move"
    PROMOTE = "promote"
    FORGET = "forget"
    CUT = "cut"
    NOTE = "note"
    TITLE = "title"


@dataclass(frozen=True, slots=True)
class Place:
    """A position of a study: so many moves of the game, and those of a line beside it."""

    ply: int | None = None
    side: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """A change that is asked for, and where.

    Attributes:
        note: the parts of the position's note that are to be others, as `note_fields` has them.
    """

    edit: Edit
    place: Place
    move: Move | None = None
    note: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""


@dataclass(frozen=True, slots=True)
class KeptStudy:
    """A study as it is stored.

    Attributes:
        owner: id of the guest who alone may change it.
        author: the name that guest had.
        version: grows with every change.
    """

    id: str
    owner: str
    author: str
    study: Study
    version: int
    updated_at: datetime


def line_at(study: Study, place: Place) -> Line:
    """The place among the lines of a study; moves that it does not have are a line of their own.

    Raises:
        Refusal: there is no such place.
    """
    ply = len(study.moves) if place.ply is None else place.ply
    line = Line.of(study.game, study.moves, ply, place.side)
    return Line.through(study.game, study.lines, line.shown)


def edited(study: Study, wish: Wish) -> tuple[Study, Line]:
    """The study after a change, and the place that is shown then.

    Raises:
        Refusal: there is no such place, the change makes no sense there, or the study would
            grow too large.
    """
    changed, line = EDITS[wish.edit](study, line_at(study, wish.place), wish)
    bounded(changed)
    return changed, line


def bounded(study: Study) -> None:
    """Refuse a study that is too large to be kept."""
    if len(study.lines) > MOST_LINES:
        raise Refusal("full_study", f"A study has at most {MOST_LINES} lines.")
    if len(study.notes) > MOST_NOTES:
        raise Refusal("full_study", f"A study has notes on at most {MOST_NOTES} positions.")
    for note in study.notes.values():
        if len(note.text) > LONGEST_TEXT:
            raise Refusal("full_study", f"A comment has at most {LONGEST_TEXT} letters.")
        if len(note.marks) > MOST_MARKS or len(note.arrows) > MOST_ARROWS:
            sentence = f"A position has at most {MOST_MARKS} marks and {MOST_ARROWS} arrows."
            raise Refusal("full_study", sentence)
    if len(format_study(study)) > LARGEST:
        raise Refusal("full_study")


def _move(study: Study, line: Line, wish: Wish) -> tuple[Study, Line]:
    if wish.move is None or wish.move not in line.position.legal_moves():
        raise Refusal("illegal")
    after = line.after(wish.move)
    return _with_lines(study, (*after.lines, *study.lines)), after


def _promote(study: Study, line: Line, _wish: Wish) -> tuple[Study, Line]:
    return _with_lines(study, line.promoted.lines), line.promoted


def _forget(study: Study, line: Line, _wish: Wish) -> tuple[Study, Line]:
    return _with_lines(study, line.without.lines), line.without


def _cut(study: Study, line: Line, _wish: Wish) -> tuple[Study, Line]:
    return _with_lines(study, line.cut.lines), line.cut


def _note(study: Study, line: Line, wish: Wish) -> tuple[Study, Line]:
    """A note keeps the line that it is on."""
    old = study.notes.get(line.shown, Note())
    try:
        note = note_of(study.game, note_fields(old) | dict(wish.note))
    except NotationError as error:
        raise Refusal("malformed", str(error)) from None
    notes = {**study.notes, line.shown: note}
    return Study.of(study.game, line.lines, notes, study.title), line


def _title(study: Study, line: Line, wish: Wish) -> tuple[Study, Line]:
    return replace(study, title=wish.title[:LONGEST_TITLE]), line


def _with_lines(study: Study, lines: tuple[tuple[Move, ...], ...]) -> Study:
    return Study.of(study.game, lines, study.notes, study.title)


EDITS: Mapping[Edit, Callable[[Study, Line, Wish], tuple[Study, Line]]] = {
    Edit.MOVE: _move,
    Edit.PROMOTE: _promote,
    Edit.FORGET: _forget,
    Edit.CUT: _cut,
    Edit.NOTE: _note,
    Edit.TITLE: _title,
}
