"""The answers to ``find`` and ``count`` that every way of looking gives in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.inquiry import plies_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.laboratory.inquiry import Inquiry
    from engine.laboratory.trace import Trace


def none_found(inquiry: Inquiry) -> Answer:
    """No line of play was found: stopped, proved, or not within what was looked at."""
    if inquiry.stopped:
        return inquiry.answer(Verdict.STOPPED, "Stopped before a game was found.")
    if inquiry.complete:
        return inquiry.answer(Verdict.PROVED, "No game does.", holds=False)
    claim = f"Not found within {plies_text(max(inquiry.searched, 0))}. This is no proof."
    return inquiry.answer(Verdict.NOT_FOUND, claim)


def number(inquiry: Inquiry, rows: Sequence[tuple[int, int, int]], witness: Trace | None) -> Answer:
    """How many lines match; `rows`: for each ply it, all lines and those that match."""
    total = sum(matches for _, _, matches in rows)
    if inquiry.stopped:
        verdict, claim = Verdict.STOPPED, f"Stopped; {total:,} up to {plies_text(len(rows) - 1)}."
    elif inquiry.complete:
        verdict, claim = Verdict.PROVED, f"There are {total:,}."
    else:
        verdict, within = Verdict.COUNTED, plies_text(inquiry.searched)
        claim = f"There are {total:,} up to {within}; longer were not counted."
    return inquiry.answer(
        verdict,
        claim,
        witness=witness,
        value=total,
        exact=inquiry.complete,
        columns=("ply", "lines of play", "that match"),
        by_ply=tuple(rows),
    )
