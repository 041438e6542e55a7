"""The interpreter goes on while a kernel works (scenario 23): else no page would be answered."""

from __future__ import annotations

import subprocess
import sys

import pytest

CHILD = """
import os, sys, threading
from engine import SearchControl, game
from engine.parts.of_game import solver_of

key, rounds = sys.argv[1], int(sys.argv[2])
start, control = game(key).start(), SearchControl()
solver = solver_of(start.game)
threading.Thread(target=solver.solve, args=(start, control), daemon=True).start()
seen = 0
for _ in range(rounds):
    while control.nodes <= seen:
        pass
    seen = control.nodes
print("went on", flush=True)
os._exit(0)
"""
"""Proves what takes hours, which is one call of a kernel after few short ones."""

ROUNDS = 100
"""Far more looks at the count than there are such calls."""


@pytest.mark.parametrize("key", ["connectfour:8x7", "othello"])
def test_others_have_their_turn_in_the_middle_of_a_kernel(key: str) -> None:
    child = [sys.executable, "-c", CHILD, key, str(ROUNDS)]
    done = subprocess.run(child, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "went on\n", done.stderr
