"""Hints: how many there are, and who may ask for one. Pure.

A hint is an event, so that everybody can see that one was taken; it is given only where nobody
else plays who could be wronged, against computers and at one screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.domain.errors import Refusal
from webapp.domain.events import AskedHint

if TYPE_CHECKING:
    from webapp.domain.action import Action
    from webapp.domain.events import AnyEvent
    from webapp.domain.match import Match

HINTS = 3
"""That each seat may take in a game."""


def hints_left(match: Match, seat: int) -> int:
    """How many hints a seat may still take."""
    return max(0, HINTS - match.hints.get(seat, 0))


def ask_hint(
    match: Match, seat: int, seats: tuple[int, ...], action: Action
) -> tuple[AnyEvent, ...]:
    """The seat to move asks what to play; a search answers later."""
    if match.asked(seats):
        raise Refusal("no_hint")
    if seat != match.to_move:
        raise Refusal("not_your_turn")
    if action.ply is not None and action.ply != match.ply:
        raise Refusal("stale")
    if match.hint is not None:
        raise Refusal("hinted")
    if not hints_left(match, seat):
        raise Refusal("no_more_hints")
    return (AskedHint(seat),)
