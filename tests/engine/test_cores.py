"""How many threads a search may take: never more than there are idle cores."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.search import cores


@pytest.fixture(autouse=True)
def _eight_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "_usable", lambda: 8)


def load(folder: Path, running: str) -> Path:
    file = folder / "loadavg"
    file.write_text(f"0.20 0.18 0.12 {running} 11206\n", encoding="ascii")
    return file


@pytest.mark.parametrize(("running", "idle"), [("1/80", 7), ("3/80", 5), ("8/80", 0), ("30/80", 0)])
def test_what_runs_takes_a_core(tmp_path: Path, running: str, idle: int) -> None:
    assert cores.idle_cores(load(tmp_path, running)) == idle


def test_the_caller_has_its_core_even_where_nothing_is_seen_to_run(tmp_path: Path) -> None:
    assert cores.idle_cores(load(tmp_path, "0/80")) == 7


def test_elsewhere_the_load_of_the_last_minute_counts(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (2.3, 0.0, 0.0))
    assert cores.idle_cores(tmp_path / "none") == 5
    assert cores.idle_cores(load(tmp_path, "strange")) == 5


def test_where_nothing_is_known_nobody_is_disturbed(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delattr(os, "getloadavg")
    assert cores.idle_cores(tmp_path / "none") == 0


def test_who_names_a_number_gets_it(monkeypatch) -> None:
    monkeypatch.setattr(cores, "idle_cores", lambda: 20)
    assert cores.threads_for(3) == 3
    assert cores.threads_for(None) == cores.MOST_THREADS
    monkeypatch.setattr(cores, "idle_cores", lambda: 0)
    assert cores.threads_for(None) == 1
