"""A short run of `tests.benchmarks.chaos`: everything dies while people play."""

from __future__ import annotations

import pytest

from tests.benchmarks.chaos import run
from tests.webapp.postgres import programs
from tests.webapp.redis_server import MISSING, PROGRAM


@pytest.mark.long
@pytest.mark.skipif(PROGRAM is None, reason=MISSING)
@pytest.mark.skipif(
    programs() is None, reason="PostgreSQL is not installed, so no database was killed."
)
def test_nothing_is_lost_or_doubled_whatever_dies() -> None:
    tally = run(matches=10, seed=20, at_once=10)
    assert not tally.wrong, tally.report()
    assert tally.finished == 10
    assert sum(tally.faults.values()) >= 4
