"""A whole installation in processes of their own that can be killed one by one.

Nothing is compiled, as processes start again and again: the search in plain Python serves.
``python -m tests.webapp.machines server DATABASE REDIS PORT`` , ``... worker REDIS QUEUE ...``
and ``... helper REDIS QUEUE``.
"""

from __future__ import annotations

import logging
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Protocol

import requests

from tests.webapp.browsers import PATIENCE
from tests.webapp.postgres import postgres_server, programs
from tests.webapp.processes import ROOT
from tests.webapp.redis_server import PROGRAM, RedisServer
from webapp.cluster.questions import ANALYSES, DEEP, QUICK

KEY = "the same at all servers"


class Part(Protocol):
    """Something that can be killed and started again, or stopped for a while."""

    def kill(self) -> None: ...
    def start(self) -> None: ...
    def freeze(self) -> None: ...
    def thaw(self) -> None: ...


class Process:
    """A process of this module."""

    def __init__(self, log: Path, *arguments: str) -> None:
        self._command = [sys.executable, "-m", __name__, *arguments]
        self._log = log
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(self._command, cwd=ROOT, stdout=log, stderr=log)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """It lives and does nothing."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def keep(self) -> None:
        """Start it again where it has ended by itself, as a service manager does."""
        if self.process.poll() is not None:
            self.start()


class Server(Process):
    def __init__(self, log: Path, database: str, redis: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        super().__init__(log, "server", database, redis, str(port))

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def gauge(self, name: str) -> float:
        """One of the operator's figures."""
        lines = requests.get(f"{self.address}/metrics", timeout=PATIENCE).text.splitlines()
        return float(
            next(line for line in lines if line.startswith(f"flipfour_{name} ")).split()[1]
        )

    def answers(self) -> bool:
        with suppress(requests.RequestException):
            return requests.get(f"{self.address}/healthz", timeout=1).ok
        return False


class Installation:
    """Servers, workers, a Redis and a PostgreSQL; all gone at the end."""

    def __init__(self, folder: Path, servers: int = 2, workers: int = 2) -> None:
        self._stack = ExitStack()
        found = programs()
        assert found is not None
        assert PROGRAM is not None
        self.log = folder / "log"
        self.redis = self._stack.enter_context(RedisServer())
        self.postgres = self._stack.enter_context(postgres_server(found))
        self.servers = [Server(self.log, self.postgres.url, self.redis.url) for _ in range(servers)]
        self.workers = [
            Process(self.log, "worker", self.redis.url, QUICK, DEEP) for _ in range(workers)
        ]
        for process in (*self.servers, *self.workers):
            self._stack.callback(process.kill)
        self.wait()

    def keep(self) -> None:
        """Restart what has ended."""
        for process in (*self.servers, *self.workers):
            process.keep()

    def wait(self, seconds: float = 180.0) -> None:
        """Until every server answers."""
        end = time.monotonic() + seconds
        while not all(server.answers() for server in self.servers):
            assert time.monotonic() < end, self.log.read_text()
            self.keep()
            time.sleep(0.05)

    def wait_for_workers(self, seconds: float = 180.0) -> None:
        """Until every server knows that all workers live."""
        end = time.monotonic() + seconds
        while any(server.gauge("workers") < len(self.workers) for server in self.servers):
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.05)

    def __enter__(self) -> Installation:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def serve(database: str, redis: str, port: str) -> None:
    from webapp.config import Config
    from webapp.serving import run

    config = Config(
        database, KEY, ai_pace=0.0, compile=False, redis=redis, limits=GENEROUS, proxies=1
    )
    run(config, "127.0.0.1", int(port))


GENEROUS = tuple(
    f"{name}.guest=100000/minute" for name in ("requests", "messages", "matches", "sockets")
)


def work(redis: str, *queues: str) -> None:
    from engine.warmup import Warmup
    from webapp.cluster.searching import run

    run(redis, queues, Warmup(()))


def help_out(redis: str, line: str) -> None:
    from engine.warmup import Warmup
    from webapp.cluster import analysing, proving

    if line == ANALYSES:
        analysing.run(redis, Warmup(()))
    else:
        with tempfile.TemporaryDirectory() as folder:
            proving.run(redis, Path(folder))


if __name__ == "__main__":
    logging.captureWarnings(capture=True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    {"server": serve, "worker": work, "helper": help_out}[sys.argv[1]](*sys.argv[2:])
