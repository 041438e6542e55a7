"""The readable part of a game that breaks off: its headers, and the moves before the first bad one.

Every format's own reader refuses such a game as a whole. Here its moves are taken out of the
text, what is left is read as it always is, and the moves as a transcript.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.formats.properties import BRACKETS
from engine.formats.transcript import Problem, place_of, read_transcript

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.formats.record import GameRecord

_PROPERTY = re.compile(rf"[\s;()]*([A-Za-z]+)\s*({BRACKETS})(?:\s*{BRACKETS})*", re.DOTALL)
_CLOSED = ";)"
_HEADERS = re.compile(r"\s*(?:\S[^\n]*\n)+(?:[ \t]*\n)")
_LETTERS = re.compile(r"([a-p])([a-p])", re.IGNORECASE)
_PASSES = frozenset({"", "tt", "pa", "pass", "--"})


@dataclass(frozen=True, slots=True)
class Written:
    """A game's text taken apart.

    Attributes:
        rest: the text without its moves.
        moves: they alone, as a transcript.
        places: (where a part of `moves` begins, where it stands in the whole text), in order.
        ends: where the text may end before each move, and where what can be read of it does;
            empty where moves are refused for no more than what they are.
    """

    rest: str
    moves: str
    places: tuple[tuple[int, int], ...]
    ends: tuple[int, ...] = ()

    def place(self, at: int) -> int:
        """Where a character of `moves` stands in the whole text."""
        begins, stands = self.places[bisect_right(self.places, (at, 1 << 62)) - 1]
        return stands + at - begins


def readable(
    text: str,
    apart: Callable[[str], Written | None],
    parse: Callable[[str], GameRecord],
    wrong: Exception,
) -> tuple[GameRecord, Problem] | None:
    """What can be kept of a game that `parse` refuses as `wrong`, and where it breaks off.

    None where that cannot be told: its headers are wrong, or something else.
    """
    written = apart(text)
    if written is None:
        return None
    try:
        head = parse(written.rest)
    except EngineError:
        return None
    kept, problem = read_transcript(head.game, written.moves, head.start)
    if problem is None:
        return _begun(text, written, parse, wrong)
    lines = written.moves.split("\n")
    at = sum(len(line) + 1 for line in lines[: problem.line - 1]) + problem.column - 1
    line, column = place_of(text, written.place(at))
    return (
        replace(head, moves=kept.moves, result=None),
        replace(problem, line=line, column=column),
    )


def _begun(
    text: str, written: Written, parse: Callable[[str], GameRecord], wrong: Exception
) -> tuple[GameRecord, Problem] | None:
    """A game of legal moves that breaks off for another reason: as far as `parse` goes."""

    def refused(end: int) -> bool:
        try:
            parse(text[:end] + _CLOSED)
        except EngineError:
            return True
        return False

    count = bisect_left(written.ends, True, key=refused) - 1
    if count < 0:
        return None
    end = written.ends[count]
    whole = count == len(written.places)
    line, column = place_of(text, end if whole else written.places[count][1])
    sentence = "The game breaks off here." if whole else str(wrong)
    return replace(parse(text[:end] + _CLOSED), result=None), Problem(line, column, 1, sentence)


def of_properties(text: str) -> Written | None:
    """The game of an SGF or a GGF, whose moves are properties like ``B[f5]`` or ``;W[fd]``, as far
    as there are but properties."""
    rest, moves, at = "", "", 0
    places, ends = [], []
    while match := _PROPERTY.match(text, at):
        if not match[0].endswith("]"):  # cut off
            break
        if match[1].upper() in {"B", "W"}:
            places.append((len(moves), match.start(2) + 1))
            ends.append(at)
            moves += _square(match[2][1:-1]) + " "
        else:
            rest += match[0]
        at = match.end()
    if not places:
        return None
    return Written(rest + _CLOSED, moves, tuple(places), (*ends, at))


def of_json(text: str) -> Written | None:
    """The game of a JSON object whose moves are text."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    moves = data.get("moves") if isinstance(data, dict) else None
    named = re.search(r'"moves"\s*:\s*"', text)
    if not isinstance(moves, str) or named is None:
        return None
    return Written(json.dumps(data | {"moves": ""}), moves, ((0, named.end()),))


def of_record(text: str) -> Written | None:
    """The game of a record: headers, an empty line, and the moves."""
    headers = _HEADERS.match(text)
    if headers is None:
        return None
    return Written(headers[0], text[headers.end() :], ((0, headers.end()),))


def _square(value: str) -> str:
    """A property's value as a transcript has it; GGF's evaluations and times are dropped."""
    token = value.partition("/")[0].strip()
    if token.lower() in _PASSES:
        return "--"
    letters = _LETTERS.fullmatch(token)
    return f"{letters[1]}{ord(letters[2].lower()) - ord('a') + 1}" if letters else token
