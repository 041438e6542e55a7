"""What waits to be sent to one client: as little as possible, and never much.

Engine.IO hands every packet to a queue that a writer thread empties. Two thread switches
per client and message are what makes its broadcasts dear. This queue writes a packet
straight to the socket when nothing is waiting and the socket takes it without blocking;
otherwise it keeps it for the writer thread, up to a bound. A client that falls further
behind is cut off and will ask for what it missed when it comes back.
"""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING, Any

from webapp.sockets.websocket import Frame, text_frame

if TYPE_CHECKING:
    from webapp.sockets.websocket import WebSocket

MAX_PACKETS = 64
MAX_BYTES = 256 * 1024


class Outbox(queue.Queue[Any]):
    """Stands in for the ``queue`` of an Engine.IO socket.

    While the writer thread holds a packet it has taken and not yet written, nothing is
    written straight, so packets keep their order.
    """

    def __init__(self) -> None:
        super().__init__()
        self._websocket: WebSocket | None = None
        self._writer_busy = False
        self._bytes = 0
        self._straight = 0
        """Packets written straight so far."""

    def attach(self, websocket: WebSocket) -> None:
        """From now on packets may be written straight."""
        with self.mutex:
            self._websocket = websocket

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """Send `item` now or later. Never blocks. None ends the writer thread."""
        with self.mutex:
            if item is not None:
                rest = self._write(item)
                if rest is None:
                    return
                if self._qsize() >= MAX_PACKETS or self._bytes + len(rest) > MAX_BYTES:
                    self._cut()
                    return
                item = rest
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Engine.IO's writer takes all there is, writes it, and only then waits again.

        It gives the connection up when there was nothing to send for `timeout`; what went
        straight counts as something.
        """
        if block:
            with self.mutex:
                self._writer_busy = False
        while True:
            written = self._straight
            try:
                return super().get(block, timeout)
            except queue.Empty:
                if not block or self._straight == written:
                    raise

    def _put(self, item: Any) -> None:
        self._bytes += 0 if item is None else len(item)
        super()._put(item)

    def _get(self) -> Any:
        item = super()._get()
        self._bytes -= 0 if item is None else len(item)
        self._writer_busy = True
        return item

    def _write(self, packet: Any) -> Frame | None:
        """Write straight if possible; answers what is left to write, None for nothing."""
        frame = _frame_of(packet)
        if self._websocket is None or self._writer_busy or self._qsize():
            return frame
        try:
            sent = self._websocket.send_now(frame)
        except OSError:
            return None  # gone; its reading thread cleans up
        if sent < len(frame):
            return Frame(frame[sent:])
        self._straight += 1
        return None

    def _cut(self) -> None:
        if self._websocket is not None:
            self._websocket.cut()


def _frame_of(packet: Any) -> Frame:
    """The packet's frame, made once however many clients it goes to."""
    known = getattr(packet, "flipfour_frame", None)
    if isinstance(known, Frame):
        return known
    frame = text_frame(packet.encode())
    packet.flipfour_frame = frame
    return frame
