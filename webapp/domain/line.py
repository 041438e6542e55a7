"""A game looked at: its moves, the ply that is shown, and moves tried from there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.record import with_forced_passes
from webapp.domain.errors import Refusal
from webapp.domain.opening import forced_pass, positions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game, Move, Position

LONGEST = 600
"""Moves: more than the longest game has, and so of no line that can be tried."""


@dataclass(frozen=True)
class Line:
    """A line of play and a place in it.

    Attributes:
        moves: of the game, forced passes among them.
        ply: how many of them lead to where `side` begins.
        side: moves tried instead of those that the game has there.
    """

    game: Game
    moves: tuple[Move, ...]
    ply: int
    side: tuple[Move, ...] = ()

    @classmethod
    def of(
        cls,
        game: Game,
        moves: str | Sequence[Move],
        ply: int | None = None,
        side: str | Sequence[Move] = "",
    ) -> Line:
        """The line that texts or numbers describe; without `ply` at the end of `moves`.

        Raises:
            Refusal: they are no moves, break a rule, or there is no such ply.
        """
        whole = _complete(game, game.start(), moves, "The game breaks off")
        at = len(whole) if ply is None else ply
        if at > len(whole):
            raise Refusal("malformed", f"There is no ply {at}; the game has {len(whole)}.")
        branch = positions(game, whole[:at])[-1]
        return cls(game, whole, at, _complete(game, branch, side, "The variation breaks off"))

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Of the game, the first board before any move."""
        return positions(self.game, self.moves)

    @cached_property
    def position(self) -> Position:
        """The one that is shown."""
        shown = self.positions[self.ply]
        for move in self.side:
            shown = shown.play(move)
        return shown

    @property
    def shown(self) -> tuple[Move, ...]:
        """All moves that lead to `position`."""
        return self.moves[: self.ply] + self.side

    def after(self, move: Move) -> Line:
        """The line once `move` is played: along the game, on from its end, or beside it.

        Raises:
            Refusal: the move breaks a rule.
        """
        if not self.side and self.moves[self.ply : self.ply + 1] == (move,):
            return self.forward
        if not self.side and self.ply == len(self.moves):
            return Line.of(self.game, (*self.moves, move))
        return Line.of(self.game, self.moves, self.ply, (*self.side, move))

    @property
    def back(self) -> Line:
        """One move back, out of the side line at last."""
        if self.side:
            return replace(self, side=self.side[:-1])
        return replace(self, ply=max(self.ply - 1, 0))

    @property
    def forward(self) -> Line:
        """One move on; at the end of a side line, and at that of the game, the same."""
        return self if self.side else self.at(min(self.ply + 1, len(self.moves)))

    def at(self, ply: int) -> Line:
        """The game itself at another ply."""
        return Line(self.game, self.moves, ply)


def _complete(
    game: Game, start: Position, moves: str | Sequence[Move], trouble: str
) -> tuple[Move, ...]:
    try:
        wanted = game.parse_moves(moves) if isinstance(moves, str) else moves
        if len(wanted) > LONGEST:
            raise Refusal("malformed", f"{trouble}: no game has {len(wanted)} moves.")
        complete, end = with_forced_passes(start, wanted)
    except EngineError as error:
        raise Refusal("malformed", f"{trouble}. {error}") from None
    skipped = None if end.outcome() else forced_pass(end)
    return tuple(complete) if skipped is None else (*complete, skipped)
