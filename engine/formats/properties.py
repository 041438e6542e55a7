"""Properties as SGF and GGF have them: a name and values in brackets, in nodes in parentheses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

BRACKETS = r"\[(?:\\.|[^\]\\])*(?:\]|\\?\Z)"
"""A value as it is written; what is escaped ends nothing. One that nothing ends goes on to the end
of the text, or every bracket in it would be tried in vain: the square of their number."""

_VALUE = re.compile(BRACKETS, re.DOTALL)
_NESTING = re.compile(rf"{BRACKETS}|[()]", re.DOTALL)


def values(text: str) -> list[str]:
    """The values that stand in a text one after the other, but for one that is cut off."""
    return [unescaped(found) for found in _VALUE.findall(text) if found.endswith("]")]


def nesting(text: str, start: int = 0) -> Iterator[tuple[str, int]]:
    """The parentheses that stand in no value, and where."""
    for token in _NESTING.finditer(text, start):
        if token[0] in "()":
            yield token[0], token.start()


def escape(value: str) -> str:
    """A text as it stands in brackets."""
    return value.replace("\\", "\\\\").replace("]", "\\]")


def unescaped(brackets: str) -> str:
    """The text of a value that is given in its brackets."""
    value = brackets[1:-1]
    return re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL) if "\\" in value else value
