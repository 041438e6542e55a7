"""Training the weights of boards of two words: ``python -m engine.workshop.connectfour.train``.

The selective search plays against itself on several boards, from a few random moves and with one
at random now and then, so many positions a move. What its evaluation adds up (`FEATURES`) is
then fitted to who won, by logistic regression; a fifth of the games is left out and measures the
error, beside that of the weights that stand in `engine.games.connectfour.search.selective`.
Games of the same seed are the same on every machine.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple, cast

import click
import numpy as np

from engine.contest.openings import after, random_opening
from engine.errors import EngineError
from engine.games.connectfour.board.layout import layout
from engine.games.connectfour.game import ConnectFour
from engine.games.connectfour.kernels import searched_selectively
from engine.games.connectfour.search import selective
from engine.games.connectfour.threats import last_word, threat_bits
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.search.limits import Limit
from engine.warmup import fresh_searcher

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from engine.games.connectfour.position import ConnectFourPosition
    from engine.search.searcher import Searcher

    Floats = NDArray[np.float64]

BOARDS = ("connectfour:8x8", "connectfour:9x7", "connectfour:10x8")

FEATURES = ("ONE", "TWO", "SQUARE", "LAST_WORD", "TURN")
"""What is added up, by the names that the weights have in `selective`; see `features`."""

SCALE = "TWO"
"""Whose weight is kept as it is, so that the others are in the same hundredths of a disc."""

FEWEST, MOST = 2, 10
"""Moves at random that a game begins with."""

ASTRAY = 0.02
"""How likely a later move is one at random."""

QUIET, LAST = 6, 4
"""Plies at the start of a game, and at its end, of which nothing is learnt."""

HELD_OUT = 5
"""Of so many games one is left out."""

STEPS, RIDGE = 30, 1e-3


class Example(NamedTuple):
    """A position's features for the first player, who won (1, 0 or between), and its game."""

    features: tuple[float, ...]
    result: float
    game: int


def features(position: ConnectFourPosition) -> tuple[float, ...]:
    """What `selective.estimate` weighs, for the first player less the second."""
    board, mask = layout(position.game), position.occupied
    ones = twos = squares = 0
    for player, sign in ((0, 1), (1, -1)):
        own = position.boards[player]
        one, two = _open_fours(own, board.board & ~(mask ^ own), board.height)
        ones, twos = ones + sign * one, twos + sign * two
        squares += sign * threat_bits(position, player).bit_count()
    end = last_word(position)
    last = 0 if end is None else 1 - 2 * end.player
    full = mask.bit_count() / board.board.bit_count()
    return ones, twos, squares, last * full, 1 - 2 * position.to_move


def _open_fours(own: int, room: int, height: int) -> tuple[int, int]:
    """How many fours that are open to a player hold one and two of their discs."""
    one = two = 0
    for step in (1, height, height - 1, height + 1):
        fours, odd, pairs, more = room, 0, 0, 0
        for gap in range(4):
            fours &= room >> gap * step
            disc = own >> gap * step
            carry = odd & disc
            odd, pairs, more = odd ^ disc, pairs ^ carry, more | (pairs & carry)
        one += (fours & odd & ~pairs & ~more).bit_count()
        two += (fours & ~odd & pairs & ~more).bit_count()
    return one, two


def played(
    boards: Sequence[str], games: int, nodes: int, seed: int
) -> Iterator[tuple[list[ConnectFourPosition], float]]:
    """Games of the search against itself: the positions to learn from, and the result."""
    source = Random(seed)  # noqa: S311 (a game, no secret)
    searchers = {key: fresh_searcher(game_of(key)) for key in boards}
    for number in range(games):
        key = boards[number % len(boards)]
        yield _game(key, searchers[key], nodes, source)


def _game(
    key: str, searcher: Searcher, nodes: int, source: Random
) -> tuple[list[ConnectFourPosition], float]:
    game = game_of(key)
    opening = random_opening(game, source, source.randint(FEWEST, MOST))
    position = cast("ConnectFourPosition", after(game, opening))
    begun, positions = position.ply, [position]
    while (outcome := position.outcome()) is None:
        legal = position.legal_moves()
        if source.random() < ASTRAY:
            move = source.choice(legal)
        else:
            move = searcher.search(position, Limit(nodes=nodes), SearchControl()).pv[0]
        position = position.play(move)
        positions.append(position)
    result = 0.5 if outcome.winner is None else 1.0 - outcome.winner
    last = position.ply - LAST
    return [p for p in positions if max(QUIET, begun) <= p.ply < last], result


def fit(values: Floats, results: Floats) -> Floats:
    """The weights by which the logistic function of a position's worth foretells the results."""
    spread = values.std(axis=0) + 1e-9
    scaled, weights = values / spread, np.zeros(values.shape[1])
    ridge = RIDGE * len(results) * np.eye(len(weights))
    for _ in range(STEPS):
        foretold = _logistic(scaled @ weights)
        bend = (scaled * (foretold * (1 - foretold))[:, None]).T @ scaled + ridge
        weights -= np.linalg.solve(bend, scaled.T @ (foretold - results) + ridge @ weights)
    return np.asarray(weights / spread)


def error(worth: Floats, results: Floats) -> float:
    """The mean logarithmic loss of foretelling results by the logistic function of a worth."""
    foretold = np.clip(_logistic(worth), 1e-6, 1 - 1e-6)
    losses = results * np.log(foretold) + (1 - results) * np.log(1 - foretold)
    return float(-losses.mean())


def _logistic(worth: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-worth)))


def _learnable(
    _context: click.Context, _option: click.Parameter, keys: tuple[str, ...]
) -> tuple[str, ...]:
    """Refuse boards that the selective search does not play."""
    for key in keys:
        try:
            game = game_of(key)
        except EngineError as trouble:
            raise click.BadParameter(str(trouble)) from None
        if not isinstance(game, ConnectFour) or not searched_selectively(game):
            sentence = f"{key[:40]!r} is no Connect Four for two, four in a row, on two words."
            raise click.BadParameter(sentence)
    return keys


@click.command()
@click.option("--games", default=600, show_default=True, help="Games to play.")
@click.option("--nodes", default=4_000, show_default=True, help="Positions a move.")
@click.option("--seed", default=1, show_default=True, help="Of the games.")
@click.option(
    "--board", "boards", multiple=True, default=BOARDS, show_default=True, callback=_learnable
)
def main(games: int, nodes: int, seed: int, boards: Sequence[str]) -> None:
    """Play, learn, and print the weights beside those that stand."""
    examples = [
        Example(features(position), result, number)
        for number, (positions, result) in enumerate(played(boards, games, nodes, seed))
        for position in positions
    ]
    values = np.array([example.features for example in examples], dtype=np.float64)
    results = np.array([example.result for example in examples])
    out = np.array([example.game % HELD_OUT == 0 for example in examples])
    if out.all() or not out.any():
        raise click.UsageError("Too few games to learn from and to measure by.")
    learnt = fit(values[~out], results[~out])
    standing = np.array([int(getattr(selective, name)) for name in FEATURES], dtype=np.float64)
    scale = standing[FEATURES.index(SCALE)] / learnt[FEATURES.index(SCALE)]
    told = standing * fit(values[~out] @ standing[:, None], results[~out]).item()
    click.echo(f"{len(examples)} positions of {games} games")
    for name, weights, worth in (("learnt", learnt * scale, learnt), ("standing", standing, told)):
        listed = ", ".join(f"{n} {w:.0f}" for n, w in zip(FEATURES, weights, strict=True))
        loss = error(values[out] @ worth, results[out])
        click.echo(f"{name:9} {listed}; error on games left out {loss:.4f}")


if __name__ == "__main__":
    main()
