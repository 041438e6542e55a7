"""What a catalogue entry is: its parameters, and its meaning by the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from engine.errors import NotationError

if TYPE_CHECKING:
    from engine.game import Game
    from engine.laboratory.trace import Trace

Arguments: TypeAlias = tuple[int, ...]
Value: TypeAlias = "Callable[[Trace, Arguments], int]"


class ParameterKind(Protocol):
    """The kind of one parameter: how it is read, written and offered in a form."""

    @property
    def name(self) -> str: ...

    def read(self, game: Game, text: str) -> int:
        """The value `text` spells; raises `NotationError`."""

    def write(self, game: Game, value: int) -> str: ...

    def domain(self, game: Game) -> range:
        """Every value, where there is an end to them; else none."""

    def squares(self, game: Game, value: int) -> tuple[int, ...]:
        """The squares that a value names; none where it names something else."""


@dataclass(frozen=True, slots=True)
class _Player:
    name: str = "player"

    def read(self, game: Game, text: str) -> int:
        names = [name.lower() for name in game.player_names]
        if text in names:
            return names.index(text)
        if re.fullmatch(r"p\d", text) and int(text[1]) < game.players:
            return int(text[1])
        raise NotationError(f"{text!r} is no player here; the players are {', '.join(names)}.")

    def domain(self, game: Game) -> range:
        return range(game.players)

    def squares(self, _game: Game, _value: int) -> tuple[int, ...]:
        return ()

    def write(self, game: Game, value: int) -> str:
        return game.player_names[value].lower()


@dataclass(frozen=True, slots=True)
class _Square:
    """A letter for the column and a row: from the bottom in Connect Four, as it is played."""

    name: str = "square"

    def read(self, game: Game, text: str) -> int:
        if match := re.fullmatch(r"([a-p])(\d{1,2})", text):
            column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
            if column < game.columns and 0 <= row < game.rows:
                return row * game.columns + column
        last = self.write(game, game.columns * game.rows - 1)
        raise NotationError(f"{text!r} is no square here; the squares are a1 to {last}.")

    def domain(self, game: Game) -> range:
        return range(game.columns * game.rows)

    def squares(self, _game: Game, value: int) -> tuple[int, ...]:
        return (value,)

    def write(self, game: Game, value: int) -> str:
        row, column = divmod(value, game.columns)
        return f"{chr(ord('a') + column)}{row + 1}"


@dataclass(frozen=True, slots=True)
class _Column:
    """A column counted from 1 at the left; its value counts from 0."""

    name: str = "column"

    def read(self, game: Game, text: str) -> int:
        if re.fullmatch(r"\d{1,2}", text) and 1 <= int(text) <= game.columns:
            return int(text) - 1
        raise NotationError(f"{text!r} is no column here; the columns are 1 to {game.columns}.")

    def domain(self, game: Game) -> range:
        return range(game.columns)

    def squares(self, game: Game, value: int) -> tuple[int, ...]:
        return tuple(range(value, game.columns * game.rows, game.columns))

    def write(self, game: Game, value: int) -> str:
        return str(value + 1)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row counted from 1, as squares count it."""

    name: str = "row"

    def read(self, game: Game, text: str) -> int:
        if re.fullmatch(r"\d{1,2}", text) and 1 <= int(text) <= game.rows:
            return int(text) - 1
        raise NotationError(f"{text!r} is no row here; the rows are 1 to {game.rows}.")

    def domain(self, game: Game) -> range:
        return range(game.rows)

    def squares(self, game: Game, value: int) -> tuple[int, ...]:
        return tuple(range(value * game.columns, (value + 1) * game.columns))

    def write(self, game: Game, value: int) -> str:
        return str(value + 1)


@dataclass(frozen=True, slots=True)
class _Ply:
    name: str = "ply"

    def read(self, game: Game, text: str) -> int:
        if re.fullmatch(r"\d{1,3}", text):
            return int(text)
        raise NotationError(f"{text!r} is no ply; write a number of moves played.")

    def domain(self, _game: Game) -> range:
        return range(0)

    def squares(self, _game: Game, _value: int) -> tuple[int, ...]:
        return ()

    def write(self, game: Game, value: int) -> str:
        return str(value)


PLAYER, SQUARE, COLUMN, ROW, PLY = _Player(), _Square(), _Column(), _Row(), _Ply()


@dataclass(frozen=True, slots=True)
class Predicate:
    """One named thing a condition can speak of. Its value is a number, 0 or 1 if `boolean`.

    Attributes:
        name: the word of the language.
        summary: one line for the form and the help.
        said: how it stands in a sentence, a statement if `boolean` and else a number, for each
            number of arguments from the required one on.
        parameters: kinds of its arguments in order.
        required: how many of them must be given.
        boolean: whether it stands alone, without a comparison.
        value: what it is on a replayed line of play; the definition.
        feature: its code in the exhaustive kernels (`features`).
        symmetric: whether every symmetry of the game leaves it as it is.
        signed: whether it can be negative.
        past: whether it needs to know more than the board, whose turn it is and the plies.
    """

    name: str
    summary: str
    said: tuple[str, ...]
    value: Value
    feature: int
    parameters: tuple[ParameterKind, ...] = ()
    required: int = 0
    boolean: bool = False
    symmetric: bool = True
    signed: bool = False
    past: bool = False


def given(arguments: Arguments, index: int) -> int | None:
    """An argument, None where it was left out."""
    return arguments[index] if index < len(arguments) else None
