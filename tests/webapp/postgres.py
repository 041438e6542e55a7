"""A PostgreSQL server for the tests, where its programs are installed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NAME = "postgres"


def programs() -> Path | None:
    """The folder of ``initdb`` and ``pg_ctl``; Debian keeps it off the PATH."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders else None


class PostgresServer:
    """An empty server in a folder, that can be killed and comes back with what it had."""

    def __init__(self, bin_folder: Path, folder: Path) -> None:
        self._programs = bin_folder
        self._data = folder / "data"
        self._data.mkdir()
        folder.chmod(0o755)
        self._as_user: list[str] = []
        if os.geteuid() == 0:  # it refuses to run as root
            shutil.chown(self._data, NAME)
            self._as_user = ["runuser", "-u", NAME, "--"]
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"postgresql+psycopg://{NAME}@127.0.0.1:{self.port}/{NAME}"
        self._run("initdb", "-U", NAME, "-A", "trust", "--no-sync")
        self.start()

    def start(self, patience: float = 30.0) -> None:
        """Again and again, as what a killed server had started takes a moment to end."""
        places = f"-c listen_addresses=127.0.0.1 -c unix_socket_directories={self._data}"
        options = f"-p {self.port} {places} -c max_connections=300 -F"
        end = time.monotonic() + patience
        while True:
            try:
                self._run("pg_ctl", "start", "-w", "-o", options, "-l", str(self._data / "log"))
                return
            except subprocess.CalledProcessError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def kill(self) -> None:
        """SIGKILL to the server and all its processes: no chance to tidy up."""
        processes = self._signal(signal.SIGKILL)
        while any(
            Path(f"/proc/{process}").exists() and not _is_dead(process) for process in processes
        ):
            time.sleep(0.01)

    def freeze(self) -> None:
        """It lives and answers nobody."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def stop(self) -> None:
        with suppress(subprocess.CalledProcessError):  # it was killed before
            self._run("pg_ctl", "stop", "-m", "immediate")

    def _signal(self, number: int) -> list[int]:
        """Send a signal to the server and all its processes; answers these."""
        main = self._pid()
        if number == signal.SIGSTOP:  # so that it starts no other meanwhile
            os.kill(main, number)
        listed = subprocess.run(
            ["pgrep", "-P", str(main)], capture_output=True, text=True, check=False
        )
        processes = [main, *map(int, listed.stdout.split())]
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, number)
        return processes

    def _pid(self) -> int:
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as_user, str(self._programs / program), "-D", str(self._data), *arguments]
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/"
        )


def _is_dead(process: int) -> bool:
    """Whether it only waits for its parent to notice its end."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


@contextmanager
def postgres_server(bin_folder: Path) -> Iterator[PostgresServer]:
    """A server that is gone afterwards, data and all."""
    # Not under pytest's own folder, which other users, such as the server's, cannot enter.
    with tempfile.TemporaryDirectory(prefix="flipfour-pg-") as name:
        server = PostgresServer(bin_folder, Path(name))
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def postgres(bin_folder: Path) -> Iterator[str]:
    """The URL of an empty server that is gone afterwards, data and all."""
    with postgres_server(bin_folder) as server:
        yield server.url
