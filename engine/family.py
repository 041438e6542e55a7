"""A family of games as one object: all that the rest of the program asks of it.

Four parts every family has: rules (`parse` and `make`), parameters, sentences, arrangements.
The others are optional; without them the plain search plays a family by its rules alone,
perft counts by its rules, nothing is remarked on, and the laboratory refuses it. What is heavy
to import, such as compiled code, is a callable that imports it when asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from engine.enumeration import listed
from engine.errors import UnsupportedGame
from engine.parts.presentation import Card, Chapter, Colours, Offered
from engine.violation import CommonRule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.arrangement import Arrangement
    from engine.game import Game, Move, Outcome, Player, Position, Square
    from engine.laboratory.language.vocabulary import Vocabulary
    from engine.parts.counting import Counter
    from engine.parts.kernels import Kernels
    from engine.parts.overlay import Overlay
    from engine.parts.ownbook import OwnBook
    from engine.puzzles.puzzle import Stage, Weighed
    from engine.puzzles.themes import Rebuttal, Theme
    from engine.replay import PlayedGame
    from engine.search.control import SearchControl
    from engine.search.knowledge import Knowledge
    from engine.search.score import Score
    from engine.search.searcher import Candidate, Searcher
    from engine.search.solver import PositionSolver
    from engine.violation import Rule, Violation


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number a family of games can be varied by, with its limits.

    A `side` of the board is told by its size; the others stand beside it in full names.
    """

    name: str
    label: str
    default: int
    minimum: int
    maximum: int
    step: int = 1
    side: bool = False


class Sentences(Protocol):
    """What a family says of its games (its ``sentences`` module); positions are its own.

    ``PHRASES`` must have ``<family>.move``, ``.target``, ``.square`` and ``.your_turn``, with
    ``{player}``, ``{square}``, ``{column}``, ``{row}``, ``{disc}``, ``{count}`` to fill.
    """

    @property
    def PHRASES(self) -> Mapping[str, str]:  # noqa: N802 (a module constant)
        """Templates by key, each key beginning with ``family.``."""

    def describe_move(self, before: Any, move: Move, player: str) -> str:
        """What `player` does by playing `move`."""

    def describe_square(self, game: Any, square: Square, disc: str) -> str:
        """The name of `square` and what lies on it."""

    def describe_score(self, game: Any, score: int) -> str:
        """The final score, the winner's share first; empty where the game has none."""

    def describe_ending(self, game: Any, outcome: Outcome, names: Sequence[str]) -> str:
        """How the game ended, whoever won."""


class Arrangements(Protocol):
    """Which boards a family calls legal (its ``arrangement`` module)."""

    def explain(self, arrangement: Arrangement) -> tuple[Violation, ...]:
        """Every rule of a legal board that `arrangement` breaks."""

    def derived_turn(self, arrangement: Arrangement) -> Player | None:
        """Whose turn the discs imply, None where they do not tell."""

    def build(self, arrangement: Arrangement) -> Position:
        """The position of a legal arrangement."""

    def move_onto(self, game: Any, square: Square) -> Move:
        """The move whose disc could come to lie on `square`."""


class Remarks(Protocol):
    """What there is to say about a position and a score (a family's ``remarks`` module)."""

    def summary(self, position: Any, candidates: Sequence[Candidate] = ()) -> tuple[str, ...]:
        """Sentences, the most urgent first; `candidates` are what a search has found."""

    def distance(self, position: Any, score: Score) -> str:
        """What a certain score of two players, the mover's view, means, as a sentence."""

    def note(self, position: Any, score: Score) -> str:
        """The same in a word or two beside the score; empty where it says all."""


class Threats(Protocol):
    """Squares that win at once (a family's ``threats`` module)."""

    def threats(self, position: Any, player: Player) -> tuple[Square, ...]:
        """The empty squares, ascending, where a disc of `player` would win, now or later."""

    def describe_threats(self, position: Any) -> tuple[str, ...]:
        """Who threatens what, in sentences."""


class Puzzles(Protocol):
    """What puzzles of a family are about (its ``puzzles`` module)."""

    @property
    def THEMES(self) -> Mapping[str, Theme]:  # noqa: N802 (a module constant)
        """Kinds of solutions by key."""

    def themes(self, stages: Sequence[Stage]) -> tuple[str, ...]:
        """Which kinds a solution is of, in the order of `THEMES`."""

    def rebuttal(self, position: Any, wrong: Weighed) -> Rebuttal:
        """What refutes a wrong move, without naming the right one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Family:
    """A family of games that differ in their parameters only; registered, it is checked."""

    key: str
    name: str
    parameters: tuple[Parameter, ...]
    parse: Callable[[str], Game]
    """The game of a key's tail (what follows ``family:``, may be empty)."""
    make: Callable[..., Game]
    """The game of named parameters."""
    sentences: Sentences
    arrangements: Arrangements
    loose: Set[Rule] = frozenset({CommonRule.TURN})
    """Rules of legal boards that a recorded game may begin by breaking, as with a handicap."""
    unreachable: Callable[[Arrangement], tuple[Violation, ...]] | None = None
    """Why no game comes to a legal arrangement, as far as that is soon told."""
    drops: bool = False
    """Whether a move is a column, where a disc falls to the lowest free square."""
    counted: bool = False
    """Whether the number of discs decides, and is shown while the game goes on."""
    offered: Offered = field(default_factory=Offered)
    colours: Colours | None = None
    chapters: tuple[Chapter, ...] = ()
    """How it is played, on small boards to touch."""
    errors: Mapping[str, tuple[int, float]] = field(default_factory=dict)
    """Noise and oversight by level, where the usual steps would be uneven in this game."""
    changes: Callable[[Any, Move], tuple[Square, ...]] | None = None
    """The squares a legal move would change, the placed one first, where playing it to see is
    too slow."""
    lines: Callable[[Any, Sequence[Square]], Sequence[tuple[Square, ...]]] | None = None
    """The lines among the squares of an outcome, each from one end to the other, to outline."""
    knowledge: Knowledge | None = None
    remarks: Remarks | None = None
    why: Callable[[Any, Candidate, Candidate], tuple[str, ...]] | None = None
    """Why a position's best move was better than the one played; empty texts do not count."""
    merit: Callable[[Any, Move], str] | None = None
    """What a move does at once: "blocks Yellow"; empty where there is no word for it."""
    threats: Threats | None = None
    puzzles: Puzzles | None = None
    overlays: Callable[[Any], tuple[Overlay, ...]] | None = None
    """What can be shown over a board, always the same kinds in the same order."""
    kernels: Kernels | None = None
    searcher: Callable[[Game], Searcher] | None = None
    solver: Callable[[Game], PositionSolver] | None = None
    proved: Callable[[Any, SearchControl], tuple[Candidate, ...]] | None = None
    """Every move with its proved score, best first, where that is soon told without compiled
    code; none elsewhere."""
    proving: Callable[[Any, SearchControl, int | None], tuple[Candidate, ...]] | None = None
    """The same however long it takes, by so many threads (None: as many as are idle), where
    compiled code can do that without what else a searcher loads; none elsewhere."""
    counter: Callable[[], Counter] | None = None
    """Perft by compiled code."""
    book: Callable[[Position], tuple[Candidate, ...]] | None = None
    """The legal moves the opening book knows with their scores, best first."""
    own_book: Callable[[Game], OwnBook | None] | None = None
    """Lets people extend the book of a game, if it has one that grows."""
    openings: Callable[[Game], Iterable[tuple[str, str]]] | None = None
    """Lines of play to the positions of a game that have a name, and the names."""
    canonical: Callable[[Any], tuple[int, ...]] | None = None
    """Numbers that a position shares with its images, turned or mirrored, and with no other."""
    canonical_paths: (
        Callable[[Any, Sequence[Sequence[Move]], int], Sequence[NDArray[np.uint64]] | None] | None
    ) = None
    """The same of whole games at once, where one after the other is too slow; by ply and game."""
    played_out: Callable[[Any, Sequence[Sequence[Move]]], Mapping[int, PlayedGame]] | None = None
    """Many games at once: those that keep the rules, by their place. Others may be left out."""
    explored: int = 64
    """Plies of a game after which hardly any position was met in another one."""
    laboratory: Callable[[], Vocabulary] | None = None
    """Its `engine.laboratory.backend.Backend`, of which a family sees no more than the words."""

    def __post_init__(self) -> None:
        problems = [*self._unfit_rules(), *self._unfit_parts()]
        if problems:
            raise TypeError(f"The family {self.key!r} cannot be registered: {' '.join(problems)}")

    @property
    def cards(self) -> tuple[Card, ...]:
        """The start cards; a family that names none has one for its usual board."""
        return self.offered.cards or (Card(self.name, "", ((self.key, "Usual board"),)),)

    def of_parameters(self, given: Mapping[str, int]) -> Game:
        """The game of the named parameters, the others as usual.

        Raises:
            UnsupportedGame: there is no such parameter, or a limit is exceeded.
        """
        known = [parameter.name for parameter in self.parameters]
        for name in given:
            if name not in known:
                raise UnsupportedGame(
                    f"{self.name} has no parameter {name[:20]!r}; it has {listed(known) or 'none'}."
                )
        return self.make(**given)

    def _unfit_rules(self) -> list[str]:
        """What is wrong with the family's games and parameters."""
        usual = {parameter.name: parameter.default for parameter in self.parameters}
        game = self.make(**usual)
        found = []
        if game.key.partition(":")[0] != self.key:
            found.append(f"its games are called {game.key!r}.")
        if self.parse("") != game:
            found.append("the game without parameters differs from that of the defaults.")
        found += [f"its games have no {name!r}." for name in usual if not hasattr(game, name)]
        return found

    def _unfit_parts(self) -> list[str]:
        """Which parts lack what the rest of the program asks of them."""
        found = [
            f"its {part} lack {name!r}."
            for part, protocol in PARTS.items()
            if (given := getattr(self, part)) is not None
            for name in _asked(protocol)
            if not hasattr(given, name)
        ]
        found += [
            f"its phrases lack '{self.key}.{name}'."
            for name in ("square", "your_turn")
            if f"{self.key}.{name}" not in self.sentences.PHRASES
        ]
        kernels = self.kernels
        if (kernels is None) != (self.searcher is None):
            found.append("kernels and a searcher come together.")
        if kernels is not None:
            modules = (*kernels.modules, *kernels.later, *kernels.extra)
            found += [f"there is no module {name}." for name in modules if not find_spec(name)]
        return found


PARTS: Mapping[str, type] = {
    "sentences": Sentences,
    "arrangements": Arrangements,
    "remarks": Remarks,
    "threats": Threats,
    "puzzles": Puzzles,
}
"""The parts that are checked when a family is made, by the protocols they must keep."""


def _asked(protocol: type) -> list[str]:
    return [name for name in vars(protocol) if not name.startswith("_")]
