"""What the product imports is declared, by the name under which it is installed."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = {"engine", "webapp", "tests"}


def imported(folder: str) -> set[str]:
    """Top-level names that the modules of `folder` import from elsewhere."""
    names: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                names.add(node.module.partition(".")[0])
    return names - OURS - sys.stdlib_module_names


def declared(*extras: str) -> set[str]:
    """Normalised names of the distributions that ``pyproject.toml`` asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"]]
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return {normal(re.match(r"[\w.-]+", line)[0]) for line in lines}  # type: ignore[index]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize(
    ("folder", "extras"), [("engine", ()), ("webapp", ("machines",)), ("tests", ("test",))]
)
def test_what_is_imported_is_declared(folder: str, extras: tuple[str, ...]) -> None:
    homes = packages_distributions()
    allowed = declared(*extras)
    missing = {
        name
        for name in imported(folder)
        if name in homes and not {normal(home) for home in homes[name]} & allowed
    }
    assert not missing
