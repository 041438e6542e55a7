"""Key string -> game. A third game is one folder and one line of `FAMILIES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from engine.errors import UnsupportedGame
from engine.games.connectfour import arrangement as connectfour_arrangements
from engine.games.connectfour import sentences as connectfour_words
from engine.games.connectfour.game import ConnectFour
from engine.games.othello import arrangement as othello_arrangements
from engine.games.othello import sentences as othello_words
from engine.games.othello.game import Othello

if TYPE_CHECKING:
    from engine.arrangement import Arrangement, Violation
    from engine.game import Game, Move, Outcome, Player, Position, Square


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number a family of games can be varied by, with its limits."""

    name: str
    label: str
    default: int
    minimum: int
    maximum: int
    step: int = 1


class Words(Protocol):
    """What a family's ``sentences`` module offers to `engine.sentences`; positions are its own."""

    @property
    def PHRASES(self) -> Mapping[str, str]:  # noqa: N802 (a module constant)
        """Templates by key, each key beginning with ``family.``."""

    def describe_move(self, before: Any, move: Move, player: str) -> str:
        """What `player` does by playing `move`."""

    def describe_target(self, position: Any, move: Move) -> str:
        """What `move` would do, without saying who."""

    def describe_square(self, game: Any, square: Square, disc: str) -> str:
        """The name of `square` and what lies on it."""

    def describe_score(self, game: Any, score: int) -> str:
        """The final score, the winner's share first; empty where the game has none."""

    def describe_ending(self, game: Any, outcome: Outcome, names: Sequence[str]) -> str:
        """How the game ended, whoever won."""


class Arrangements(Protocol):
    """What a family's ``arrangement`` module offers to `engine.formal`."""

    def explain(self, arrangement: Arrangement) -> tuple[Violation, ...]:
        """Every rule of a legal board that `arrangement` breaks."""

    def derived_turn(self, arrangement: Arrangement) -> Player | None:
        """Whose turn the discs imply, None where they do not tell."""

    def build(self, arrangement: Arrangement) -> Position:
        """The position of a legal arrangement."""

    def move_onto(self, game: Any, square: Square) -> Move:
        """The move whose disc could come to lie on `square`."""


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games that differ in their parameters only."""

    key: str
    name: str
    parameters: tuple[Parameter, ...]
    parse: Callable[[str], Game]
    """The game of a key's tail (what follows ``family:``, may be empty)."""
    make: Callable[..., Game]
    """The game of named parameters."""
    words: Words
    arrangements: Arrangements
    drops: bool = False
    """Whether a move is a column, where a disc falls to the lowest free square."""
    counted: bool = False
    """Whether the number of discs decides, and is shown while the game goes on."""


FAMILIES: dict[str, Family] = {
    family.key: family
    for family in (
        Family(
            key="connectfour",
            name="Connect Four",
            parameters=(
                Parameter("columns", "Columns", 7, 2, 16),
                Parameter("rows", "Rows", 6, 2, 16),
                Parameter("connect", "In a row", 4, 2, 16),
                Parameter("players", "Players", 2, 2, 3),
            ),
            parse=ConnectFour.from_tail,
            make=ConnectFour,
            words=connectfour_words,
            arrangements=connectfour_arrangements,
            drops=True,
        ),
        Family(
            key="othello",
            name="Othello",
            parameters=(Parameter("size", "Size", 8, 4, 16, 2),),
            parse=Othello.from_tail,
            make=Othello,
            words=othello_words,
            arrangements=othello_arrangements,
            counted=True,
        ),
    )
}


def game(key: str) -> Game:
    """The game a key string names, such as ``connectfour:8x8:5`` or ``othello``.

    Raises:
        UnsupportedGame: the family is unknown, the tail malformed or a limit exceeded.
    """
    if not isinstance(key, str):
        raise UnsupportedGame(f"{key!r} is no game key; write it like 'connectfour:9x7'.")
    return _game(key)


@lru_cache(maxsize=1024)
def _game(key: str) -> Game:
    name, colon, tail = key.partition(":")
    family = FAMILIES.get(name)
    if family is None:
        known = ", ".join(sorted(FAMILIES))
        raise UnsupportedGame(f"There is no game {key[:60]!r}; the games are {known}.")
    if colon and not tail:
        raise UnsupportedGame(f"{key[:60]!r} ends in the middle; drop the colon or go on.")
    return family.parse(tail)


def family_of(game: Game) -> Family:
    """The family `game` belongs to."""
    return FAMILIES[game.key.partition(":")[0]]
