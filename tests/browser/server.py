"""A server in a process of its own, which tests may kill and start again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

from tests.webapp.browsers import PATIENCE

ROOT = Path(__file__).resolve().parents[2]

TROUBLE = ("Traceback", "ERROR", "CRITICAL")


class Server:
    """``flipfour serve`` over a database in `folder`; keeps its port over restarts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = folder / "server.log"
        self._read = 0
        self._port = "0"
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> Server:
        """Start, and answer once pages are served."""
        database = f"sqlite:///{self._folder / 'flipfour.db'}"
        command = [sys.executable, "-m", "webapp.cli", "serve"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--port", self._port, "--database", database],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        announcement = self._process.stdout.readline()
        assert "http://" in announcement, f"The server did not start:\n{self._log.read_text()}"
        self.address = announcement.split()[-1]
        self._port = self.address.rpartition(":")[2]
        urlopen(f"{self.address}/healthz", timeout=PATIENCE).close()  # noqa: S310 (our own)
        return self

    def kill(self) -> None:
        """End all its processes at once, as a power failure would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as an administrator would."""
        self._end(signal.SIGTERM)

    def new_trouble(self) -> str:
        """The log's lines since the last call, if there is an error among them."""
        text = self._log.read_text()
        new, self._read = text[self._read :], len(text)
        return new if any(word in new for word in TROUBLE) else ""

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        os.killpg(self._process.pid, how)
        self._process.communicate(timeout=PATIENCE)
        self._process = None
