"""Nicknames: what may stand in one, and one for those who have not chosen yet."""

from __future__ import annotations

import secrets
import unicodedata
from urllib.parse import quote

MAX_LETTERS = 24

MOST_MARKS = 4
"""Marks above and below one letter; no script has use for more, and piles cover other lines."""

ADJECTIVES = ("Quick", "Quiet", "Bold", "Clever", "Calm", "Merry", "Lucky", "Keen")
ANIMALS = ("Otter", "Heron", "Fox", "Lynx", "Raven", "Badger", "Hare", "Owl")


_IGNORABLE = (
    *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)),
    *((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
    (0x2800, 0x2800),  # an empty Braille pattern: no ignorable one, and as invisible
)
"""Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt): what nobody sees."""

_NON_JOINER, _JOINER, _AS_EMOJI = "\u200c", "\u200d", "\ufe0f"

_MODIFIERS = _JOINER + "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""What goes on with the sign before it, beside marks: a joiner and skin tones."""

_FLAG_LETTERS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
"""Two of them are a flag."""

_JOINING = (
    *("ARABIC", "SYRIAC", "DEVANAGARI", "BENGALI", "GUJARATI", "GURMUKHI", "KANNADA"),
    *("MALAYALAM", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "MONGOLIAN", "NKO"),
)
"""Scripts in which a joiner or non-joiner between two letters changes how they are written."""


def clean_name(text: str) -> str:
    """A name of at most 24 letters, cut between two signs as people see them; see `clean_line`."""
    whole = _line(text)
    return _shown(whole[: _end(whole, MAX_LETTERS)])


def clean_line(text: str, most: int) -> str:
    """`text` without control, format, direction and invisible characters, at most so many
    letters long. Joiners stay where they join: in emoji families, in Persian and Indic words.

    May be empty when nothing visible is left.
    """
    return _shown(_line(text)[:most])


def _line(text: str) -> str:
    """What may stand in a line of `text`, in whole."""
    if text.isascii() and text.isprintable():  # as most are
        return " ".join(text[:1000].split())
    text = unicodedata.normalize("NFC", text[:1000])
    kept = "".join(
        " " if character.isspace() else character
        for place, character in enumerate(text)
        if character.isspace()
        or _is_visible(character)
        or _joins(character, text[place - 1 : place], text[place + 1 : place + 2])
    )
    return " ".join(_unpiled(kept).split())


def _shown(text: str) -> str:
    """`text` without what joins nothing at its end; nothing where nothing of it is seen."""
    cut = text.strip().rstrip(_NON_JOINER + _JOINER)
    return cut if any(unicodedata.category(character)[0] in "LNPS" for character in cut) else ""


def _end(text: str, most: int) -> int:
    """Where to cut `text` so that no family, flag or accented letter is cut in two."""
    at = min(most, len(text))
    while 0 < at < len(text) and _belongs(text[:at], text[at]):
        at -= 1
    return at or most  # one sign as long as a name


def _belongs(before: str, character: str) -> bool:
    """Whether a character goes on with the sign that `before` ends with."""
    if before[-1] == _JOINER or character in _MODIFIERS:
        return True
    if unicodedata.category(character)[0] == "M":
        return True
    flags = len(before) - len(before.rstrip(_FLAG_LETTERS))
    return character in _FLAG_LETTERS and flags % 2 == 1


def _unpiled(text: str) -> str:
    """`text` without the marks that are too many on their letter."""
    kept, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def _is_visible(character: str) -> bool:
    if unicodedata.category(character).startswith(("C", "Z")):
        return False
    return not any(first <= ord(character) <= last for first, last in _IGNORABLE)


def _joins(character: str, before: str, after: str) -> bool:
    """Whether an invisible character does its work between its neighbours."""
    if not before:
        return False
    if character == _AS_EMOJI:
        return unicodedata.category(before) == "So" or before in "#*0123456789\u203c\u2049"
    if character == _JOINER and after and _is_emoji(before) and _is_emoji(after):
        return True
    if character not in {_JOINER, _NON_JOINER} or not after:
        return False
    return all(unicodedata.name(c, "").startswith(_JOINING) for c in (before, after))


def _is_emoji(character: str) -> bool:
    """Also the skin tones and the mark that makes a sign an emoji."""
    return character == _AS_EMOJI or unicodedata.category(character) in {"So", "Sk"}


def random_name() -> str:
    """``Quick Otter``."""
    return f"{secrets.choice(ADJECTIVES)} {secrets.choice(ANIMALS)}"


def as_guest(name: str) -> str:
    """How a guest is shown whose nickname is kept for somebody else."""
    return f"{clean_name(name)} (guest)"


def person_path(name: str) -> str:
    """The address of the page about a person whose name is kept."""
    return f"/@/{quote(name.replace(' ', '_'), safe='')}"
