"""Helping processes end when whoever started them is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

CHILD = "import time, engine.orphans as o; o.end_with_parent(); print(flush=True); time.sleep(600)"

PARENT = f"""
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", {CHILD!r}], PASSED, stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
time.sleep(600)
"""


def test_a_helper_ends_when_its_parent_is_killed() -> None:
    """The child keeps the writing end of a pipe, and our end sees it close."""
    reading, writing = os.pipe()
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT.replace("PASSED", f"pass_fds=[{writing}]")],
        stdout=subprocess.PIPE,
        pass_fds=[writing],
    )
    os.close(writing)
    assert parent.stdout is not None
    assert parent.stdout.readline().strip().isdigit()
    os.kill(parent.pid, signal.SIGKILL)
    parent.communicate()
    with os.fdopen(reading, "rb") as pipe:
        assert pipe.read() == b"", "the child's end of the pipe is closed with it"
