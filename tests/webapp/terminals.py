"""People at terminals who play at a server, for tests."""

from __future__ import annotations

import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from tests.webapp.browsers import PATIENCE, wait_until
from webapp.client.address import parse_address
from webapp.client.api import Api
from webapp.client.joining import MatchRequest, seated
from webapp.client.live import Live
from webapp.client.visit import LINE, Visit

if TYPE_CHECKING:
    from pathlib import Path


class Terminal:
    """Somebody at a terminal; `said` is what stands there."""

    prompting, colour = True, False

    def __init__(
        self, address: str, kept: Path, request: MatchRequest | None = None, name: str = ""
    ) -> None:
        self.said: list[str] = []
        self._told: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self.api = Api(parse_address(address), kept)
        if name:
            self.api.rename(name)
        self.live = Live(self.api, lambda message, fields: self._told.put((message, fields)))
        match, request = self.api.address.match, request or MatchRequest()
        order = {} if match else request.order()
        snapshot = (
            seated(self.api, match, request) if match else self.api.post("/api/matches", order)
        )
        self.visit = Visit(self.api.address, snapshot, self, self.live, self._told)
        self._thread = threading.Thread(target=self.visit.run, daemon=True)
        self._thread.start()

    @property
    def link(self) -> str:
        return self.api.address.of(self.visit.table.id)

    def say(self, text: str) -> None:
        self.said.append(text)

    def prompt(self, text: str) -> None:
        """Nothing is shown for it."""

    def entered(self) -> None:
        """Nothing is shown for it."""

    def type(self, *lines: str) -> None:
        for line in lines:
            self._told.put((LINE, line))

    def reads(self, text: str, times: int = 1) -> None:
        wait_until(lambda: sum(text in said for said in self.said) >= times)

    def play(self, text: str) -> None:
        """Make a move once it is one's turn."""
        wait_until(lambda: self.visit.table.mine)
        before = self.visit.table.position.ply
        self.type(text)
        wait_until(lambda: self.visit.table.position.ply > before)

    def play_any(self) -> None:
        """Make the first legal move."""
        wait_until(lambda: self.visit.table.mine)
        position = self.visit.table.position
        self.play(position.game.format_move(position.legal_moves()[0]))

    def leave(self) -> None:
        if self._thread.is_alive():
            self.type("quit")
            self._thread.join(PATIENCE)
        self.live.close()
