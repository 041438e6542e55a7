"""The server as its users run it: a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.webapp.browsers import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent


class ServerProcess:
    """``flipfour serve`` on a database; `address` is where it says it is."""

    def __init__(self, database: Path, port: int = 0, *options: str) -> None:
        url = f"sqlite:///{database}"
        arguments = ["serve", "--port", str(port), "--database", url, *options]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "webapp.cli", *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.lines: list[str] = []
        self.address = self._read_address()
        self.port = int(self.address.rpartition(":")[2])

    def _read_address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if line.startswith("Flipfour is at "):
                return line.split()[-1]
        self._rest()
        raise AssertionError("The server did not start:\n" + "".join(self.lines))

    def kill(self) -> None:
        """SIGKILL to the server and all it has started: no chance to tidy up."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self._rest()

    def stop(self, number: int = signal.SIGTERM) -> str:
        """SIGTERM or Ctrl-C, to all as a terminal does; answers what the server had printed."""
        os.killpg(self.process.pid, number)
        return "".join(self.lines) + self._rest()

    def _rest(self) -> str:
        """All further output; waits for the end of the server."""
        assert self.process.stdout is not None
        with self.process.stdout as output:
            rest = output.read()
        self.process.wait(timeout=PATIENCE)
        return rest

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
