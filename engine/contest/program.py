"""Another program, as a process that speaks GTP.

It is told ``clear_board`` and ``play b f5`` and asked ``genmove w``; of games with two players the
first is ``b`` and the second ``w``, and moves are spelt as Flipfour spells them. Passes go without
saying. A board that is not the game's usual one is announced, as ``boardsize 6`` or
``rectangular_boardsize 9 7``.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

from engine.errors import EngineError

GRACE = 1.0
"""Seconds in which a process that has closed its output ends by itself."""

SHOWN = 60
"""Letters of an answer that are told."""

LONGEST, MOST = 100_000, 1_000
"""Letters of a line, and answers that nobody has read: more is a flood, and ends it."""


class ProgramFailure(EngineError):
    """A program did not do as it should.

    Attributes:
        kind: one or two words, for a record.
        what: what it did, to follow its name.
    """

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"The program {what}.")
        self.kind, self.what = kind, what


class Program:
    """One process; it is over once a call has raised.

    Args:
        command: as for a shell.
        patience: seconds that an answer may take, None for ever.

    Raises:
        EngineError: the command is none.
        OSError: there is no such program.
    """

    def __init__(self, command: str, patience: float | None = None) -> None:
        self._patience, self._closed = patience, False
        self._process = subprocess.Popen(  # noqa: S603 (the person's own command)
            words(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for whoever started it
            encoding="utf-8",
            errors="replace",
        )
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._reader = Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()

    def _read(self, answers: IO[str]) -> None:
        """Keep the lines that answer; what else a program says takes no room."""
        with answers:
            while (line := answers.readline(LONGEST)) and self._lines.qsize() < MOST:
                if line.startswith(("=", "?")):
                    self._lines.put(line)
        self._lines.put(None)

    def ask(self, command: str) -> str:
        """The answer to a command, without its mark; lines that are no answer are passed over.

        Raises:
            ProgramFailure: it refuses, ends, or takes longer than its patience.
        """
        with suppress(OSError, ValueError):  # what has ended or was closed says so below
            if self._process.stdin is not None:
                self._process.stdin.write(f"{command}\n")
                self._process.stdin.flush()
        line = self._answer(command)
        if line is None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE)
            self.close()
            raise ProgramFailure("crash", f"ends with status {self._status()} at {command!r}")
        if line.startswith("?"):
            answer = line.strip()[:SHOWN]
            raise ProgramFailure("refusal", f"answers {answer!r} to {command!r}")
        return line[1:].strip()

    def _answer(self, command: str) -> str | None:
        """The line that answers, None where there will be none."""
        try:
            return self._lines.get(timeout=self._patience)
        except Empty:
            self.close()
            reason = f"does not answer {command!r} within {self._patience:g} s"
            raise ProgramFailure("time", reason) from None

    def _status(self) -> str:
        status = self._process.returncode
        return signal.Signals(-status).name if status < 0 else str(status)

    @property
    def seconds(self) -> float:
        """Of the processor, by all its threads.

        Raises:
            OSError: the system does not tell.
        """
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End its process, which need not know GTP's word for it, and whatever that started."""
        if not self._closed and hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):  # all of them have ended
                os.killpg(self._process.pid, signal.SIGKILL)
        self._closed = True  # its number may soon be another's
        self._process.kill()
        self._process.wait()
        self._reader.join(GRACE)
        with suppress(OSError):  # it had not read all
            if self._process.stdin is not None:
                self._process.stdin.close()


def words(command: str) -> list[str]:
    """The words of a command.

    Raises:
        EngineError: there are none.
    """
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise EngineError(f"{command[:SHOWN]!r} is no command: {error}.") from None
    if not found:
        raise EngineError("A program needs a command: 'gtp:PROGRAM OPTIONS'.")
    return found
