"""The ladder of levels: how each level fares against the one below it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from engine.players import LEVELS, player_for
from engine.registry import game as game_of
from engine.search.control import SearchControl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.bench import Figures, Say
    from engine.game import Game
    from engine.players import Chooser

DESCRIPTION = "each level's score against the level below (takes many minutes)"

GAMES = ("connectfour", "othello")

PAIRS = 10
"""Pairs of games for each two neighbouring levels; in a pair each side begins once."""


def run(say: Say) -> Figures:
    figures: Figures = {}
    for key in GAMES:
        for weaker, stronger in pairwise(LEVELS):
            share = stronger_share(game_of(key), weaker, stronger, PAIRS)
            figures.setdefault(key, {})[f"{stronger} against {weaker}"] = share
            say(f"{key:12} level {stronger:>2} against {weaker:>2}: {share:.0%}")
    return figures


def stronger_share(game: Game, weaker: str, stronger: str, pairs: int) -> float:
    """The share of the points `stronger` takes from `weaker`, draws counting half."""
    points = 0.0
    for seed in range(pairs):
        for seat in (0, 1):
            players = [player_for(game, weaker, seed), player_for(game, weaker, seed + 1)]
            players[seat] = player_for(game, stronger, seed + 2)
            winner = play_out(game, players)
            points += 0.5 if winner is None else float(winner == seat)
    return points / (2 * pairs)


def play_out(game: Game, players: Sequence[Chooser]) -> int | None:
    """Play a game to its end and answer the winner."""
    position = game.start()
    while (outcome := position.outcome()) is None:
        choice = players[position.to_move].choose(position, SearchControl())
        position = position.play(choice.move)
    return outcome.winner
