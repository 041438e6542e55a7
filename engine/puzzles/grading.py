"""How hard a puzzle is: what our levels made of it at first, what people make of it later."""

from __future__ import annotations

GRADES = (85, 70, 55, 40)
"""Percent of tries that find the solution, at least, of difficulties 1 to 4; below is 5."""

HARDEST = len(GRADES) + 1

WORTH = 20
"""People's first tries that weigh as much as all that the levels said."""


def difficulty(ease: int, tries: int = 0, solved: int = 0) -> int:
    """From 1, easy, to `HARDEST`.

    Args:
        ease: percent of the levels' tries that found the solution (`Puzzle.ease`).
        tries: first tries by people; `solved`: how many of them were right.
    """
    rate = (ease * WORTH + 100 * solved) / (WORTH + tries)
    return next((grade for grade, least in enumerate(GRADES, 1) if rate >= least), HARDEST)
