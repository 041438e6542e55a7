"""What games begin with: random moves, or the lines of a file."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from engine.errors import EngineError
from engine.formats.record import GameRecord
from engine.players.caution import winning_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game, Move, Position

    Openings: TypeAlias = Callable[[int], tuple[Move, ...]]
    """The moves that an opening has, by its number from 0."""

RANDOM = "random:"
MOST_PLIES = 30
TRIES = 1_000


def openings(game: Game, text: str, seed: int = 0) -> Openings:
    """The openings that ``random:K`` or the name of a file says; those of a file begin anew.

    Raises:
        EngineError: it says none, or a line of the file is none.
        OSError: the file cannot be read.
    """
    if not text.startswith(RANDOM):
        lines = read_openings(game, Path(text))
        return lambda number: lines[number % len(lines)]
    plies = text.removeprefix(RANDOM)
    if not (plies.isascii() and plies.isdigit() and len(plies) < 5 and int(plies) <= MOST_PLIES):
        raise EngineError(
            f"Random openings are random:0 to random:{MOST_PLIES}, not {text[:40]!r}."
        )
    return lambda number: random_opening(game, Random(f"{seed} {number}"), int(plies))  # noqa: S311


def read_openings(game: Game, path: Path) -> list[tuple[Move, ...]]:
    """The openings of a file, moves one a line; ``#`` begins a comment."""
    found = []
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), start=1):
        moves = line.partition("#")[0].strip()
        if not moves:
            continue
        try:
            record = GameRecord.from_moves(game, moves)
        except EngineError as error:
            raise EngineError(f"{path}, line {number}: {error}") from None
        if record.result is not None:
            raise EngineError(f"{path}, line {number}: the game is over after this opening.")
        found.append(record.moves)
    if not found:
        raise EngineError(f"There is no opening in {path}.")
    return found


def random_opening(game: Game, source: Random, plies: int) -> tuple[Move, ...]:
    """Random moves after which nobody has won or can win at once.

    Raises:
        EngineError: so many moves lead to no such position.
    """
    for _ in range(TRIES):
        position, moves = game.start(), list[int]()
        while len(moves) < plies and position.outcome() is None:
            moves.append(source.choice(position.legal_moves()))
            position = position.play(moves[-1])
        if position.outcome() is None and winning_move(position) is None:
            return tuple(moves)
    raise EngineError(f"{game.name} has no open position after {plies} random moves here.")


def opened(game: Game, seed: int, plies: int) -> Position:
    """The position after the random opening of a seed."""
    return after(game, random_opening(game, Random(seed), plies))  # noqa: S311 (no secret)


def after(game: Game, moves: tuple[Move, ...]) -> Position:
    """The position that legal moves lead to."""
    position = game.start()
    for move in moves:
        position = position.play(move)
    return position
