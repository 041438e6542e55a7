"""One game of a contest, played to its end whatever its players do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.contest.program import ProgramFailure
from engine.formats.record import Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.contest.players import Player
    from engine.game import Game, Move, Position
    from engine.search.control import SearchControl

RESIGNATION, STOPPED = "resignation", "stopped"
"""Why a game is over that the rules would go on with."""


@dataclass
class Bout:
    """A game going on; its players sit in turn order.

    Attributes:
        moves: those played, the opening's too.
        fault: what the loser did that no player may, for people; empty where nothing.
    """

    game: Game
    players: Sequence[Player]
    control: SearchControl
    moves: list[Move] = field(default_factory=list)
    fault: str = ""
    _busy: int = 0
    """Whose player is asked; it loses where it fails."""

    def play(self, opening: Sequence[Move], seed: str) -> Result:
        """Play to the end, or until `control` is told to stop.

        Of two players one that fails or resigns loses; three do neither.
        """
        try:
            for seat, player in enumerate(self.players):
                self._busy = seat
                player.begin(f"{seed} {seat}")
            return self._played(opening)
        except ProgramFailure as failure:
            self.fault = failure.what
            return Result(1 - self._busy, reason=failure.kind)

    def _played(self, opening: Sequence[Move]) -> Result:
        position = self.game.start()
        while (outcome := position.outcome()) is None:
            if self.control.stopped:
                return Result(None, reason=STOPPED)
            begins = len(self.moves) < len(opening)
            move = opening[len(self.moves)] if begins else self._chosen(position)
            if move is None:
                return Result(1 - position.to_move, reason=RESIGNATION)
            for seat, player in enumerate(self.players):
                self._busy = seat
                if begins or seat != position.to_move:
                    player.told(position, move)
            self.moves.append(move)
            position = position.play(move)
        return Result.of(outcome)

    def _chosen(self, position: Position) -> Move | None:
        legal = position.legal_moves()
        if self.game.is_pass(legal[0]):
            return legal[0]
        self._busy = position.to_move
        return self.players[position.to_move].choose(position, self.control)
