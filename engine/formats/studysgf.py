"""Studies as SGF, which holds them whole: variations, comments, signs, circles and arrows.

As in `engine.formats.sgf`, of Othello only: the format has no number for Connect Four.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import EngineError, NotationError
from engine.formats.properties import BRACKETS, escape, unescaped
from engine.formats.sgf import (
    OTHELLO,
    format_sgf,
    letters,
    sgf_game,
    sgf_headers,
    sgf_holds,
    sgf_move,
)
from engine.formats.study import MOST, Branch, Note, Study
from engine.replay import with_forced_passes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.formats.record import GameRecord
    from engine.formats.study import Moves
    from engine.game import Game, Position, Square

SIGNS = {
    "!": ("TE", "1"),
    "!!": ("TE", "2"),
    "?": ("BM", "1"),
    "??": ("BM", "2"),
    "!?": ("IT", ""),
    "?!": ("DO", ""),
}
"""SGF's property and value of each sign."""

LONGEST = 20_000
"""Nodes of a tree that is read."""

_TOKEN = re.compile(rf"(?:([();])|([A-Za-z]+)|({BRACKETS}))\s*", re.DOTALL)


def format_study_sgf(study: Study) -> str:
    """The study as one line of SGF.

    Raises:
        NotationError: it is of another game.
    """
    game = study.game
    if not sgf_holds(game):
        raise NotationError("SGF holds games of Othello.")
    return _whole(f"FF[4]GM[{OTHELLO}]SZ[{game.columns}]CA[UTF-8]", study)


def format_noted_sgf(record: GameRecord, opening: str | None = None) -> str:
    """A record of Othello with its variations and notes as one line of SGF.

    `opening`: what it is called, where that is known already.

    Raises:
        NotationError: it is of another game, or starts elsewhere.
    """
    if record.study:
        return _whole(sgf_headers(record, opening), record.study)
    return format_sgf(record, opening)


def _whole(head: str, study: Study) -> str:
    title = f"GN[{escape(study.title)}]" if study.title else ""
    root = _properties(study.game, study.notes.get((), Note()))
    return f"(;{head}{title}{root}{_written(study, study.tree)})"


def parse_study_sgf(text: str) -> Study:
    """The first tree of a text.

    Raises:
        NotationError: it is no SGF of Othello, or a part of it cannot be read.
    """
    start = text.find("(;")
    if start < 0:
        raise NotationError("There is no SGF game, '(;GM[2]...)', in the text.")
    nodes = _nodes(text, start)
    _, root = next(nodes)
    game = sgf_game({name: values[-1] for name, values in root.items()})
    places = [_Place((), game.start())]
    lines: list[Moves] = [()]
    notes: dict[Moves, Note] = {(): _note(game, root)}
    for count, (depth, properties) in enumerate(nodes):
        if count >= LONGEST or len(lines) > MOST:
            raise NotationError(f"This tree has more than {MOST} lines or {LONGEST} moves.")
        del places[depth:]
        places.append(_after(game, places[-1], properties))
        path = places[-1].path
        notes[path] = _joined(notes.get(path), _note(game, properties))
        if lines[-1] == path[: len(lines[-1])]:
            lines[-1] = path
        else:
            lines.append(path)
    title = root.get("GN", [""])[0]
    return Study.of(game, lines, notes, title[:200])


@dataclass(frozen=True, slots=True)
class _Place:
    path: Moves
    position: Position


def _written(study: Study, branch: Branch) -> str:
    """The nodes of a branch; where others leave it, each goes on in parentheses."""
    parts: list[str] = []
    for count, move in enumerate(branch.moves):
        path = branch.start + branch.moves[:count]
        leaving = tuple(side for side in branch.sides if side.start == path)
        if leaving:
            later = tuple(side for side in branch.sides if side not in leaving)
            rest = Branch(path, branch.moves[count:], later)
            return "".join([*parts, *(f"({_written(study, b)})" for b in (rest, *leaving))])
        note = study.notes.get((*path, move), Note())
        colour = "BW"[_mover(study.game, path)]
        parts.append(f";{colour}[{letters(study.game, move)}]{_properties(study.game, note)}")
    return "".join(parts)


def _mover(game: Game, path: Moves) -> int:
    """Who moves after `path`: passes are moves, so the colours take turns."""
    return len(path) % game.players


def _properties(game: Game, note: Note) -> str:
    parts = [f"C[{escape(note.text)}]"] if note.text else []
    if note.glyph:
        name, value = SIGNS[note.glyph]
        parts.append(f"{name}[{value}]")
    if note.marks:
        parts.append("CR" + "".join(f"[{letters(game, square)}]" for square in note.marks))
    if note.arrows:
        pairs = (f"[{letters(game, a)}:{letters(game, b)}]" for a, b in note.arrows)
        parts.append("AR" + "".join(pairs))
    return "".join(parts)


def _nodes(text: str, start: int) -> Iterator[tuple[int, dict[str, list[str]]]]:
    """(how many nodes lead there, properties) of every node, as they are written."""
    opened: list[int] = []
    depth = 0
    node: dict[str, list[str]] | None = None
    for sign, name, value in _tokens(text, start):
        if sign and node is not None:
            yield depth - 1, node
            node = None
        if sign == "(":
            opened.append(depth)
        elif sign == ")":
            depth = opened.pop() if opened else 0
            if not opened:
                return
        elif sign == ";":
            node, depth = {}, depth + 1
        elif node is not None:
            node.setdefault(name, []).append(unescaped(value))
    if node is not None:
        yield depth - 1, node


def _tokens(text: str, start: int) -> Iterator[tuple[str, str, str]]:
    """Every sign of ``();``, and every value in its brackets with the name that it goes by."""
    at, name = start, ""
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None or not (token[3] or "]").endswith("]"):
            raise NotationError(f"{text[at : at + 10]!r} is not SGF.")
        at = token.end()
        if token[2]:
            name = re.sub(r"[a-z]", "", token[2])  # older files write Black for B
        else:
            yield token[1] or "", name, token[3] or ""


def _after(game: Game, place: _Place, properties: dict[str, list[str]]) -> _Place:
    moves = [value for name in ("B", "W") for value in properties.get(name, ())]
    if not moves:
        return place
    try:
        played, position = with_forced_passes(
            place.position, [sgf_move(game, value) for value in moves], len(place.path)
        )
    except EngineError as error:
        raise NotationError(str(error)) from None
    return _Place(place.path + played, position)


def _note(game: Game, properties: dict[str, list[str]]) -> Note:
    marks = [
        _square(game, value)
        for name in ("CR", "MA", "SQ", "TR")
        for value in properties.get(name, ())
    ]
    arrows = [value.partition(":") for value in properties.get("AR", ())]
    pairs = [(_square(game, a), _square(game, b)) for a, _, b in arrows]
    text = "\n".join(properties.get("C", ())).strip()
    return Note(text, _sign(properties), tuple(dict.fromkeys(marks)), tuple(dict.fromkeys(pairs)))


def _sign(properties: dict[str, list[str]]) -> str:
    """Where the emphasis, which may be missing, is not twice, it is once."""
    for sign, (name, value) in sorted(SIGNS.items(), key=lambda item: item[1][1] != "2"):
        if name in properties and (value != "2" or properties[name][0] == "2"):
            return sign
    return ""


def _joined(one: Note | None, other: Note) -> Note:
    """What two nodes say of one position."""
    if not one:
        return other
    text = "\n".join(filter(None, (one.text, other.text)))
    glyph = other.glyph or one.glyph
    return replace(
        one,
        text=text,
        glyph=glyph,
        marks=tuple(dict.fromkeys(one.marks + other.marks)),
        arrows=tuple(dict.fromkeys(one.arrows + other.arrows)),
    )


def _square(game: Game, value: str) -> Square:
    square = sgf_move(game, value)
    if game.is_pass(square):
        raise NotationError(f"[{value[:10]}] is no square.")
    return square
