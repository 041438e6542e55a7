"""Reads games in whatever format they come, and keeps what can be read of them."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.formats.boards import board_position, one_line_board
from engine.formats.draft import Draft, played_together
from engine.formats.ggf import draft_ggf, thinking_notes
from engine.formats.jsonrecord import parse_json
from engine.formats.lines import of_list, of_table, read_lines
from engine.formats.misdrawn import misdrawn
from engine.formats.parts import is_cut_off, objects, parts, trees
from engine.formats.record import GameRecord
from engine.formats.salvage import of_json, of_properties, of_record, readable
from engine.formats.sgf import draft_sgf
from engine.formats.signs import is_text, strip_meaningless
from engine.formats.study import parse_study
from engine.formats.studysgf import parse_study_sgf
from engine.formats.transcript import Places, Problem, plain_text, read_transcript
from engine.formats.wthor import is_names, is_wthor, records_of
from engine.registry import FAMILIES
from engine.registry import game as game_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.formats.salvage import Written
    from engine.formats.study import Study
    from engine.game import Game

_GGF = re.compile(r"\(;\s*(?:GM\s*\[\s*othello|PC\s*\[)", re.IGNORECASE)
_JSON = re.compile(r"(?:\[\s*)?(?:\{\s*[\"'}]|\{\s*$)")
"""An object, or a list of them; a comment in braces begins otherwise."""

NAMES = "These are names of WTHOR; the games are in its .wtb files."

NO_TEXT = "This file holds no text; games come as text, or in WTHOR’s .wtb files."

CUT_OFF = "The text ends within this game."

ARCHIVE = "This is an archive; unpack it and bring the files in it."
_ARCHIVES = (b"PK\3\4", b"\x1f\x8b")
"""How .zip and .gz begin."""

_COMMENT = re.compile(r"(?m)^#.*$")
_NOTED = re.compile(r"\(\s*;.*\(\s*;|\b(?:C|CR|MA|SQ|TR|AR|TE|BM|IT|DO)\s*\[", re.DOTALL)
"""A variation, or a property that says something of a move."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text or a file holds.

    Attributes:
        format: its name, for people.
        records: the games that could be read, some perhaps in part.
        problems: what could not be read, and where.
        partly: how many of the records end where a problem is.
    """

    format: str
    records: tuple[GameRecord, ...] = ()
    problems: tuple[Problem, ...] = ()
    partly: int = 0

    @property
    def refused(self) -> int:
        """How many games are not among the records, or lines where a line is no game."""
        return len(self.problems) - self.partly


def read(content: bytes | str, game: Game | None = None) -> Reading:
    """The games of a text or a file; a transcript is of `game`, by default of whichever fits.

    Nothing is raised: what is wrong is told by `Reading.problems`.
    """
    if isinstance(content, bytes):
        if is_wthor(content):
            return _wthor(content)
        if is_names(content):
            return Reading("WTHOR", (), (Problem(0, 1, 1, NAMES),))
        if content.startswith(_ARCHIVES):
            return Reading("archive", (), (Problem(0, 1, 1, ARCHIVE),))
        if not is_text(content := decoded(content)):
            return Reading("file", (), (Problem(0, 1, 1, NO_TEXT),))
    text = strip_meaningless(content.replace("\r\n", "\n").replace("\r", "\n"))
    bare = text.lstrip("\ufeff \t\n")
    if _GGF.match(bare) or "(;GM[Othello]" in bare:
        return _many("GGF", text, parts(text, r"\(;"), _of_ggf, of_properties)
    if bare.startswith("(;"):
        return _many("SGF", text, trees(text), _of_sgf, of_properties)
    if _JSON.match(bare):
        return _many("JSON", text, objects(text), _of_json, of_json)
    if re.match(r"game\s*:", bare, re.IGNORECASE):
        return _many("Record", text, parts(text, r"(?im)^[ \t]*game\s*:"), _of_text, of_record)
    text = _COMMENT.sub(lambda line: " " * len(line[0]), text)
    found = _boards(text, game) or _table(text, game)
    if found is None and (problem := misdrawn(text, _games(game))):
        return Reading("Board", (), (problem,))
    return found or _transcripts(text, game)


def read_study(text: str) -> Study | None:
    """The variations and notes of a game's text; None where it holds nothing beside the game.

    Nothing is raised: what cannot be read as a study may still be read as a game.
    """
    bare = text.lstrip("\ufeff \t\r\n")
    parse = {"(": parse_study_sgf, "{": parse_study}.get(bare[:1])
    try:
        found = parse(bare) if parse else None
    except (EngineError, RecursionError):
        return None
    return found if found is not None and found.noted else None


def decoded(content: bytes | str) -> str:
    """A file's text: UTF-8, UTF-16 where its first bytes say so, or Latin-1, as old files are."""
    if isinstance(content, str):
        return content
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16", "utf-8-sig") if marked else ("utf-8-sig",):
        with suppress(UnicodeDecodeError):
            return content.decode(encoding)
    return content.decode("latin-1")


def _wthor(content: bytes) -> Reading:
    try:
        records, refused = records_of(content)
    except EngineError as error:
        return Reading("WTHOR", (), (Problem(0, 1, 1, str(error)),))
    return Reading("WTHOR", records, tuple(Problem(0, 1, 1, text) for _, text in refused))


def _many(
    name: str,
    text: str,
    written: Iterable[tuple[int, str]],
    parse: Callable[[str], Draft],
    apart: Callable[[str], Written | None],
) -> Reading:
    """Every game of a text that stands in `written`; one that is wrong costs no other, and is kept
    up to where it breaks off."""
    records: list[GameRecord] = []
    problems: list[Problem] = []
    partly, places = 0, Places(text)
    for at, part, found in _played(written, parse):
        if isinstance(found, GameRecord):
            records.append(found)
            if name == "SGF" and is_cut_off(part):  # other readers refuse such a game
                problems.append(Problem(*places(at + len(part.rstrip())), 1, CUT_OFF))
                partly += 1
            continue
        line, column = places(at)
        kept = readable(part, apart, lambda text: parse(text).alone(), found)
        if kept is None:
            problems.append(Problem(line, column, 1, str(found)))
            continue
        record, problem = kept
        column = problem.column + (column - 1 if problem.line == 1 else 0)
        problems.append(replace(problem, line=line + problem.line - 1, column=column))
        if record.moves:
            records.append(record)
            partly += 1
    return Reading(name, tuple(records), tuple(problems), partly)


def _played(
    written: Iterable[tuple[int, str]], parse: Callable[[str], Draft]
) -> Iterator[tuple[int, str, GameRecord | Exception]]:
    """The parts of a text, where they stand, and the record of each, or why there is none."""
    wrong: dict[int, Exception] = {}
    drafts: dict[int, Draft] = {}
    texts = dict(written)
    for at, part in texts.items():
        try:
            drafts[at] = parse(part)
        except (EngineError, RecursionError) as error:
            wrong[at] = error
    places = list(drafts)
    together = played_together(list(drafts.values()))
    known = {places[number]: record for number, record in together.items()}
    for at, part in texts.items():
        yield at, part, known.get(at) or wrong.get(at) or _alone(drafts[at])


def _alone(draft: Draft) -> GameRecord | Exception:
    try:
        return draft.alone()
    except (EngineError, RecursionError) as error:
        return error


def _of_ggf(text: str) -> Draft:
    return draft_ggf(text).then(lambda record: replace(record, study=thinking_notes(record)))


def _of_sgf(text: str) -> Draft:
    draft = draft_sgf(text)
    return _with_study(draft, text) if _NOTED.search(text) else draft


def _of_json(text: str) -> Draft:
    draft = Draft.of(parse_json(text))
    noted = '"notes"' in text or '"variations"' in text
    return _with_study(draft, text) if noted else draft


def _of_text(text: str) -> Draft:
    return Draft.of(GameRecord.from_text(text))


def _with_study(draft: Draft, text: str) -> Draft:
    return draft.then(lambda record: replace(record, study=read_study(text)))


def _boards(text: str, game: Game | None) -> Reading | None:
    """Positions, one a line or one of rows; None where the text is none."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = [one_line_board(line) for line in lines]
    if found and found[0] is not None:
        wrong = [
            Problem(number, 1, len(line), "This line is no board.")
            for number, (line, position) in enumerate(zip(lines, found, strict=True), start=1)
            if position is None
        ]
        starts = [position for position in found if position is not None]
        records = tuple(GameRecord(start.game, (), start=start) for start in starts)
        return Reading("Board", records, tuple(wrong))
    for one in _games(game):
        position = board_position(text, one)
        if position is not None:
            return Reading("Board", (GameRecord(one, (), start=position),))
    return None


def _games(game: Game | None) -> list[Game]:
    return [game] if game is not None else [game_of(key) for key in FAMILIES]


def _table(text: str, game: Game | None) -> Reading | None:
    """The games of a table, or of a list with scores; None where the text is none."""
    filled = _filled(plain_text(text))
    readings = []
    for one in _games(game):
        lines = of_table(filled) or of_list(filled, one.columns)
        if not lines:
            continue
        records, problems, partly = read_lines(one, lines)
        readings.append(Reading("Table", tuple(records), tuple(problems), partly))
    return min(readings, key=lambda found: len(found.problems), default=None)


def _filled(text: str) -> dict[int, str]:
    """The lines that are not empty, by their numbers."""
    return {number: line for number, line in enumerate(text.split("\n"), 1) if line.strip()}


def _transcripts(text: str, game: Game | None) -> Reading:
    """One game, over as many lines as it takes; else a game a line."""
    readings = [_transcript(text, one) for one in _games(game)]
    return min(readings, key=lambda found: (len(found.problems), -_length(found)))


def _transcript(text: str, game: Game) -> Reading:
    record, problem = read_transcript(game, text)
    if problem is None:
        return Reading("Transcript", (record,))
    lines = _filled(plain_text(text))
    begins = problem.line > 1 and not lines[problem.line][: problem.column - 1].strip()
    if len(lines) > 1 and (begins or read_transcript(game, next(iter(lines.values())))[1] is None):
        records, problems, partly = read_lines(game, lines)
        good = len(records) - partly
        # One game may stand in several lines; then few of them are games themselves.
        if good == len(lines) or (begins and 2 * good > len(lines)):
            return Reading("Transcripts", tuple(records), tuple(problems), partly)
    kept = (record,) if record.moves else ()
    return Reading("Transcript", kept, (problem,), len(kept))


def _length(found: Reading) -> int:
    return sum(len(record.moves) for record in found.records)
