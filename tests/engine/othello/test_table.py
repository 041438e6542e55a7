"""Where a transposition table lies."""

from __future__ import annotations

import ctypes

import pytest

from engine.games.othello.search.table import Table

LINE, LARGE_PAGE = 64, 1 << 21


@pytest.mark.parametrize("buckets", [1, 1 << 10, 1 << 14, 1 << 18])
def test_a_table_is_whole_cache_lines_of_its_own(buckets: int) -> None:
    table, size = Table(buckets), buckets * LINE
    assert int(table.address) % (LARGE_PAGE if size >= 1 << 20 else LINE) == 0
    ctypes.memset(int(table.address), 1, size)
    table.clear()
    assert ctypes.string_at(int(table.address), size) == bytes(size)


def test_tables_share_no_memory() -> None:
    tables = [Table(1 << 14) for _ in range(3)]
    for number, table in enumerate(tables, 1):
        ctypes.memset(int(table.address), number, table.buckets * LINE)
    for number, table in enumerate(tables, 1):
        size = table.buckets * LINE
        assert ctypes.string_at(int(table.address), size) == bytes([number]) * size
