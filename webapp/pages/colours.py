"""The families' colours as a style sheet, so that no sheet of ours names a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.family import Family
    from engine.parts.presentation import Colours


def family_sheet(families: Iterable[Family]) -> str:
    """One rule for every family that has colours, for whatever is marked ``data-family``."""
    return "\n".join(
        f'[data-family="{family.key}"] {{ {_declarations(family.colours)} }}'
        for family in families
        if family.colours is not None
    )


def _declarations(colours: Colours) -> str:
    named = {
        "first": colours.sides[0],
        "second": colours.sides[1],
        "ground": colours.ground,
        "curve": colours.curve,
        "card-top": colours.card[0],
        "card-bottom": colours.card[1],
        "card-foot": colours.foot,
    }
    return " ".join(f"--{name}: {colour};" for name, colour in named.items() if colour)
