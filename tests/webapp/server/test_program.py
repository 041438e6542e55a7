"""The console script before it has loaded: interrupted, it says nothing."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

PROGRAM = """
import os, signal, sys, types
from webapp.__main__ import main

class Finder:
    @staticmethod
    def find_spec(name, *_):
        if name == "webapp.cli":
            {meanwhile}

sys.meta_path.insert(0, Finder)
main()
"""
INTERRUPTED = "os.kill(os.getpid(), signal.SIGINT)"
REPLACED = """
            sys.modules[name] = module = types.ModuleType(name)
            module.main = lambda: print(signal.getsignal(signal.SIGINT).__name__)
            from importlib.machinery import ModuleSpec
            return ModuleSpec(name, types.SimpleNamespace(
                create_module=lambda spec: module, exec_module=lambda module: None))
"""


def run(meanwhile: str) -> subprocess.CompletedProcess[str]:
    program = PROGRAM.format(meanwhile=meanwhile)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )


def test_an_interrupt_while_it_loads_shows_no_traceback():
    done = run(INTERRUPTED)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_once_loaded_it_hears_interrupts_itself():
    assert run(REPLACED).stdout == "default_int_handler\n"
