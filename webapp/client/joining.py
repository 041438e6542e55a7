"""Getting a seat at a server: in a new match, or in the one that a link leads to."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import click

from engine.errors import EngineError
from engine.formats.record import one_line
from engine.players import parse_level
from engine.registry import game as game_of
from engine.terminal.seats import HUMAN
from webapp.client.address import parse_address
from webapp.client.api import Api, visits
from webapp.client.console import StandardConsole
from webapp.client.errors import ClientError, parsing_answer
from webapp.client.lines import read_lines
from webapp.client.live import Live
from webapp.client.visit import LINE, Visit

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """What to play.

    Attributes:
        game: a key; None: whatever a link leads to.
        seats: ``human`` or a level, in order; the first human is oneself, the others and those
            that are missing are for whoever opens the link.
        first: the number of the seat that moves first.
        clock: ``5+3`` or ``30/move``, empty without one.
        strangers: whether anybody at the server may join.
    """

    game: str | None = None
    seats: tuple[str, ...] = ()
    first: int = 1
    clock: str = ""
    strangers: bool = False

    @property
    def orders(self) -> bool:
        """Whether it says more than a match that there is leaves open."""
        return bool(self.seats or self.clock or self.strangers or self.first != 1)

    def order(self) -> dict[str, Any]:
        """What to ask a server for.

        Raises:
            EngineError: there is no such game, seat or level.
            ClientError: no game is named.
        """
        if self.game is None:
            raise ClientError("Name a GAME, or the link of a match.")
        game = game_of(self.game)
        count = game.players
        if len(self.seats) > count:
            raise EngineError(f"{game.name} has {count} seats here, not {len(self.seats)}.")
        if not 1 <= self.first <= count:
            raise EngineError(f"There is no seat {self.first} to move first: choose 1 to {count}.")
        texts = (*self.seats, *[HUMAN] * (count - len(self.seats)))
        seats = [_seat(text.strip().lower()) for text in texts]
        if "friend" in seats:
            seats[seats.index("friend")] = "me"
        seats = [*seats[self.first - 1 :], *seats[: self.first - 1]]
        fields = {f"seat{number}": seat for number, seat in enumerate(seats)}
        return {"game": game.key, "clock": self.clock, "open": self.strangers} | fields


def _seat(text: str) -> str:
    return "friend" if text == HUMAN else f"ai:{parse_level(text).key}"


def play_at(
    server: str, request: MatchRequest, name: str | None = None, kept: Path | None = None
) -> None:
    """Play at a server until somebody leaves.

    Raises:
        ClientError: the server, the match or what is asked for cannot be had.
        EngineError: there is no such game, seat or level.
    """
    address = parse_address(server)
    if address.match is not None and request.orders:
        raise ClientError("A match that there is has its seats and clock already.")
    order = request.order() if address.match is None else {}
    api = Api(address, kept or visits(address))
    if name is not None and name != api.name:
        api.rename(name)
    inbox: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    live = Live(api, lambda message, fields: inbox.put((message, fields)))
    try:
        match = address.match
        snapshot = api.post("/api/matches", order) if match is None else seated(api, match, request)
        read_lines(sys.stdin.fileno(), lambda line: inbox.put((LINE, line)))
        Visit(api.address, snapshot, StandardConsole(), live, inbox).run()
    finally:
        live.close()


def seated(api: Api, match: str, request: MatchRequest) -> dict[str, Any]:
    """The match, in which one has taken the free seat if there was one and that was asked for.

    Raises:
        ClientError: it is of another game, or others' alone.
    """
    path = f"/api/matches/{match}"
    snapshot = api.get(path)
    with parsing_answer():
        key, joins = one_line(snapshot["game"]["key"]), snapshot["can_join"]
    if request.game is not None and key != game_of(request.game).key:
        raise ClientError(f"That is a match of {key}, not of {request.game}.")
    if joins and not api.address.watching:
        try:
            api.post(f"{path}/join", {})
        except ClientError as error:
            if error.code != "full":
                raise
        snapshot = api.get(path)
    if not snapshot.get("you") and not api.address.watching:
        click.echo("All seats are taken.", err=True)
    return snapshot
