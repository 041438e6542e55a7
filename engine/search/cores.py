"""How many cores stand idle, so that a search may take more than one and nobody has less.

Linux tells how many threads run at this moment in the whole machine; that counts everybody's,
and the helpers of other searches too. Elsewhere the load of the last minute must do.
"""

from __future__ import annotations

import os
from math import ceil
from pathlib import Path

MOST_THREADS = 8
"""For one search; more get into each other's way."""

_LOAD = Path("/proc/loadavg")


def idle_cores(load: Path = _LOAD) -> int:
    """Cores that this process may use and that run nothing; the calling thread has its own."""
    return max(0, _usable() - max(1, _running(load)))


def threads_for(wanted: int | None) -> int:
    """How many threads a search is to take now; `wanted` is `Limit.threads`."""
    return min(1 + idle_cores(), MOST_THREADS) if wanted is None else wanted


def _usable() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _running(load: Path) -> int:
    """Threads that run at this moment, the calling one among them."""
    try:
        # "0.20 0.18 0.12 1/80 11206": the fourth has the threads that run, and all.
        return int(load.read_text(encoding="ascii").split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return ceil(os.getloadavg()[0]) if hasattr(os, "getloadavg") else _usable()
