"""A match at a server, played from a terminal or over a pipe."""

from __future__ import annotations

import secrets
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Protocol

from engine.errors import EngineError
from engine.formats.record import one_line
from engine.sentences import describe_turn
from engine.terminal.screen import counts, draw
from engine.terminal.session import how_to_move
from webapp.client.errors import ClientError, parsing_answer
from webapp.client.event_texts import sentences
from webapp.client.live import ANSWER, CHAT, DOWN, OUTDATED, UP
from webapp.client.table import WAITING, Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from webapp.client.address import Address

LINE = "line"
"""What is told of a line that was typed; None: there will be no more."""

HELP = """\
{moves}
  undo       take back, or ask for it
  draw       offer a draw
  accept     agree to what is offered; decline: do not
  hint       ask for a good move
  resign     give up
  claim      take the win from somebody who has left for a minute
  rematch    offer another game once this one is over
  say TEXT   write to the other players, or as a watcher to watchers
  quit       leave; your seat is kept, and the record is printed
  help       show this"""

ACTIONS: dict[str, dict[str, Any]] = {
    "undo": {"t": "takeback"},
    "draw": {"t": "offer", "kind": "draw"},
    "accept": {"t": "accept"},
    "decline": {"t": "decline"},
    "hint": {"t": "hint"},
    "resign": {"t": "resign"},
    "claim": {"t": "claim", "kind": "win"},
    "rematch": {"t": "rematch"},
}
"""What the words for a server ask of it."""

WAIT = 1.0
"""Seconds between two looks for Ctrl-C, which a waiting queue does not hear on every system."""


def _refusal(answer: dict[str, Any]) -> str:
    return one_line(answer.get("message", "The server refuses."))


class Console(Protocol):
    """Where a visit is shown.

    Attributes:
        prompting: whether a person types; else moves wait for their turn.
    """

    colour: bool
    prompting: bool

    def say(self, text: str) -> None: ...

    def prompt(self, text: str) -> None:
        """Ask for a line, in the place of what asked before."""

    def entered(self) -> None:
        """A line was typed, behind what asked for it."""


class Way(Protocol):
    """The way to the server, see `webapp.client.live.Live`."""

    def ask(self, name: str, fields: dict[str, Any]) -> bool: ...


class Visit:
    """One person at one table after the other, as rematches lead on.

    Args:
        inbox: what has arrived, as (name, fields).
    """

    def __init__(
        self,
        address: Address,
        snapshot: dict[str, Any],
        console: Console,
        line: Way,
        inbox: SimpleQueue[tuple[str, Any]],
    ) -> None:
        self._address, self._console, self._line, self._inbox = address, console, line, inbox
        with parsing_answer():
            self.table = Table(snapshot)
        self._up = True
        self._typed: list[str | None] = []
        self._asked: dict[str, Any] | None = None
        """The action that is not answered; it is sent again once the line is back."""
        self._expected = 0
        """The version that an answer promised."""
        self._leaving = False
        self._handlers: dict[str, Callable[[Any], None]] = {
            "event": self._event,
            LINE: self._line_typed,
            UP: self._back,
            DOWN: self._cut,
            OUTDATED: self._outdated,
            ANSWER: self._answered,
            CHAT: self._chat,
        }

    def run(self) -> None:
        """Play until somebody leaves; print the record."""
        with parsing_answer():
            self._begin()
        self._watch()
        try:
            while True:
                self._take()
                if self._leaving:
                    break
                self._ask()
                try:
                    name, fields = self._inbox.get(timeout=WAIT)
                except Empty:
                    continue
                with parsing_answer():
                    self._handlers[name](fields)
        finally:
            with parsing_answer():
                self._leave()

    def _begin(self) -> None:
        """Who plays, where it can be found, and the board."""
        table, say = self.table, self._console.say
        say(f"{table.game.name}. {table.seats()}")
        if not table.you:
            say("You are watching.")
        elif self._console.prompting:
            self._help()
        if table.status == WAITING:
            say(f"Whoever opens {self._address.of(table.id)} may play.")
        self._show()
        if table.over:
            self._ended()

    def _line_typed(self, line: str | None) -> None:
        self._console.entered()
        self._typed.append(line)

    def _take(self) -> None:
        """Do what was typed, as far as it can be done now."""
        if self._gives_up():
            self._leaving = True
        while self._typed and not self._leaving and self._asked is None:
            table, line = self.table, self._typed[0]
            if table.v < self._expected:
                return
            word = "" if line is None else line.strip().lower()
            if (line is None or not self._console.prompting) and not self._may_go_on(word):
                return
            self._typed.pop(0)
            if line is None:
                self._leaving = True
            elif word.startswith("say "):
                self._say(line.strip()[4:])
            elif word:
                self._do(word)

    def _gives_up(self) -> bool:
        """Whether a person wants to leave for whom nobody answers what was typed before."""
        leaves = any(line is None or line.strip().lower() == "quit" for line in self._typed)
        return leaves and self._console.prompting and not self._up

    def _may_go_on(self, word: str) -> bool:
        """Whether a line that was written beforehand has its turn, as at home."""
        table = self.table
        asked = table.offer is not None and table.offer["by"] not in table.you
        return table.mine or table.over or asked or word == "quit"

    def _do(self, word: str) -> None:
        if word == "quit":
            self._leaving = True
        elif word == "help":
            self._help()
        elif not self.table.you:
            self._console.say("You are watching; type quit to leave.")
        elif word in ACTIONS:
            self._act(ACTIONS[word])
        else:
            self._move(word)

    def _say(self, text: str) -> None:
        room = "players" if self.table.you else "watchers"
        if not self._line.ask("say", {"match": self.table.id, "room": room, "text": text}):
            self._console.say("That was not said: the line is cut.")

    def _chat(self, line: dict[str, Any]) -> None:
        if line["match"] == self.table.id:
            self._console.say(f"{one_line(line['name'])}: {one_line(line['text'])}")

    def _move(self, text: str) -> None:
        table = self.table
        if table.over:
            self._console.say("The game is over; type rematch or quit.")
            return
        if not table.mine:
            waits = table.status == WAITING
            said = "A player is still missing." if waits else describe_turn(table.position)
            self._console.say(said)
            return
        try:
            move = table.game.parse_move(text)
            table.position.play(move)
        except EngineError as error:
            self._console.say(f"{error} Try again, or type help.")
            return
        self._act({"t": "move", "move": move})

    def _act(self, request: dict[str, Any]) -> None:
        """Ask for something; what is said twice counts once, by its id."""
        ply = {"ply": self.table.position.ply} if request["t"] in ("move", "takeback") else {}
        self._asked = {"match": self.table.id, "id": secrets.token_urlsafe(9)} | ply | request
        self._line.ask("act", self._asked)

    def _answered(self, request: tuple[dict[str, Any], Any]) -> None:
        """Of an action, or of a request to see what was missed."""
        fields, answer = request
        if "text" in fields:
            if not answer.get("ok"):
                self._console.say(_refusal(answer))
            return
        if "t" not in fields:
            self._seen(answer)
            return
        if fields is not self._asked:
            return
        self._asked = None
        if answer.get("ok"):
            self._expected = int(answer["v"])
            return
        self._console.say(_refusal(answer))
        if answer.get("code") == "stale":
            self._watch()

    def _watch(self) -> None:
        self._line.ask("watch", {"match": self.table.id, "v": self.table.v})

    def _seen(self, answer: dict[str, Any]) -> None:
        """The events that were missed, or everything."""
        if not answer.get("ok"):
            raise ClientError(_refusal(answer))
        for event in answer.get("events", ()):
            self._event(event)
        snapshot = answer.get("snapshot")
        if snapshot is None:
            return
        if snapshot["match"] != self.table.id:
            self.table, self._asked, self._expected = Table(snapshot), None, 0
            self._console.say(self.table.seats())
            self._show()
        elif snapshot["v"] > self.table.v:
            knew, self.table = self.table.over, Table(snapshot)
            self._show()
            if self.table.over and not knew:
                self._ended()

    def _cut(self, _: object) -> None:
        if self._up and not self._leaving:
            self._console.say("The line is cut; trying again. What you type waits.")
        self._up = False

    def _back(self, _: object) -> None:
        """The line is there: see what was missed, and say again what nobody answered."""
        if not self._up:
            self._console.say("The line is back.")
            self._watch()
            if self._asked is not None:
                self._line.ask("act", self._asked)
        self._up = True

    def _outdated(self, sentence: str) -> None:
        raise ClientError(sentence)

    def _event(self, event: dict[str, Any]) -> None:
        table = self.table
        if event["match"] != table.id or event["v"] <= table.v:
            return
        if event["v"] > table.v + 1:
            self._watch()
            return
        before = table.position
        offer = table.offer
        table.apply(event)
        for sentence in sentences(table, event, before, offer):
            self._console.say(sentence)
        if event["t"] in ("moved", "took_back") and not self._passed(event):
            self._show()
        if event["t"] == "joined" and table.status != WAITING:
            self._show()
        if event["t"] == "ended":
            self._ended()
        if event["t"] == "rematched" and table.you:
            self._move_on()

    def _passed(self, event: dict[str, Any]) -> bool:
        return event["t"] == "moved" and self.table.game.is_pass(event["move"])

    def _ended(self) -> None:
        outcome = self.table.outcome or {}
        say = self._console.say
        say(one_line(f"{outcome.get('title', '')} {outcome.get('text', '')}"))
        if self._console.prompting and self.table.you:
            say("Type rematch or quit.")
        elif not self.table.you:
            self._leaving = True

    def _move_on(self) -> None:
        """To the next game of the series."""
        table = self.table
        if table.next is not None:
            self._line.ask("watch", {"match": table.next})
            self._console.say(f"The next game: {self._address.of(table.next)}")

    def _show(self) -> None:
        """The board, whose turn it is, and the clocks."""
        table, say = self.table, self._console.say
        say("")
        say(draw(table.position, hints=table.mine, colour=self._console.colour))
        for line in (counts(table.position), table.clocks()):
            if line:
                say(line)
        if table.over:
            return
        if table.status != WAITING:
            say(describe_turn(table.position))

    def _help(self) -> None:
        self._console.say(HELP.format(moves=how_to_move(self.table.game)))

    def _ask(self) -> None:
        """Ask for a line, unless the last one is not done."""
        table = self.table
        if self._asked is not None or table.v < self._expected:
            return
        colour = table.game.player_names[table.position.to_move]
        self._console.prompt(f"{colour}> " if table.mine else "> ")

    def _leave(self) -> None:
        """The record, and the way back."""
        table, say = self.table, self._console.say
        say("")
        say(table.record().to_text().rstrip())
        if table.you and not table.over:
            say("")
            say(f"Your seat is kept: flipfour play --server {self._address.of(table.id)}")
