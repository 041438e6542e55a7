"""What the scripts must keep to, so that the packed ones say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from webapp.paths import resource

SCRIPTS = sorted(Path(str(resource("static"))).glob("js/*.js"))

TOKEN = re.compile(r"//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`|\$?\{|\}|\\.", re.DOTALL)


def nested_templates(script: str) -> list[int]:
    """The lines on which a template literal begins within another one."""
    found: list[int] = []
    stack: list[str] = []
    at = 0
    while (token := TOKEN.search(script, at)) is not None:
        text, at = token[0], token.end()
        inside = bool(stack) and stack[-1] == "`"
        if inside and text not in {"`", "${"}:
            at = token.end() if text.startswith("\\") else token.start() + 1
        elif text == "`" and inside:
            stack.pop()
        elif text == "`":
            if "`" in stack:
                found.append(script.count("\n", 0, token.start()) + 1)
            stack.append("`")
        elif text in {"{", "${"}:
            stack.append(text)
        elif text == "}" and stack:
            stack.pop()
    return found


def test_the_search_finds_what_it_should() -> None:
    assert nested_templates("a = `x ${b.map((c) => `${c} ${d}`)} y`;") == [1]
    assert nested_templates("// it's `\na = `it's ${b} {`;\nc = `${{ d: '`' }} }`;") == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_template_stands_in_another(path: Path) -> None:
    """The packer takes the inner one's end for code and drops its spaces."""
    assert nested_templates(path.read_text()) == []
