"""Every error the engine raises on purpose.

::

    EngineError (a ValueError)
     ├── UnsupportedGame   a key or parameters that name no game
     ├── NotationError     text that is no move, board or record
     ├── IllFormed         an arrangement of discs that is no legal board
     └── IllegalMove       a move that is not legal in the position
          └── GameOver     a move after the end

A message is one sentence that names the offending value. A move's error carries the position
too, as an attribute and as a note below the traceback.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import Position
    from engine.violation import Violation


class EngineError(ValueError):
    """Base of all errors the engine raises on purpose."""


class UnsupportedGame(EngineError):
    """A game key or its parameters name no game we can play."""


class NotationError(EngineError):
    """Text does not spell a move, a board or a record."""


class IllFormed(EngineError):
    """An arrangement of discs breaks the rules of a legal board.

    Attributes:
        violations: every broken rule and where it is broken.
    """

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(" ".join(str(violation) for violation in violations))
        self.violations = violations


class IllegalMove(EngineError):
    """The move is not legal in this position.

    Attributes:
        move: the value that was refused, of whatever type.
        position: where it was refused, unchanged.
    """

    def __init__(
        self, sentence: str, move: object = None, position: Position | None = None
    ) -> None:
        super().__init__(sentence)
        self.move = move
        self.position = position
        if position is not None:
            self.add_note(f"{position.game.key} after {position.ply} plies:\n{position}")


class GameOver(IllegalMove):
    """The game has ended; no move is legal any more."""
