"""What waits to be sent to one client: written straight where the socket takes it, bounded.

A client that does not read makes its socket's buffer full, then its outbox; at the bound it is
cut off, and learns what it has missed when it comes back.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from webapp.sockets.frames import NORMAL, frame_of, goodbye

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from webapp.sockets.loop import Loop

MAX_PACKETS = 64
MAX_BYTES = 256 * 1024

READABLE, WRITABLE = 1, 2


class Outbox:
    """Stands in for the ``queue`` of an Engine.IO socket, which only ever puts into it.

    `put` may be called from any thread; all else happens on the loop's.
    """

    __slots__ = ("_bytes", "_loop", "_lost", "_open", "_socket", "_waiting", "_watcher")

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._socket: socket.socket | None = None
        self._watcher: Any = None
        self._lost: Callable[[], None]
        self._open = True

    def put(self, packet: Any, block: bool = True, timeout: float | None = None) -> None:
        """Send an Engine.IO packet; None says goodbye and ends the connection."""
        if packet is None:
            self._loop.call(self.say_goodbye, NORMAL)
        else:
            self._loop.call(self.send, frame_of(packet))

    def join(self) -> None:
        """Engine.IO may wait for the queue to become empty; nobody here needs that."""

    # -- On the loop's thread --------------------------------------------------------------

    def attach(
        self, connected: socket.socket, lost: Callable[[], None], first: bytes = b""
    ) -> None:
        """From now on write to a socket that never blocks, `first` before all that waits, and by
        itself: there are clients who do not look at what comes with the answer to the upgrade.

        `lost` is called when the client is gone or has to go.
        """
        self._socket, self._lost = connected, lost
        if first:
            self._waiting.appendleft(first)
            self._bytes += len(first)
        self._write_waiting()

    def send(self, frame: bytes) -> None:
        """Write what the socket takes now, and the rest as soon as it takes more."""
        if not self._open:
            return
        if not self._waiting and self._socket is not None and not (frame := self._write(frame)):
            return
        if len(self._waiting) >= MAX_PACKETS or self._bytes + len(frame) > MAX_BYTES:
            self._lost()
            return
        self._waiting.append(frame)
        self._bytes += len(frame)
        self._watch()

    def say_goodbye(self, code: int) -> None:
        """Close once all that waits is written; nothing more is taken."""
        if self._open:
            self.send(goodbye(code))
            self._open = False
            if not self._waiting and self._socket is not None:
                self._lost()

    def close(self) -> None:
        """Forget what waits."""
        self._open = False
        self._waiting.clear()
        self._socket = None
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None

    @property
    def waiting(self) -> tuple[int, int]:
        """Frames and bytes that the client has not taken."""
        return len(self._waiting), self._bytes

    def _write(self, frame: bytes) -> bytes:
        """Answers what could not be written."""
        assert self._socket is not None  # noqa: S101 (callers ask first)
        try:
            sent = self._socket.send(frame)
            return b"" if sent == len(frame) else frame[sent:]
        except BlockingIOError:
            return frame
        except OSError:
            self._lost()
            return b""

    def _watch(self) -> None:
        if self._socket is None:
            return
        if self._watcher is None:
            self._watcher = self._loop.watch(self._socket.fileno(), WRITABLE)
        if not self._watcher.active:
            self._watcher.start(self._write_waiting)

    def _write_waiting(self) -> None:
        while self._waiting and self._socket is not None:
            frame = self._waiting.popleft()
            self._bytes -= len(frame)
            if rest := self._write(frame):
                self._waiting.appendleft(rest)
                self._bytes += len(rest)
                self._watch()
                return
        if self._watcher is not None:
            self._watcher.stop()
        if not self._open and self._socket is not None:
            self._lost()
