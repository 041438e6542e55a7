"""Scores: what the end of a game is worth, and how proved and estimated scores compare.

Inside a search every *value* is one int from somebody's view. Estimates stay far below
`PROVED`; a decided game is worth ``PROVED + score``, so any win beats any estimate, a
faster or larger win beats a lesser one, and the slowest or smallest loss is the best loss.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import Game, Outcome, Player, Position
    from engine.search.info import Info
    from engine.search.searcher import Candidate

PROVED = 1_000_000
"""Values at least this far from zero stand for a decided game."""

INFINITY = 2 * PROVED
"""Beyond every value."""


def win_score(game: Game, ply: int) -> int:
    """The score, for the winner, of a game whose worth is its speed, won by its `ply`-th move.

    For two players it is the Connect Four community's: half the squares plus one, less the
    discs the winner has played. On an odd number of squares a win with the very last disc
    is thus 0, like a draw. Three players share the squares rounded up.
    """
    squares, players = game.columns * game.rows, game.players
    share = squares // 2 if players == 2 else -(-squares // players)
    return share + 1 - -(-ply // players)


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


def worth(found: Info | Candidate) -> tuple[int, int]:
    """Sorts better moves higher: proved wins, then estimates and draws, then proved losses."""
    if not found.exact:
        return 0, found.score
    return (found.score > 0) - (found.score < 0), found.score
