"""Kernels for other kernels."""

from __future__ import annotations

import ast
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from numpy import uint64

from engine import SearchControl, _kernel_cache, _native, game
from engine.games.connectfour.solver.solver import SEARCHES, Solver
from engine.games.othello.search import table

if TYPE_CHECKING:
    from pathlib import Path


def test_an_inner_kernel_has_its_one_signature_when_python_calls_it() -> None:
    assert table.lower(32768 + 5) == 5  # an int would have been typed as int64
    assert table.lower(uint64(32768 - 7)) == -7
    assert [str(s) for s in table.lower.signatures] == ["(uint64,)"]  # type: ignore[attr-defined]


def test_a_later_start_loads_no_inner_kernel() -> None:
    code = "from engine.games.othello.search import endgame, endgame_deep as d, table as t;"
    code += "print([len(f.overloads) for f in (d.solve, endgame.shallow, t.store)])"
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert run.stdout.split() == [b"[1,", b"0,", b"0]"]


RECURSION = """
from numpy import int64
from engine._jit import kernel

@kernel("int64(int64, int64)")
def down(steps, last):
    return last if steps <= 0 else down(steps - 1, {last})
"""


def test_a_literal_for_a_recursion_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its kept code would have a later start abort."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(_kernel_cache, "_cache_root", lambda: tmp_path)
    for name, last in (("literal_down", "0"), ("typed_down", "int64(7)")):
        (tmp_path / f"{name}.py").write_text(RECURSION.format(last=last))
    with pytest.raises(TypeError, match=r"literal_down\.down gives a recursive kernel a literal"):
        import_module("literal_down")
    assert import_module("typed_down").down(3, 5) == 7


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
    sources = sorted(_kernel_cache.PACKAGE.rglob("*.py"))
    assert len(sources) > 100
    for path in sources:
        assert parsed_imports(path) <= set(_kernel_cache._imports_of(path)), path


def test_imports_over_several_lines_and_within_functions_count(tmp_path: Path) -> None:
    path = tmp_path / "example.py"
    path.write_text(
        "from engine.search import (  # why\n    control,\n    pool,\n)\n"
        "def late():\n    from engine import game, perft\n    import engine.formats.record\n"
    )
    assert parsed_imports(path) <= set(_kernel_cache._imports_of(path))
    assert len(parsed_imports(path)) == 7


@pytest.fixture
def cache_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Path]:
    """The root that is used where the one given is wished for and no other is near."""
    monkeypatch.setattr(_kernel_cache, "PACKAGE", tmp_path / "site-packages" / "engine")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def ask(wished: Path) -> Path:
        monkeypatch.setenv("FLIPFOUR_KERNEL_CACHE", str(wished))
        return _kernel_cache._cache_root.__wrapped__()

    return ask


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_the_cache_is_its_owners_alone(
    cache_root: Callable[[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wished, users = tmp_path / "kernels", tmp_path / "cache" / "flipfour" / "kernels"
    assert cache_root(wished) == wished
    assert stat.S_IMODE(wished.stat().st_mode) == 0o700
    wished.chmod(0o777)
    assert cache_root(wished) == wished
    assert stat.S_IMODE(wished.stat().st_mode) == 0o700, "others cannot write there any more"
    monkeypatch.setattr(os, "getuid", lambda: wished.stat().st_uid + 1)
    elsewhere = cache_root(wished)
    assert elsewhere not in {wished, users}, "another's folder is not used"
    elsewhere.rmdir()


def test_a_folder_that_cannot_be_made_is_passed_over(
    cache_root: Callable[[Path], Path], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    users = tmp_path / "cache" / "flipfour" / "kernels"
    assert cache_root(tmp_path / "file" / "kernels") == users


def test_a_later_start_calls_a_standalone_kernel_without_numba() -> None:
    solver, control = Solver(game("connectfour:5x5")), SearchControl()
    solver.begin(control)
    assert import_module(SEARCHES[0]).scores_of  # compiled here, if it was not before
    program = (
        "import sys; from engine import SearchControl, game;"
        "from engine.games.connectfour.solver.solver import Solver;"
        "control, board = SearchControl(), game('connectfour:5x5');"
        "solver = Solver(board); solver.begin(control);"
        "print(solver.score(board.start()), control.nodes, 'numba' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    score = solver.score(game("connectfour:5x5").start())  # type: ignore[arg-type]
    assert run.stdout.split() == [str(score).encode(), str(control.nodes).encode(), b"False"]


def test_machine_code_for_another_processor_is_not_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_native, "cache_folder", lambda module: tmp_path)
    assert not _native.is_kept("module", "kernel")
    _native.keep("module", "kernel", "symbol", b"code")
    (kept,) = tmp_path.iterdir()
    assert _native.is_kept("module", "kernel")
    kept.rename(tmp_path / "kernel-other.o")
    with pytest.raises(ModuleNotFoundError):
        _native.standalone("module", "kernel", 1)
