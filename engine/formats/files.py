"""Several files as one collection of games: WTHOR's games have their players' names beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import NotationError
from engine.formats.reading import Reading, read
from engine.formats.wthor import is_wthor, read_names, records_of

if TYPE_CHECKING:
    from collections.abc import Mapping


def read_files(contents: Mapping[str, bytes]) -> Reading:
    """The games of files, given by their names; ``.jou`` has players' names, ``.trn`` tournaments'.

    Raises:
        NotationError: a file of names is none; what is wrong with games is told beside them.
    """
    players: tuple[str, ...] = ()
    games = []
    for name, content in contents.items():
        suffix = name.lower().rpartition(".")[2]
        if suffix == "jou":
            try:
                players = read_names(content)
            except NotationError as error:
                raise NotationError(f"{name}: {error}") from None
        elif suffix != "trn":
            games.append(content)
    readings = [_read(content, players) for content in games]
    formats = sorted({one.format for one in readings})
    return Reading(
        " and ".join(formats),
        tuple(record for one in readings for record in one.records),
        tuple(problem for one in readings for problem in one.problems),
        sum(one.partly for one in readings),
    )


def _read(content: bytes, players: tuple[str, ...]) -> Reading:
    found = read(content)
    if not players or not is_wthor(content) or not found.records:
        return found
    return replace(found, records=records_of(content, players)[0])
