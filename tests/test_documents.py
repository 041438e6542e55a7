"""The documents speak of what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
CODE = re.compile(r"`((?:engine|webapp|static|templates|tests|docs)/[\w./-]*)`")
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_and_links_that_are_named_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = [ROOT / name for name in CODE.findall(text)]
    linked = [document.parent / name for name in LINK.findall(text)]
    assert not [str(path) for path in named + linked if not path.exists()]


def test_the_map_has_every_room() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = {
        str(path.parent.relative_to(ROOT))
        for top in ("engine", "webapp")
        for path in (ROOT / top).rglob("__init__.py")
    }
    told = {"engine", "webapp", "webapp/persistence/migrations/versions"}
    told |= {room for room in rooms if room.startswith("engine/workshop/")}
    assert not [room for room in rooms - told if f"`{room}/`" not in text]


def test_a_page_for_newcomers_is_a_page() -> None:
    lines = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 80
