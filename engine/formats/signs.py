"""The signs of a text that people can have meant."""

from __future__ import annotations

import re

_MEANINGLESS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Control characters but for tab and ends of lines, and halves of pairs, which JSON can spell and
no file and no database can hold."""

_OF_BYTES = re.compile(r"[\x01-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]")
"""Control characters, which make up a quarter of a file of bytes. NUL stands in the two bytes of a
letter, and ESC before a terminal's colours."""


def strip_meaningless(text: str) -> str:
    """`text` without what means nothing in it."""
    return _MEANINGLESS.sub("", text)


def is_text(content: str) -> bool:
    """Whether a file's content is what people write, which has a stray sign of these at most."""
    return len(_OF_BYTES.findall(content)) * 20 <= len(content)
