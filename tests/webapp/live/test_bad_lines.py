"""100 matches by the clock, over real sockets and lines that cut, delay, double and reorder."""

from __future__ import annotations

import pytest

from tests.benchmarks.lines import run


@pytest.mark.long
def test_all_who_follow_see_the_same_at_the_end() -> None:
    tally = run(matches=100, at_once=50)
    assert not tally.wrong, tally.report()
    assert tally.matches == 100
    assert {"cut", "delay", "double", "swap"} == set(tally.faults), tally.report()
    assert {"line", "time"} <= set(tally.endings), tally.report()
