"""Hearing that a program shall end: SIGTERM, Ctrl-C and what the system has besides."""

from __future__ import annotations

import select
import signal
import socket


class Stop:
    """What the main thread waits for; made on that thread.

    The system may hand a signal to any thread. Python's own handler then waits until the main
    thread does something, and a main thread that waits for a lock never does: one Ctrl-C in 24
    was lost on a busy machine. A byte that the system's handler writes wakes it for certain.
    """

    def __init__(self) -> None:
        self._heard, self._told = socket.socketpair()
        self._told.setblocking(False)
        for name in ("SIGTERM", "SIGINT", "SIGBREAK"):
            if (number := getattr(signal, name, None)) is not None:
                signal.signal(number, lambda *_: None)
        signal.set_wakeup_fd(self._told.fileno(), warn_on_full_buffer=False)

    def wait(self, seconds: float | None = None) -> bool:
        """Whether it was told to stop, at the latest after some seconds."""
        heard, *_ = select.select([self._heard], [], [], seconds)
        return bool(heard)
