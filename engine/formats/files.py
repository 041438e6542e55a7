"""Several files as one collection of games: WTHOR's games have their players' names beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import EngineError, NotationError
from engine.formats.reading import NAMES, Reading, read
from engine.formats.wthor import is_wthor, read_names, records_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import BinaryIO

    from engine.game import Game


NAMED = ("jou", "trn")
"""What the files of WTHOR's names end in: of players, of tournaments."""


def contents_of(files: Iterable[BinaryIO]) -> dict[str, bytes]:
    """What open files hold, by their names; one that is named twice is read once.

    Raises:
        EngineError: they are empty.
    """
    contents: dict[str, bytes] = {}
    for file in files:
        name = getattr(file, "name", "-")
        if name not in contents:
            contents[name] = file.read()
    if not any(content.strip() for content in contents.values()):
        raise EngineError("There is no game in an empty text.")
    return contents


def read_files(contents: Mapping[str, bytes], game: Game | None = None) -> Reading:
    """The games of files, given by their names; ``.jou`` has players' names, ``.trn`` tournaments'.
    A transcript is of `game`, by default of whichever fits.

    Raises:
        NotationError: a file of names is none; what is wrong with games is told beside them.
    """
    players, tournaments = names_in(contents)
    games = {name: content for name, content in contents.items() if _suffix(name) not in NAMED}
    if contents and not games:
        raise NotationError(NAMES)
    readings = [_read(content, players, tournaments, game) for content in games.values()]
    if len(games) > 1:
        readings = [_told(one, name) for one, name in zip(readings, games, strict=True)]
    formats = sorted({one.format for one in readings})
    return Reading(
        " and ".join(formats),
        tuple(record for one in readings for record in one.records),
        tuple(problem for one in readings for problem in one.problems),
        sum(one.partly for one in readings),
    )


def names_in(contents: Mapping[str, bytes]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of players and of tournaments that stand in files, given by their names.

    Raises:
        NotationError: a file of names is none.
    """
    names: dict[str, tuple[str, ...]] = dict.fromkeys(NAMED, ())
    for name, content in contents.items():
        if (suffix := _suffix(name)) in names:
            try:
                names[suffix] = read_names(content)
            except NotationError as error:
                raise NotationError(f"{name}: {error}") from None
    return names["jou"], names["trn"]


def _suffix(name: str) -> str:
    return name.lower().rpartition(".")[2]


def _read(
    content: bytes, players: tuple[str, ...], tournaments: tuple[str, ...], game: Game | None
) -> Reading:
    found = read(content, game)
    if not (players or tournaments) or not is_wthor(content) or not found.records:
        return found
    return replace(found, records=records_of(content, players, tournaments)[0])


def _told(found: Reading, name: str) -> Reading:
    """The same, whose problems name their file."""
    return replace(found, problems=tuple(replace(one, file=name) for one in found.problems))
