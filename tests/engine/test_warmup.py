"""Preparing the kernels in the background: progress, failure, and no hanging."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import import_module

import pytest

from engine import FAMILIES, game, warmup
from engine._kernel_cache import PACKAGE, _sources
from engine.warmup import Warmup, compile_families, kernel_modules

MAILBOX = "engine.games.othello.search.mailbox"
"""Its kernels search boards beyond 64 squares."""


@pytest.fixture
def no_cache(monkeypatch):
    """As on a machine's first start."""
    monkeypatch.setattr(warmup, "compiled", lambda family: False)
    monkeypatch.setattr(warmup, "kernel_modules", lambda family: (f"kernels.of.{family}",))
    monkeypatch.setattr(warmup, "later_kernels", lambda family: (f"later.{family}",))


def compiler(monkeypatch, tmp_path, *lines):
    """Let a script stand in for the compiling process."""
    script = tmp_path / "compiler"
    script.write_text("\n".join([f"#!{sys.executable}", "import sys", *lines]))
    script.chmod(0o755)
    monkeypatch.setattr(warmup.sys, "executable", str(script))  # type: ignore[attr-defined]


def test_a_game_needs_the_later_kernels_of_its_size_alone():
    assert warmup.later_kernels("connectfour", game("connectfour")) == ()
    assert warmup.later_kernels("connectfour", game("connectfour:9x7:4:3p")) == ()
    assert warmup.later_kernels("connectfour", game("connectfour:9x7")) == (
        "engine.games.connectfour.solver.two_words",
        "engine.games.connectfour.search.selective_two_words",
    )
    assert warmup.later_kernels("connectfour", game("connectfour:16x8")) == ()
    assert warmup.later_kernels("othello", game("othello:8")) == ()
    assert "engine.games.othello.search.mailbox" in warmup.later_kernels(
        "othello", game("othello:10")
    )


def test_a_board_is_ready_when_the_kernels_of_its_size_are_there(monkeypatch, tmp_path):
    monkeypatch.setattr(warmup, "compiled_marker", lambda module: tmp_path / module)
    warming = Warmup(["connectfour", "othello"])
    for family in FAMILIES:
        for module in kernel_modules(family):
            (tmp_path / module).touch()
        if kernel_modules(family):
            warming._load(family)
    assert warming.ready(game("othello"))
    assert warming.ready(game("othello:6"))
    assert not warming.ready(game("othello:10"))
    assert warming.searcher(game("othello:10")) is None
    assert warmup.searcher_if_compiled(game("othello:10")) is None
    assert warming.ready(game("connectfour:9x7"))  # it does without its later kernels
    for module in warmup.later_kernels("othello"):
        (tmp_path / module).touch()
    assert warming.ready(game("othello:10"))


def test_kernels_of_large_boards_are_loaded_with_the_first_of_them():
    script = (
        "import sys; from engine import game; from engine.parts.of_game import searcher_for;"
        f"searcher_for(game('othello')); early = '{MAILBOX}' in sys.modules;"
        "searcher_for(game('othello:10'));"
        f"print(early, '{MAILBOX}' in sys.modules)"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert said.stdout.split() == ["False", "True"], said.stderr


@pytest.mark.parametrize("family", FAMILIES)
def test_every_module_whose_kernels_a_search_needs_is_listed(family):
    """What is not listed would compile in the serving process."""
    sources = set(_sources(f"engine.games.{family}.search.searcher"))
    for path in tuple(sources):  # modules of standalone kernels are loaded by their names
        for name in re.findall(r'"(engine\.games\.[\w.]+)"', path.read_text(encoding="utf-8")):
            sources |= set(_sources(name))
    needed = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for path in sources
        if re.search(r"^@(kernel|inner|standalone)\b", path.read_text("utf-8"), re.MULTILINE)
    }
    assert needed == {*kernel_modules(family), *warmup.later_kernels(family)}


def test_a_compiler_that_fails_leaves_the_plain_search_in_service(no_cache, monkeypatch, tmp_path):
    compiler(monkeypatch, tmp_path, "sys.exit(3)")
    warming = Warmup(["connectfour"])
    warming.start()
    assert warming.wait(60)
    assert "status 3" in warming.failure
    assert warming.progress.text == warming.failure
    assert not warming.ready(game("connectfour"))
    assert warming.searcher(game("connectfour")) is None


def test_a_compiler_that_says_what_failed_is_quoted(no_cache, monkeypatch, tmp_path):
    message = json.dumps({"error": "othello: TypeError: no such thing"})
    compiler(monkeypatch, tmp_path, f"print('''{message}''')")
    warming = Warmup(["othello"])
    warming.start()
    assert warming.wait(60)
    assert "no such thing" in warming.failure


def test_a_missing_interpreter_is_reported_too(no_cache, monkeypatch, tmp_path):
    monkeypatch.setattr(warmup.sys, "executable", str(tmp_path / "nothing"))  # type: ignore[attr-defined]
    warming = Warmup(["connectfour"])
    warming.start()
    assert warming.wait(60)
    assert "FileNotFoundError" in warming.failure


def test_families_become_ready_one_after_the_other(no_cache, monkeypatch, tmp_path):
    said = [
        {"module": "kernels.of.connectfour"},
        {"family": "connectfour"},
        {"module": "kernels.of.othello"},
        {"error": "othello: TypeError: no such thing"},
        {"module": "later.connectfour"},
    ]
    lines = [f"print('''{json.dumps(message)}''', flush=True)" for message in said]
    compiler(monkeypatch, tmp_path, *lines)
    loaded = []
    monkeypatch.setattr(warmup, "import_module", loaded.append)
    warming = Warmup(["connectfour", "othello"])
    seen = []
    monkeypatch.setattr(
        warming,
        "_hear",
        lambda m, ms, hear=warming._hear: (hear(m, ms), seen.append(warming.progress)),
    )
    warming.start()
    assert warming.wait(60)
    assert [progress.fraction for progress in seen] == [0.0, 0.0, 0.25, 0.25, 0.25]
    assert seen[2].text == "Preparing the engine: step 2 of 4."
    assert loaded == ["kernels.of.connectfour"]
    assert warming.ready(game("connectfour:9x7"))
    assert not warming.ready(game("othello"))


def test_the_compiling_process_reports_and_goes_on_after_a_failure(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(warmup, "kernel_modules", lambda family: (f"of.{family}",))
    monkeypatch.setattr(warmup, "compiled_marker", lambda module: tmp_path / module)
    monkeypatch.setattr(warmup, "later_kernels", lambda family: (f"later.{family}",))

    def importing(module):
        if module == "of.othello":
            raise TypeError("no such thing")

    monkeypatch.setattr(warmup, "import_module", importing)
    assert not compile_families(["othello", "connectfour"])
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"module": "of.othello"},
        {"error": "othello: TypeError: no such thing"},
        {"module": "of.connectfour"},
        {"family": "connectfour"},
        {"module": "later.othello"},
        {"module": "later.connectfour"},
    ]
    assert (tmp_path / "of.connectfour").exists()
    assert (tmp_path / "later.connectfour").exists()
    assert not (tmp_path / "of.othello").exists()


@pytest.mark.long
@pytest.mark.parametrize("family", [family for family in FAMILIES if kernel_modules(family)])
def test_kernels_compile_in_another_process_and_load_here(family):
    warming = Warmup([family])
    warming.start()
    assert warming.wait(280)
    assert warming.failure is None
    assert warming.progress.fraction == 1.0
    some_game = FAMILIES[family].make()
    searcher = warming.searcher(some_game)
    assert searcher is not None
    assert warming.searcher(some_game) is searcher
    assert import_module("engine.warmup").compiled(family)
