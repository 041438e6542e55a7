"""A name that is kept for one person: what may be one, and what a password has to be."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from webapp.domain.errors import Refusal
from webapp.lookalikes import key, keys
from webapp.names import ADJECTIVES, ANIMALS, clean_name

if TYPE_CHECKING:
    from datetime import datetime

LONGEST = 20
"""Letters of a name, so that it is read whole in a seat."""

LEAST_PASSWORD = 8
MOST_PASSWORD = 256
"""Of a password the letters it needs, and the bytes it may have: hashing takes longer for more."""

_ROWS = tuple(
    2 * row
    for row in (
        *("1234567890", "0123456789", "abcdefghijklmnopqrstuvwxyz"),
        *("qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm", "1q2w3e4r5t6y7u8i9o0p"),
    )
)
"""What fingers run along."""

_WORDS = frozenset(
    (
        *("admin", "connect", "connectfour", "dragon", "flipfour", "football", "iloveyou"),
        *("letmein", "master", "monkey", "othello", "passwort", "password", "princess"),
        *("qwerty", "qwertz", "reversi", "sunshine", "superman", "trustno", "welcome"),
    )
)
"""What many take for a password, and this place suggests."""

_RESERVED = frozenset(
    map(
        key,
        (
            *("Admin", "Administrator", "Anonymous", "Bot", "Computer", "Flipfour", "Guest"),
            *("Help", "Moderator", "Nobody", "Operator", "Robot", "Root", "Server", "Staff"),
            *("Somebody", "Support", "System", "You", "Friend", "Second friend"),
            *("Red", "Yellow", "Blue", "Black", "White", "Open", "Spectator"),
            *map(" ".join, product(ADJECTIVES, ANIMALS)),
        ),
    )
)
"""What stands for nobody, for anybody, or for whoever runs the server."""

_COMPUTERS = ("ailevel", "aidepth", "level", "depth")
"""How names of computers begin."""

_STOPS = "-_.'’ "

_TOGETHER = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}),
    frozenset({"CJK", "HANGUL"}),
    frozenset({"CJK", "BOPOMOFO"}),
)
"""Scripts that people write in one word (UTS #39, section 5.2)."""


@dataclass(frozen=True, slots=True)
class Account:
    """A person whose name is kept.

    Attributes:
        guest_id: the person's id, the same as before he or she had a name.
        since: when the name was first kept.
    """

    guest_id: str
    name: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Kept:
    """An account with what only the store and `service.accounts` know of it.

    Attributes:
        password: its hash.
        renamed_at: when the name was changed last.
    """

    account: Account
    password: str
    renamed_at: datetime | None = None


def chosen_name(text: str) -> str:
    """A name to be kept, as it will be shown.

    Raises:
        Refusal: with what is wrong with it.
    """
    whole = " ".join(unicodedata.normalize("NFKC", text[:1000]).split())
    name = clean_name(whole)
    if not whole:
        raise Refusal("malformed", "Please say which name you would like.")
    if name != whole or len(name) > LONGEST:
        if len(whole) > LONGEST:
            raise Refusal("malformed", f"That is too long; {LONGEST} letters are the most.")
        raise Refusal("malformed", "There is something in that name that nobody could read.")
    spelt = name.translate(dict.fromkeys(map(ord, _STOPS)))
    if name != name.strip(_STOPS) or not all(map(_is_letter, spelt)):
        raise Refusal("malformed", "A name has letters and digits, and - _ . ' between them.")
    if len(key(name)) < 2:
        raise Refusal("malformed", "A name needs two letters at least.")
    if not any(sign.isalpha() for sign in name):
        raise Refusal("malformed", "A name needs at least one letter.")
    if not _one_script(name):
        raise Refusal("malformed", "A name keeps to one kind of letters.")
    if _is_reserved(name):
        raise Refusal("name_taken", f"{name} is nobody's to keep; please choose another name.")
    return name


def checked_password(text: str, name: str) -> str:
    """A password to be kept for a name, the same however a keyboard composes its letters.

    Raises:
        Refusal: with what is wrong with it.
    """
    if len(password := normal_password(text)) < LEAST_PASSWORD:
        raise Refusal("malformed", f"A password needs {LEAST_PASSWORD} characters at least.")
    if len(password.encode()) > MOST_PASSWORD:
        raise Refusal("malformed", "That password is longer than anybody could guess; shorten it.")
    if _is_tried_first(password, name):
        raise Refusal("malformed", "That password is one that strangers try first; choose another.")
    return password


def normal_password(text: str) -> str:
    """A password as it is compared."""
    text = text.encode("utf-8", "replace").decode()  # half a character is none
    return unicodedata.normalize("NFKC", text[: 4 * MOST_PASSWORD])


def _is_tried_first(password: str, name: str) -> bool:
    """Whether a password is among the few hundred that strangers may try at a name in vain: a sign
    or two over and over, a row of keys, or the name or one of the usual words with digits."""
    typed = password.casefold()
    word = key(typed).strip("0123456789")
    return (
        len(set(typed)) < 4
        or any(typed in row or typed[::-1] in row for row in _ROWS)
        or word in {*_WORDS, key(name), key(name).strip("0123456789")}
    )


def _is_letter(sign: str) -> bool:
    return sign.isalnum() or unicodedata.category(sign)[0] == "M"


def _one_script(name: str) -> bool:
    scripts = {unicodedata.name(sign, "?").split()[0] for sign in name if sign.isalpha()}
    return len(scripts) == 1 or any(scripts <= together for together in _TOGETHER)


def _is_reserved(name: str) -> bool:
    found = key(name)
    computer = any(found.rstrip("0123456789") == begin for begin in _COMPUTERS)
    return computer or found in _RESERVED or not keys(name).isdisjoint(_RESERVED_LOOKS)


_RESERVED_LOOKS = frozenset().union(*map(keys, _RESERVED))
