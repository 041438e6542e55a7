"""One server to a file of games: two would each keep matches of their own in memory and part."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from webapp.database_file import database_file
from webapp.paths import OWNERS
from webapp.persistence.database import CannotOpen

PATIENCE = 3.0
"""Seconds for a server that is leaving to let go of its file."""


@contextmanager
def owned(url: str) -> Iterator[None]:
    """Be the one server of a SQLite file. Other kinds of databases have no owner.

    The system lets go of the file when this process ends, however it does.

    Raises:
        CannotOpen: another server has the file.
    """
    path = database_file(url)
    if path is None:
        yield
        return
    lock = Path(f"{path.resolve()}.owner")
    with os.fdopen(os.open(lock, os.O_RDWR | os.O_CREAT, OWNERS), "r+", encoding="ascii") as holder:
        _wait(holder, path)
        holder.truncate()
        holder.write(f"{os.getpid()}\n")
        holder.flush()
        yield


def _wait(holder: IO[str], path: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not _lock(holder):
        if time.monotonic() > deadline:
            other = holder.read().strip()
            raise CannotOpen(
                f"Another Flipfour{f' (process {other})' if other else ''} serves {path} already; "
                "stop it, or name another file with --database."
            )
        time.sleep(0.1)


def _lock(holder: IO[str]) -> bool:
    """Lock the open file if nobody else has; children that run other programs have no part."""
    with suppress(OSError):
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 (there only)

            msvcrt.locking(holder.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 (there only)

            fcntl.flock(holder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
