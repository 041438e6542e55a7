"""Which rooms each socket is in, so that one that goes is not looked for in all there are.

Every socket is a room of its own, too: where ten thousand go at once, python-socketio's own manager
looks through ten thousand rooms for each of them.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Any

from socketio.manager import Manager


class Rooms(Manager):  # type: ignore[misc]
    """The library's manager for one process, with an index from sockets to rooms."""

    def __init__(self) -> None:
        super().__init__()
        self._changing = threading.Lock()
        self._entered: defaultdict[tuple[str, str], dict[str | None, None]] = defaultdict(dict)

    def basic_enter_room(
        self, sid: str, namespace: str, room: str | None, eio_sid: str | None = None
    ) -> None:
        """Nobody enters who has gone, for whom the library would keep an empty room.

        Raises:
            KeyError: the socket has gone.
        """
        with self._changing:
            if eio_sid is None and (namespace, sid) not in self._entered:
                raise KeyError(sid)
            super().basic_enter_room(sid, namespace, room, eio_sid)
            self._entered[namespace, sid][room] = None

    def basic_leave_room(self, sid: str, namespace: str, room: str | None) -> None:
        with self._changing:
            super().basic_leave_room(sid, namespace, room)
            if entered := self._entered.get((namespace, sid)):
                entered.pop(room, None)
                if not entered:
                    del self._entered[namespace, sid]

    def basic_disconnect(self, sid: str, namespace: str, **_: Any) -> None:
        """Forget a socket wherever it is known."""
        with self._changing:
            for room in self._entered.pop((namespace, sid), ()):
                super().basic_leave_room(sid, namespace, room)
        self.callbacks.pop(sid, None)
        for pending in (self.pending_connect, self.pending_disconnect):
            if sid in pending.get(namespace, ()):
                pending[namespace].remove(sid)
                if not pending[namespace]:
                    del pending[namespace]
