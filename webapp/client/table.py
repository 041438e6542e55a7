"""A match as its server has told of it: a snapshot, and every event since."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.formats.record import GameRecord, Result, one_line
from engine.registry import game as game_of
from webapp.domain.clock import clock_text
from webapp.domain.result import Result as Ending

if TYPE_CHECKING:
    from engine.game import Move, Position

WAITING, PLAYING, FINISHED = "waiting", "playing", "finished"


class Table:
    """What the board, the seats and the clocks are at version `v`.

    Attributes:
        path: every position, the start first.
        you: the seats that are one's own.
        offer: what is offered, and by which seat.
        outcome: how it ended, as the server says it.
        next: the match in which the series goes on.

    Raises:
        UnsupportedGame: this program does not know the game.
        IllegalMove: the rules are not those of the server.
    """

    def __init__(self, snapshot: dict[str, Any]) -> None:
        self.id = one_line(snapshot["match"])
        self.v = int(snapshot["v"])
        self.game = game_of(snapshot["game"]["key"])
        self.status = str(snapshot["status"])
        self.names = [one_line(seat["name"]) for seat in snapshot["seats"]]
        self.kinds = [str(seat["kind"]) for seat in snapshot["seats"]]
        self.you: list[int] = list(snapshot["you"])
        self.moves: list[Move] = []
        self.path: list[Position] = [self.game.start()]
        for _seat, move, _text in snapshot["moves"]:
            self._play(move)
        self.offer: dict[str, Any] | None = snapshot["offer"]
        self.outcome: dict[str, Any] | None = snapshot["outcome"]
        self.clock: dict[str, Any] | None = snapshot["clock"]
        self.next: str | None = snapshot["next"]

    @property
    def position(self) -> Position:
        return self.path[-1]

    @property
    def mine(self) -> bool:
        """Whether it is one's own turn."""
        return self.status == PLAYING and self.position.to_move in self.you

    @property
    def over(self) -> bool:
        return self.status == FINISHED

    def who(self, seat: int) -> str:
        """A seat's colour and name: "Red (Mira)"."""
        return f"{self.game.player_names[seat]} ({self.names[seat]})"

    def seats(self) -> str:
        """Who sits where: "Red: Mira, you. Yellow: Level 4."."""
        said = []
        for seat, colour in enumerate(self.game.player_names):
            name = "nobody yet" if self.kinds[seat] == "open" else self.names[seat]
            said.append(f"{colour}: {name}{', you' if seat in self.you else ''}.")
        return " ".join(said)

    def clocks(self) -> str:
        """What every seat has left; empty where no clock runs."""
        if self.clock is None:
            return ""
        left = zip(self.game.player_names, self.clock["ms"], strict=True)
        return "Clocks: " + ", ".join(f"{colour} {clock_text(ms)}" for colour, ms in left) + "."

    def record(self) -> GameRecord:
        """The game so far."""
        result = None
        if (ended := self.position.outcome()) is not None:
            result = Result.of(ended)
        elif self.outcome is not None:
            won, reason = self.outcome["winner"], self.outcome["reason"]
            result = Result(won, reason=reason) if Ending(reason, won).decided else None
        return GameRecord(self.game, tuple(self.moves), result, tuple(self.names))

    def apply(self, event: dict[str, Any]) -> None:
        """Make the event true; one of a kind that is not known changes the version alone."""
        self.v = event["v"]
        if event.get("clock") is not None:
            self.clock = event["clock"]
        if (change := CHANGES.get(event["t"])) is not None:
            change(self, event)

    def _play(self, move: Move) -> None:
        self.path.append(self.position.play(move))
        self.moves.append(move)

    def _moved(self, event: dict[str, Any]) -> None:
        self._play(event["move"])
        if self.offer is not None and self.offer["kind"] != "rematch":
            self.offer = None

    def _took_back(self, event: dict[str, Any]) -> None:
        del self.path[event["moves"] + 1 :], self.moves[event["moves"] :]
        self.offer, self.outcome, self.status = None, None, PLAYING

    def _joined(self, event: dict[str, Any]) -> None:
        self.names[event["seat"]], self.kinds[event["seat"]] = one_line(event["name"]), "human"
        self.status = event["status"]

    def _renamed(self, event: dict[str, Any]) -> None:
        self.names[event["seat"]] = one_line(event["name"])

    def _offered(self, event: dict[str, Any]) -> None:
        self.offer = {"kind": event["kind"], "by": event["by"]}

    def _declined(self, event: dict[str, Any]) -> None:
        self.offer = None

    def _handed_over(self, event: dict[str, Any]) -> None:
        self.names[event["seat"]], self.kinds[event["seat"]] = one_line(event["name"]), "ai"
        self.you = [seat for seat in self.you if seat != event["seat"]]
        self.offer = None

    def _ended(self, event: dict[str, Any]) -> None:
        self.status, self.outcome, self.offer = FINISHED, event["outcome"], None

    def _rematched(self, event: dict[str, Any]) -> None:
        self.next, self.offer = event["next"], None


CHANGES: dict[str, Callable[[Table, dict[str, Any]], None]] = {
    "moved": Table._moved,
    "took_back": Table._took_back,
    "joined": Table._joined,
    "renamed": Table._renamed,
    "levelled": Table._renamed,
    "offered": Table._offered,
    "declined": Table._declined,
    "handed_over": Table._handed_over,
    "ended": Table._ended,
    "rematched": Table._rematched,
}
"""What changes by each kind of event; the others change nothing that is shown."""
