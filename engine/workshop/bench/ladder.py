"""The ladder of levels: how much stronger each level is than the one below it.

Games begin with a few random moves, and each such opening is played from every seat; of three
players two are of the lower level, which by chance leaves a third of the points to the other.
Each player has tables of its own.
With ``hurried=1`` levels search no longer than they promise to on the busiest machine, which is
the same on all and soon done. With ``keep=FILE`` every finished opening is written down, and a
later run goes on from there; what was played with other settings of a level does not count.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from engine.contest.openings import opened
from engine.contest.tally import Tally
from engine.errors import EngineError
from engine.players import LEVELS, player_for
from engine.registry import family_of
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.warmup import fresh_searcher

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.bench import Figures, Say
    from engine.game import Game, Position
    from engine.players import Chooser
    from engine.players.levels import Level

DESCRIPTION = (
    "Elo of levels over others (hours; games= pair=8 rival=7 game=KEY keep=FILE hurried=1)"
)

GAMES = ("connectfour", "othello")

OPENING = 4
"""Random moves at the start of each game, so that no two are alike."""

HURRY = 0.001
"""Seconds: so little that a level visits the positions it promises at least, and no more."""


def run(
    say: Say,
    *,
    games: int = 200,
    pair: int = 0,
    rival: int = 0,
    game: str = "",
    keep: str = "",
    hurried: int = 0,
) -> Figures:
    """Play `games` games for each pair of neighbours, or for `pair` against the one below.

    With a `rival`, against that level instead.
    """
    known = [(str(rival), str(pair))] if rival else pairwise(LEVELS)
    pairs = [(weak, strong) for weak, strong in known if pair in (0, int(strong))]
    if not pairs or games < 3 or any(level not in LEVELS for both in pairs for level in both):
        last = max(LEVELS, key=int)
        raise EngineError(f"There are levels 1 to {last}, pairs of them, and at least 3 games.")
    log = _Log(Path(keep) if keep else None, hurried=bool(hurried))
    figures: Figures = {}
    for key in [game] if game else GAMES:
        current = game_of(key)
        for weaker, stronger in pairs:
            tally = Tally(draw=1 / current.players)
            for opening in range(games // current.players):
                for points in log.points(current, weaker, stronger, opening):
                    tally = tally.and_points(points)
            row, text = _told(tally, current)
            figures.setdefault(key, {})[f"{stronger} against {weaker}"] = row
            say(f"{key:12} level {stronger:>2} against {weaker:>2}: {text}")
    return figures


def _told(tally: Tally, game: Game) -> tuple[Figures, str]:
    """What the games of a pair say, as figures and in words; Elo is for two players."""
    row = tally.figures()
    text = f"{tally.won} won {tally.drawn} drawn {tally.lost} lost"
    if game.players > 2:
        return row, f"{tally.share:.3f} ± {tally.margin:.3f} of the points, {text}"
    elo, low, high = (round(number) for number in tally.elo)
    row |= {"elo": elo, "low": low, "high": high}
    return row, f"{elo:+5} Elo ({low:+} to {high:+}), {text}"


class _Log:
    """Results by game, levels and opening, kept in a file of one JSON object a line."""

    def __init__(self, path: Path | None, *, hurried: bool) -> None:
        self._path, self._hurried = path, hurried
        self._known: dict[str, list[float]] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                self._known[entry["of"]] = entry["points"]

    def points(self, game: Game, weaker: str, stronger: str, opening: int) -> list[float]:
        """What `stronger` took from the games of an opening, played now if need be."""
        family, players = family_of(game), len(game.player_names)
        low, high = LEVELS[weaker], LEVELS[stronger]
        if self._hurried:
            low, high = replace(low, time=HURRY), replace(high, time=HURRY)
        weak, strong = (level.suited_to(family).among(players) for level in (low, high))
        of = f"{game.key} {strong} against {weak}, apart, opening {opening}"
        if of not in self._known:
            self._known[of] = list(from_every_seat(game, low, high, opening))
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"of": of, "points": self._known[of]}) + "\n")
        return self._known[of]


def from_every_seat(
    game: Game, weaker: str | Level, stronger: str | Level, opening: int
) -> Iterator[float]:
    """The points of `stronger` from each seat; a draw is shared by all."""
    start = opened(game, opening, OPENING)
    for seat in range(game.players):
        levels = [stronger if player == seat else weaker for player in range(game.players)]
        winner = play_out(start, [_on_their_own(game, level, opening) for level in levels])
        yield 1 / game.players if winner is None else float(winner == seat)


def _on_their_own(game: Game, level: str | Level, seed: int) -> Chooser:
    """A player with tables of its own, so that none profits from another's deeper search."""
    searcher = fresh_searcher(game)
    return player_for(game, level, seed, lambda _: searcher)


def play_out(position: Position, players: Sequence[Chooser]) -> int | None:
    """Play to the end and answer the winner."""
    while (outcome := position.outcome()) is None:
        choice = players[position.to_move].choose(position, SearchControl())
        position = position.play(choice.move)
    return outcome.winner
