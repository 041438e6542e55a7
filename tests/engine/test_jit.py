"""Kernels for other kernels."""

from __future__ import annotations

import ast
import subprocess
import sys
from typing import TYPE_CHECKING

from numpy import uint64

from engine import _jit
from engine.games.othello import table

if TYPE_CHECKING:
    from pathlib import Path


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


def parsed_imports(path: Path) -> set[str]:
    """What a slow twin finds: engine modules and what is imported from them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name for name in found if name.partition(".")[0] == "engine"}


def test_no_import_is_missed_that_could_change_a_kernel() -> None:
    sources = sorted(_jit.PACKAGE.rglob("*.py"))
    assert len(sources) > 100
    for path in sources:
        assert parsed_imports(path) <= set(_jit._imports_of(path)), path


def test_imports_over_several_lines_and_within_functions_count(tmp_path: Path) -> None:
    path = tmp_path / "example.py"
    path.write_text(
        "from engine.search import (  # why\n    control,\n    pool,\n)\n"
        "def late():\n    from engine import game, perft\n    import engine.record\n"
    )
    assert parsed_imports(path) <= set(_jit._imports_of(path))
    assert len(parsed_imports(path)) == 7
