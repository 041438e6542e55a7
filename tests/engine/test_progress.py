"""What a long command is at, on terminals and elsewhere."""

from __future__ import annotations

import io
import os
import sys

import pytest

from engine.terminal.progress import CLEAR, Progress


class Screen(io.StringIO):
    """Standard error that is a terminal, or is not."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def fileno(self) -> int:
        return 2


@pytest.mark.parametrize(
    ("terminal", "kind", "shown"),
    [
        (True, "xterm", f"{CLEAR}one{CLEAR}two{CLEAR}"),
        (True, "dumb", ""),
        (False, "xterm", ""),
    ],
)
def test_one_line_is_written_anew_where_a_terminal_can(monkeypatch, terminal, kind, shown):
    screen = Screen(terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", kind)
    with Progress() as progress:
        progress.show("one")
        progress.show("two")
    assert screen.getvalue() == shown


def test_what_is_shown_never_wraps_as_only_its_last_line_would_go_again(monkeypatch):
    screen = Screen(terminal=True)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((20, 24)))
    Progress().show("Line 1: 123,456,789 nodes in 60 s; Ctrl-C ends it")
    assert screen.getvalue() == f"{CLEAR}Line 1: 123,456,789"
