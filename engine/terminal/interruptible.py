"""When Ctrl-C ends work: at once, though a kernel hears no signal, or not before a step is done."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Have Ctrl-C wait until the block is done, so that nothing in it is left by half.

    Only the main thread hears signals; on others nothing has to be held.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if held:
            signal.raise_signal(signal.SIGINT)
