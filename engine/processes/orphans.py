"""Helping processes that do not outlive whoever started them.

This file is also the program that such a process begins with, see `command`: it watches before it
imports anything, which takes seconds on a busy machine.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading

INTERVAL = 0.2
"""Seconds between two looks."""

_PR_SET_PDEATHSIG, _SIGKILL = 1, 9  # linux/prctl.h, signal(7)


def command(module: str, *arguments: str) -> list[str]:
    """What runs a module as a process that ends with this one; the thread that starts it has to
    live as long, see `engine.processes.nursery`."""
    return [sys.executable, os.path.abspath(__file__), str(os.getpid()), module, *arguments]  # noqa: PTH100


def end_with_parent() -> None:
    """From now on leave at once when the parent process has ended, however it did."""
    _end_with(os.getppid())


def _end_with(parent: int) -> threading.Event:
    """Watch the parent until the event is set."""
    enough = threading.Event()
    threading.Thread(target=_watch, args=(parent, enough), daemon=True).start()
    return enough


def _watch(parent: int, enough: threading.Event) -> None:
    while os.getppid() == parent:
        if enough.wait(INTERVAL):
            return
    os._exit(1)


def _be_killed_with(parent: int) -> bool:
    """Where the system can: a thread of ours may wait long for its turn while kernels compile."""
    if sys.platform != "linux":
        return False
    import ctypes  # noqa: PLC0415 (watch first)

    refused = ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it ended before that
        os._exit(1)
    return not refused


def _main() -> None:
    """Run a module with the rest of the arguments, found beside this package."""
    parent, module = sys.argv[1:3]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends Ctrl-C to the parent as well
    watch = _end_with(int(parent))
    if _be_killed_with(int(parent)):
        watch.set()
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    sys.path[0] = os.path.dirname(package)  # noqa: PTH120
    del sys.argv[1:3]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
