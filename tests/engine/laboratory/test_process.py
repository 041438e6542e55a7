"""The laboratory's process: its messages, and that it does not outlive its parent."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from engine.laboratory.process import Teller

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "engine.laboratory.process"]

PARENT = """
import subprocess, time
from engine.processes.orphans import command
pipe = subprocess.PIPE
child = subprocess.Popen(command("engine.laboratory.process"), stdin=pipe, stdout=pipe)
child.stdin.write(b'{"game": "othello", "text": "count draw"}\\n')
child.stdin.flush()
child.stdout.readline()
print(child.pid, flush=True)
time.sleep(600)
"""


def _final_messages(*requests: dict[str, Any]) -> list[dict[str, Any]]:
    text = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(COMMAND, cwd=ROOT, input=text, capture_output=True, text=True, check=True)
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    return [message for message in messages if message["t"] != "progress"]


def test_requests_are_answered_in_turn() -> None:
    rows = ["....", "....", "RRR.", "YYY."]
    found, refused, unreachable = _final_messages(
        {"game": "connectfour:3x3:3", "text": "won(red) and plies = 5"},
        {"game": "othello:16", "text": "draw"},
        {"game": "connectfour:4x4", "rows": rows, "to_move": None},
    )
    assert found["answer"]["verdict"] == "witness"
    assert len(found["witnesses"]) == len(set(found["witnesses"])) > 1
    assert refused["t"] == "refused"
    assert "too large" in refused["message"]
    assert unreachable["answer"]["holds"] is False


def test_no_progress_follows_an_answer() -> None:
    out = io.StringIO()
    teller = Teller(out)
    teller.begin()
    teller.tell()
    teller.end({"t": "answer"})
    teller.tell()
    assert [json.loads(line)["t"] for line in out.getvalue().splitlines()][-2:] == [
        "progress",
        "answer",
    ]


def test_process_ends_with_its_parent() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    os.kill(parent.pid, signal.SIGKILL)
    parent.communicate()
    ticker, deadline = threading.Event(), time.monotonic() + 60
    while _runs(child):
        assert time.monotonic() < deadline
        ticker.wait(0.05)


def test_process_ends_quietly_when_nobody_reads() -> None:
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(COMMAND, cwd=ROOT, **pipes) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write(b'{"game": "othello", "text": "count draw"}\n')
        child.stdin.flush()
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(timeout=60) == 1


def _runs(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
