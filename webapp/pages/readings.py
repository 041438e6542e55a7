"""Games as people write them: read as the chosen game or another, and where they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.formats.reading import Reading, read
from webapp.domain.line import Line
from webapp.pages.analysis_view import path

if TYPE_CHECKING:
    from engine.formats.record import GameRecord
    from engine.game import Game


def best_reading(content: bytes | str, game: Game | None) -> Reading:
    """What is read as the chosen game, or as another one that fits better."""
    found = read(content, game)
    if found.problems and game is not None:
        other = read(content)
        if other.records and _quality(other) > _quality(found):
            return other
    return found


def _quality(found: Reading) -> tuple[bool, int]:
    """More for a text that is read wholly, then for more moves of it."""
    return not found.problems, sum(len(record.moves) for record in found.records)


def path_to(record: GameRecord) -> str:
    """The address of a record's game, from the board that it starts with."""
    return path(Line(record.game, record.moves, len(record.moves), start=record.start))
