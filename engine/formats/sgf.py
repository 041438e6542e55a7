"""SGF, the Smart Game Format, whose game number 2 is Othello: ``(;FF[4]GM[2]...;B[fe];W[dd])``.

Moves are two letters, column and row, or a square as ``f5``; an empty value is a pass. Of a
tree the main line is read.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from engine.errors import EngineError, NotationError
from engine.formats.draft import Draft
from engine.formats.properties import BRACKETS, escape, nesting, values
from engine.formats.record import Details, GameRecord, Result, if_any, known_date
from engine.openings import opening_of
from engine.registry import family_key
from engine.registry import game as game_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game, Move

OTHELLO = "2"

_PROPERTY = re.compile(rf"([A-Z]{{1,2}})((?:\s*{BRACKETS})+)", re.DOTALL)
_RESULT = re.compile(r"([BW])\+([0-9]{1,3}|[RTF])?[a-z]*", re.IGNORECASE)
_REASONS = {"R": "resignation", "T": "time", "F": "forfeit"}


def parse_sgf(text: str) -> GameRecord:
    """The main line of the first game.

    Raises:
        NotationError: it is no SGF of Othello, or a move cannot be read.
        IllegalMove: a move is not legal; its ply is named.
    """
    return draft_sgf(text).alone()


def draft_sgf(text: str) -> Draft:
    """The main line of the first game as it stands there.

    Raises:
        NotationError: it is no SGF of Othello, or a move cannot be read.
    """
    properties = [
        (name, value)
        for name, brackets in _PROPERTY.findall(_main_line(text))
        for value in values(brackets)
    ]
    headers = {name: value for name, value in properties if name not in {"B", "W"}}
    game = sgf_game(headers)
    moves = tuple(sgf_move(game, value) for name, value in properties if name in {"B", "W"})
    names = if_any((headers.get("PB", ""), headers.get("PW", "")))
    result = _result(game, headers.get("RE", ""))
    day, whole_year = known_date(headers.get("DT", "").strip())
    ratings = if_any((headers.get("BR", ""), headers.get("WR", "")))
    place = headers.get("PC", "") or headers.get("EV", "")
    details = Details(place, ratings, whole_year=whole_year)
    return Draft.of(GameRecord(game, moves, result, names, date=day, details=details), ended=True)


def format_sgf(record: GameRecord, opening: str | None = None) -> str:
    """A record of Othello from the usual start as one line of SGF; `opening` as in `sgf_headers`.

    Raises:
        NotationError: it is of another game, or starts elsewhere.
    """
    game, head = record.game, sgf_headers(record, opening)
    moves = enumerate(record.moves)  # passes are among them, so the colours take turns
    played = "".join(f";{'BW'[ply % 2]}[{letters(game, move)}]" for ply, move in moves)
    return f"(;{head}{played})"


def sgf_headers(record: GameRecord, opening: str | None = None) -> str:
    """The properties of a record's first node.

    `opening`: what it is called, where that is known already.

    Raises:
        NotationError: it is of another game, or starts elsewhere.
    """
    game = record.game
    if not sgf_holds(game) or record.start is not None:
        raise NotationError("SGF holds games of Othello from the usual start.")
    headers = {"FF": "4", "GM": OTHELLO, "SZ": str(game.columns), "CA": "UTF-8"}
    if record.players:
        headers |= {"PB": record.players[0], "PW": record.players[1]}
    if record.details.ratings:
        headers |= dict(zip(("BR", "WR"), record.details.ratings, strict=True))
    if record.details.place:
        headers["PC"] = record.details.place
    if record.date:
        headers["DT"] = record.day("-")
    if record.result:
        headers["RE"] = _written_result(record.result)
    name = opening_of(record.positions()) if opening is None else opening
    if name:
        headers["ON"] = name
    return "".join(f"{name}[{escape(value)}]" for name, value in headers.items())


def _result(game: Game, text: str) -> Result | None:
    """What a header says of a game that the rules do not end; None where it says nothing sure.

    By more discs than the board has squares nobody has won; who has is believed.
    """
    if text.strip() == "0" or text.strip().lower() == "draw":
        return Result(None)
    found = _RESULT.fullmatch(text.strip())
    if found is None:
        return None
    winner, said = "BW".index(found[1].upper()), (found[2] or "").upper()
    if said in _REASONS:
        return Result(winner, reason=_REASONS[said])
    if not said or int(said) > game.columns * game.rows:
        return Result(winner)
    return Result(winner, int(said) * (1 - 2 * winner))


def _written_result(result: Result) -> str:
    if result.winner is None:
        return "0"
    codes = {reason: code for code, reason in _REASONS.items()}
    by = "" if result.score is None else str(abs(result.score))
    return f"{'BW'[result.winner]}+{codes.get(result.reason, by)}"


def sgf_holds(game: Game) -> bool:
    """Whether the format has a number for this game."""
    return family_key(game.key) == "othello"


def sgf_game(headers: Mapping[str, str]) -> Game:
    """The game that the properties of the first node name.

    Raises:
        NotationError: it is not Othello, or of no size.
    """
    if headers.get("GM", OTHELLO) != OTHELLO:
        raise NotationError(f"GM[{headers['GM'][:10]}] is not Othello, which is GM[2].")
    size = headers.get("SZ", "8")
    if not size.isdecimal():
        raise NotationError(f"SZ[{size[:10]}] is no size.")
    return game_of("othello" if size == "8" else f"othello:{size}")


def _main_line(text: str) -> str:
    """The text without the variations that do not come first."""
    start = text.find("(;")
    if start < 0:
        raise NotationError("There is no SGF game, '(;GM[2]...)', in the text.")
    for sign, at in nesting(text, start):
        if sign == ")":
            return text[start:at]
    return text[start:]


def sgf_move(game: Game, value: str) -> Move:
    """The move of a property's value.

    Raises:
        NotationError: it is none on this board.
    """
    token = value.strip().lower()
    if not token or token in {"tt", "--", "pa", "pass"}:
        return game.parse_move("--")
    if token in (spelt := _spelt(game)):
        return spelt[token]
    try:
        return game.parse_move(token)
    except EngineError:
        raise NotationError(f"[{value[:10]}] is no move on {game.columns} × {game.rows}.") from None


@cache
def _spelt(game: Game) -> dict[str, Move]:
    """Every square of a board by its two letters."""
    return {letters(game, square): square for square in range(game.columns * game.rows)}


def letters(game: Game, move: Move) -> str:
    """A move as SGF has it, empty for a pass."""
    if game.is_pass(move):
        return ""
    row, column = divmod(move, game.columns)
    return f"{chr(ord('a') + column)}{chr(ord('a') + row)}"
