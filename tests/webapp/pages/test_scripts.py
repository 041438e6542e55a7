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


EXPORTED = re.compile(r"^export (?:async )?(?:function\*?|class|const) (\w+)", re.MULTILINE)


def unimported(script: str, exported: set[str]) -> set[str]:
    """What a script calls by the name of another one's export and neither imports nor declares."""
    called = set(
        re.findall(r"(?<![\w.#$\"'`])(?<!function )(\w+)\((?!.*\) \{$)", script, re.MULTILINE)
    )
    bound = set(re.findall(r"(?:function\*?|class|const|let) (\w+)", script))
    for names in re.findall(r"^import \{([^}]*)\}|(?:const|let) [{[]([^=]*)[}\]] =", script, re.M):
        bound |= set(re.findall(r"\w+", "".join(names)))
    return (called & exported) - bound


def test_a_call_without_an_import_is_found() -> None:
    script = 'import { a } from "./a.js";\n// not g(1)\na(b(1));\n  c() {\nthis.d(e(2));\n'
    assert unimported(script, {"a", "b", "c", "d", "e", "f"}) == {"b", "e"}


def test_scripts_import_what_they_use() -> None:
    """In one scope it would be found all the same, where it happens to be."""
    exports = {name for path in SCRIPTS for name in EXPORTED.findall(path.read_text())}
    missing = {path.name: unimported(path.read_text(), exports) for path in SCRIPTS}
    assert {name: calls for name, calls in missing.items() if calls} == {}
