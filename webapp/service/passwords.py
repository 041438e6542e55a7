"""Passwords as they are kept: hashed so slowly that a stolen database tells none.

A hash takes a tenth of a second of a core and 32 MiB, so a crowd that signs in at once waits in a
short line, and whoever finds it full is told to come back: pages have their threads left, and moves
go first.
"""

from __future__ import annotations

import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from werkzeug.security import check_password_hash, generate_password_hash

from webapp.priorities import step_back
from webapp.service.limits import refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

METHOD = "scrypt:32768:8:1"
"""OWASP's cost for scrypt on 32 MiB is three times this one; ours is werkzeug's own, since here a
guess has to pass `limits` as well."""

AT_ONCE = 2
"""Hashes worked out at a time."""

WAITING = 6
"""Pages that wait for their turn meanwhile, of the two dozen threads that all pages have."""

PATIENCE = 5.0
"""Seconds that one of them waits."""

NICENESS = 10
"""The priority that the threads give up that hash, as nice counts it. At that of all others two of
them on two cores made a move beside a flood of sign-ins take 38 ms instead of 22."""


class Passwords:
    """Hashes passwords and compares them. Thread-safe."""

    def __init__(self, method: str = METHOD) -> None:
        self._method = method
        self._threads = ThreadPoolExecutor(AT_ONCE, "flipfour-password", step_back, (NICENESS,))
        self._turns = threading.Semaphore(AT_ONCE)
        self._room = threading.Semaphore(AT_ONCE + WAITING)
        self._nobody: str | None = None

    def hash(self, password: str) -> str:
        """What is kept of a password. Raises `Refusal`: too many are waiting."""
        with self._turn():
            return self._threads.submit(generate_password_hash, password, self._method).result()

    def fits(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one that was kept. Where none was, that takes as long: how
        long the answer takes tells nobody which names there are. Raises like `hash`."""
        with self._turn():
            return self._threads.submit(self._compare, kept, password).result()

    def _compare(self, kept: str | None, password: str) -> bool:
        if kept is None:
            check_password_hash(self._nobodys(), password)
            return False
        return check_password_hash(kept, password)

    def _nobodys(self) -> str:
        """A hash of what nobody knows."""
        if self._nobody is None:
            self._nobody = generate_password_hash(secrets.token_urlsafe(16), self._method)
        return self._nobody

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._room.acquire(blocking=False):
            raise refusal(PATIENCE)
        try:
            if not self._turns.acquire(timeout=PATIENCE):
                raise refusal(PATIENCE)
            try:
                yield
            finally:
                self._turns.release()
        finally:
            self._room.release()
