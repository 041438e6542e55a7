"""Which of a server's threads go first, where threads have priorities (Linux)."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress


def step_back(niceness: int) -> None:
    """Let more urgent threads go before this one, for good."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
