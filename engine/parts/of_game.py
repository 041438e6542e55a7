"""The parts of a game's family that searches, players and judges ask for, by game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import UnsupportedGame
from engine.registry import family_of
from engine.search.knowledge import RulesOnly
from engine.search.score import Score, win_in

if TYPE_CHECKING:
    from engine.family import Remarks
    from engine.game import Game, Move, Position, Square
    from engine.parts.ownbook import OwnBook
    from engine.search.control import SearchControl
    from engine.search.knowledge import Knowledge
    from engine.search.searcher import Candidate, Searcher
    from engine.search.solver import PositionSolver


def searcher_for(game: Game) -> Searcher:
    """A new compiled searcher of `game`.

    Making it loads the game's kernels, which on a machine's first start compiles them.

    Raises:
        UnsupportedGame: its family has none.
    """
    make = family_of(game).searcher
    if make is None:
        raise UnsupportedGame(f"{game.name} has no compiled search.")
    return make(game)


def solver_of(game: Game) -> PositionSolver:
    """A new solver of `game`.

    Raises:
        UnsupportedGame: its family has none.
    """
    make = family_of(game).solver
    if make is None:
        raise UnsupportedGame(f"{game.name} has no solver.")
    return make(game)


def soon_proved(position: Position, control: SearchControl) -> tuple[Candidate, ...]:
    """Every move with its proved score, best first, where the family soon tells without
    compiled code; none elsewhere."""
    tell = family_of(position.game).proved
    return tell(position, control) if tell else ()


def proved_by_search(
    position: Position, control: SearchControl, threads: int | None = None
) -> tuple[Candidate, ...]:
    """The same by a search that may take long; none where a family's searcher is to do it, or
    the search was ended."""
    prove = family_of(position.game).proving
    return prove(position, control, threads) if prove else ()


def knowledge_of(game: Game) -> Knowledge:
    """What the plain search knows of the game, at least its rules."""
    return family_of(game).knowledge or RulesOnly()


def remarks_of(game: Game) -> Remarks | None:
    """What can be said of positions of the game, None where its family has no words for it."""
    return family_of(game).remarks


def proved_score(position: Position, value: int) -> Score:
    """A game's final score from the mover's view, with the distance where that is its speed."""
    speed = knowledge_of(position.game).WINS_BY_SPEED
    return Score.proved(value, position.to_move, win_in(position, value) if speed else None)


def changes(position: Position, move: Move) -> tuple[Square, ...]:
    """The squares that a move would change, the placed one first."""
    quickly = family_of(position.game).changes
    return quickly(position, move) if quickly else position.play(move).last_changes


def book_moves(position: Position) -> tuple[Candidate, ...]:
    """The legal moves the opening book knows with their scores, best first; none outside it."""
    book = family_of(position.game).book
    return book(position) if book else ()


def own_book_of(game: Game) -> OwnBook:
    """What lets people extend the opening book of the game.

    Raises:
        UnsupportedGame: it has none that grows.
    """
    make = family_of(game).own_book
    own = make(game) if make else None
    if own is None:
        raise UnsupportedGame(f"{game.name} has no opening book that can be extended.")
    return own
