"""Where nginx and the examples of its configuration are, and free ports."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/sbin")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
