"""No module needs itself: imports form no circle, those for type checking counted too."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def test_no_circle_of_imports() -> None:
    graph = grimp.build_graph("engine", "webapp", cache_dir=None)
    order = TopologicalSorter(
        {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    )
    try:
        order.prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])))
    assert graph.count_imports() > 1000
