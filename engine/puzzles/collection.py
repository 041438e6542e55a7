"""The puzzles that are shipped: one line of text each, made by `engine.workshop.puzzles`. People's
tries name them by number, so new ones come behind those there are.

Fields are parted by tabs: number, game, goal, themes (commas), ease, source, the moves that lead
to the position, then one field for each move to find: every legal move with a line of best play
that begins with it, ``=`` and its exact score, parted by spaces, the solution first.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from engine.puzzles.puzzle import Goal, Puzzle, Stage, Weighed
from engine.registry import family_key
from engine.registry import game as game_of

if TYPE_CHECKING:
    from engine.game import Game, Position

FILE = "puzzles.txt"


class Entry(NamedTuple):
    """What a list needs of a puzzle, see `Puzzle`."""

    family: str
    themes: tuple[str, ...]
    ease: int


class Collection:
    """Puzzles by number; each is read whole when it is first asked for."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = {int(line.partition("\t")[0]): line for line in lines}
        self.entries = {number: _entry(line) for number, line in self._lines.items()}
        self._read: dict[int, Puzzle] = {}
        self.numbers = tuple(sorted(self.entries, key=lambda number: -self.entries[number].ease))
        """The easiest first."""

    def __len__(self) -> int:
        return len(self._lines)

    def __contains__(self, number: int) -> bool:
        return number in self._lines

    def get(self, number: int) -> Puzzle:
        """The puzzle of a number; raises `KeyError` where there is none."""
        if number not in self._read:
            self._read[number] = parse_puzzle(self._lines[number])
        return self._read[number]


@lru_cache(maxsize=1)
def collection() -> Collection:
    """The puzzles of this version."""
    text = (files("engine.puzzles") / "data" / FILE).read_text("utf-8")
    return Collection([line for line in text.splitlines() if line and not line.startswith("#")])


def parse_puzzle(line: str) -> Puzzle:
    """The puzzle that a line of the file holds."""
    number, key, goal, themes, ease, source, moves, *found = line.split("\t")
    game = game_of(key)
    opening = game.parse_moves(moves)
    position = game.start()
    for move in opening:
        position = position.play(move)
    stages: list[Stage] = []
    for text in found:
        if stages:
            position = _after(stages[-1])
        stages.append(Stage(position, tuple(_weighed(game, entry) for entry in text.split(" "))))
    kinds = tuple(theme for theme in themes.split(",") if theme)
    return Puzzle(int(number), game, Goal(goal), kinds, int(ease), source, opening, tuple(stages))


def format_puzzle(puzzle: Puzzle) -> str:
    """The line of the file for a puzzle."""
    game = puzzle.game
    stages = [
        " ".join(f"{game.format_moves(found.line)}={found.score}" for found in stage.moves)
        for stage in puzzle.stages
    ]
    fields = (
        puzzle.number,
        game.key,
        puzzle.goal.value,
        ",".join(puzzle.themes),
        puzzle.ease,
        puzzle.source,
        game.format_moves(puzzle.opening),
        *stages,
    )
    return "\t".join(map(str, fields))


def _entry(line: str) -> Entry:
    _, key, _, themes, ease, _ = line.split("\t", 5)
    return Entry(family_key(key), tuple(themes.split(",")), int(ease))


def _weighed(game: Game, entry: str) -> Weighed:
    text, _, score = entry.partition("=")
    line = game.parse_moves(text)
    return Weighed(line[0], int(score), line)


def _after(stage: Stage) -> Position:
    """The position after a stage's solution and the best reply to it."""
    move, reply = stage.solution.line[:2]
    return stage.position.play(move).play(reply)
