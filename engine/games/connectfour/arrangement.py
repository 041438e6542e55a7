"""Which arrangements are legal Connect Four boards.

The checks are necessary conditions that need no search; whether an order of turns leads to a
board that passes them is asked in `turns`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.arrangement import (
    place_of,
    places_on_board,
    stray_violations,
    turn_violations,
)
from engine.games.connectfour.lines import Line, completed_lines
from engine.games.connectfour.position import ConnectFourPosition
from engine.violation import CommonRule, Rule, Violation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.arrangement import Arrangement
    from engine.game import Move, Player, Square
    from engine.games.connectfour.game import ConnectFour
    from engine.violation import Place


class ConnectFourRule(Rule):
    """The rules of legal boards that are Connect Four's own."""

    NO_FLOATING_DISC = "no floating disc"
    COUNTS_FIT_TURN_ORDER = "counts fit the turn order"
    ONE_WINNER = "one winner"
    WINNER_MOVED_LAST = "winner moved last"
    ONE_LAST_MOVE = "one last move"


def explain(arrangement: Arrangement) -> tuple[Violation, ...]:
    """Every rule `arrangement` breaks; empty for a legal board."""
    strays = stray_violations(arrangement)
    violations = (*strays, *turn_violations(arrangement), *_floating(arrangement))
    if strays:
        return violations  # counts and lines of discs that are not on the board say nothing
    counts = (*_counts(arrangement), *_turn(arrangement))
    return (*violations, *counts, *_lines(arrangement))


def derived_turn(arrangement: Arrangement) -> Player | None:
    """Whose turn the disc counts imply, None where they fit no turn order."""
    players = arrangement.game.players
    counts = [arrangement.count(player) for player in range(players)]
    total = sum(counts)
    fair = [(total + players - 1 - player) // players for player in range(players)]
    return total % players if counts == fair and total == len(arrangement.discs) else None


def build(arrangement: Arrangement) -> ConnectFourPosition:
    """The position of a legal arrangement."""
    game: ConnectFour = arrangement.game  # type: ignore[assignment]
    boards = [0] * game.players
    for (column, row), player in arrangement.discs.items():
        boards[player] |= 1 << (column * (game.rows + 1) + row)
    return ConnectFourPosition(game, tuple(boards))


def move_onto(game: ConnectFour, square: Square) -> Move:
    """The move whose disc could come to lie on `square`."""
    return square % game.columns


def _floating(arrangement: Arrangement) -> Iterable[Violation]:
    for column, row in places_on_board(arrangement):
        if row > 0 and (column, row - 1) not in arrangement.discs:
            sentence = (
                f"The disc at column {column + 1}, row {row + 1} floats:"
                f" there is none in row {row} below it."
            )
            yield Violation(ConnectFourRule.NO_FLOATING_DISC, ((column, row),), sentence)


def _counts(arrangement: Arrangement) -> Iterable[Violation]:
    if derived_turn(arrangement) is None:
        names = arrangement.game.player_names
        counts = ", ".join(
            f"{name} has {_discs(arrangement.count(player))}" for player, name in enumerate(names)
        )
        sentence = f"{counts}: taking turns from {names[0]} on never leads to these counts."
        yield Violation(ConnectFourRule.COUNTS_FIT_TURN_ORDER, (), sentence)


def _turn(arrangement: Arrangement) -> Iterable[Violation]:
    turn, derived = arrangement.to_move, derived_turn(arrangement)
    if turn is None or derived is None or turn == derived or turn_violations(arrangement):
        return
    names = arrangement.game.player_names
    sentence = f"By the disc counts it is {names[derived]}'s turn, not {names[turn]}'s."
    yield Violation(CommonRule.TURN, (), sentence)


def _lines(arrangement: Arrangement) -> Iterable[Violation]:
    names = arrangement.game.player_names
    lines = {player: _lines_of(arrangement, player) for player in range(len(names))}
    winners = [player for player, found in lines.items() if found]
    if len(winners) > 1:
        who = " and ".join(names[player] for player in winners)
        places = tuple(place for player in winners for place in _places(arrangement, lines[player]))
        sentence = f"{who} both have a line; the game ended at the first one."
        yield Violation(ConnectFourRule.ONE_WINNER, places, sentence)
    if len(winners) != 1:
        return
    (winner,) = winners
    places = _places(arrangement, lines[winner])
    turn = derived_turn(arrangement)
    if turn is not None and (turn - 1) % len(names) != winner:
        last = names[(turn - 1) % len(names)]
        sentence = f"{names[winner]} has a line, but {last} moved after it."
        yield Violation(ConnectFourRule.WINNER_MOVED_LAST, places, sentence)
    elif not last_discs(arrangement):
        sentence = f"No single last disc of {names[winner]} completes every line it has."
        yield Violation(ConnectFourRule.ONE_LAST_MOVE, places, sentence)


def last_discs(arrangement: Arrangement) -> tuple[Place, ...]:
    """The discs of the lines of a winner that can have completed them all; empty without lines."""
    lines = {p: _lines_of(arrangement, p) for p in range(arrangement.game.players)}
    return tuple(
        place
        for player, found in lines.items()
        for place in _places(arrangement, found)
        if _completes(arrangement, place, player)
    )


def _lines_of(
    arrangement: Arrangement, player: Player, without: Place | None = None
) -> tuple[Line, ...]:
    game: ConnectFour = arrangement.game  # type: ignore[assignment]
    discs = arrangement.discs.items()
    squares = (
        row * game.columns + column
        for (column, row), owner in discs
        if owner == player and (column, row) != without
    )
    return completed_lines(game, squares)


def _completes(arrangement: Arrangement, place: Place, player: Player) -> bool:
    """Whether the disc on `place` lies on top of its column and breaks every line if taken away."""
    column, row = place
    if (column, row + 1) in arrangement.discs:
        return False
    return not _lines_of(arrangement, player, without=place)


def _places(arrangement: Arrangement, lines: tuple[Line, ...]) -> tuple[Place, ...]:
    squares = sorted({square for line in lines for square in line.squares})
    return tuple(place_of(arrangement.game, square) for square in squares)


def _discs(count: int) -> str:
    return "1 disc" if count == 1 else f"{count} discs"
