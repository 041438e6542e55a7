"""Flipfour's engine: the rules of Connect Four and Othello, search, and proofs.

`game` makes a `Game` of its key; its `start()` is a `Position`, of which `play` makes the next.
`analyze` judges a position with a searcher of `searcher_for`, within a `Limit`; `perft` counts.
`GameRecord` reads and writes whole games, the functions named ``parse_`` and ``format_`` the
formats of the field. Boards that may be illegal are an `Arrangement`, of which `explain` says what
is wrong and `position_of` makes a position. The functions named ``describe_`` say it to people.
Whatever is refused is an `EngineError`.

The engine knows nothing of the web.
"""

import importlib
import typing

import engine.families  # noqa: F401 (registers them; what follows asks for them)
from engine.arrangement import Arrangement
from engine.errors import (
    EngineError,
    GameOver,
    IllegalMove,
    IllFormed,
    NotationError,
    UnsupportedGame,
)
from engine.family import Family, Parameter
from engine.formal import (
    Transition,
    explain,
    explain_transition,
    position_of,
    turn_of,
    valid_transition,
    well_formed,
)
from engine.formats.boardtext import board_rows, board_text
from engine.game import EMPTY, Game, Move, Outcome, Player, Position, Square, Termination
from engine.games.connectfour.game import ConnectFour
from engine.games.connectfour.lines import Direction, Line, completed_lines
from engine.games.connectfour.threats import double_threat, playable_threats, threats
from engine.games.othello.game import Othello
from engine.parts.counting import Finished
from engine.parts.of_game import searcher_for
from engine.perft import perft
from engine.registry import FAMILIES, family_of, game
from engine.search.control import SearchControl
from engine.search.info import Info
from engine.search.limits import Limit
from engine.search.score import Score
from engine.search.searcher import Candidate, Searcher
from engine.sentences import (
    PHRASES,
    Verdict,
    describe_move,
    describe_outcome,
    describe_square,
    describe_target,
    describe_turn,
)
from engine.violation import CommonRule, Rule, Violation

if typing.TYPE_CHECKING:
    from engine.formats.ggf import format_ggf, parse_ggf
    from engine.formats.obf import format_obf, parse_obf
    from engine.formats.record import GameRecord, Result
    from engine.judging.analysis import Analysis, analyze

__all__ = [
    "EMPTY",
    "FAMILIES",
    "PHRASES",
    "Analysis",
    "Arrangement",
    "Candidate",
    "CommonRule",
    "ConnectFour",
    "Direction",
    "EngineError",
    "Family",
    "Finished",
    "Game",
    "GameOver",
    "GameRecord",
    "IllFormed",
    "IllegalMove",
    "Info",
    "Limit",
    "Line",
    "Move",
    "NotationError",
    "Othello",
    "Outcome",
    "Parameter",
    "Player",
    "Position",
    "Result",
    "Rule",
    "Score",
    "SearchControl",
    "Searcher",
    "Square",
    "Termination",
    "Transition",
    "UnsupportedGame",
    "Verdict",
    "Violation",
    "analyze",
    "board_rows",
    "board_text",
    "completed_lines",
    "describe_move",
    "describe_outcome",
    "describe_square",
    "describe_target",
    "describe_turn",
    "double_threat",
    "explain",
    "explain_transition",
    "family_of",
    "format_ggf",
    "format_obf",
    "game",
    "parse_ggf",
    "parse_obf",
    "perft",
    "playable_threats",
    "position_of",
    "searcher_for",
    "threats",
    "turn_of",
    "valid_transition",
    "well_formed",
]

_LATER = {
    "Analysis": "engine.judging.analysis",
    "GameRecord": "engine.formats.record",
    "Result": "engine.formats.record",
    "analyze": "engine.judging.analysis",
    "format_ggf": "engine.formats.ggf",
    "format_obf": "engine.formats.obf",
    "parse_ggf": "engine.formats.ggf",
    "parse_obf": "engine.formats.obf",
}
"""Where is what most programs need not: formats and judgement take a tenth of a start."""


def __getattr__(name: str) -> object:
    """Load what `_LATER` names."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(importlib.import_module(_LATER[name]), name)
    return found
