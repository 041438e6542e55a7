"""Tells everybody how far the preparation of the compiled engine is."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from webapp.sockets.broadcast import EVERYBODY, emit

if TYPE_CHECKING:
    from socketio import Server

    from engine.warmup import Warmup

INTERVAL = 0.5
"""Seconds between two looks."""


def progress(warmup: Warmup, *, ready: bool) -> dict[str, Any]:
    """The ``kernels`` message."""
    now = warmup.progress
    return {"ready": ready, "progress": now.fraction, "text": now.text}


def tell_progress(server: Server, warmup: Warmup) -> None:
    """Send ``kernels`` messages from a thread of its own until the engine is ready."""

    def run() -> None:
        sent: dict[str, Any] | None = None
        ready = False
        while not ready:
            ready = warmup.wait(INTERVAL)
            now = progress(warmup, ready=ready)
            if now != sent:
                emit(server, "kernels", now, to=EVERYBODY)
                sent = now

    threading.Thread(target=run, name="flipfour-progress", daemon=True).start()
