"""Where the games of a text stand, before any is read: (place, text) of each."""

from __future__ import annotations

import re
from json import JSONDecoder
from typing import TYPE_CHECKING

from engine.formats.properties import nesting

if TYPE_CHECKING:
    from collections.abc import Iterator

_OBJECT = re.compile(r"(?m)^[ \t]*\{")
_TRIED = 500
"""Objects that may be wrong."""

_AGAIN = 8
"""How often as much as the whole text may be read of them; each may hold all that follow."""


def trees(text: str) -> Iterator[tuple[int, str]]:
    """The games of an SGF, each in parentheses, and where they stand; the last may be cut off."""
    depth = begin = 0
    for sign, at in nesting(text):
        if sign == "(":
            begin = begin if depth else at
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield begin, text[begin : at + 1]
    if depth:
        yield begin, text[begin:]


def is_cut_off(tree: str) -> bool:
    """Whether the text ends within a game of `trees`."""
    signs = [sign for sign, _ in nesting(tree)]
    return signs.count("(") > signs.count(")")


def parts(text: str, start: str) -> Iterator[tuple[int, str]]:
    """What begins where `start` matches, each up to the next."""
    places = [match.start() for match in re.finditer(start, text)]
    for at, end in zip(places, [*places[1:], len(text)], strict=True):
        yield at, text[at:end]


def objects(text: str) -> Iterator[tuple[int, str]]:
    """The objects of a JSON text, one after the other or in a list; one that is wrong goes on to
    the next line that begins one."""
    decode, failed, spent = JSONDecoder().raw_decode, 0, 0
    at = text.find("{")
    while at >= 0:
        trying = failed < _TRIED and spent <= _AGAIN * len(text)
        try:
            end = decode(text, at)[1] if trying else len(text)
            following = text.find("{", end)
        except (ValueError, RecursionError) as error:
            failed += 1
            spent += getattr(error, "pos", len(text)) - at
            found = _OBJECT.search(text, at + 1)
            following = found.end() - 1 if found else -1
            end = following if found else len(text)
        yield at, text[at:end]
        at = following
