"""Work that Ctrl-C ends: its answer, its failure, and the interruption itself."""

from __future__ import annotations

import signal
import threading

import pytest

from engine.errors import EngineError
from engine.search.control import SearchControl
from engine.terminal.interruptible import interruptible


def test_answers_and_failures_are_those_of_the_work():
    assert interruptible(lambda: 7) == 7

    def fail():
        raise EngineError("No.")

    with pytest.raises(EngineError, match="No"):
        interruptible(fail)


def test_an_interruption_stops_the_search():
    control, ended = SearchControl(), threading.Event()

    def search():
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        while not control.stopped:
            pass
        ended.set()

    with pytest.raises(KeyboardInterrupt):
        interruptible(search, control)
    assert ended.wait(10)
