"""Books of users' own, see `engine.parts.ownbook`: files of the form that `openings` describes."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.games.othello.books import openings
from engine.games.othello.books.foreign import read_book
from engine.games.othello.books.growing import Growth
from engine.parts.ownbook import Taken
from engine.wholefile import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from engine.games.othello.books.openings import Entry, Key

VARIABLE = openings.VARIABLE

SAVED_EVERY = 60.0
"""Seconds after which a book that grows is written again."""


def grow(path: Path, enough: Callable[[int], bool]) -> int:
    """See `OwnBook`."""
    entries = _read(path)
    if not path.exists():  # what cannot be written is said before hours of work
        _write(path, entries)
    growth, saved = Growth(entries), monotonic()

    def saving(count: int) -> bool:
        nonlocal saved
        if monotonic() - saved >= SAVED_EVERY:
            _write(path, growth.entries)
            saved = monotonic()
        return enough(count)

    try:
        growth.grow(saving)
    finally:
        growth.back_up()
        _write(path, growth.entries)
    return len(growth.entries)


def take_over(path: Path, data: bytes) -> Taken:
    """See `OwnBook`. What two books judge is taken from the one that looked further ahead."""
    found, entries = read_book(data), _read(path)
    before = len(entries)
    for key, entry in found.items():
        if key not in entries or entry.depth > entries[key].depth:
            entries[key] = entry
    _write(path, Growth(entries).entries)
    return Taken(len(found), len(entries) - before)


def _read(path: Path) -> dict[Key, Entry]:
    book = openings.read(path) if path.exists() else openings.Book.from_bytes(openings.shipped())
    return book.entries()


def _write(path: Path, entries: Mapping[Key, Entry]) -> None:
    try:
        write_whole(path, openings.pack(entries))
    except OSError as error:
        raise EngineError(f"{path} cannot be written: {error.strerror}.") from None
