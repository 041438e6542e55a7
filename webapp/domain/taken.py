"""Games of the library as one file to be taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.formats.writing import fits, write
from engine.formats.wthorwriting import UNFIT, wthor_files, wthor_holds, zipped
from webapp.domain.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from engine.formats.study import Study
    from webapp.domain.library import KeptGame

    Taken = tuple[KeptGame, Study | None]

TARGETS = {"txt": "text", "ggf": "ggf", "sgf": "sgf", "json": "json", "zip": "wthor"}
"""What the formats are called, by what their files end in; WTHOR's are several in an archive."""

NOTED = frozenset({"sgf", "json"})
"""Those that hold variations and notes."""

ANY_GAME = ("txt", "json")
"""Those that hold more than Othello."""


OTHELLO = "othello"

SLICE = 65_536
"""Bytes after which a part of a file goes on its way."""


def family_of_form(form: str) -> str:
    """The only family whose games a format holds; empty where it holds all."""
    return "" if form in ANY_GAME else OTHELLO


def file_of(form: str, games: Iterable[Taken], today: date) -> Iterator[tuple[bytes, int]]:
    """The games that a format holds as a file, part by part as they are read, and how many games
    each part has. WTHOR's files, 68 bytes a game, come as one.

    Raises:
        Refusal: before the first part; it holds none of them.
    """
    target = TARGETS[form]
    if target == "wthor":
        records = [game.entry.record() for game, _ in games]
        fitting = [record for record in records if wthor_holds(record)]
        if not fitting:
            raise Refusal("malformed", UNFIT)
        yield zipped(wthor_files(fitting, today), today), len(fitting)
        return
    texts = (
        write(game.entry.record(study), target, game.opening) + "\n"
        for game, study in games
        if fits(game.entry.game, target)
    )
    part, count, empty = bytearray(), 0, True
    for text in texts:
        part += text.encode()
        count += 1
        if len(part) >= SLICE:
            yield bytes(part), count
            part, count, empty = bytearray(), 0, False
    if count:
        yield bytes(part), count
    elif empty:
        raise Refusal("malformed", "None of these games has a place in that format.")
