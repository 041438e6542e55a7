"""Helping processes end when whoever started them is killed, and however early."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.processes import orphans

WATCHES = (
    "import time; from engine.processes import orphans;"
    " orphans.end_with_parent(); print(flush=True); time.sleep(600)"
)
"""A child that watches by itself."""

IMPORTS = "import time; print(flush=True); time.sleep(600)"
"""A module that is never done with what it begins with, as on a machine that is busy."""

PARENT = """
import subprocess, sys, time
from engine.processes.orphans import command
child = subprocess.Popen(COMMAND, PASSED, stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize(
    "command", [f"[sys.executable, '-c', {WATCHES!r}]", "command('slow_to_import')"]
)
def test_a_helper_ends_when_its_parent_is_killed(command: str, tmp_path: Path) -> None:
    """The child keeps the writing end of a pipe, and our end sees it close."""
    (tmp_path / "slow_to_import.py").write_text(IMPORTS)
    reading, writing = os.pipe()
    script = PARENT.replace("COMMAND", command).replace("PASSED", f"pass_fds=[{writing}]")
    parent = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        pass_fds=[writing],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    os.close(writing)
    assert parent.stdout is not None
    assert parent.stdout.readline().strip().isdigit()
    os.kill(parent.pid, signal.SIGKILL)
    parent.communicate()
    with os.fdopen(reading, "rb") as pipe:
        assert pipe.read() == b"", "the child's end of the pipe is closed with it"


def test_a_helper_finds_the_package_that_started_it(tmp_path: Path) -> None:
    (tmp_path / "tell.py").write_text("import sys; print(sys.path[0])")
    told = subprocess.run(
        orphans.command("tell"),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    assert Path(told.stdout.strip()) == Path(engine.__file__).parents[1]


def test_a_helper_leaves_ctrl_c_to_its_parent(tmp_path: Path) -> None:
    (tmp_path / "wait.py").write_text("import sys; print(flush=True); sys.stdin.read()")
    pipe = subprocess.PIPE
    with subprocess.Popen(
        orphans.command("wait"),
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    ) as helper:
        assert helper.stdout is not None
        helper.stdout.readline()
        helper.send_signal(signal.SIGINT)
        _, said = helper.communicate()
    assert (helper.returncode, said) == (0, b"")
