"""What others have published of a question: told beside an answer, and apart from what is proved.

Nothing here is an answer. Where the laboratory proves the same, it says that it is published
too; where it does not, that this is not proved here.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.laboratory.answers import Verdict


@dataclass(frozen=True, slots=True)
class Published:
    """A result of others: what it says, and where it stands."""

    said: str
    source: str


_KISSMANN = "S. Edelkamp and P. Kissmann, in OEIS A212693"
_TROMP = "J. Tromp, Connect-4 Playground"
_GAMES = "R. Jehn and K. Habermann, OEIS A342329"
_SCHAEFER = "S. Schaefer, Mathematical Recreations, 2002"
_BIK = "A. Bik's table of Othello perft"
_LINES = (4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288)
"""Lines of play of one to nine plies of 8 × 8 Othello; on them all conventions agree."""
_KEPT = {
    10: 24_571_284,
    11: 212_258_800,
    12: 1_939_886_636,
    13: 18_429_641_748,
    14: 184_042_084_512,
}
"""The same with games that ended sooner, which the table counts at every later ply too."""

_POSITIONS = {
    "3x9": 49_867_996,
    "3x10": 294_664_010,
    "4x7": 135_385_909,
    "5x6": 1_044_334_437,
    "6x5": 2_818_972_642,
    "6x6": 69_173_028_785,
    "7x4": 2_265_792_710,
    "7x5": 112_829_665_923,
    "8x4": 54_233_186_631,
    "9x3": 4_816_325_017,
    "9x4": 1_295_362_125_552,
    "10x3": 64_137_689_503,
    "11x3": 856_653_299_180,
    "13x2": 14_027_829_516,
}

_PUBLISHED = {
    ("connectfour", "positions"): Published("4,531,985,219,092 positions in all", _KISSMANN),
    ("connectfour", "value"): Published("Red wins", "J. Allen and V. Allis, 1988"),
    ("connectfour:4x3", "count ended"): Published("356,232 games", _GAMES),
    ("connectfour:5x4", "count ended"): Published("152,505,051,772 games", _GAMES),
    ("connectfour:6x5", "count ended"): Published("6,961,765,466,482,521,226 games", _GAMES),
    ("connectfour:3x3:3", "under free placing: count ended"): Published("255,168", _SCHAEFER),
    ("connectfour:3x3:3", "under free placing: count won(red)"): Published("131,184", _SCHAEFER),
    ("connectfour:3x3:3", "under free placing: count won(yellow)"): Published("77,904", _SCHAEFER),
    ("connectfour:3x3:3", "under free placing: count draw"): Published("46,080", _SCHAEFER),
    ("othello:6", "value"): Published("White wins 20–16", "J. Feinstein, 1993"),
    ("othello", "value"): Published("a draw", "H. Takizawa, Othello is Solved, 2023"),
} | {
    ("othello", f"count plies = {plies}"): Published(f"{number:,}", _BIK)
    for plies, number in enumerate(_LINES, start=1)
}
_PUBLISHED |= {
    (f"connectfour:{size}", "positions"): Published(f"{number:,} positions in all", _TROMP)
    for size, number in _POSITIONS.items()
}
_PUBLISHED |= {
    ("othello", f"count plies = {plies}"): Published(
        f"{number:,}, which counts games that ended sooner", _BIK
    )
    for plies, number in _KEPT.items()
}


def published(game_key: str, text: str) -> Published | None:
    """What is published of the question with that canonical text about that very board."""
    return _PUBLISHED.get((game_key, text))


def published_text(game_key: str, text: str, verdict: str) -> str:
    """The same as a sentence beside an answer of that verdict; empty where there is nothing."""
    found = published(game_key, text)
    if found is None:
        return ""
    beside = "Published too" if verdict == Verdict.PROVED else "Published, not proved here"
    return f"{beside}: {found.said} ({found.source})."
