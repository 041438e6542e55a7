"""How much memory a process that answers questions may have."""

from __future__ import annotations

import os
from contextlib import suppress

MEMORY_VARIABLE = "FLIPFOUR_LABORATORY_MEMORY"
"""The environment variable with the number of bytes; without it there is no limit."""

TOO_MUCH = "This question needs more memory than one may have here."


def limit_memory() -> None:
    """Let this process have as much address space as the environment says, where it can."""
    text = os.environ.get(MEMORY_VARIABLE, "")
    if not text.isdigit():
        return
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 (POSIX alone)

        resource.setrlimit(resource.RLIMIT_AS, (int(text), int(text)))
