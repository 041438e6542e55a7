"""A family's colours reach the pages without a sheet that names it."""

from __future__ import annotations

import re
from pathlib import Path

from engine import FAMILIES
from engine.parts.presentation import Colours
from webapp.pages.colours import family_sheet

SHEETS = Path(__file__).parents[3] / "static" / "css"


def test_every_family_has_its_rule(app) -> None:
    page = app.test_client().get("/").get_data(as_text=True)
    (address,) = re.findall(r'href="(/assets/\w+/app\.css)"', page)
    sheet = app.test_client().get(address).get_data(as_text=True)
    for family in FAMILIES.values():
        assert family.colours is not None
        (rule,) = re.findall(rf'\[data-family="{family.key}"\]\s*\{{([^}}]*)\}}', sheet)
        said = dict(re.findall(r"--([\w-]+):\s*(#\w+)", rule))
        assert (said["first"], said["second"]) == family.colours.sides


def test_no_sheet_of_ours_names_a_game() -> None:
    for path in SHEETS.glob("*.css"):
        for key in FAMILIES:
            assert key not in path.read_text(encoding="utf-8"), path.name


def test_a_family_without_colours_has_no_rule() -> None:
    class Plain:
        key, colours = "plain", None

    class Red:
        key, colours = "red", Colours(sides=("#aa0000", "#ffffff"))

    assert family_sheet([Plain(), Red()]) == (
        '[data-family="red"] { --first: #aa0000; --second: #ffffff; }'
    )
