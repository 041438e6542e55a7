"""What addresses ask of the library."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, StringConstraints

from engine.registry import FAMILIES
from webapp.domain.errors import Refusal
from webapp.domain.library import DRAW, UNKNOWN, WON, Wanted, number_of
from webapp.names import clean_line
from webapp.wire.inbound import Message, parse, parse_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webapp.domain.line import Line

LONGEST = 80
"""Letters of what is looked for."""

RESULTS = {"first": WON, "second": WON + 1, "third": WON + 2, "draw": DRAW, "open": UNKNOWN}
"""How an address names a result."""

Moment = Annotated[str, StringConstraints(strip_whitespace=True, max_length=10)]
"""A year, or a day: ``1994``, ``1994-07-03``."""


class _Wanted(Message):
    q: Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST)] = ""
    family: Annotated[str, Field(max_length=20)] = ""
    result: Literal["", "first", "second", "third", "draw", "open"] = ""
    since: Moment = ""
    until: Moment = ""
    mine: bool = False
    day: Annotated[int, Field(ge=0, le=99_991_231)] | None = None
    number: Annotated[int, Field(ge=0, lt=2**62)] = 0


def parse_wanted(data: Mapping[str, str]) -> Wanted:
    """Which games are looked for, but for the position.

    Raises:
        Refusal: it makes no sense.
    """
    given = {name: value for name, value in data.items() if name in _Wanted.model_fields and value}
    message = parse(_Wanted, given, strict=False)
    if message.family and message.family not in FAMILIES:
        raise Refusal("unsupported_game")
    return Wanted(
        clean_line(message.q, LONGEST),
        message.family,
        RESULTS.get(message.result),
        _day(message.since, 0),
        _day(message.until, 9_999),
        mine=message.mine,
        before=None if message.day is None else (message.day, message.number),
    )


def _day(text: str, rest: int) -> int:
    """A day as the library keeps it; of a whole year its number and `rest`."""
    if not text:
        return 0
    try:
        if re.fullmatch("[0-9]{1,4}", text):
            return int(text) * 10_000 + rest if int(text) else 0
        return number_of(date.fromisoformat(text))
    except ValueError:
        said = f"{text} is neither a year nor a day; write 1994 or 1994-07-03."
        raise Refusal("malformed", said) from None


def _moment(day: int) -> str:
    year, rest = divmod(day, 10_000)
    if rest in (0, 9_999):
        return str(year or "")
    return f"{year:04}-{rest // 100:02}-{rest % 100:02}"


def wanted_fields(wanted: Wanted) -> dict[str, str | int]:
    """The same as an address has it, what is not asked for left out."""
    named = {number: name for name, number in RESULTS.items()}
    fields: dict[str, str | int] = {
        "q": wanted.text,
        "family": wanted.family,
        "result": "" if wanted.result is None else named[wanted.result],
        "since": _moment(wanted.since),
        "until": _moment(wanted.until),
        "mine": int(wanted.mine),
    }
    fields = {name: value for name, value in fields.items() if value}
    if wanted.before:
        fields |= {"day": wanted.before[0], "number": wanted.before[1]}
    return fields


def parse_board(data: Mapping[str, str]) -> Line | None:
    """The line of play to the position that games are to come through; None where any will do.

    Raises:
        Refusal: there is no such line.
    """
    named = {name: data[name] for name in ("game", "moves") if data.get(name)}
    return parse_line(named) if "moves" in named else None
