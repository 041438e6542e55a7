"""Long work that Ctrl-C ends at once: a kernel hears no signal, the main thread does."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.search.control import SearchControl

Result = TypeVar("Result")


def interruptible(work: Callable[[], Result], control: SearchControl | None = None) -> Result:
    """What `work` answers or raises; it runs on a thread of its own.

    Where the waiting is interrupted `control` is told to stop; work that has none is left to
    end with the process.
    """
    answers: list[Result] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:  # raised again below
            failures.append(error)

    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
        thread.join()
    except BaseException:
        if control is not None:
            control.stop()
        raise
    if failures:
        raise failures[0]
    return answers[0]
