"""Who sits where in a terminal game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from engine.errors import EngineError
from engine.players import Level, parse_level
from engine.players.levels import NEWCOMERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game

HUMAN = "human"

Seat: TypeAlias = Level | None
"""A level of the engine, or None for a person."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats by player, in turn order."""

    game: Game
    seats: tuple[Seat, ...]

    @classmethod
    def parse(cls, game: Game, texts: Sequence[str], first: int) -> Seating:
        """The seating of ``human`` and level texts; seat number `first` (from 1) begins.

        Missing seats are filled: a person if there is no seat at all, then the engine.

        Raises:
            EngineError: a seat is neither ``human`` nor a level, or there are too many.
        """
        if len(texts) > game.players:
            raise EngineError(f"{game.name} has {game.players} seats here, not {len(texts)}.")
        if not 1 <= first <= game.players:
            raise EngineError(
                f"There is no seat {first} to move first: choose 1 to {game.players}."
            )
        missing = game.players - len(texts)
        filled = [*(texts or [HUMAN]), *[NEWCOMERS] * missing][: game.players]
        seats = [None if text.strip().lower() == HUMAN else _level(text) for text in filled]
        return cls(game, tuple(seats[first - 1 :] + seats[: first - 1]))

    @property
    def people(self) -> int:
        return sum(seat is None for seat in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, for the record: "Human", "Level 4"."""
        return tuple(
            "Human" if seat is None else f"Level {seat.key}" if seat.key.isdigit() else seat.name
            for seat in self.seats
        )

    def describe(self) -> str:
        """One line: "Red: human. Yellow: level 4 (Club)."."""
        return " ".join(
            f"{colour}: {_describe(seat)}."
            for colour, seat in zip(self.game.player_names, self.seats, strict=True)
        )


def _level(text: str) -> Level:
    try:
        return parse_level(text)
    except EngineError as error:
        raise EngineError(f"A seat is 'human' or a level. {error}") from None


def _describe(seat: Seat) -> str:
    if seat is None:
        return HUMAN
    return f"level {seat.key} ({seat.name})" if seat.key.isdigit() else seat.name.lower()
