"""A proxy for tests, which puts a server under a path and whose lines can be cut."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Proxy:
    """Listens at `address`, whose path it takes off what it passes on to the server at `target`."""

    def __init__(self, target: str, path: str = "") -> None:
        self._target = urlsplit(target)
        self._path = path.encode()
        self._open: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}{path}"
        self.letting_in = threading.Event()
        self.letting_in.set()
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.cut()

    def cut(self) -> None:
        """Every line breaks."""
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open.clear()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._door.accept()
                there = socket.create_connection((self._target.hostname, self._target.port))
                self._open += [here, there]
                for ends in ((here, there, self._path), (there, here, b"")):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket, path: bytes) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if path and data.startswith((b"GET ", b"POST ")):
                    self.letting_in.wait()
                    assert data.split()[1].startswith(path), data
                    data = data.replace(path, b"", 1)
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
