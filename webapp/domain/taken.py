"""Games of the library as one file to be taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.formats.writing import fits, write
from engine.formats.wthorwriting import UNFIT, wthor_files, wthor_holds, zipped
from webapp.domain.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable
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


def file_of(form: str, games: Iterable[Taken], today: date) -> tuple[bytes, int]:
    """The games that a format holds as the content of a file, and how many these are.

    Raises:
        Refusal: it holds none of them.
    """
    target = TARGETS[form]
    if target == "wthor":
        records = [game.entry.record() for game, _ in games]
        fitting = [record for record in records if wthor_holds(record)]
        if not fitting:
            raise Refusal("malformed", UNFIT)
        return zipped(wthor_files(fitting, today), today), len(fitting)
    texts = [
        write(game.entry.record(study), target, game.opening)
        for game, study in games
        if fits(game.entry.game, target)
    ]
    if not texts:
        raise Refusal("malformed", "None of these games has a place in that format.")
    return ("\n".join(texts) + "\n").encode(), len(texts)
