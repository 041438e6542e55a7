"""Writing WTHOR files: a file of games for each year, and the names that they go by.

The form holds a game's year, its tournament and players (19 and 25 letters of Latin-1), Black's
discs at the end, those under best play, and the moves without passes. Who is known by a number
already keeps it, so that what is written fits a collection that somebody has.
"""

from __future__ import annotations

import io
import unicodedata
import zipfile
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.formats.wthor import MOVES, NAMELESS, PLAYER, TOURNAMENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from engine.formats.record import GameRecord

UNFIT = "WTHOR holds games of Othello on 8 × 8 from the usual start."

MOST_NAMES = (1 << 16) - 1

_LOOKS = {"ł": "l", "Ł": "L", "œ": "oe", "Œ": "OE", "đ": "d", "Đ": "D", "’": "'", "–": "-"}
"""What letters look like that no accent can be taken from."""


def wthor_holds(record: GameRecord) -> bool:
    """Whether the form has a place for a game."""
    return record.game.key == "othello" and record.start is None


def wthor_files(
    records: Iterable[GameRecord],
    made: date,
    players: Sequence[str] = (),
    tournaments: Sequence[str] = (),
) -> dict[str, bytes]:
    """The files of some games by their names: ``WTH_1980.wtb`` and so on, ``WTH.JOU``, ``WTH.TRN``.

    `made`: the day that stands in their heads. `players`, `tournaments`: names that have numbers
    already, as `read_names` answers them; others follow.

    Raises:
        EngineError: a game is none of Othello on 8 × 8, or there are too many names.
    """
    people, events = _Names(players, PLAYER), _Names(tournaments, TOURNAMENT)
    years: dict[int, list[GameRecord]] = {}
    for record in records:
        if not wthor_holds(record):
            raise EngineError(UNFIT)
        years.setdefault(record.date.year if record.date else 0, []).append(record)
    files = {
        f"WTH_{year:04}.wtb": _year(year, years[year], made, people, events)
        for year in sorted(years)
    }
    return files | {"WTH.JOU": people.content(made), "WTH.TRN": events.content(made)}


def zipped(files: dict[str, bytes], made: date) -> bytes:
    """Files as one archive; the same whenever it is made of the same day."""
    content = io.BytesIO()
    day = (max(made.year, 1980), made.month, made.day, 0, 0, 0)
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in files.items():
            archive.writestr(zipfile.ZipInfo(name, day), body, zipfile.ZIP_DEFLATED)
    return content.getvalue()


class _Names:
    """Names by their numbers, those that were known first."""

    def __init__(self, known: Sequence[str], width: int) -> None:
        self._width = width
        self._written = [_spelt(name, width) for name in known or (NAMELESS,)]
        self._numbers: dict[bytes, int] = {}
        for number, name in enumerate(self._written):
            self._numbers.setdefault(name, number)

    def number(self, name: str) -> int:
        """The number of a name, a new one for one that is not known yet.

        Raises:
            EngineError: there are too many.
        """
        spelt = _spelt(name or NAMELESS, self._width)
        if spelt not in self._numbers:
            if len(self._written) == MOST_NAMES:
                raise EngineError(f"WTHOR holds {MOST_NAMES:,} names of players or tournaments.")
            self._numbers[spelt] = len(self._written)
            self._written.append(spelt)
        return self._numbers[spelt]

    def content(self, made: date) -> bytes:
        """The file of the names."""
        return _head(made, names=len(self._written)) + b"".join(self._written)


def _spelt(name: str, width: int) -> bytes:
    """A name as it stands in its file, a zero at its end; letters that Latin-1 has not by what
    they look like. A name of which nothing is left is none."""
    letters = "".join(map(_latin, unicodedata.normalize("NFC", name)))
    written = letters.encode("latin-1", "replace")
    if name.strip("? ") and not written.strip(b"? "):
        written = NAMELESS.encode()
    return written[: width - 1].ljust(width, b"\0")


def _latin(letter: str) -> str:
    if letter < "\u0100":
        return letter
    plain = unicodedata.normalize("NFKD", _LOOKS.get(letter, letter))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def _head(made: date, *, games: int = 0, names: int = 0, year: int = 0, empties: int = 0) -> bytes:
    """The first bytes of a file; only one of games names their board."""
    century, of_century = divmod(made.year, 100)
    return (
        bytes((century, of_century, made.month, made.day))
        + games.to_bytes(4, "little")
        + names.to_bytes(2, "little")
        + year.to_bytes(2, "little")
        + bytes((8 if games else 0, 0, empties, 0))
    )


def _year(
    year: int, records: Sequence[GameRecord], made: date, people: _Names, events: _Names
) -> bytes:
    """The file of a year's games."""
    theories = {record.details.theory and record.details.theory[0] for record in records}
    (empties,) = theories if len(theories) == 1 else (None,)
    games = (_game(record, people, events, known=empties is not None) for record in records)
    return _head(made, games=len(records), year=year, empties=empties or 0) + b"".join(games)


def _game(record: GameRecord, people: _Names, events: _Names, *, known: bool) -> bytes:
    """A game; `known`: what best play led to, of all games from as many empty squares.

    Else it is said of the last position, whose score is the game's.
    """
    names = record.players or ("", "")
    numbers = (events.number(record.details.place), *map(people.number, names))
    lead = _lead(record)
    best = record.details.theory[1] if known and record.details.theory else lead
    squares = [10 * (move // 8) + move % 8 + 11 for move in record.moves if move < 64]
    return (
        b"".join(number.to_bytes(2, "little") for number in numbers)
        + bytes((_discs(lead), _discs(best)))
        + bytes(squares).ljust(MOVES, b"\0")
    )


def _discs(lead: int) -> int:
    """Black's discs; where a square is nobody's, it is the winner's."""
    return (lead + 64 + (lead > 0)) // 2


def _lead(record: GameRecord) -> int:
    """By how many discs Black is ahead at the end: by the score, where a board can have it; by the
    last board, unless somebody else is said to have won; then by as few as there are."""
    result = record.result
    if result is not None and result.score is not None and abs(result.score) <= 64:
        return result.score
    if result is not None and result.winner is None:
        return 0
    discs = [record.final().cell(square) for square in range(64)]
    lead = discs.count(0) - discs.count(1)
    lead += discs.count(-1) * ((lead > 0) - (lead < 0))
    if result is None or (lead and (lead < 0) == bool(result.winner)):
        return lead
    return -2 if result.winner else 2
