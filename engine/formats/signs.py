"""The signs of a text that people can have meant."""

from __future__ import annotations

import re

_MEANINGLESS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Control characters but for tab and ends of lines, and halves of pairs, which JSON can spell and
no file and no database can hold."""


def meant(text: str) -> str:
    """`text` without what means nothing in it."""
    return _MEANINGLESS.sub("", text)
