"""Nicknames: what may stand in one, and one for those who have not chosen yet."""

from __future__ import annotations

import secrets
import unicodedata

MAX_LETTERS = 24

_ADJECTIVES = ("Quick", "Quiet", "Bold", "Clever", "Calm", "Merry", "Lucky", "Keen")
_ANIMALS = ("Otter", "Heron", "Fox", "Lynx", "Raven", "Badger", "Hare", "Owl")


def clean_name(text: str) -> str:
    """`text` without control, format and direction characters, at most 24 letters long.

    May be empty when nothing printable is left.
    """
    kept = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", text[:1000])
        if character.isspace() or not unicodedata.category(character).startswith(("C", "Z"))
    )
    return " ".join(kept.split())[:MAX_LETTERS].strip()


def random_name() -> str:
    """``Quick Otter``."""
    return f"{secrets.choice(_ADJECTIVES)} {secrets.choice(_ANIMALS)}"
