"""Boards as pictures to take away: PNG of a drawing, and a whole game as a moving GIF.

They are drawn by a process of its own (`webapp.painting`): the library that draws keeps the
interpreter to itself meanwhile, for two seconds where a board is large, and no move and no page
would be answered. Who asks for many waits for his own; there are never so many who wait that
pages go without a thread.
"""

from __future__ import annotations

import hashlib
import json
import logging
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

from engine.processes.nursery import start
from webapp.domain.errors import Refusal

log = logging.getLogger(__name__)

GROUNDS = {"light": "#f1ece2", "dark": "#15191d"}
"""The table of ``tokens.css``, for what a style sheet does not reach: pictures, bars of devices."""

KEPT = 16 << 20
"""Bytes of pictures that are kept."""

LINE = 8
"""Orders that are drawn or wait; each has one of the pages' threads."""

OWN = 3
"""Of them, those of one address."""

PROCESSOR = 30.0
"""Seconds of the processor's time for one order, of which the largest takes some."""

PATIENCE = 180.0
"""Seconds for one order where the machine is so busy that it hardly gets on."""

RETRY = 5
"""Seconds after which to ask again."""

LENGTH = 8
"""Bytes that say how many follow of a file."""

Process: TypeAlias = "subprocess.Popen[bytes]"


def painting() -> Process:
    """The process that draws, begun."""
    return start("webapp.painting", stdin=subprocess.PIPE, stdout=subprocess.PIPE)


class Painter:
    """Has pictures drawn, one after the other. Every method may be called from any thread."""

    def __init__(self, begin: Callable[[], Process] = painting) -> None:
        self._begin = begin
        self._process: Process | None = None
        self._drawing, self._lock = threading.Lock(), threading.Lock()
        self._line: Counter[str] = Counter()
        self._known: OrderedDict[bytes, bytes] = OrderedDict()
        self._size = 0
        self._closed = False

    def png(self, svg: str, width: int, address: str = "") -> bytes:
        """The picture of a drawing, so many pixels wide, for somebody at an address."""
        return self._file("png", [svg], width, address)

    def gif(self, drawings: Sequence[str], width: int, address: str = "") -> bytes:
        """One picture after the other, over and over."""
        return self._file("gif", drawings, width, address)

    def close(self) -> None:
        """Draw nothing more."""
        self._closed = True
        if self._process is not None:
            self._process.kill()  # whoever reads from it reads its end
        with self._drawing:
            process, self._process = self._process, None
            if process is not None:
                _bury(process)

    def _file(self, kind: str, drawings: Sequence[str], width: int, address: str) -> bytes:
        order = {"kind": kind, "drawings": list(drawings), "width": width}
        line = json.dumps(order).encode() + b"\n"
        key = hashlib.sha256(line).digest()
        if (known := self._remembered(key)) is not None:
            return known
        with self._in_line(address), self._drawing:
            if (known := self._remembered(key)) is not None:  # who came before asked the same
                return known
            made = self._drawn(line)
            self._keep(key, made)
            return made

    def _remembered(self, key: bytes) -> bytes | None:
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
            return known

    @contextmanager
    def _in_line(self, address: str) -> Iterator[None]:
        """While an order is drawn or waits; raises `Refusal` where too many do."""
        with self._lock:
            own = self._line[address] if address else 0
            if self._line.total() >= LINE or own >= OWN:
                said = "Many pictures are being drawn; please try again in a moment."
                raise Refusal("busy", said, retry=RETRY)
            self._line[address] += 1
        try:
            yield
        finally:
            with self._lock:
                self._line[address] -= 1
                if not self._line[address]:
                    del self._line[address]

    def _drawn(self, line: bytes) -> bytes:
        """What the process answers. One that gives none, or none in time, ends; the next order
        begins another."""
        if self._closed:
            raise Refusal("unavailable")
        process = self._process
        if process is not None and process.poll() is not None:  # it was killed meanwhile
            _bury(process)
            process = None
        process = self._process = process or self._begin()
        if self._closed:  # meanwhile, and perhaps before there was anything to kill
            process.kill()
        guard = threading.Timer(PATIENCE, process.kill)
        guard.daemon = True
        began = time.monotonic()
        guard.start()
        try:
            made = _asked(process, line)
        finally:
            guard.cancel()
        if made:
            return made
        if not self._closed:
            late = time.monotonic() - began >= PATIENCE
            reason = "there is no such drawing" if made is not None else _end_of(process, late)
            log.error("A picture could not be drawn: %s.", reason)
        self._process = None
        _bury(process)
        raise Refusal("unavailable")

    def _keep(self, key: bytes, made: bytes) -> None:
        with self._lock:
            self._size += len(made) - len(self._known.pop(key, b""))
            self._known[key] = made
            while self._size > KEPT:
                self._size -= len(self._known.popitem(last=False)[1])


def _asked(process: Process, line: bytes) -> bytes | None:
    """The file that an order leads to, empty where there is none; None from a process that ends."""
    given: Any = process.stdin
    taken: Any = process.stdout
    with suppress(OSError, ValueError):  # it has ended
        given.write(line)
        given.flush()
        length = taken.read(LENGTH)
        size = int.from_bytes(length, "big")
        made = taken.read(size)
        return bytes(made) if (len(length), len(made)) == (LENGTH, size) else None
    return None


def _end_of(process: Process, late: bool) -> str:
    """Why a process has ended, or ends now."""
    if late:
        return f"it took more than {PATIENCE:g} seconds"
    try:
        status = process.wait(1)
    except subprocess.TimeoutExpired:
        return "its process stopped answering"
    if sys.platform != "win32" and status == -signal.SIGPROF:
        return f"it took more than {PROCESSOR:g} seconds of the processor's time"
    return f"its process ended with status {status}"


def _bury(process: Process) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
