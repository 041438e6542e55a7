"""Work that Ctrl-C ends: its answer, its failure, and the interruption itself."""

from __future__ import annotations

import signal
import threading

import pytest
from click.testing import CliRunner

from engine.commands.lab import command
from engine.errors import EngineError
from engine.search.control import SearchControl
from engine.terminal.interruptible import interruptible, uninterrupted


def test_answers_and_failures_are_those_of_the_work():
    assert interruptible(lambda: 7) == 7

    def fail():
        raise EngineError("No.")

    with pytest.raises(EngineError, match="No"):
        interruptible(fail)


def test_an_interruption_waits_for_the_end_of_a_step():
    done = []

    def step():
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            done.append("written")

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            step()
    assert done == ["written", "written"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


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


def test_a_question_to_the_laboratory_leaves_ctrl_c_as_it_was():
    """Whoever asks within a program of his own still hears his interruptions."""
    before = signal.getsignal(signal.SIGINT)
    answer = CliRunner().invoke(command, ["connectfour:3x3:3", "draw"])
    assert answer.exit_code == 0, answer.output
    assert signal.getsignal(signal.SIGINT) is before
