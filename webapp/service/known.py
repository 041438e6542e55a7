"""What is known of one position that people look at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from engine.game import Game, Move

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.judging.analysis import Analysis

ReviewedGame: TypeAlias = tuple[Game, tuple[Move, ...]]
"""A game from its usual start, as its moves."""

THOROUGH = 4.0
"""Seconds of a search after which a review no longer asks for the worth of every move."""


def continued(game: Game, moves: Sequence[Move], found: Mapping[int, Known]) -> dict[int, Known]:
    """What is known of a game's plies, each by itself and by what is proved of the next."""
    known = dict(found)
    if game.players == 2:
        for ply in range(len(moves) - 1, -1, -1):
            if ply in known and ply + 1 in known:
                known[ply] = known[ply].continued(moves[ply], known[ply + 1])
    return known


@dataclass(frozen=True, slots=True)
class Known:
    """An analysis, the seconds that it may have taken, and whether by a stand-in's search."""

    found: Analysis
    seconds: float
    stand_in: bool = False

    @property
    def settled(self) -> bool:
        """Whether more time would change nothing."""
        return all(candidate.exact for candidate in self.found.candidates)

    def proves(self, played: Move | None) -> bool:
        """Whether the best move is proved and, if one was, the move that was played."""
        found = self.found.candidates
        asked = [one for one in found if one.move == played] if played is not None else []
        return all(one.exact for one in (found[0], *asked))

    def reviewed(self, played: Move | None) -> bool:
        """Whether a review has no more to ask: for long the worth of every move, then that."""
        return self.settled or (self.seconds >= THOROUGH and self.proves(played))

    def continued(self, played: Move, after: Known) -> Known:
        """The same with what is proved of the position after the move that was played."""
        return replace(self, found=self.found.continued(played, after.found))

    def suffices(self, seconds: float) -> bool:
        """Whether a search of so many seconds is not needed any more."""
        return self.tried(seconds, standing_in=False)

    def tried(self, seconds: float, *, standing_in: bool) -> bool:
        """The same, where a stand-in's search may be all there is for now."""
        return self.settled or (self.seconds >= seconds and (standing_in or not self.stand_in))

    def beats(self, other: Known) -> bool:
        """Whether to remember it in place of another one."""
        return self._rank >= other._rank

    @property
    def _rank(self) -> tuple[bool, bool, float]:
        return self.settled, not self.stand_in, self.seconds
