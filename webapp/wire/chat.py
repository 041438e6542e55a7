"""The messages of the chat, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from webapp.domain import events
from webapp.domain.chat import MAX_LETTERS, Room, speaker
from webapp.domain.errors import Refusal
from webapp.names import clean_line
from webapp.wire import messages as m
from webapp.wire.inbound import Message, Small, Word, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webapp.domain.chat import Line, Note
    from webapp.domain.match import Match
    from webapp.service.chat import Heard


class _Say(Message):
    match: Word
    room: Literal["players", "watchers"]
    text: Annotated[str, Field(max_length=4000)]


class _Switch(Message):
    match: Word
    on: bool


class _Report(Message):
    match: Word
    number: Small


def parse_say(data: object) -> tuple[str, Room, str]:
    """(match id, room, what is said)."""
    message = parse(_Say, data, strict=True)
    text = clean_line(message.text, MAX_LETTERS + 1)
    if not text:
        raise Refusal("empty_line")
    if len(text) > MAX_LETTERS:
        raise Refusal("long_line")
    return message.match, Room(message.room), text


def parse_switch(data: object) -> tuple[str, bool]:
    """(match id, whether there shall be a chat)."""
    message = parse(_Switch, data, strict=True)
    return message.match, message.on


def parse_report(data: object) -> tuple[str, int]:
    """(match id, the number of the line complained of)."""
    message = parse(_Report, data, strict=True)
    return message.match, message.number


def chat(heard: Heard) -> m.Chat:
    """The answer to ``chat``: all that the person reads."""
    return {
        "ok": True,
        "rooms": [room.value for room in heard.rooms],
        "lines": [chat_line(heard.match, line) for line in heard.lines],
        "notes": _notes(heard.notes),
        "off": list(heard.off),
        "own_off": heard.own_off,
        "player": heard.player,
        "me": speaker(heard.match.series, heard.guest),
        "series": speaker(heard.match.series, ""),
    }


def _notes(notes: Sequence[Note]) -> list[m.ChatNote]:
    """What was done, in order; who declines what he has offered himself has withdrawn it."""
    written: list[m.ChatNote] = []
    for note in notes:
        one = _note(note)
        offers = [before["by"] for before in written if before["t"] == events.Offered.t]
        if isinstance(note.event, events.Declined) and offers[-1:] == [note.event.by]:
            one["own"] = True
        written.append(one)
    return written


def _note(note: Note) -> m.ChatNote:
    """Something done: the fields by which the page says it."""
    event = note.event
    fields: m.ChatNote = {"v": note.v, "t": event.t, "after": note.after}
    match event:
        case events.Offered() | events.Declined():
            fields["kind"], fields["by"] = event.kind.value, event.by
        case events.GaveTime():
            fields["seat"], fields["by"] = event.seat, event.by
        case events.Left() | events.Returned():
            fields["seat"] = event.seat
    return fields


def chat_line(match: Match, line: Line) -> m.ChatLine:
    """Something said."""
    return {
        "match": match.id,
        "number": line.number,
        "room": line.room.value,
        "speaker": speaker(match.series, line.guest),
        "name": line.name,
        "text": line.text,
    }


def chat_off(match_id: str, names: Sequence[str]) -> m.ChatOff:
    """Who has switched the chat off."""
    return {"match": match_id, "off": list(names)}
