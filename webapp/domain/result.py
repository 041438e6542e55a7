"""How a match ended, by the game's rules or by the players' will, and in which words."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

from engine.game import Game, Outcome, Square
from engine.registry import family_of
from engine.sentences import PHRASES, Verdict, describe_outcome


class Reason(StrEnum):
    """The endings that are no matter of a game's rules."""

    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    ABANDONED = "abandoned"
    TIME = "time"
    LEFT = "left"


NOBODY_WINS = frozenset({Reason.RESIGNATION, Reason.ABANDONED, Reason.TIME})


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match.

    Attributes:
        reason: a `Reason`, or the `Termination` of the game's own rules.
        winner: the seat that won, or None.
        squares: of the completed lines.
        score: see `engine.game.Outcome`.
        by: the seat that resigned, left, ran out of time or broke the game off.
    """

    reason: Reason | str
    winner: int | None = None
    squares: tuple[Square, ...] = ()
    score: int | None = None
    by: int | None = None

    def __post_init__(self) -> None:
        with suppress(ValueError):  # a stored one is a word
            object.__setattr__(self, "reason", Reason(self.reason))

    @classmethod
    def of(cls, outcome: Outcome) -> Result:
        return cls(outcome.termination, outcome.winner, outcome.squares, outcome.score)

    @property
    def counts(self) -> bool:
        """Whether the tally takes notice of it."""
        return self.reason is not Reason.ABANDONED

    @property
    def drawn(self) -> bool:
        """Whether it is a draw. Where one of three leaves only computers, nobody wins instead."""
        return self.winner is None and self.reason not in NOBODY_WINS

    @property
    def decided(self) -> bool:
        """Whether somebody has won, or it is a draw."""
        return self.winner is not None or self.drawn


GIVEN_UP = {
    Reason.RESIGNATION: "{player} resigned.",
    Reason.TIME: "{player} ran out of time.",
    Reason.LEFT: "{player} left.",
}
"""Why somebody has lost without a move of the other's."""


def verdict(result: Result, game: Game) -> Verdict:
    """Title and text for people: "Red wins." and "Four on a diagonal."."""
    names = game.player_names
    if not isinstance(result.reason, Reason):
        outcome = Outcome(result.reason, result.winner, result.squares, result.score)
        return describe_outcome(game, outcome)
    if result.reason is Reason.AGREEMENT:
        return Verdict(PHRASES["draw"], "The players agreed.")
    if result.reason is Reason.ABANDONED or result.by is None:
        return Verdict("The game was broken off.", "It does not count.")
    why = GIVEN_UP[result.reason].format(player=names[result.by])
    if result.winner is None:
        return Verdict(PHRASES["draw"] if result.drawn else "Nobody wins.", why)
    return Verdict(PHRASES["wins"].format(player=names[result.winner], result=""), why)


def score_text(result: Result, game: Game) -> str:
    """What follows "wins" in a title, from a space on: " 40–24"; empty without a score."""
    if result.score is None or isinstance(result.reason, Reason):
        return ""
    return f" {family_of(game).sentences.describe_score(game, result.score)}"
