"""A PostgreSQL server for the tests, where its programs are installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "postgres"


def programs() -> Path | None:
    """The folder of ``initdb`` and ``pg_ctl``; Debian keeps it off the PATH."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders else None


@contextmanager
def postgres(bin_folder: Path) -> Iterator[str]:
    """The URL of an empty server that is gone afterwards, data and all."""
    # Not under pytest's own folder, which other users, such as the server's, cannot enter.
    with tempfile.TemporaryDirectory(prefix="flipfour-pg-") as name:
        data = Path(name, "data")
        data.mkdir()
        Path(name).chmod(0o755)
        as_user: list[str] = []
        if os.geteuid() == 0:  # it refuses to run as root
            shutil.chown(data, NAME)
            as_user = ["runuser", "-u", NAME, "--"]
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={data}"

        def run(program: str, *arguments: str) -> None:
            command = [*as_user, str(bin_folder / program), "-D", str(data), *arguments]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

        run("initdb", "-U", NAME, "-A", "trust", "--no-sync")
        run("pg_ctl", "start", "-w", "-o", f"{options} -F", "-l", str(data / "log"))
        try:
            yield f"postgresql+psycopg://{NAME}@127.0.0.1:{port}/{NAME}"
        finally:
            run("pg_ctl", "stop", "-m", "immediate")
