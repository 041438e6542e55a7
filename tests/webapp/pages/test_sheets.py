"""What holds for every style sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from webapp.pages import assets

ROOT = Path(__file__).parents[3]
SHEETS = ROOT / "static" / "css"
TEMPLATES = ROOT / "templates" / "pages"


@pytest.mark.parametrize("sheet", sorted(SHEETS.glob("*.css")), ids=lambda sheet: sheet.stem)
def test_type_and_layout_follow_the_text_that_a_browser_is_told_to_show(sheet: Path) -> None:
    text = sheet.read_text()
    assert not re.search(r"@media[^{]*\dpx", text)
    in_pixels = re.findall(r"([^{}]*)\{[^{}]*font-size: [\d.]+px", text)
    # Text drawn on a board is measured in the board's own units.
    assert all(re.search(r"\.(letter|number)\s*$", selector) for selector in in_pixels)


@pytest.mark.parametrize("page", ["settings", "keys", "share"])
def test_what_opens_beside_a_board_is_dressed_there(page: str) -> None:
    text = (TEMPLATES / f"{page}.html").read_text()
    section = text[text.index("<section") : text.rindex("</section>")]
    named = {name for names in re.findall(r'class="([a-z -]+)"', section) for name in names.split()}
    beside = dressed(*assets.MATCH_SHEETS, *assets.SHEETS["drawer.css"])
    assert named & beside
    assert not (named & dressed(*assets.STYLE_SHEETS)) - beside


def dressed(*sheets: str) -> set[str]:
    """The classes that these style sheets name."""
    text = "".join((SHEETS / f"{sheet}.css").read_text() for sheet in sheets)
    return set(re.findall(r"\.([a-z][a-z-]*)", text))
