"""How many files, and so sockets, the system lets this process have open."""

from __future__ import annotations

import math
import sys
from contextlib import suppress


def raise_descriptor_limit() -> None:
    """Every socket is a file to the system, which at first allows for a thousand or so."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 (POSIX alone)

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def descriptor_limit() -> float:
    """The number from which on there are none."""
    if sys.platform == "win32":
        return math.inf
    import resource  # noqa: PLC0415 (POSIX alone)

    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return math.inf if soft == resource.RLIM_INFINITY else soft
