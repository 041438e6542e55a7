"""A signal ends what waits for it, whichever thread the system hands it to."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import signal, threading
from webapp.stopping import Stop

stop = Stop()
assert not stop.wait(0)
waiting = threading.Event()

def receive():
    waiting.wait()
    signal.pthread_kill(threading.get_ident(), signal.{name})

other = threading.Thread(target=receive)
other.start()
waiting.set()
assert stop.wait(), "heard"
assert stop.wait(0), "and not forgotten"
other.join()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals to threads are POSIX's")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_signal_to_another_thread_is_heard(name: str) -> None:
    script = SCRIPT.format(name=name)
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
