"""What holds for every style sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SHEETS = Path(__file__).parents[3] / "static" / "css"


@pytest.mark.parametrize("sheet", sorted(SHEETS.glob("*.css")), ids=lambda sheet: sheet.stem)
def test_type_and_layout_follow_the_text_that_a_browser_is_told_to_show(sheet: Path) -> None:
    text = sheet.read_text()
    assert not re.search(r"@media[^{]*\dpx", text)
    in_pixels = re.findall(r"([^{}]*)\{[^{}]*font-size: [\d.]+px", text)
    # Text drawn on a board is measured in the board's own units.
    assert all(re.search(r"\.(letter|number)\s*$", selector) for selector in in_pixels)
