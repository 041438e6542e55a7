"""One game at a terminal or over a pipe, a line for each move."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from engine.errors import EngineError
from engine.formats.record import GameRecord, Result
from engine.players import LEVELS, player_for
from engine.sentences import (
    describe_move,
    describe_outcome,
    describe_target,
    describe_turn,
    name_move,
)
from engine.terminal.screen import counts, draw
from engine.terminal.thinking import choose

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game, Move, Position
    from engine.players import Chooser
    from engine.players.levelled import SearcherSource
    from engine.terminal.seats import Seating

HINT_LEVEL = max(LEVELS, key=int)

HELP = """\
{moves}
  undo    take back to your last turn
  hint    ask the engine for a good move
  resign  give up
  quit    leave the game; its record is printed
  help    show this"""


def how_to_move(game: Game) -> str:
    """What a person types for a move."""
    if game.bottom_up:
        return f"Type the column to drop a disc in, 1 to {game.columns}."
    last = game.format_move(game.columns * game.rows - 1)
    return f"Type the square to play on, a1 to {last}. Passes are played for you."


class Console(Protocol):
    """Where a session reads and writes."""

    colour: bool

    def say(self, text: str) -> None: ...

    def ask(self, prompt: str) -> str | None:
        """One line from the person, None when there will be no more."""


@dataclass
class Session:
    """A game going on: its positions so far, and who plays it."""

    game: Game
    seating: Seating
    console: Console
    compiled: SearcherSource | None = None
    seed: int | None = None
    path: list[Position] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    result: Result | None = None

    def __post_init__(self) -> None:
        self.path.append(self.game.start())
        self._players = {
            player: player_for(self.game, level, self.seed, self.compiled)
            for player, level in enumerate(self.seating.seats)
            if level is not None
        }
        self._advisor = player_for(self.game, HINT_LEVEL, self.seed, self.compiled)
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="engine")
        self._commands: dict[str, Callable[[], bool]] = {
            "undo": self._undo,
            "hint": self._hint,
            "resign": self._resign,
            "quit": self._quit,
            "help": self._help,
        }

    @property
    def position(self) -> Position:
        return self.path[-1]

    def play(self) -> None:
        """Play until the game ends, somebody leaves or the input does; print the record."""
        say = self.console.say
        say(f"{self.game.name}. {self.seating.describe()}")
        if self.seating.people:
            self._help()
        try:
            self._show()
            while self.position.outcome() is None and self._turn():
                pass
        finally:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._report()

    def _turn(self) -> bool:
        """Let the side to move play, or pass; False when the person leaves."""
        position = self.position
        legal = position.legal_moves()
        if len(legal) == 1 and self.game.is_pass(legal[0]):
            self._play(legal[0])
            return True
        player = self._players.get(position.to_move)
        if player is not None:
            self._play(self._think(player))
            return True
        return self._ask()

    def _ask(self) -> bool:
        """One line from the person to move; False when they leave."""
        colour = self.game.player_names[self.position.to_move]
        line = self.console.ask(f"{colour}> ")
        if line is None:
            return False
        word = line.strip().lower()
        if not word:
            return True
        if word in self._commands:
            return self._commands[word]()
        try:
            self._play(self.game.parse_move(word))
        except EngineError as error:
            self.console.say(f"{error} Try again, or type help.")
        return True

    def _play(self, move: Move) -> None:
        before = self.position
        after = before.play(move)
        self.path.append(after)
        self.moves.append(move)
        self.console.say(describe_move(before, move))
        if not self.game.is_pass(move):
            self._show()

    def _show(self) -> None:
        """The board and whose turn it is."""
        position = self.position
        human = position.to_move not in self._players
        self.console.say("")
        self.console.say(draw(position, hints=human, colour=self.console.colour))
        discs = counts(position)
        if discs:
            self.console.say(discs)
        if position.outcome() is None:
            self.console.say(describe_turn(position))

    def _think(self, player: Chooser) -> Move:
        return choose(self._executor, player, self.position).move

    def _undo(self) -> bool:
        """Back to the last turn of the person who asks, or of another at the same screen."""
        mine = [
            ply
            for ply, position in enumerate(self.path[:-1])
            if position.to_move not in self._players and not self._forced(position)
        ]
        if not mine:
            self.console.say("There is no move of yours to take back.")
            return True
        del self.path[mine[-1] + 1 :]
        del self.moves[mine[-1] :]
        self.console.say("Taken back.")
        self._show()
        return True

    def _forced(self, position: Position) -> bool:
        return self.game.is_pass(position.legal_moves()[0])

    def _hint(self) -> bool:
        move = self._think(self._advisor)
        target = describe_target(self.position, move)
        self.console.say(f"Hint: {name_move(self.game, move)}. {target}")
        return True

    def _resign(self) -> bool:
        """The person to move gives up: the other wins; among three nobody does."""
        names, player = self.game.player_names, self.position.to_move
        self.console.say(f"{names[player]} resigns.")
        if self.game.players == 2:
            self.result = Result(1 - player, reason="resignation")
            self.console.say(f"{names[1 - player]} wins.")
        return False

    def _quit(self) -> bool:
        return False

    def _help(self) -> bool:
        self.console.say(HELP.format(moves=how_to_move(self.game)))
        return True

    def _report(self) -> None:
        """The result, and the record of the game."""
        outcome = self.position.outcome()
        if outcome is not None:
            self.console.say(str(describe_outcome(self.game, outcome)))
            self.result = Result.of(outcome)
        record = GameRecord(self.game, tuple(self.moves), self.result, self.seating.names)
        self.console.say("")
        self.console.say(record.to_text().rstrip())
