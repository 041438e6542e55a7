"""Reading WTHOR files, the French federation's collection of tournament games.

A file has a header of 16 bytes (the number of games at 4, the year at 10, the board's size
at 12, the empties of the theoretical score at 14), then 68 bytes a game: tournament, black
and white (two bytes each), black's discs, black's discs under best play from the
theoretical score's position on, and 60 moves as 10 * row + column from 1 (0: no more).
Passes are not written.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import MAXYEAR, date
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import NotationError
from engine.formats.record import Details, GameRecord, Result, if_any
from engine.games.othello.game import Othello
from engine.games.othello.many_games import replay_all, with_passes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

HEADER, GAME, MOVES = 16, 68, 60
"""Bytes of a file's head, of a game, and of its moves."""

PLAYER, TOURNAMENT = 20, 26
"""Bytes of a name."""

NAMELESS = "???"
"""Who nobody knows is called so."""


@dataclass(frozen=True)
class Games:
    """The games of one file.

    Attributes:
        year: when they were played; 0 or any other number where that is not known.
        solved_at: the number of empties of the position the theoretical score belongs to.
        moves: a row of 60 squares for each game, 255 after its end.
        theoretical: black's final disc difference under best play from there on.
        real: black's final disc difference as played.
    """

    year: int
    solved_at: int
    moves: NDArray[np.uint8]
    theoretical: NDArray[np.int64]
    real: NDArray[np.int64]


def read(path: Path) -> Games:
    """The 8 × 8 games of a ``.wtb`` file.

    Raises:
        NotationError: the file is no such file.
    """
    return read_games(path.read_bytes(), path.name)


def read_games(content: bytes, name: str = "This") -> Games:
    """The 8 × 8 games in the content of a ``.wtb`` file.

    Raises:
        NotationError: it is no such file, or a move is off the board: game and offset are told.
    """
    if not is_wthor(content) or whole_games(content)[1]:
        raise NotationError(f"{name} is no WTHOR file of 8 × 8 games.")
    for sentence in _off_board(content).values():
        raise NotationError(sentence)
    return _games(content)


def _games(content: bytes) -> Games:
    games = np.frombuffer(content, np.uint8, offset=HEADER).reshape(-1, GAME)
    codes = games[:, GAME - MOVES :]
    moves = np.where(codes == 0, 255, (codes // 10 - 1) * 8 + codes % 10 - 1).astype(np.uint8)
    real, theoretical = (2 * games[:, at].astype(np.int64) - 64 for at in (6, 7))
    year = int.from_bytes(content[10:12], "little")
    return Games(year, content[14], moves, theoretical, real)


def _off_board(content: bytes) -> dict[int, str]:
    """The games, counted from 0, with a move that no board has, and which that is."""
    codes = np.frombuffer(content, np.uint8, offset=HEADER).reshape(-1, GAME)[:, GAME - MOVES :]
    off = (codes != 0) & ((codes % 10 - 1 > 7) | (codes // 10 - 1 > 7))  # unsigned
    found: dict[int, str] = {}
    for game, at in np.argwhere(off).tolist():
        offset = HEADER + GAME * game + GAME - MOVES + at
        sentence = (
            f"Game {game + 1}: the move {codes[game, at]} at offset {offset} is off the board."
        )
        found.setdefault(game, sentence)
    return found


def is_names(content: bytes) -> bool:
    """Whether this is the content of a file of players' or tournaments' names."""
    count = int.from_bytes(content[8:10], "little")
    width = (len(content) - HEADER) // count if count else 0
    return width in (PLAYER, TOURNAMENT) and len(content) == HEADER + width * count


def is_wthor(content: bytes) -> bool:
    """Whether this is the content of a file of 8 × 8 games: its length says so, or its head where
    the file was cut off or has something behind its games."""
    count = int.from_bytes(content[4:8], "little")
    if count == 0 or len(content) < HEADER or content[12] not in (0, 8):
        return False
    named, year = (int.from_bytes(content[at : at + 2], "little") for at in (8, 10))
    headed = named == 0 and 1 < year <= MAXYEAR and content[14] <= MOVES and content[15] == 0
    return headed or len(content) == HEADER + GAME * count


def whole_games(content: bytes) -> tuple[bytes, str]:
    """The file as long as its games are, and what is wrong with its length: nothing mostly."""
    count, rest = int.from_bytes(content[4:8], "little"), len(content) - HEADER
    if rest == GAME * count:
        return content, ""
    kept = min(count, rest // GAME)
    wrong = (
        f"The file ends after {kept:,} of {count:,} games."
        if kept < count
        else f"What stands behind the {count:,} games is none: {rest - GAME * count:,} bytes."
    )
    return content[:4] + kept.to_bytes(4, "little") + content[8 : HEADER + GAME * kept], wrong


def read_names(content: bytes) -> tuple[str, ...]:
    """The names of a ``.jou`` file (players) or a ``.trn`` file (tournaments), by number.

    Raises:
        NotationError: it is no such file.
    """
    if not is_names(content):
        raise NotationError("This is no WTHOR file of players or tournaments.")
    width = (len(content) - HEADER) // int.from_bytes(content[8:10], "little")
    names = (content[at : at + width] for at in range(HEADER, len(content), width))
    return tuple(name.partition(b"\0")[0].decode("latin-1").strip() for name in names)


def records_of(
    content: bytes, players: Sequence[str] = (), tournaments: Sequence[str] = ()
) -> tuple[tuple[GameRecord, ...], tuple[tuple[int, str], ...]]:
    """The games of a ``.wtb`` file as records, and (number, reason) of those that are none, or of
    the first that the file lacks.

    `players`, `tournaments`: their names by number, as `read_names` answers them.

    Raises:
        NotationError: it is no such file.
    """
    if not is_wthor(content):
        raise NotationError("This is no WTHOR file of 8 × 8 games.")
    content, wrong = whole_games(content)
    found, off = _games(content), _off_board(content)
    table = np.frombuffer(content, np.uint8, offset=HEADER).reshape(-1, GAME)
    numbers = table[:, :6].copy().view("<u2").tolist()
    legal, passes, *_ = replay_all(found.moves)
    records, refused = [], []
    game, known = Othello(), 0 < found.year <= MAXYEAR
    day = date(found.year, 1, 1) if known else None
    for at, (row, skipped) in enumerate(zip(found.moves.tolist(), passes.tolist(), strict=True)):
        if at in off or not legal[at]:
            refused.append((at + 1, off.get(at, f"Game {at + 1} breaks the rules of Othello.")))
            continue
        moves = with_passes(row, skipped)
        tournament, *sides = numbers[at]
        names = tuple(_name(players, number) for number in sides)
        result = _result(int(found.real[at]))
        theory = (found.solved_at, int(found.theoretical[at]))
        details = Details(_name(tournaments, tournament), whole_year=True, theory=theory)
        records.append(GameRecord(game, moves, result, if_any(names), None, day, details=details))
    if wrong:
        refused.append((len(found.moves) + 1, wrong))
    return tuple(records), tuple(refused)


def _name(names: Sequence[str], number: int) -> str:
    """What a number stands for; empty where nobody knows."""
    name = names[number] if number < len(names) else ""
    return name if name.strip("?") else ""


def _result(lead: int) -> Result:
    return Result(None if lead == 0 else int(lead < 0), lead)
