"""What a long command is at, on the terminal of whoever waits for it."""

from __future__ import annotations

import os
import sys
from concurrent.futures import TimeoutError as NotYet
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

Result = TypeVar("Result")

EVERY = 0.5
"""Seconds between two reports: often enough to show life."""

CLEAR = "\r\x1b[K"
"""Back to the start of the line, which is emptied."""


def rewrites() -> bool:
    """Whether the terminal, if it is one, can empty a line; a dumb one would show the signs."""
    return os.environ.get("TERM") != "dumb"


def _width() -> int:
    """Characters on a line of the terminal, 80 where it does not say."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80


class Progress:
    """Reports on standard error, on one line that goes again, where that is a terminal.

    As a context it leaves the line empty at its end.
    """

    def __init__(self) -> None:
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def wait(self, work: Future[Result], report: Callable[[float], str]) -> Result:
        """The result of `work`; `report` tells of it after so many seconds."""
        started = perf_counter()
        while True:
            try:
                return work.result(EVERY)
            except NotYet:
                if work.done():
                    raise
                self.show(report(perf_counter() - started))
            finally:
                if work.done() or sys.exc_info()[0] is not None:
                    self.clear()

    def show(self, text: str) -> None:
        """Put `text`, as far as it fits on a line, in the place of what was shown before."""
        if sys.stderr.isatty() and rewrites():
            sys.stderr.write(f"{CLEAR}{text[: _width() - 1]}")
            sys.stderr.flush()
            self._shown = True

    def clear(self) -> None:
        """Leave the line empty, for what is printed next."""
        if self._shown:
            sys.stderr.write(CLEAR)
            sys.stderr.flush()
            self._shown = False
