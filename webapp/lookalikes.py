"""Which names people would take for one another: two that share a key are the same name.

Case, accents, spaces and stops never tell two names apart, nor do letters that are drawn alike.
What is drawn alike follows Unicode's report on security (UTS #39, section 4), for the scripts that
have whole words in common; it is coarser than that where small print is: i, l and 1 are one sign.
"""

from __future__ import annotations

import unicodedata

_CAPITALS = str.maketrans(
    "АВЕЗКМНОРСТУХІЈЅԌԚԜҮΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹᎪᏴ",
    "ABE3KMHOPCTYXIJSGQWYABEZHIKMNOPTYXCAB",
)
"""Cyrillic, Greek and Cherokee capitals, by the Latin ones or digits that they look like."""

_SMALL = str.maketrans(
    {
        **dict(zip("авезкмнорстухіјѕһԁԛԝүґԍ", "abe3kmhopctyxijshdqwyrg", strict=True)),
        **dict(zip("αβεικνορτυχγωϲηκ", "abeikvoptuxywcnk", strict=True)),
        **dict(zip("ıȷɑɡøđħłŧƒɩ", "ijagodhltfi", strict=True)),
        **{"æ": "ae", "œ": "oe", "þ": "p", "ð": "d", "0": "o", "5": "s", "8": "b"},
    }
)
"""The same for small letters, and for Latin ones that are another's with a stroke."""

_SLENDER = str.maketrans("il", "11")

_TWO_AS_ONE = (("rn", "m"), ("vv", "w"), ("cl", "d"))
"""Pairs that are read as one letter."""


def keys(name: str) -> frozenset[str]:
    """What nobody else's name may share with this one; empty where nothing of it is a letter."""
    return frozenset(filter(None, (key(name), _look(name))))


def key(name: str) -> str:
    """A name without case, accents, spaces and stops."""
    return _bare(_bare(name).casefold())


def _look(name: str) -> str:
    """A name as it looks from afar."""
    look = _bare(name).translate(_CAPITALS).casefold().translate(_SMALL)
    for pair, one in _TWO_AS_ONE:
        look = look.replace(pair, one)
    return "=" + look.translate(_SLENDER)


def _bare(text: str) -> str:
    """Its letters and digits alone, without what stands above and below them."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in apart if sign.isalnum() and not unicodedata.combining(sign))
