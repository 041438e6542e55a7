"""A game with variations and notes: what somebody found out about it, to be kept and shared.

A tree of variations is told by its lines, each from the first move to its end; the first one is
the game itself. Notes hang on positions, and a position is named by the moves that lead there,
so a note stays where it is when another line becomes the game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.errors import EngineError, NotationError
from engine.formats.signs import strip_meaningless
from engine.registry import game as game_of
from engine.replay import with_forced_passes

if TYPE_CHECKING:
    from engine.game import Game, Move, Position, Square

Moves: TypeAlias = "tuple[Move, ...]"

MOST = 1000
"""Lines, and notes, of a study that is read."""

GLYPHS = ("", "!", "?", "!?", "?!", "!!", "??")
"""What a move can be called in a sign: good, bad, interesting, doubtful, very good, very bad."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is said of a position and of the move that led to it.

    Attributes:
        glyph: one of `GLYPHS`.
        marks: squares to look at.
        arrows: from one square to another.
    """

    text: str = ""
    glyph: str = ""
    marks: tuple[Square, ...] = ()
    arrows: tuple[tuple[Square, Square], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.text or self.glyph or self.marks or self.arrows)


@dataclass(frozen=True, slots=True)
class Branch:
    """A line as it is written: its own moves, and those that leave it.

    Attributes:
        start: the moves that lead to where it begins; none for the game itself.
        sides: in the order of the moves at which they leave.
    """

    start: Moves
    moves: Moves
    sides: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """A game, the lines beside it, and notes by the moves that lead to a position.

    Attributes:
        lines: the game first, then those that leave it, the last to leave first, each followed
            by its own; none is the beginning of another.
    """

    game: Game
    lines: tuple[Moves, ...] = ((),)
    notes: Mapping[Moves, Note] = field(default_factory=dict)
    title: str = ""

    @classmethod
    def of(
        cls,
        game: Game,
        lines: Sequence[Moves],
        notes: Mapping[Moves, Note] | None = None,
        title: str = "",
    ) -> Study:
        """The study of these lines; notes on positions that none of them reaches are dropped."""
        kept: list[Moves] = []
        for line in lines:
            longer = next((i for i, old in enumerate(kept) if line[: len(old)] == old), None)
            if longer is not None:
                kept[longer] = line
            elif not any(old[: len(line)] == line for old in kept):
                kept.append(line)
        whole = tuple(_lines(branch((), tuple(dict.fromkeys(kept)) or ((),))))
        reached = {line[:ply] for line in whole for ply in range(len(line) + 1)}
        said = {path: note for path, note in (notes or {}).items() if note and path in reached}
        return cls(game, whole, said, title)

    @property
    def moves(self) -> Moves:
        """Of the game itself."""
        return self.lines[0]

    @property
    def noted(self) -> bool:
        """Whether there is more than a game."""
        return len(self.lines) > 1 or bool(self.notes)

    @property
    def words(self) -> str:
        """All that is written in it, to be searched."""
        texts = (self.title, *(note.text for note in self.notes.values()))
        return "\n".join(filter(None, texts))

    @property
    def tree(self) -> Branch:
        return branch((), self.lines)


def branch(start: Moves, lines: Sequence[Moves]) -> Branch:
    """The lines, which all begin with `start`, as the first of them and what leaves it."""
    first, *others = lines
    leaving: dict[Moves, list[Moves]] = {}
    for line in others:
        common = shared(first, line)
        if common < len(line):
            leaving.setdefault(line[: common + 1], []).append(line)
    sides = [branch(path[:-1], group) for path, group in leaving.items()]
    sides.sort(key=lambda side: len(side.start))
    return Branch(start, first[len(start) :], tuple(sides))


def _lines(tree: Branch) -> Iterator[Moves]:
    """All lines of a branch, in the order that `Study.lines` have."""
    yield tree.start + tree.moves
    for side in sorted(tree.sides, key=lambda side: -len(side.start)):
        yield from _lines(side)


def shared(one: Moves, other: Moves) -> int:
    """How many moves two lines begin with alike."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def format_study(study: Study) -> str:
    """The study as one JSON object, which `parse_json` reads as its game alone."""
    data: dict[str, Any] = {"game": study.game.key, "moves": study.game.format_moves(study.moves)}
    return json.dumps(data | study_fields(study), ensure_ascii=False)


def study_fields(study: Study) -> dict[str, Any]:
    """What a study has beside its game, for JSON."""
    text = study.game.format_moves
    data: dict[str, Any] = {}
    if study.title:
        data["title"] = study.title
    if len(study.lines) > 1:
        data["variations"] = [text(line) for line in study.lines[1:]]
    if study.notes:
        data["notes"] = [
            {"after": text(path)} | note_fields(note) for path, note in study.notes.items()
        ]
    return data


def note_fields(note: Note) -> dict[str, Any]:
    """A note for JSON; squares are numbered row by row, as everywhere."""
    fields = {
        "text": note.text,
        "glyph": note.glyph,
        "marks": list(note.marks),
        "arrows": [list(arrow) for arrow in note.arrows],
    }
    return {name: value for name, value in fields.items() if value}


def parse_study(text: str) -> Study:
    """The study of a JSON object as `format_study` writes it.

    Raises:
        NotationError: it is no such object, or a part of it cannot be read.
        IllegalMove: a line breaks a rule; its ply is named.
    """
    data = object_of(text, "A study")
    game = game_of(data["game"])
    walk = _Walk(game)
    lines = [walk.line(line) for line in (data.get("moves", ""), *_list(data, "variations"))]
    notes = dict(_note(walk, entry) for entry in _list(data, "notes"))
    return Study.of(game, lines, notes, strip_meaningless(str(data.get("title", "")))[:200])


def object_of(text: str, what: str) -> dict[str, Any]:
    """The JSON object of a text, which names its game.

    Raises:
        NotationError: it is no such object; `what` it should have been.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"This is no JSON: {error}.") from None
    if not isinstance(data, dict) or not isinstance(data.get("game"), str):
        raise NotationError(f'{what} is an object with a "game", such as "othello".')
    return data


def note_of(game: Game, data: Any) -> Note:
    """The note that `note_fields` describes.

    Raises:
        NotationError: a part of it is of another kind, or names no square of the board.
    """
    marks, arrows = data.get("marks", []), data.get("arrows", [])
    glyph, text = data.get("glyph", ""), data.get("text", "")
    if glyph not in GLYPHS or not isinstance(text, str):
        raise NotationError(f"A note has a text and a sign out of {' '.join(GLYPHS[1:])}.")
    if not isinstance(marks, list) or not isinstance(arrows, list):
        raise NotationError('The "marks" and "arrows" of a note are lists.')
    if not all(isinstance(arrow, list) and len(arrow) == 2 for arrow in arrows):
        raise NotationError("An arrow leads from one square to another.")
    count = game.columns * game.rows
    for square in (*marks, *(square for arrow in arrows for square in arrow)):
        if type(square) is not int or not 0 <= square < count:
            raise NotationError(f"{str(square)[:10]} is no square; they are 0 to {count - 1}.")
    pairs = dict.fromkeys((a, b) for a, b in arrows if a != b)
    return Note(strip_meaningless(text), glyph, tuple(dict.fromkeys(marks)), tuple(pairs))


class _Walk:
    """Plays lines through that have much in common: each position once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[Moves, tuple[Moves, Position]] = {(): ((), game.start())}

    def line(self, text: Any) -> Moves:
        """Legal moves from the start, with the passes that the rules force."""
        if not isinstance(text, str):
            raise NotationError("The moves of a line are text.")
        try:
            return self._line(self.game.parse_moves(text))
        except EngineError as error:
            raise NotationError(f"The line {text[:40]!r} breaks off. {error}") from None

    def _line(self, moves: Moves) -> Moves:
        at = len(moves)
        while moves[:at] not in self._known:
            at -= 1
        played, position = self._known[moves[:at]]
        for count in range(at, len(moves)):
            further, position = with_forced_passes(position, moves[count : count + 1], len(played))
            played += further
            self._known[moves[: count + 1]] = (played, position)
        return played


def _note(walk: _Walk, data: Any) -> tuple[Moves, Note]:
    if not isinstance(data, dict):
        raise NotationError('A note is an object with "after" and "text".')
    return walk.line(data.get("after", "")), note_of(walk.game, data)


def _list(data: dict[str, Any], name: str) -> list[Any]:
    found = data.get(name, [])
    if not isinstance(found, list) or len(found) > MOST:
        raise NotationError(f'The "{name}" of a study are a list of at most {MOST}.')
    return found
