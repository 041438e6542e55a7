"""A Redis for the tests, where one is installed, that can be killed and comes back."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time

from redis import Redis
from redis.exceptions import RedisError

PROGRAM = shutil.which("redis-server") or shutil.which("valkey-server")
MISSING = "Redis is not installed, so several servers were not tried."


class RedisServer:
    """An empty server at a port of its own, which keeps nothing over a restart."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        assert PROGRAM is not None
        command = [PROGRAM, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/")
        self.client: Redis = Redis(port=self.port)
        for _ in range(1000):
            try:
                self.client.ping()
                return
            except RedisError:
                time.sleep(0.01)
        raise AssertionError("Redis does not start.")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def freeze(self) -> None:
        """It lives and answers nobody."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def __enter__(self) -> RedisServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.client.close()
