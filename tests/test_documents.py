"""The documents speak of what is there."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from webapp.cli import cli

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
CODE = re.compile(r"`((?:engine|webapp|static|templates|tests|docs)/[\w./-]*)`")
DOTTED = re.compile(r"`((?:engine|webapp)\.[\w.]+)`")
CONSTANT = re.compile(r"`(?:\w+\.)*((?!FLIPFOUR_)[A-Z][A-Z_]{3,})`")
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
SCRIPT = re.compile(r"`([\w./-]+\.(?:py|js|html))`")
PLACE = re.compile(r"\]\((?!https?:)([^)#]*)#([^)]+)\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_and_links_that_are_named_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = [ROOT / name for name in CODE.findall(text)]
    linked = [document.parent / name for name in LINK.findall(text)]
    assert not [str(path) for path in named + linked if not path.exists()]


def test_files_that_are_named_by_their_last_parts_exist() -> None:
    tops = ("engine", "webapp", "static", "templates", "tests")
    texts = {path: path.read_text(encoding="utf-8") for path in DOCUMENTS}
    ends = set()
    for path in (path for top in tops for path in (ROOT / top).rglob("*.*") if path.is_file()):
        parts = path.relative_to(ROOT).parts
        ends |= {"/".join(parts[first:]) for first in range(len(parts))}
        if path.suffix in {".py", ".js", ".css", ".html"}:
            texts[path] = path.read_text(encoding="utf-8")
    lost = {(path.name, name) for path, text in texts.items() for name in SCRIPT.findall(text)}
    assert not {(where, name) for where, name in lost if name not in ends}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_places_that_links_lead_to_are_headings(document: Path) -> None:
    for name, place in PLACE.findall(document.read_text(encoding="utf-8")):
        text = (document.parent / name if name else document).read_text(encoding="utf-8")
        headings = re.findall(r"^#+ (.*)", text, re.MULTILINE)
        assert place in {anchor(heading) for heading in headings}, f"{name}#{place}"


def anchor(heading: str) -> str:
    """What a link calls a heading, as forges make it of its words."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_modules_that_code_and_documents_name_exist() -> None:
    sources = [path for top in ("engine", "webapp") for path in (ROOT / top).rglob("*.py")]
    lost = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (*sources, *DOCUMENTS)
        for name in DOTTED.findall(path.read_text(encoding="utf-8"))
        if not there(name)
    }
    assert not lost


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_constants_that_documents_name_exist(document: Path) -> None:
    code = "".join(
        path.read_text(encoding="utf-8")
        for top in ("engine", "webapp", "tests")
        for path in (ROOT / top).rglob("*.py")
    )
    named = set(CONSTANT.findall(document.read_text(encoding="utf-8")))
    assert not [name for name in named if not re.search(rf"\b{name}\b", code)]


def there(name: str) -> bool:
    """Whether there is such a module, or one whose text has the last parts of the name."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:count])
        module = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if module.exists():
            text = module.read_text(encoding="utf-8")
            return all(re.search(rf"\b{part}\b", text) for part in parts[count:])
    return False


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


def groups(command: click.Command, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The ways to every command that has commands of its own."""
    if not isinstance(command, click.Group):
        return []
    context = click.Context(command)
    inner = [
        groups(command.get_command(context, name), (*path, name))
        for name in command.list_commands(context)
    ]
    return [path, *(way for ways in inner for way in ways)]


@pytest.mark.parametrize("path", groups(cli), ids=" ".join)
def test_what_a_command_is_for_stands_whole_in_the_list(path: tuple[str, ...]) -> None:
    shown = CliRunner().invoke(cli, [*path, "--help"], terminal_width=80)
    assert shown.exit_code == 0
    listed = shown.output.partition("Commands:")[2].splitlines()
    assert listed
    assert not [line for line in listed if line.endswith("...")]
