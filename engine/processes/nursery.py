"""Starts helping processes that end with this one.

Linux takes the end of the thread that started a process for the end of the process's parent, so
one thread that never ends starts them all.
"""

from __future__ import annotations

import os
import subprocess
import threading
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any

from engine.processes.orphans import command

_Order = tuple[list[str], dict[str, Any], "Future[subprocess.Popen[Any]]"]

_opening = threading.Lock()
_open: dict[int, SimpleQueue[_Order]] = {}
"""What the thread is handed, by the process that has it: a fork begins without it."""


def start(module: str, *arguments: str, **options: Any) -> subprocess.Popen[Any]:
    """Run a module as a process that ends with this one, however early and however; `options` are
    Popen's."""
    started: Future[subprocess.Popen[Any]] = Future()
    _orders().put((command(module, *arguments), options, started))
    return started.result()


def _orders() -> SimpleQueue[_Order]:
    own = os.getpid()
    with _opening:
        if own not in _open:
            orders = _open[own] = SimpleQueue()
            threading.Thread(
                target=_bear, args=(orders,), name="flipfour-helpers", daemon=True
            ).start()
        return _open[own]


def _bear(orders: SimpleQueue[_Order]) -> None:
    while True:
        words, options, started = orders.get()
        try:
            started.set_result(subprocess.Popen(words, **options))  # noqa: S603 (our own module)
        except BaseException as error:
            started.set_exception(error)
