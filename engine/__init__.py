"""Flipfour's engine: the rules of Connect Four and Othello, search, and proofs.

It knows nothing of the web.
"""

from engine.errors import EngineError, GameOver, IllegalMove, NotationError, UnsupportedGame
from engine.game import EMPTY, Game, Move, Outcome, Player, Position, Square, Termination
from engine.games.connectfour.game import ConnectFour
from engine.games.othello.game import Othello
from engine.registry import FAMILIES, Family, Parameter, family_of, game
from engine.words import (
    PHRASES,
    Verdict,
    describe_move,
    describe_outcome,
    describe_square,
    describe_target,
    describe_turn,
)

__all__ = [
    "EMPTY",
    "FAMILIES",
    "PHRASES",
    "ConnectFour",
    "EngineError",
    "Family",
    "Game",
    "GameOver",
    "IllegalMove",
    "Move",
    "NotationError",
    "Othello",
    "Outcome",
    "Parameter",
    "Player",
    "Position",
    "Square",
    "Termination",
    "UnsupportedGame",
    "Verdict",
    "describe_move",
    "describe_outcome",
    "describe_square",
    "describe_target",
    "describe_turn",
    "family_of",
    "game",
]
