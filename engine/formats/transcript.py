"""Games as people write them down: moves one after the other in whatever spelling.

Read are ``f5d6c3``, ``F5 D6``, ``1. f5 d6 2. c3``, commas, semicolons, dashes and line ends
between moves, full-width characters, passes by every name, for Connect Four columns as digits
(``4453``), as letters (``d d e c``) and as squares (``d1 d2``), and the result. Comments in braces
and signs as ``!?`` become notes. Where something is no move, the moves before it are kept.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import EngineError, GameOver, NotationError
from engine.formats.record import GameRecord, Result
from engine.formats.study import GLYPHS, Note, Study
from engine.registry import family_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Game, Move, Position

NAMED = 12
"""Moves that a complaint names as possible at most."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What could not be read, and where.

    Attributes:
        line: from 1; 0 where the text has none.
        column: from 1, of its first character.
        length: of what is to blame, in characters.
        sentence: what is wrong.
        advice: what would have been right; may be empty.
        file: the name of its file, where there are several.
    """

    line: int
    column: int
    length: int
    sentence: str
    advice: str = ""
    file: str = ""

    def __str__(self) -> str:
        where = f"line {self.line}, column {self.column}" if self.line else ""
        place = ", ".join(filter(None, (self.file, where if self.file else where.capitalize())))
        return " ".join(filter(None, (f"{place}:" if place else "", self.sentence, self.advice)))


@dataclass(frozen=True, slots=True)
class Token:
    """A move as it stands in a text; `start` counts characters.

    `row`: from 1, where a column's square was written.
    """

    move: Move
    start: int
    length: int
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A comment in braces, or a sign; `start` and `end` count characters."""

    start: int
    end: int


_NUMBERED = re.compile(r"\{[^}]*(?:\}|\Z)|(?<![0-9])[0-9]+\s*\.")
"""Comments and the numbers of moves; no brace or digit of a long row is tried anew in vain."""

_SKIPPED = re.compile(
    r"\s+|[,;|/\u2022]+|\{[^}]*\}|\([^)]*\)|[0-9]+\s*\.(?:\s*\.\.)?|\.{2,3}|…|[!?]+|[-–—](?!-)"
)
_TOLD = r"1-0|0-1|1/2-1/2|½-½|\*|#"
_SAID_RESULT = r"(?:red|yellow|blue|black|white) (?:wins|won)\b.*|draw\b.*"
_RESULT = re.compile(
    rf"(?:{_TOLD}|[0-9]{{1,3}}\s*[-–:]\s*[0-9]{{1,3}})\s*(?=$|\n)|{_SAID_RESULT}", re.IGNORECASE
)
_RESULT_OF_DROPS = re.compile(rf"(?:{_TOLD})\s*(?=$|\n)|{_SAID_RESULT}", re.IGNORECASE)
"""Where columns are numbers, two of them with a dash between are two moves."""

_PASS = re.compile(r"--|pass\b|pa(?![a-z])|ps(?![a-z])|@@|[a-z]?passe?\b", re.IGNORECASE)
_SQUARE = re.compile(r"([a-p])\s?([0-9]{1,2})", re.IGNORECASE)


def read_transcript(
    game: Game, text: str, start: Position | None = None
) -> tuple[GameRecord, Problem | None]:
    """The game that a text spells as far as it can be read, and what is wrong with the rest.

    It begins at `start`, by default as the game does.
    """
    plain = plain_text(text)
    played: list[Move] = []
    notes: dict[tuple[Move, ...], Note] = {}
    position, problem = start or game.start(), None
    for found in _tokens(game, plain):
        if isinstance(found, Said):
            path = tuple(played)
            words, sign = text[found.start : found.end], plain[found.start : found.end]
            notes[path] = _noted(notes.get(path, Note()), words, sign)
            continue
        if isinstance(found, tuple):
            problem = _no_move(game, plain, *found, played)
            break
        try:
            after = _advance(position, found.move, played)
        except EngineError as error:
            problem = _illegal(position, plain, found, error, played)
            break
        if found.row is not None and after.last_changes[0] // game.columns + 1 != found.row:
            played.pop()
            problem = _no_move(game, plain, found.start, found.length, played)
            break
        position = after
    outcome = position.outcome()
    result = Result.of(outcome) if outcome else None
    study = Study.of(game, (tuple(played),), notes) if start is None else None
    kept = study if study is not None and study.noted else None
    return GameRecord(game, tuple(played), result, start=start, study=kept), problem


def _noted(note: Note, words: str, sign: str) -> Note:
    """The note with a comment, or a sign, that follows."""
    if sign.startswith("{"):
        comment = " ".join(words[1:-1].split())
        return replace(note, text="\n".join(filter(None, (note.text, comment))))
    return replace(note, glyph=sign) if sign in GLYPHS else note


def plain_text(text: str) -> str:
    """The text with the plain form of every character, as long as it was."""
    if text.isascii():
        return text.replace("\r", " ")
    return "".join(_plain(character) for character in text)


class Places:
    """The lines and columns of many characters of a text, whose lines are counted once for all."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._begins: list[int] = []
        """Where lines begin, once somebody has asked."""

    def __call__(self, start: int) -> tuple[int, int]:
        """The line and the column of a character, both from 1."""
        if not self._begins:
            self._begins = [0, *(end.end() for end in re.finditer("\n", self._text))]
        line = bisect_right(self._begins, start)
        return line, start - self._begins[line - 1] + 1


def place_of(text: str, start: int) -> tuple[int, int]:
    """The line and the column of a character, both from 1."""
    before = text[:start]
    return before.count("\n") + 1, start - (before.rfind("\n") + 1) + 1


def _plain(character: str) -> str:
    if character in "\ufeff\u200b\u00a0\r":
        return " "
    form = unicodedata.normalize("NFKC", character)
    return form if len(form) == 1 else character


def _advance(position: Position, move: Move, played: list[Move]) -> Position:
    """Play a move after the passes that the rules force; both are noted in `played`."""
    legal = position.legal_moves()
    while len(legal) == 1 and position.game.is_pass(legal[0]) and move != legal[0]:
        position = position.play(legal[0])
        played.append(legal[0])
        legal = position.legal_moves()
    position = position.play(move)
    played.append(move)
    return position


def _tokens(game: Game, text: str) -> Iterator[Token | Said | tuple[int, int]]:
    """The moves of a text and what is said of them; at last start and length of what is no move,
    if something is not."""
    at, drops = 0, family_of(game).drops
    result = _RESULT_OF_DROPS if drops else _RESULT
    letters = drops and game.columns <= 9 and _has_letters(text)
    while at < len(text):
        if skipped := _SKIPPED.match(text, at):
            if text[at] in "{!?":
                yield Said(at, skipped.end())
            at = skipped.end()
            continue
        found = None
        if not (ended := result.match(text, at)):
            found = _column(game, text, at, letters) if drops else _square(game, text, at)
        if found is None:
            word = re.match(r"\S+", text[at:])
            if word and not ended:
                yield at, len(word.group())
            return
        yield found
        at = found.start + found.length


def _square(game: Game, text: str, at: int) -> Token | None:
    if passing := _PASS.match(text, at):
        return Token(game.parse_move("--"), at, len(passing.group()))
    square = _SQUARE.match(text, at)
    if square is None:
        return None
    for digits in (square[2], square[2][:1]):
        try:
            move = game.parse_move(f"{square[1]}{digits}")
        except NotationError:
            continue
        return Token(move, at, square.start(2) + len(digits) - at)
    return None


def _column(game: Game, text: str, at: int, letters: bool) -> Token | None:
    """A column by its label, or by its letter with or without the row."""
    if letters:
        column = ord(text[at].lower()) - ord("a")
        if not 0 <= column < game.columns:
            return None
        row = re.match(r"[0-9]{1,2}", text[at + 1 :])
        if row is None:
            return Token(column, at, 1)
        return Token(column, at, 1 + len(row.group()), int(row.group()))
    try:
        return Token(game.parse_move(text[at]), at, 1)
    except NotationError:
        return None


def _has_letters(text: str) -> bool:
    """Whether columns are letters: the first that stands for one is."""
    stripped = _NUMBERED.sub(" ", text).strip()
    first = re.match(r"\w+", stripped)
    return first is not None and bool(re.fullmatch(r"([a-iA-I][0-9]{0,2})+", first.group()))


def _no_move(game: Game, text: str, start: int, length: int, played: list[Move]) -> Problem:
    line, column = place_of(text, start)
    given = text[start : start + min(length, 20)]
    kind = "column" if family_of(game).drops else "square"
    return Problem(line, column, length, f"{given!r} is no {kind} here.", _good(played))


def _illegal(
    position: Position, text: str, token: Token, error: EngineError, played: list[Move]
) -> Problem:
    line, column = place_of(text, token.start)
    game = position.game
    if isinstance(error, GameOver):
        return Problem(line, column, token.length, str(error), _good(played))
    player = game.player_names[position.to_move]
    name = "pass" if game.is_pass(token.move) else f"play {game.format_move(token.move)}"
    legal = [game.format_move(move) for move in position.legal_moves()]
    listed = ", ".join(legal[:NAMED]) + (", ..." if len(legal) > NAMED else "")
    advice = f"{error} {player} could play {listed}. {_good(played)}"
    return Problem(line, column, token.length, f"{player} cannot {name} here.", advice.strip())


def _good(played: list[Move]) -> str:
    if len(played) == 1:
        return "The move before it is good."
    return f"The {len(played)} moves before it are good." if played else ""
