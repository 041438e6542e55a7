"""Where people come from, so that work done for them later is shared by address too."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from webapp.service.turns import NOBODY, Visitor

if TYPE_CHECKING:
    from webapp.domain.match import Match

KEPT = 10_000
"""Guests whose address is remembered, the last ones seen."""


class GuestAddresses:
    """The last address of each guest. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def saw(self, visitor: Visitor) -> None:
        """Somebody has asked for something."""
        if not visitor.guest:
            return
        with self._lock:
            self._addresses[visitor.guest] = visitor.address
            self._addresses.move_to_end(visitor.guest)
            if len(self._addresses) > KEPT:
                self._addresses.popitem(last=False)

    def of(self, guest: str) -> Visitor:
        """A guest as one who waits; of those not seen of late the address is not known."""
        return Visitor(self._addresses.get(guest, ""), guest)

    def at(self, match: Match) -> Visitor:
        """Who waits for a match's moves: somebody at the board, else whoever began it."""
        guest = min(match.guests(), default=match.host)
        return self.of(guest) if guest else NOBODY
