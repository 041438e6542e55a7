"""The rules as a formal model asks for them: legal boards, and legal steps between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from engine.arrangement import Arrangement
from engine.errors import IllegalMove, IllFormed
from engine.game import Position
from engine.registry import family_of
from engine.violation import CommonRule

if TYPE_CHECKING:
    from engine.game import Game, Move, Player
    from engine.violation import Place, Violation

Board: TypeAlias = Arrangement | Position


def explain(board: Board) -> tuple[Violation, ...]:
    """Every rule of a legal board that `board` breaks, with the places; empty for a legal one."""
    arrangement = _arrangement(board)
    return family_of(arrangement.game).arrangements.explain(arrangement)


def well_formed(board: Board) -> bool:
    """Whether `board` breaks no rule of a legal board."""
    return not explain(board)


def unreachable(board: Board) -> tuple[Violation, ...]:
    """Why no game comes to a legal board, as far as that is soon told.

    Empty where one does, and where only the laboratory could tell.
    """
    arrangement = _arrangement(board)
    why = family_of(arrangement.game).unreachable
    return why(arrangement) if why else ()


def turn_of(board: Board) -> Player | None:
    """Whose turn it is: derived from the discs where the game allows it, else as stated."""
    arrangement = _arrangement(board)
    derived = family_of(arrangement.game).arrangements.derived_turn(arrangement)
    return arrangement.to_move if derived is None else derived


def position_of(arrangement: Arrangement) -> Position:
    """The position of a legal arrangement, to play on from.

    Raises:
        IllFormed: `arrangement` breaks a rule; the error holds every `Violation`.
    """
    if violations := explain(arrangement):
        raise IllFormed(violations)
    return family_of(arrangement.game).arrangements.build(arrangement)


def playable(arrangement: Arrangement) -> Position:
    """The position of an arrangement that breaks no rule but those that play can do without.

    Raises:
        IllFormed: it breaks another one; the error holds every `Violation`.
    """
    family, violations = family_of(arrangement.game), explain(arrangement)
    if not {violation.rule for violation in violations} <= family.loose:
        raise IllFormed(violations)
    return family.arrangements.build(arrangement)


@dataclass(frozen=True, slots=True)
class Transition:
    """Whether one move leads from one board to another; true or false as a condition.

    Attributes:
        move: the move that does, or None.
        reason: why none does, a sentence; empty if one does.
    """

    move: Move | None
    reason: str = ""

    def __bool__(self) -> bool:
        return self.move is not None


def valid_transition(before: Board, after: Board) -> bool:
    """Whether one legal move turns `before` into `after`."""
    return bool(explain_transition(before, after))


def explain_transition(before: Board, after: Board) -> Transition:
    """The move that turns `before` into `after`, or why there is none."""
    first, second = _arrangement(before), _arrangement(after)
    if first.game != second.game:
        return _refused(f"The boards are of two games, {first.game.key} and {second.game.key}.")
    if violations := explain(first):
        return _refused(f"The first board is not legal: {violations[0]}")
    # A wrong turn of the second board has a reason of its own, further down.
    broken = [violation for violation in explain(second) if violation.rule is not CommonRule.TURN]
    if broken:
        return _refused(f"The second board is not legal: {broken[0]}")
    start = position_of(first)
    for move in start.legal_moves():
        reached = Arrangement.of(start.play(move))
        if reached.discs == second.discs and turn_of(second) == reached.to_move:
            return Transition(move)
    return _refused(_why_not(start, first, second))


def _why_not(start: Position, first: Arrangement, second: Arrangement) -> str:
    """The first thing that is wrong with a step no legal move makes."""
    game, mover = first.game, first.game.player_names[start.to_move]
    if start.outcome() is not None:
        return "The game is over on the first board."
    if gone := sorted(first.discs.keys() - second.discs.keys()):
        return f"The disc on {_name(game, gone[0])} is gone."
    placed = sorted(second.discs.keys() - first.discs.keys())
    if len(placed) > 1:
        where = ", ".join(_name(game, place) for place in placed)
        return f"More than one disc was placed: {where}."
    if not placed:
        return _why_no_pass(start, first, second)
    (place,) = placed
    if second.discs[place] != start.to_move:
        other = game.player_names[second.discs[place]]
        return f"{other} placed a disc on {_name(game, place)}, but {mover} was to move."
    column, row = place
    move = family_of(game).arrangements.move_onto(game, row * game.columns + column)
    try:
        reached = Arrangement.of(start.play(move))
    except IllegalMove as error:
        return str(error)
    return _difference(reached, second)


def _why_no_pass(start: Position, first: Arrangement, second: Arrangement) -> str:
    game = first.game
    moves = start.legal_moves()
    if first.discs == second.discs and turn_of(first) == turn_of(second):
        return "Nothing was played."
    if not game.is_pass(moves[0]):
        return f"{game.player_names[start.to_move]} placed no disc, but has a move."
    return _difference(Arrangement.of(start.play(moves[0])), second)


def _difference(expected: Arrangement, found: Arrangement) -> str:
    """How `found` differs from the board the move leads to."""
    game = expected.game
    for place in sorted(expected.discs):
        if expected.discs[place] != found.discs.get(place):
            owner = game.player_names[expected.discs[place]]
            return f"After that move the disc on {_name(game, place)} is {owner}'s."
    turn = expected.to_move
    assert turn is not None  # noqa: S101 (it is the arrangement of a position)
    return f"After that move it is {game.player_names[turn]}'s turn."


def _refused(reason: str) -> Transition:
    return Transition(None, reason)


def _name(game: Game, place: Place) -> str:
    column, row = place
    if game.bottom_up:
        return f"column {column + 1}, row {row + 1}"
    return game.format_move(row * game.columns + column)


def _arrangement(board: Board) -> Arrangement:
    return board if isinstance(board, Arrangement) else Arrangement.of(board)
