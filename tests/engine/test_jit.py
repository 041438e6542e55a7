"""Kernels for other kernels."""

from __future__ import annotations

import subprocess
import sys

from numpy import uint64

from engine.games.othello import table


def test_an_inner_kernel_has_its_one_signature_when_python_calls_it() -> None:
    assert table.lower(32768 + 5) == 5  # an int would have been typed as int64
    assert table.lower(uint64(32768 - 7)) == -7
    assert [str(s) for s in table.lower.signatures] == ["(uint64,)"]


def test_a_later_start_loads_no_inner_kernel() -> None:
    code = "from engine.games.othello import endgame, endgame_deep as d, table as t;"
    code += "print([len(f.overloads) for f in (d.solve, endgame.shallow, t.store)])"
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert run.stdout.split() == [b"[1,", b"0,", b"0]"]
