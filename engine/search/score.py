"""Scores: what a position is worth to somebody, and how sure that is.

A `Score` says in which unit its value is, and whose view it is, so that nobody who reads it has
to know. Inside a search every *value* is one int from somebody's view. Estimates stay far below
`PROVED`; a decided game is worth ``PROVED + score``, so any win beats any estimate, a
faster or larger win beats a lesser one, and the slowest or smallest loss is the best loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import total_ordering
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.game import Game, Outcome, Player, Position

PROVED = 1_000_000
"""Values at least this far from zero stand for a decided game."""

INFINITY = 2 * PROVED
"""Beyond every value."""


class Certainty(StrEnum):
    """How far a score can be relied on."""

    EXACT = "exact"
    """Proved: the final score of perfect play."""
    AT_LEAST = "at least"
    """Proved: perfect play does no worse than that."""
    AT_MOST = "at most"
    """Proved: perfect play does no better than that."""
    ESTIMATE = "estimate"
    """An evaluation's word."""


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """What a position is worth to a player.

    Better scores are greater: proved wins, then estimates and draws, then proved losses. Beside
    a plain number it is its value.

    Attributes:
        value: exact or a bound, the game's own final score (Connect Four: the solver community's,
            Othello: the final disc difference); of an estimate hundredths of a disc.
        player: whose view it is.
        certainty: whether it is proved.
        win_in: plies until the game is won, that move included, where a proved win's or loss's
            score is its speed; of a bound, at most so many; else None.
    """

    value: int
    player: Player
    certainty: Certainty
    win_in: int | None = None

    @classmethod
    def estimated(cls, hundredths: int, player: Player) -> Score:
        """An evaluation's word, in hundredths of a disc."""
        return cls(hundredths, player, Certainty.ESTIMATE)

    @classmethod
    def proved(cls, value: int, player: Player, win_in: int | None = None) -> Score:
        """The final score of perfect play."""
        return cls(value, player, Certainty.EXACT, win_in)

    @property
    def exact(self) -> bool:
        return self.certainty is Certainty.EXACT

    @property
    def bound(self) -> bool:
        return self.certainty in {Certainty.AT_LEAST, Certainty.AT_MOST}

    @property
    def certain(self) -> bool:
        """Whether it is proved who wins, though perhaps not how fast or by how much."""
        return self.exact or self.result != 0

    @property
    def sign(self) -> int:
        """1 if it is good for its player, -1 if it is bad, else 0."""
        return sign(self.value)

    @property
    def result(self) -> int:
        """1 for a proved win, -1 for a proved loss, else 0: a bound proves one of the two."""
        open_sign = {Certainty.AT_LEAST: -1, Certainty.AT_MOST: 1}.get(self.certainty)
        if self.certainty is Certainty.ESTIMATE or self.sign == open_sign:
            return 0
        return self.sign

    @property
    def hundredths(self) -> int:
        """Hundredths of a disc, whatever the value is in."""
        return self.value if self.certainty is Certainty.ESTIMATE else 100 * self.value

    @property
    def rank(self) -> tuple[int, int]:
        """Greater for better scores."""
        return self.result, self.value

    def seen_by(self, player: Player) -> Score:
        """The score of two players from the view of either."""
        return self if player == self.player else -self

    def ahead_of(self, other: Score) -> int | None:
        """Final score by which it is better than another; None where they do not compare."""
        if self.certainty is not other.certainty or self.bound:
            return None
        difference = self.value - other.value
        return difference if self.exact else round(difference / 100)

    def to_json(self) -> dict[str, Any]:
        """As programs read it; of a bound `bound` says which, ``at least`` or ``at most``."""
        told: dict[str, Any] = {"score": self.value, "exact": self.exact}
        if self.bound:
            told["bound"] = self.certainty.value
        return told

    def __neg__(self) -> Score:
        """The other player's view, where two play."""
        bounds = {Certainty.AT_LEAST: Certainty.AT_MOST, Certainty.AT_MOST: Certainty.AT_LEAST}
        certainty = bounds.get(self.certainty, self.certainty)
        return Score(-self.value, 1 - self.player, certainty, self.win_in)

    def __int__(self) -> int:
        return self.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Score):
            mine, its = (self.value, self.player), (other.value, other.player)
            return mine == its and self.certainty is other.certainty
        return self.value == other if isinstance(other, int) else NotImplemented

    def __lt__(self, other: Score | int) -> bool:
        return self.rank < other.rank if isinstance(other, Score) else self.value < other


def sign(score: int) -> int:
    """1, 0 or -1: the outcome a score says."""
    return (score > 0) - (score < 0)


def win_score(game: Game, ply: int) -> int:
    """The score, for the winner, of a game whose worth is its speed, won by its `ply`-th move.

    For two players it is the Connect Four community's: half the squares plus one, less the
    discs the winner has played. On an odd number of squares a win with the very last disc
    is thus 0, like a draw. Three players share the squares rounded up.
    """
    squares, players = game.columns * game.rows, game.players
    share = squares // 2 if players == 2 else -(-squares // players)
    return share + 1 - -(-ply // players)


def win_in(position: Position, score: int) -> int | None:
    """Plies until the win that a proved score of the mover's says, see `win_score`.

    None of a draw, and of a loss where it does not tell which of the others wins.
    """
    game, mover = position.game, position.to_move
    if score == 0 or (score < 0 and game.players > 2):
        return None
    winner = mover if score > 0 else 1 - mover
    discs = win_score(game, 0) - abs(score)
    return game.players * (discs - 1) + winner + 1 - position.ply


def final_score(position: Position, player: Player) -> int:
    """The game's own final score of a finished game from `player`'s view.

    Where the outcome counts discs (Othello) it is the disc difference, else `win_score`,
    negative where another player won.
    """
    outcome = _outcome(position)
    if outcome.score is not None:
        return outcome.score if player == 0 else -outcome.score
    if outcome.winner is None:
        return 0
    score = win_score(position.game, position.ply)
    return score if outcome.winner == player else -score


def final_value(position: Position, player: Player) -> int:
    """The search value, from `player`'s view, of a finished game."""
    winner = _outcome(position).winner
    if winner is None:
        return 0
    size = PROVED + abs(final_score(position, player))
    return size if winner == player else -size


def _outcome(position: Position) -> Outcome:
    outcome = position.outcome()
    if outcome is None:
        raise ValueError("Only a finished game has a final score.")
    return outcome


def decided(value: int) -> bool:
    """Whether a search value stands for a won or lost game."""
    return abs(value) >= PROVED


def score_of(value: int) -> int:
    """The final score inside a decided value; other values are returned as they are."""
    if not decided(value):
        return value
    return value - PROVED if value > 0 else value + PROVED
