"""What `engine` offers by name."""

from __future__ import annotations

import subprocess
import sys

import pytest

import engine


def test_all_is_complete_and_real() -> None:
    assert len(engine.__all__) == len(set(engine.__all__))
    for name in engine.__all__:
        assert hasattr(engine, name), name  # some are loaded when they are asked for
    public = {
        name
        for name, value in vars(engine).items()
        if not name.startswith("_") and type(value).__name__ != "module"
    }
    assert public == set(engine.__all__)


def test_every_public_name_explains_itself() -> None:
    for name in engine.__all__:
        value = getattr(engine, name)
        if callable(value):
            assert value.__doc__, name


def test_what_is_not_there_is_said_so() -> None:
    with pytest.raises(AttributeError, match="module 'engine' has no attribute 'chess'"):
        _ = engine.chess  # type: ignore[attr-defined]


def test_the_rules_load_without_the_compiler() -> None:
    script = "import engine, sys; sys.exit('numba' in sys.modules or 'flask' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)
