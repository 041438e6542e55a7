"""What a client sends and the loop's own thread handles, as it takes no waiting.

To hand a message to another thread and its answer back costs more than to enter and to begin to
look on, which is what everybody does at once when a crowd comes, or comes back.
"""

from __future__ import annotations

import logging
import re
import threading
from typing import TYPE_CHECKING, Any

from engineio.packet import Packet

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

_ENTERS = "40"
_EAGER = re.compile(r'42\d{0,12}\["(watch|pulse)"')
"""Events whose handlers say where they would have to wait."""


class Haste(threading.local):
    """Whether this thread may not wait, and whether a handler would have had to."""

    on = False
    in_vain = False


class LoopHandler:
    """On the loop's thread alone."""

    def __init__(self, haste: Haste, may_enter: Callable[[str], bool], *, alone: bool) -> None:
        """`may_enter`: whether the transport of this id can enter without waiting.

        `alone`: nothing is counted or said at a service, for which every message would wait.
        """
        self._haste = haste
        self._may_enter = may_enter
        self._alone = alone

    def handle(self, engine: Any, text: str) -> bool:
        """Handle an Engine.IO packet if that takes no waiting; whether it is done."""
        if engine.closed:
            return True
        if not self._promises(engine.sid, text):
            return False
        self._haste.on, self._haste.in_vain = True, False
        try:
            engine.receive(Packet(encoded_packet=text))
        except Exception:
            log.exception("What a client sent could not be handled.")
        finally:
            self._haste.on = False
        return not self._haste.in_vain

    def _promises(self, transport: str, text: str) -> bool:
        if not self._alone:
            return False
        if text.startswith(_ENTERS):
            return self._may_enter(transport)
        return _EAGER.match(text) is not None
