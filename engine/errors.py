"""Every error the engine raises on purpose.

::

    EngineError (a ValueError)
     ├── UnsupportedGame   a key or parameters that name no game
     ├── NotationError     text that is no move, board or record
     └── IllegalMove       a move that is not legal in the position
          └── GameOver     a move after the end

A message names the offending value and, where there is one, the position.
"""


class EngineError(ValueError):
    """Base of all errors the engine raises on purpose."""


class UnsupportedGame(EngineError):
    """A game key or its parameters name no game we can play."""


class NotationError(EngineError):
    """Text does not spell a move, a board or a record."""


class IllegalMove(EngineError):
    """The move is not legal in this position."""


class GameOver(IllegalMove):
    """The game has ended; no move is legal any more."""
