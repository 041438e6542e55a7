"""Programs that speak GTP, for tests."""

from __future__ import annotations

import sys

PROGRAM = f"{sys.executable} -m tests.engine.contest.gtp_program"
"""One that plays, or fails as it is told to."""
