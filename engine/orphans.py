"""Helping processes that do not outlive whoever started them."""

from __future__ import annotations

import os
import threading
import time

INTERVAL = 0.2
"""Seconds between two looks."""


def end_with_parent() -> None:
    """From now on leave at once when the parent process has ended, however it did."""
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(INTERVAL)
    os._exit(1)
