"""What clients send of a study, and what its page knows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from engine.formats.study import note_fields
from webapp.domain.study import Edit, Place, Wish
from webapp.wire.inbound import Message, Opening, Small, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webapp.domain.study import KeptStudy

Squares = Annotated[str, Field(max_length=400, pattern=r"^[0-9 ]*$")]
Arrows = Annotated[str, Field(max_length=400, pattern=r"^([0-9]+-[0-9]+ ?)*$")]


class _StudyId(Message):
    study: Annotated[str, Field(min_length=1, max_length=32)]


class _Place(Message):
    ply: Small | None = None
    side: Opening = ""


class _Edit(_Place):
    """A form's change of a study; only the parts of the note that it has are changed."""

    version: Annotated[int, Field(ge=0)] = 0
    edit: Literal["move", "promote", "forget", "cut", "note", "title"] | None = None
    move: Small | None = None
    text: Annotated[str, Field(max_length=4000)] | None = None
    glyph: Annotated[str, Field(max_length=2)] | None = None
    marks: Squares | None = None
    arrows: Arrows | None = None
    title: Annotated[str, Field(max_length=400)] = ""


def parse_study_id(data: object) -> str:
    """The study that a page wants to follow."""
    return parse(_StudyId, data, strict=True).study


def parse_place(data: Mapping[str, str]) -> Place:
    """A place in a study, of its address's query."""
    fields = {name: value for name, value in data.items() if value != ""}
    message = parse(_Place, fields, strict=False)
    return Place(message.ply, str(message.side))


def parse_edit(data: Mapping[str, str]) -> tuple[int, Wish]:
    """(the version that was seen, the change) of a form."""
    blank = {"text", "glyph", "marks", "arrows", "title"}  # an empty one empties it
    fields = {name: value for name, value in data.items() if value != "" or name in blank}
    message = parse(_Edit, fields, strict=False)
    note: dict[str, Any] = {}
    if message.text is not None:
        note["text"] = _clean(message.text)
    if message.glyph is not None:
        note["glyph"] = message.glyph
    if message.marks is not None:
        note["marks"] = [int(square) for square in message.marks.split()]
    if message.arrows is not None:
        pairs = (arrow.split("-") for arrow in message.arrows.split())
        note["arrows"] = [[int(start), int(end)] for start, end in pairs]
    place = Place(message.ply, str(message.side))
    title = " ".join(_clean(message.title).split())
    usual = Edit.NOTE if message.move is None else Edit.MOVE
    edit = Edit(message.edit) if message.edit else usual
    return message.version, Wish(edit, place, message.move, note, title)


def study(kept: KeptStudy, place: str, *, own: bool) -> dict[str, Any]:
    """A study at its address as the page's script needs it; its game and lines are told as those
    of any page."""
    text = kept.study.game.format_moves
    return {
        "id": kept.id,
        "place": place,
        "version": kept.version,
        "own": own,
        "notes": {text(path): note_fields(note) for path, note in kept.study.notes.items()},
    }


def _clean(text: str) -> str:
    """What a person has written, without what cannot be shown."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join("".join(c for c in line if c.isprintable()) for line in lines).strip()
