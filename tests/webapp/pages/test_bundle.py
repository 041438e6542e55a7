"""Several scripts as one: what they import, in which order, and what cannot be joined."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest

from webapp.pages.bundle import CannotBundle, bundle

SOURCES = {
    "page": 'import { say } from "./words.js";\nconst own = 2;\nsay(own);\n',
    "play": 'import { say as tell, Word } from "./words.js";\n'
    'import {\n  turn,\n} from "./state.js";\ntell(turn(new Word()));\n',
    "state": 'import { say } from "./words.js";\nexport async function turn() {}\n',
    "words": "const own = 1;\nexport function say() {}\n"
    'export class Word {\n  #long = "#long";\n'
    "  async #longer() {\n    this.#long = other?.#longer();\n  }\n}\nexport const A = own;\n",
}


def test_every_module_comes_once_behind_what_it_imports() -> None:
    script = bundle(SOURCES, ["page", "play"])
    places = [script.index(text) for text in ("own = 1", "own = 2", "function turn", "tell(turn")]
    assert places == sorted(places)
    assert script.count("own = 1") == script.count("function say") == 1
    assert "\nconst tell=say;\ntell(turn(new Word()));\n" in script
    assert "async function turn" in script
    assert "import" not in script
    assert "export" not in script


def test_a_module_whose_own_name_is_taken_becomes_a_function() -> None:
    script = bundle(SOURCES, ["page", "play"])
    assert script.startswith("const own = 1;\nfunction say() {}\n")
    assert "const{}=(()=>{\nconst own = 2;\nsay(own);\nreturn{}})();\n" in script


def test_private_names_are_shortened_and_texts_are_not() -> None:
    script = bundle(SOURCES, ["words"])
    assert '  #a = "#long";\n  async #b() {\n    this.#a = other?.#b();\n' in script


@pytest.mark.parametrize(
    ("sources", "says"),
    [
        ({"a": "export default 1;\n"}, "a.js: export default 1;"),
        ({"a": "export let b = 1;\n"}, "a.js: export let b = 1;"),
        ({"a": 'import b from "./b.js";\n'}, "a.js: import b"),
        ({"a": 'const b = import("./b.js");\n'}, r"a.js: import\("),
        ({"a": "await 1;\n"}, "a.js: await 1;"),
        (
            {
                "a": 'import { b } from "./b.js";\nexport const a = b;\n',
                "b": 'import { a } from "./a.js";\nexport const b = a;\n',
            },
            "a.js imports itself by way of b.js",
        ),
        (
            {
                "a": 'import { c } from "./b.js";\nimport { c as d } from "./d.js";\n',
                "b": "export const c = 1;\n",
                "d": "export const c = 2;\n",
            },
            "d.js: another module has its own c",
        ),
    ],
)
def test_what_cannot_be_joined_is_said_at_the_start(sources: dict[str, str], says: str) -> None:
    with pytest.raises(CannotBundle, match=says):
        bundle(sources, ["a"])


def test_the_page_of_a_match_comes_in_few_bytes(visitor: Any) -> None:
    """44 KB with their headers, about 400 bytes each."""
    ann, ben = visitor(), visitor()
    match = ann.create(seat0="me", seat1="friend", clock="3+2")
    ben.join(match)

    def loaded(path: str) -> bytes:
        return bytes(ann.client.get(path, headers={"Accept-Encoding": "gzip"}).data)

    page = loaded(f"/m/{match}")
    text = gzip.decompress(page).decode()
    addresses = set(re.findall(r' (?:src|href)="(/assets/[^"#]+)(?=["#])(?!" disabled)', text))
    assert {path.rpartition("/")[2] for path in addresses} >= {"match.js", "match.css", "icons.svg"}
    assert len(page) + sum(map(len, map(loaded, addresses))) <= 42_500


def test_the_forms_of_a_page_share_a_token_that_no_other_answer_has(visitor: Any) -> None:
    """What differs cannot be compressed; what stays could be guessed by a page's length."""
    ann = visitor()
    first, second = (
        set(re.findall(r'name="csrf_token" value="([^"]+)"', ann.client.get("/").text))
        for _ in range(2)
    )
    assert len(first) == len(second) == 1
    assert first != second
