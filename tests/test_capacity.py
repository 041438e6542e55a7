"""The planning table in docs/capacity.md is what the simulation says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.capacity import (
    Costs,
    People,
    moves_a_second,
    plan,
    server_time,
    share_of_full_moves,
)

PAGE = Path(__file__).resolve().parents[1] / "docs" / "capacity.md"


def test_what_is_simulated_is_queueing() -> None:
    """Without anybody else a move takes what it costs; with too many it waits."""
    how, costs = People(), Costs()
    alone = server_time(5, 1, how, costs, 600.0)
    assert costs.move < alone < 10 * costs.move
    most = 1 / (costs.move * moves_a_second(1, how))
    assert server_time(int(1.2 * most), 1, how, costs, 60.0) > 1.0
    assert share_of_full_moves(20, 8, how, 2000.0) == 1.0
    assert share_of_full_moves(5_000, 8, how, 500.0) < 0.3, "what wants less than the least gets it"


@pytest.mark.long
def test_the_page_has_the_simulations_table() -> None:
    page = PAGE.read_text()
    _, _, _, *table = plan(People(), Costs())
    assert "\n".join(table) in page
