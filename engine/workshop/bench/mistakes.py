"""How often each level of Connect Four spoils its result, judged by the solver.

Games won tell two levels apart only after hundreds of games; whether a move turned a win into
a draw or a loss, or a draw into a loss, is told by one solved position. All levels are asked
the same questions: positions of games between levels 5 and 6 after a random opening, in which
some moves keep the result and others do not.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING, cast

from engine.errors import EngineError
from engine.games.connectfour.board.layout import fits
from engine.players import LEVELS, player_for
from engine.players.caution import winning_move
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.search.score import sign
from engine.warmup import strongest_searcher

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.bench import Figures, Say
    from engine.game import Game, Move, Position
    from engine.games.connectfour.game import ConnectFour
    from engine.players import Level

DESCRIPTION = "moves that spoil the result, by level (minutes; positions=300 level=0 game=KEY)"

OPENING = 6
"""Random moves at the start of each game, unless they would overlook a win."""

EARLIEST = 8
"""Plies from which the solver answers within a second."""

PER_GAME = 3
"""Questions from one game at most."""


def run(say: Say, *, positions: int = 300, level: int = 0, game: str = "connectfour") -> Figures:
    """Ask every level, or `level` alone, for a move in each of `positions`."""
    current = game_of(game)
    if not game.startswith("connectfour") or not fits(cast("ConnectFour", current)):
        raise EngineError("Only Connect Four boards that the solver serves can be judged.")
    levels = [key for key in LEVELS if level in (0, int(key))]
    if not levels or positions < 1:
        raise EngineError(f"There are levels 1 to {len(LEVELS)} and at least 1 position to ask.")
    asked = list(questions(current, positions))
    say(f"{game}: {len(asked)} positions")
    figures: Figures = {}
    for key in levels:
        started = process_time()
        spoilt, slow = mistakes(current, key, asked)
        row = {
            "spoilt": round(spoilt / len(asked), 4),
            "not_best": round(slow / len(asked), 4),
            "seconds_per_move": round((process_time() - started) / len(asked), 4),
        }
        figures[key] = row
        say(
            f"level {key:>2}: {row['spoilt']:.1%} of moves spoil the result,"
            f" {row['not_best']:.1%} are not the best, {row['seconds_per_move']:.3f} s a move"
        )
    return figures


def mistakes(
    game: Game, level: str, asked: list[tuple[Position, dict[Move, int]]]
) -> tuple[int, int]:
    """How many of a level's moves spoil the result, and how many are not the best ones."""
    spoilt = slow = 0
    for number, (position, scores) in enumerate(asked):
        player = player_for(game, level, number, compiled=strongest_searcher)
        choice = player.choose(position, SearchControl())
        best, score = max(scores.values()), scores[choice.move]
        spoilt += sign(score) < sign(best)
        slow += score < best
    return spoilt, slow


def questions(game: Game, count: int) -> Iterator[tuple[Position, dict[Move, int]]]:
    """Positions with the exact score of every move, of which only some keep the result."""
    searcher, seed = strongest_searcher(game), 0
    while count > 0:
        seed += 1
        source = Random(seed)  # noqa: S311 (a game, no secret)
        _, positions = game_between(game, "56" if seed % 2 else "65", seed)
        path = [p for p in positions if p.ply >= EARLIEST and winning_move(p) is None]
        found = 0
        for position in source.sample(path, len(path)):
            candidates = searcher.candidates(position, Limit(), SearchControl())
            scores = {candidate.move: candidate.score.value for candidate in candidates}
            if len({sign(score) for score in scores.values()}) > 1:
                yield position, scores
                found, count = found + 1, count - 1
            if found == PER_GAME or count == 0:
                break


def game_between(
    game: Game, levels: Sequence[str | Level], seed: int
) -> tuple[list[Move], list[Position]]:
    """The moves and the unfinished positions of a game between levels, in turn order."""
    source = Random(seed)  # noqa: S311 (a game, no secret)
    players = [player_for(game, level, seed, compiled=strongest_searcher) for level in levels]
    moves, path = list[int](), [game.start()]
    while path[-1].outcome() is None:
        position = path[-1]
        if position.ply < OPENING and winning_move(position) is None:
            moves.append(source.choice(position.legal_moves()))
        else:
            moves.append(players[position.to_move].choose(position, SearchControl()).move)
        path.append(position.play(moves[-1]))
    return moves, path[:-1]
