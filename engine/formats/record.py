"""A played game: its moves, players and result, and how to replay it.

The text form is a few headers, an empty line, and the moves::

    Game: connectfour:9x7
    Red: Mira
    Yellow: Tomasz
    Date: 2026-11-27
    Result: Red wins

    5 5 6 6 7 7 8
"""

from __future__ import annotations

import re
import textwrap
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from engine.arrangement import Arrangement
from engine.errors import EngineError, NotationError
from engine.formal import playable
from engine.formats.boardtext import board_rows
from engine.registry import family_of
from engine.registry import game as game_of_key
from engine.replay import played, with_forced_passes, without_passes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.formats.study import Study
    from engine.game import Game, Move, Outcome, Player, Position

WIDTH = 72
"""Columns of the text form's lines."""

_HEADER = re.compile(r"\s*([A-Za-z]+)\s*:\s*(.*?)\s*")
_YEAR = re.compile(r"(?!0000)([0-9]{4})(?![0-9])")
_RESULT = re.compile(
    r"(?:draw|([a-z]+) wins)(?: ([0-9]{1,3})-([0-9]{1,3}))?(?:, (.+))?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Result:
    """What a game's end was.

    Attributes:
        winner: the player who won, or None for a draw.
        score: disc difference from player 0's view, where the game has one.
        reason: a word such as ``resignation`` or ``time``; empty if the rules ended it.
    """

    winner: Player | None
    score: int | None = None
    reason: str = ""

    @classmethod
    def of(cls, outcome: Outcome) -> Result:
        """The result that the rules give."""
        return cls(outcome.winner, outcome.score)


@dataclass(frozen=True, slots=True)
class Details:
    """What a file says of a game beside what the rules know, as it is written there.

    Attributes:
        place: where it was played, such as a server's or a tournament's name.
        ratings: the players', in turn order; empty if unknown.
        clock: how much time they had.
        thinking: of each move, passes included, the mover's evaluation and seconds.
        whole_year: whether the year is all that is known of the date.
        theory: Black's lead under best play, and from how many empty squares on: (24, -2).
        komi: discs that were added to Black's before the score was taken, as GGF has it.
        kind: what GGF calls the type of a game: board, random start, komi, "8r20", "s8k".
    """

    place: str = ""
    ratings: tuple[str, ...] = ()
    clock: str = ""
    thinking: tuple[str, ...] = ()
    whole_year: bool = False
    theory: tuple[int, int] | None = None
    komi: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it was played.

    Attributes:
        game: what was played.
        moves: every move, passes included.
        result: how it ended, None if it is not known or goes on.
        players: names in turn order, empty if unknown.
        start: where it started from, None for the usual start.
        date: the day it was played, the first of its year where that is all that is known.
        hints: how many each player took, empty if unknown.
        study: its variations and notes, if it has any.
        details: what else its file says, for the formats that hold it; it makes no other game.
    """

    game: Game
    moves: tuple[Move, ...]
    result: Result | None = None
    players: tuple[str, ...] = ()
    start: Position | None = None
    date: date | None = None
    hints: tuple[int, ...] = ()
    study: Study | None = field(default=None, hash=False)
    details: Details = field(default=Details(), compare=False)

    @classmethod
    def from_moves(
        cls, game: Game, text: str | Sequence[Move], start: Position | None = None
    ) -> GameRecord:
        """The record of a bare move list. Forced passes may be left out; they are put in.

        Raises:
            NotationError: `text` spells no moves.
            IllegalMove: a move is not legal; the message names its ply.
        """
        moves = game.parse_moves(text) if isinstance(text, str) else tuple(text)
        position = game.start() if start is None else start
        complete, position = with_forced_passes(position, moves)
        outcome = position.outcome()
        return cls(game, complete, Result.of(outcome) if outcome else None, start=start)

    def replay(self) -> tuple[Position, ...]:
        """Every position of the game, the start first.

        Raises:
            IllegalMove: a move is not legal there; the message names its ply and the reason.
            GameOver: the game was over before a move.
        """
        return tuple(self.positions())

    def positions(self) -> Iterator[Position]:
        """The same one after the other, for who may not want them all; errors as in `replay`."""
        position = self.game.start() if self.start is None else self.start
        yield position
        for number, move in enumerate(self.moves, start=1):
            position = played(position, move, number)
            yield position

    def final(self) -> Position:
        """The last position; errors as in `replay`."""
        return self.replay()[-1]

    def transcript(self, passes: bool = True) -> str:
        """The moves as one word, with or without passes."""
        moves = self.moves if passes else without_passes(self.game, self.moves)
        return self.game.format_moves(moves)

    def day(self, separator: str) -> str:
        """Its date, or the year where no more is known; empty where nothing is."""
        if self.date is None:
            return ""
        parts = self.date.isoformat().split("-")
        return separator.join(parts[:1] if self.details.whole_year else parts)

    def to_text(self) -> str:
        """The record as text; `from_text` reads it back."""
        lines = [f"Game: {self.game.key}"]
        for colour, name in zip(self.game.player_names, self.players, strict=False):
            lines.append(f"{colour}: {one_line(name)}")
        if self.date:
            lines.append(f"Date: {self.day('-')}")
        if self.details.place:
            lines.append(f"Place: {one_line(self.details.place)}")
        if self.start is not None:
            lines.append(f"Start: {format_start(self.start)}")
        if self.result:
            lines.append(f"Result: {_result_text(self.game, self.result)}")
        if any(self.hints):
            counted = zip(self.game.player_names, self.hints, strict=True)
            lines.append(f"Hints: {', '.join(f'{name} {count}' for name, count in counted)}")
        moves = textwrap.fill(" ".join(map(self.game.format_move, self.moves)), WIDTH)
        return "\n".join([*lines, "", moves, ""])

    @classmethod
    def from_text(cls, text: str) -> GameRecord:
        """Read the text form. Moves are not checked against the rules; `replay` does that.

        Raises:
            NotationError: a header, the board or the moves cannot be read; it is named.
        """
        headers, moves = _split(text)
        if "game" not in headers:
            raise NotationError("The record does not begin with a line like 'Game: othello'.")
        try:
            game = game_of_key(headers.pop("game"))
        except EngineError as error:
            raise NotationError(f"Header 'Game': {error}") from None
        names = [headers.pop(colour.lower(), "") for colour in game.player_names]
        day, whole_year = _parse_date(headers.pop("date", ""))
        details = Details(headers.pop("place", ""), whole_year=whole_year)
        record = cls(
            game,
            game.parse_moves(moves),
            _parse_result(game, headers.pop("result", "")),
            if_any(names),
            _parse_start(game, headers.pop("start", "")),
            day,
            _parse_hints(game, headers.pop("hints", "")),
            details=details,
        )
        if headers:
            raise NotationError(f"{game.name} records have no header {next(iter(headers))!r}.")
        return record


def _split(text: str) -> tuple[dict[str, str], str]:
    """The headers by lower-case name, and all that follows the first empty line."""
    lines = text.strip().splitlines()
    headers: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            return headers, "\n".join(lines[number:])
        header = _HEADER.fullmatch(line)
        if header is None:
            raise NotationError(f"Line {number}, {line[:40]!r}, is no header like 'Red: Mira'.")
        name, value = header[1].lower(), header[2]
        if name in headers:
            raise NotationError(f"Line {number}: there is a second header {header[1]!r}.")
        headers[name] = value
    return headers, ""


def _result_text(game: Game, result: Result) -> str:
    text = "draw" if result.winner is None else f"{game.player_names[result.winner]} wins"
    if result.score is not None:
        score = family_of(game).sentences.describe_score(game, result.score)
        text += " " + score.replace("–", "-")  # records are typed on any keyboard
    return f"{text}, {one_line(result.reason)}" if result.reason else text


def _parse_result(game: Game, text: str) -> Result | None:
    if not text:
        return None
    match = _RESULT.fullmatch(text)
    names = [name.lower() for name in game.player_names]
    if match is None or (match[1] and match[1].lower() not in names):
        known = f"'draw' or '{game.player_names[0]} wins'"
        raise NotationError(f"Header 'Result': {text[:40]!r} is no result like {known}.")
    winner = names.index(match[1].lower()) if match[1] else None
    score = int(match[2]) - int(match[3]) if match[2] else None
    if winner == 1 and score is not None:
        score = -score  # the winner's discs are written first
    return Result(winner, score, match[4] or "")


def format_start(position: Position) -> str:
    """A board in one line, its rows from the top, and the side to move."""
    return f"{'/'.join(board_rows(position))} {position.game.symbols[position.to_move]}"


def parse_start(game: Game, text: str) -> Position:
    """The board that `format_start` wrote, if the game can be played on from it.

    Raises:
        NotationError: it is none, or breaks a rule.
    """
    board, _, symbol = text.rpartition(" ")
    player = game.symbols[:-1].find(symbol.upper()) if len(symbol) == 1 else -1
    if player < 0:
        raise NotationError(
            f"The board ends in {symbol[:10]!r}; it is the side to move,"
            f" one of {', '.join(game.symbols[:-1])}."
        )
    try:
        return playable(Arrangement.from_rows(game, board.split("/"), player))
    except EngineError as error:
        raise NotationError(str(error)) from None


def _parse_start(game: Game, text: str) -> Position | None:
    try:
        return parse_start(game, text) if text else None
    except NotationError as error:
        raise NotationError(f"Header 'Start': {error}") from None


def _parse_hints(game: Game, text: str) -> tuple[int, ...]:
    if not text:
        return ()
    names = [name.lower() for name in game.player_names]
    found = re.findall(r"(?:^|, )([a-z]+) ([0-9]{1,3})(?=,|$)", text.lower())
    if [name for name, _ in found] != names or text.count(",") != len(names) - 1:
        known = ", ".join(f"{name} 1" for name in game.player_names)
        raise NotationError(f"Header 'Hints': {text[:40]!r} is not like {known!r}.")
    return tuple(int(count) for _, count in found)


def _parse_date(text: str) -> tuple[date | None, bool]:
    found = known_date(text)
    if text and found[0] is None:
        raise NotationError(f"Header 'Date': {text[:40]!r} is no day like 2026-11-27.")
    return found


def known_date(text: str) -> tuple[date | None, bool]:
    """What a text that begins like 2026-11-27 tells of a day, and whether it is the year alone.

    Of an impossible day such as 2026-02-30, or of a month, the year is kept, as its first day.
    """
    with suppress(ValueError):
        return date.fromisoformat(text[:10]), False
    year = _YEAR.match(text)
    return (date(int(year[1]), 1, 1), True) if year else (None, False)


def is_year(text: str) -> bool:
    """Whether a date is a year and no more."""
    return len(text) == len("2026") and text.isascii() and text.isdecimal()


def if_any(texts: Sequence[str]) -> tuple[str, ...]:
    """The texts, or nothing where all are empty, as nothing is known then."""
    return tuple(texts) if any(texts) else ()


def one_line(name: str) -> str:
    """A text that cannot break out of its header, nor steer the terminal that shows it."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())
