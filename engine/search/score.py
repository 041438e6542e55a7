"""Scores: what the end of a game is worth, and how proved and estimated scores compare.

Inside a search every *value* is one int from somebody's view. Estimates stay far below
`PROVED`; a decided game is worth ``PROVED + score``, so any win beats any estimate, a
faster or larger win beats a lesser one, and the slowest or smallest loss is the best loss.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import Outcome, Player, Position
    from engine.search.info import Info
    from engine.search.searcher import Candidate

PROVED = 1_000_000
"""Values at least this far from zero stand for a decided game."""

INFINITY = 2 * PROVED
"""Beyond every value."""


def final_score(position: Position, player: Player) -> int:
    """The game's own final score of a finished game from `player`'s view.

    Where the outcome counts discs (Othello) it is the disc difference. Else it is how many
    of the winner's discs were left, the winning one included, negative where another won:
    on 7 × 6 a win with the 21st disc is +1, with the fourth +18.
    """
    outcome = _outcome(position)
    if outcome.score is not None:
        return outcome.score if player == 0 else -outcome.score
    if outcome.winner is None:
        return 0
    game = position.game
    discs_of_winner = (position.ply - 1) // game.players + 1
    left = game.columns * game.rows // game.players + 1 - discs_of_winner
    return left if outcome.winner == player else -left


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


def worth(found: Info | Candidate) -> tuple[int, int]:
    """Sorts better moves higher: proved wins, then estimates and draws, then proved losses."""
    if not found.exact:
        return 0, found.score
    return (found.score > 0) - (found.score < 0), found.score
