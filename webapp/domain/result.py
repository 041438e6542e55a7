"""How a match ended, by the game's rules or by the players' will, and in which words."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Game, Outcome, Square, Termination

RESIGNATION = "resignation"
AGREEMENT = "agreement"
ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match; `reason` is a `Termination` or one of the constants above."""

    reason: str
    winner: int | None = None
    squares: tuple[Square, ...] = ()
    score: int | None = None
    by: int | None = None
    """The seat that resigned."""

    @classmethod
    def of(cls, outcome: Outcome) -> Result:
        return cls(str(outcome.termination), outcome.winner, outcome.squares, outcome.score)

    @property
    def counts(self) -> bool:
        """Whether the tally takes notice of it."""
        return self.reason != ABANDONED


def title(result: Result, game: Game) -> str:
    """``Red wins.``"""
    if result.winner is not None:
        return f"{game.player_names[result.winner]} wins."
    if result.reason == ABANDONED:
        return "Abandoned."
    if result.reason == RESIGNATION:
        return "Nobody wins."
    return "A draw."


def text(result: Result, game: Game) -> str:
    """Why it ended, in a sentence: ``Four on a diagonal.``"""
    names = game.player_names
    match result.reason:
        case Termination.LINE:
            return _line_text(result.squares, game.columns)
        case Termination.FULL_BOARD if result.score is None:
            return "The board is full."
        case Termination.FULL_BOARD:
            return f"The board is full.{_by(result)}"
        case Termination.NO_MOVES:
            return f"Neither side can move.{_by(result)}"
        case Termination.WIPE_OUT:
            loser = 1 - (result.winner or 0)
            return f"{names[loser]} has no disc left."
        case _ if result.reason == RESIGNATION and result.by is not None:
            return f"{names[result.by]} resigned."
        case _ if result.reason == AGREEMENT:
            return "The players agreed."
        case _:
            return "The game was broken off."


def _by(result: Result) -> str:
    if not result.score:
        return " Both have as many discs."
    discs = abs(result.score)
    return f" By {discs} disc{'s' if discs != 1 else ''}."


def _line_text(squares: tuple[Square, ...], columns: int) -> str:
    """Names the line's length and direction; several lines at once are said to be so."""
    numbers = ("", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
    count = len(squares)
    number = numbers[count] if count < len(numbers) else str(count)
    rows = {square // columns for square in squares}
    files = {square % columns for square in squares}
    diagonals = {square // columns - square % columns for square in squares}
    counter = {square // columns + square % columns for square in squares}
    if len(rows) == 1:
        return f"{number} in a row."
    if len(files) == 1:
        return f"{number} in a column."
    if len(diagonals) == 1 or len(counter) == 1:
        return f"{number} on a diagonal."
    return "Several lines at once."
