"""Who may play in a contest, as they are written: ``4``, ``nodes:10000``, ``gtp:edax -gtp``."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import thread_time
from typing import TYPE_CHECKING, Protocol

from engine.contest.program import SHOWN, Program, ProgramFailure, words
from engine.errors import EngineError, UnsupportedGame
from engine.formats.record import one_line
from engine.players import Choice, RandomPlayer, parse_level, player_for
from engine.registry import family_key
from engine.search.limits import Limit
from engine.warmup import fresh_searcher

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game, Move, Position
    from engine.players import Chooser
    from engine.players.levels import Level
    from engine.search.control import SearchControl
    from engine.search.info import Report

KINDS = "a level, nodes:N, time:SECONDS, random or gtp:COMMAND"

PATIENCE = 60.0
"""Times its processor time that a search may take by the clock of a busy machine."""


class Player(Protocol):
    """Plays game after game, one at a time, whichever its seat.

    Attributes:
        seconds: of the processor that its moves have taken; None: the system does not tell.
    """

    seconds: float | None

    def begin(self, seed: str) -> None:
        """A new game; `seed` makes choices repeatable."""

    def told(self, before: Position, move: Move) -> None:
        """A move of another player, or of the opening; passes go without saying."""

    def choose(self, position: Position, control: SearchControl) -> Move | None:
        """A legal move, or None to resign.

        Raises:
            ProgramFailure: it has none.
        """

    def close(self) -> None:
        """No further move; another thread may call it during one."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player as it was asked for.

    Attributes:
        name: for people and records.
        enter: makes one that plays, for a thread of its own.
        searches: whether it needs the kernels of a search of ours.
    """

    name: str
    enter: Callable[[], Player]
    searches: bool = True


def contestant(game: Game, text: str, patience: float) -> Contestant:
    """Who `text` says; a program loses where it thinks longer than `patience` seconds.

    Raises:
        EngineError: it says nobody, or nobody who plays `game`.
        OSError: there is no such program.
    """
    kind, _, rest = text.strip().partition(":")
    if kind == "gtp":
        return _program(game, rest, patience)
    if text == "random":
        return Contestant("Random", partial(Ours, RandomPlayer), searches=False)
    if kind == "nodes":
        limit = Limit(nodes=int(_number(text, rest, int)))
    elif kind == "time":
        limit = Limit(time=_number(text, rest, float), patience=PATIENCE)
    else:
        level = _level(text)
        name = level.name if level.key.startswith("depth") else f"Level {level.key}"
        return Contestant(name, partial(Ours, partial(_at_level, game, level)))
    return Contestant(text, partial(Ours, lambda _: Bounded(game, limit)))


def _level(text: str) -> Level:
    try:
        return parse_level(text)
    except EngineError as error:
        raise EngineError(f"A player is {KINDS}. {error}") from None


def _at_level(game: Game, level: Level, seed: int) -> Chooser:
    """A level that remembers nothing of earlier games, nor what another player has searched."""
    searcher = fresh_searcher(game)
    return player_for(game, level, seed, lambda _: searcher)


def _number(text: str, number: str, kind: type[int] | type[float]) -> int | float:
    with suppress(ValueError):
        found = kind(number)
        if number.isascii() and 0 < found < math.inf:
            return found
    raise EngineError(f"A player is {KINDS}; there is no limit {text[:SHOWN]!r}.")


class Bounded:
    """The best move that a search finds within a limit."""

    def __init__(self, game: Game, limit: Limit) -> None:
        self._searcher, self._limit = fresh_searcher(game), limit

    def choose(
        self, position: Position, control: SearchControl, report: Report | None = None
    ) -> Choice:
        info = self._searcher.search(position, self._limit, control, report)
        return Choice(info.pv[0], info)


class Ours:
    """A player of this program."""

    def __init__(self, make: Callable[[int], Chooser]) -> None:
        self.seconds: float | None = 0.0
        self._make, self._spent = make, 0.0
        self._chooser: Chooser | None = None

    def begin(self, seed: str) -> None:
        self._chooser = self._make(Random(seed).getrandbits(32))  # noqa: S311 (a game, no secret)

    def told(self, before: Position, move: Move) -> None:
        """It sees the position when it is asked."""

    def choose(self, position: Position, control: SearchControl) -> Move | None:
        if self._chooser is None:
            raise EngineError("No game has begun.")
        started = thread_time()
        choice = self._chooser.choose(position, control)
        self._spent += thread_time() - started
        self.seconds = self._spent
        return choice.move

    def close(self) -> None:
        """Whoever holds the control of a search ends it."""


class Speaking:
    """A program that speaks GTP; one that has failed is started again for the next game."""

    def __init__(self, game: Game, command: str, patience: float) -> None:
        self.seconds: float | None = 0.0
        self._game, self._command, self._patience = game, command, patience
        self._program: Program | None = None
        self._spent = 0.0
        """Seconds of the programs that have failed."""

    def begin(self, seed: str) -> None:
        if self._program is None:
            self._program = Program(self._command, self._patience)
            if size := _size(self._game):
                self._ask(size)
        self._ask("clear_board")

    def told(self, before: Position, move: Move) -> None:
        if not self._game.is_pass(move):
            self._ask(f"play {_colour(before)} {self._game.format_move(move)}")

    def choose(self, position: Position, control: SearchControl) -> Move | None:
        answer = self._ask(f"genmove {_colour(position)}").lower()
        if answer == "resign":
            return None
        try:
            move = self._game.parse_move(answer)
        except EngineError:
            move = -1
        if move not in position.legal_moves():
            self._give_up()
            raise ProgramFailure("illegal move", f"plays {answer[:SHOWN]!r}, which is not legal")
        return move

    def close(self) -> None:
        if (program := self._program) is not None:
            program.close()

    def _give_up(self) -> None:
        """The next game begins with a new process."""
        self.close()
        self._program, self._spent = None, self.seconds or 0.0

    def _ask(self, command: str) -> str:
        if self._program is None:
            raise EngineError("No game has begun.")
        try:
            answer = self._program.ask(command)
        except ProgramFailure:
            self._give_up()
            raise
        try:
            self.seconds = self._spent + self._program.seconds
        except OSError:
            self.seconds = None
        return answer


def _size(game: Game) -> str:
    """What tells a program of the board, empty where it is the usual one."""
    if game.key == family_key(game.key):
        return ""
    columns, rows = game.columns, game.rows
    return f"boardsize {rows}" if rows == columns else f"rectangular_boardsize {columns} {rows}"


def _program(game: Game, command: str, patience: float) -> Contestant:
    """A program, which is started once to see that it speaks and knows the board."""
    if game.players > 2:
        raise UnsupportedGame("Programs that speak GTP know two colours: no game of three.")
    program = Program(command, patience)
    try:
        if size := _size(game):
            program.ask(size)
        name = _name(program)
    finally:
        program.close()
    name = name or Path(words(command)[0]).name
    return Contestant(name, partial(Speaking, game, command, patience), searches=False)


def _name(program: Program) -> str:
    """What it is called, empty where it does not say."""
    try:
        return one_line(program.ask("name"))[:SHOWN]
    except ProgramFailure as failure:
        if failure.kind != "refusal":
            raise
        return ""


def _colour(position: Position) -> str:
    return "bw"[position.to_move]
