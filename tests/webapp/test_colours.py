"""The colours hold the contrast that WCAG 2 asks: 4.5 for text, 3 for graphics."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).parents[2] / "static" / "css" / "tokens.css").read_text(encoding="utf-8")

TEXT = [
    ("ink", "table"),
    ("ink", "paper"),
    ("ink2", "table"),
    ("ink2", "paper"),
    ("ink2", "sunk"),
    ("button-text", "button"),
    ("good", "paper"),
    ("good", "good-on"),
    ("bad", "paper"),
    ("bad", "bad-on"),
    ("warn", "warn-on"),
    ("cream", "lacquer-top"),
    ("cream", "lacquer-bottom"),
    ("cream", "frame"),
]
GRAPHICS = [
    ("edge", "table"),
    ("edge", "paper"),
    ("focus", "table"),
    ("focus", "paper"),
    ("rim-top", "lacquer-bottom"),
    ("rim-bottom", "lacquer-top"),
    ("rim-top", "well"),
]
DISCS = {"red": "#e5533d", "yellow": "#f0b62f", "blue": "#62b4e8"}
MARKS = {"red": "#5c0f04", "yellow": "#754b00", "blue": "#0c3f68"}
BLACK, WHITE = "#1a1d20", "#f5f0e5"


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def blocks() -> dict[str, dict[str, str]]:
    light = TOKENS.split("@media")[0]
    system, chosen = TOKENS.split("@media (prefers-color-scheme: dark)")[1].split(
        ':root[data-theme="dark"]'
    )
    return {
        "light": tokens(light),
        "dark": tokens(light) | tokens(system),
        "chosen dark": tokens(light) | tokens(chosen),
    }


def test_dark_is_the_same_by_choice_and_by_the_system() -> None:
    system, chosen = TOKENS.split("@media (prefers-color-scheme: dark)")[1].split(
        ':root[data-theme="dark"]'
    )
    declared = [
        re.findall(r"(--[\w-]+|color-scheme): ([^;]+);", block) for block in (system, chosen)
    ]
    assert declared[0] == declared[1]
    assert len(declared[0]) > 30


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


def test_dark_is_the_same_by_system_and_by_choice() -> None:
    assert blocks()["dark"] == blocks()["chosen dark"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read(theme: str) -> None:
    colours = blocks()[theme]
    for text, ground in TEXT:
        assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_graphics_can_be_told_apart(theme: str) -> None:
    colours = blocks()[theme]
    for graphic, ground in GRAPHICS:
        assert contrast(colours[graphic], colours[ground]) >= 3, (graphic, ground)
    for name, disc in DISCS.items():
        assert contrast(disc, colours["well"]) >= 3, name
        assert contrast(MARKS[name], disc) >= 3, name
    for disc in (BLACK, WHITE):
        assert contrast(disc, colours["felt-top"]) >= 3
        assert contrast(disc, colours["felt-bottom"]) >= 3
