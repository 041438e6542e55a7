"""The other end of GTP: a player of ours for programs and boards that speak it.

It is version 2 of the protocol as far as a game of two without time goes: ``b`` is the first player
and ``w`` the second, moves are spelt as Flipfour spells them. A pass that the rules force may be
said or left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import EngineError, UnsupportedGame
from engine.search.control import SearchControl
from engine.terminal.interruptible import interruptible
from engine.terminal.screen import draw

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.contest.players import Player
    from engine.game import Game, Position

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
PASS, RESIGN = "pass", "resign"


class Speaker:
    """Answers one command after the other; `player` is asked for moves.

    Raises:
        UnsupportedGame: the game has a third colour.
    """

    def __init__(self, game: Game, player: Player, version: str, seed: int) -> None:
        if game.players > len(set(COLOURS.values())):
            raise UnsupportedGame("Programs that speak GTP know two colours: no game of three.")
        self._game, self._player, self._seed = game, player, seed
        self._path: list[Position] = []
        self._games = 0
        self.leaving = False
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Flipfour",
            "version": lambda _: version,
            "known_command": self._known,
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._size,
            "rectangular_boardsize": self._size,
            "clear_board": self._clear,
            "play": self._play,
            "genmove": self._genmove,
            "undo": self._undo,
            "showboard": lambda _: f"\n{draw(self._position)}",
        }
        self._clear([])

    @property
    def _position(self) -> Position:
        return self._path[-1]

    def answer(self, line: str) -> str:
        """What to say to a line, without the empty line behind it; empty where it says nothing."""
        words = "".join(c for c in line.partition("#")[0] if c >= " " or c == "\t").split()
        number = words.pop(0) if words and words[0].isascii() and words[0].isdigit() else ""
        if not words:
            return ""
        name, *arguments = words
        try:
            command = self._commands.get(name)
            if command is None:
                raise EngineError("unknown command")
            return f"={number} {command(arguments)}".rstrip()
        except EngineError as error:
            return f"?{number} {error}"

    def _known(self, words: list[str]) -> str:
        return str(bool(words) and words[0] in self._commands).lower()

    def _quit(self, _: list[str]) -> str:
        self.leaving = True
        return ""

    def _size(self, words: list[str]) -> str:
        if (words * 2)[:2] != [str(self._game.columns), str(self._game.rows)]:
            raise EngineError("unacceptable size")
        return self._clear([])

    def _clear(self, _: list[str]) -> str:
        self._path = [self._game.start()]
        self._games += 1
        self._player.begin(f"{self._seed} {self._games}")
        return ""

    def _turn(self, words: list[str]) -> None:
        """Make it the turn of the colour that is named, where a forced pass does.

        Raises:
            EngineError: it is not, or the game is over.
        """
        colour = COLOURS.get(words[0].lower()) if words else None
        if colour is None:
            raise EngineError("syntax error")
        position = self._position
        legal = position.legal_moves()
        if not legal:
            raise EngineError("the game is over")
        if position.to_move != colour:
            if not self._game.is_pass(legal[0]):
                raise EngineError("it is the other colour's turn")
            self._path.append(position.play(legal[0]))

    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise EngineError("syntax error")
        self._turn(words)
        position, word = self._position, words[1].lower()
        legal = position.legal_moves()
        try:
            forced = word == PASS and bool(legal) and self._game.is_pass(legal[0])
            move = legal[0] if forced else self._game.parse_move(word)
            self._path.append(position.play(move))
        except EngineError:
            raise EngineError("illegal move") from None
        return ""

    def _genmove(self, words: list[str]) -> str:
        self._turn(words)
        position, control = self._position, SearchControl()
        legal = position.legal_moves()
        if not legal:
            raise EngineError("the game is over")
        if self._game.is_pass(legal[0]):
            self._path.append(position.play(legal[0]))
            return PASS
        move = interruptible(lambda: self._player.choose(position, control), control)
        if move is None:
            return RESIGN
        self._path.append(position.play(move))
        return self._game.format_move(move)

    def _undo(self, _: list[str]) -> str:
        if len(self._path) == 1:
            raise EngineError("cannot undo")
        self._path.pop()
        return ""
