"""The colours hold the contrast that WCAG 2 asks: 4.5 for text, 3 for graphics."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.webapp.contrast import contrast
from webapp.pictures import GROUNDS

TOKENS_FOLDER = Path(__file__).parents[3] / "static" / "css"
TOKENS = (TOKENS_FOLDER / "tokens.css").read_text(encoding="utf-8")

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

LOOK = (TOKENS_FOLDER / "look-boards.css").read_text(encoding="utf-8")
OTHELLO = (TOKENS_FOLDER.parents[1] / "templates" / "boards" / "othello.svg").read_text("utf-8")
BOARDS = ["classic", "graphite", "contrast"]
COORDINATE = 0.86
"""How much of a coordinate's colour is its own."""
DIMMED = 0.64
"""The same of a disc beside a won line."""


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def blocks() -> dict[str, dict[str, str]]:
    light = TOKENS.split("@media")[0]
    system, chosen = TOKENS.split("@media screen and (prefers-color-scheme: dark)")[1].split(
        ':root[data-theme="dark"]'
    )
    return {
        "light": tokens(light),
        "dark": tokens(light) | tokens(system),
        "chosen dark": tokens(light) | tokens(chosen),
    }


def test_dark_is_the_same_by_choice_and_by_the_system() -> None:
    system, chosen = TOKENS.split("@media screen and (prefers-color-scheme: dark)")[1].split(
        ':root[data-theme="dark"]'
    )
    declared = [
        re.findall(r"(--[\w-]+|color-scheme): ([^;]+);", block) for block in (system, chosen)
    ]
    assert declared[0] == declared[1]
    assert len(declared[0]) > 30


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


def board_colours(theme: str, board: str) -> dict[str, str]:
    """The tokens as a board of this kind has them."""
    colours = blocks()[theme] | {"black": BLACK, "white": WHITE}
    if board == "classic":
        return colours
    (own,) = re.findall(rf"\.sample\.{board} \{{(.*?)\}}", LOOK, re.DOTALL)
    short = re.sub(r": #(\w)(\w)(\w);", r": #\1\1\2\2\3\3;", own)
    return colours | tokens(short)


def lit_share() -> float:
    """How much of the last move's square in Othello is its light."""
    (share,) = re.findall(r'class="last" [^>]*fill-opacity="([\d.]+)"', OTHELLO)
    return float(share)


def mix(colour: str, ground: str, share: float) -> str:
    pairs = [(int(colour[i : i + 2], 16), int(ground[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(one * share + other * (1 - share)):02x}" for one, other in pairs)


def test_colours_are_mixed_as_a_browser_mixes_them() -> None:
    assert mix("#ffffff", "#000000", 0.5) == "#808080"
    assert mix("#ff0010", "#000000", 0.25) == "#400004"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("board", BOARDS)
def test_every_board_keeps_its_discs_apart(theme: str, board: str) -> None:
    """The figures that the usual board was drawn for, on each board that can be chosen."""
    colours = board_colours(theme, board)
    discs = [contrast(disc, colours["well"]) for disc in DISCS.values()]
    assert min(discs) >= 4.1
    dimmed = [contrast(mix(d, colours["well"], DIMMED), colours["well"]) for d in DISCS.values()]
    assert min(dimmed) >= 2.3
    for lacquer in ("lacquer-top", "lacquer-bottom"):
        assert contrast(colours["rim-bottom"], colours[lacquer]) >= 3.1
        assert contrast(colours["cream"], colours[lacquer]) >= 6.4
        written = mix(colours["cream"], colours[lacquer], COORDINATE)
        assert contrast(written, colours[lacquer]) >= 4.5
    assert contrast(colours["rim-top"], colours["lacquer-bottom"]) >= 3.1
    assert contrast(colours["rim-top"], colours["well"]) >= 6.3
    for felt in ("felt-top", "felt-bottom", "small-felt"):
        assert contrast(colours["black"], colours[felt]) >= 3
        assert contrast(colours["white"], colours[felt]) >= 3.5
    for felt in ("felt-top", "felt-bottom"):
        lit = mix("#ffffff", colours[felt], lit_share())
        assert contrast(colours["black"], lit) >= 3
        assert contrast(colours["white"], lit) >= 3
    frame = mix(colours["cream"], colours["frame"], COORDINATE)
    assert contrast(frame, colours["frame"]) >= 6
    assert contrast("#cf3b26", colours["white"]) >= 3.6
    assert contrast("#ff7a62", colours["black"]) >= 4.4


@pytest.mark.parametrize("board", BOARDS[1:])
def test_a_board_that_is_chosen_says_every_colour_of_its_own(board: str) -> None:
    usual, own = board_colours("light", "classic"), board_colours("light", board)
    of_boards = "lacquer|well|rim|feet|felt|frame|small"
    same = {name for name in usual if re.match(of_boards, name) and usual[name] == own[name]}
    assert same == ({"rim-bottom", "rim-top"} & same)


def test_contrast_sets_discs_apart_further_than_the_usual_board() -> None:
    for theme in ("light", "dark"):
        usual, own = board_colours(theme, "classic"), board_colours(theme, "contrast")
        for disc in DISCS.values():
            assert contrast(disc, own["well"]) > contrast(disc, usual["well"])
        for disc in ("black", "white"):
            felt = [contrast(own[disc], own[name]) for name in ("felt-top", "felt-bottom")]
            assert min(felt) >= 4.3


def test_pictures_and_bars_of_devices_have_the_tables_colours() -> None:
    assert {theme: blocks()[theme]["table"] for theme in GROUNDS} == GROUNDS
