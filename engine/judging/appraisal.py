"""What a score says to people: a label, a sentence, and how far one side is ahead."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt, tanh
from typing import TYPE_CHECKING

from engine.parts.of_game import remarks_of
from engine.registry import family_of
from engine.search.score import Certainty, win_score
from engine.sentences import describe_outcome, describe_turn

if TYPE_CHECKING:
    from engine.game import Player, Position
    from engine.search.score import Score

SIGNS = {1: "+", 0: "", -1: "\N{MINUS SIGN}"}

BOUNDS = {
    Certainty.AT_LEAST: "\N{GREATER-THAN OR EQUAL TO}",
    Certainty.AT_MOST: "\N{LESS-THAN OR EQUAL TO}",
}

DISCS = 16
"""A lead of so many discs, where discs count, fills three quarters of a bar."""

OPEN = 0.6
"""No estimate fills more of a bar, so that what is proved shows."""

SMALLEST_WIN = 0.3
"""How far the slowest proved win, or that by the fewest discs, fills a bar."""

EVEN = 0.5
"""Discs within which an estimate calls a position about even."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A position's worth in the words of people.

    Attributes:
        label: the score from the mover's view: ``+2``, a bound ``≥+2``, an estimate in discs
            ``+1.5``.
        note: what a proved label is worth, such as ``win 13`` or ``win ≤13``; may be empty.
        sentence: who wins, or who stands better.
        lead: from -1, player 1 wins at once, to 1 for player 0; None with more than two.
    """

    label: str
    note: str
    sentence: str
    lead: float | None


def appraise(position: Position, score: Score) -> Appraisal:
    """What `score` says, the mover's view."""
    return Appraisal(
        label(score),
        note(position, score),
        _sentence(position, score),
        lead(position, score),
    )


def appraise_end(position: Position) -> Appraisal:
    """The same of a finished position."""
    outcome = position.outcome()
    if outcome is None:
        raise ValueError("The game goes on.")
    sentence = str(describe_outcome(position.game, outcome))
    standing = {None: 0.0, 0: 1.0, 1: -1.0}[outcome.winner] if position.game.players == 2 else None
    return Appraisal("", "", sentence, standing)


def label(score: Score) -> str:
    """A score with its sign, an estimate with a decimal, a bound as one."""
    size = abs(score.value)
    digits = f"{size / 100:.1f}" if score.certainty is Certainty.ESTIMATE else f"{size}"
    sign = "" if digits == "0.0" else SIGNS[score.sign]
    return BOUNDS.get(score.certainty, "") + sign + digits


def sureness(score: Score, depth: int, *, by_book: bool = False) -> str:
    """How sure a score is, in a word or two; an estimate is by the `depth` of its search, or of
    the book's.
    """
    if score.exact:
        return "exact"
    if score.certain:
        return "proved"
    return f"book, {depth}" if by_book else f"depth {depth}"


def note(position: Position, score: Score) -> str:
    """What is proved of two players in a word or two; empty where the score says all."""
    remarks = remarks_of(position.game)
    if remarks is None or position.game.players > 2 or not score.certain:
        return ""
    return remarks.note(position, score)


def lead(position: Position, score: Score) -> float | None:
    """How far player 0 is ahead of player 1, see `Appraisal`."""
    game = position.game
    if game.players > 2:
        return None
    counted, margin = family_of(game).counted, abs(score.value)
    if not score.certain:
        size = OPEN * tanh(margin / 100 / DISCS if counted else margin / 400)
    elif not margin:
        size = 0.0
    elif counted:
        size = SMALLEST_WIN + (1 - SMALLEST_WIN) * tanh(margin / DISCS)
    else:
        size = SMALLEST_WIN + (1 - SMALLEST_WIN) * sqrt(margin / win_score(game, 0))
    return round(size if (score.value > 0) == (score.player == 0) else -size, 3)


def _sentence(position: Position, score: Score) -> str:
    game = position.game
    if game.players > 2:
        return describe_turn(position)
    remarks = remarks_of(game)
    if score.certain and remarks is not None:
        return remarks.distance(position, score)
    discs = abs(score.value) / 100
    if discs < EVEN:
        return "About even."
    ahead: Player = score.player if score.value > 0 else 1 - score.player
    player = game.player_names[ahead]
    if family_of(game).counted:
        return f"{player} is ahead by about {discs:.0f}."
    return f"{player} stands better."
