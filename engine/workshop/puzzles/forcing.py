"""Wins by threats alone, in Connect Four on 7 × 6: where to look for forced lines.

Layout of the boards: `engine.games.connectfour.position`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.connectfour.position import ConnectFourPosition

_BOTTOM = sum(1 << 7 * column for column in range(7))
_BOARD = _BOTTOM * 0b111111

DEEPEST = 7
"""Discs of the winner that are looked ahead."""


def forced_win(position: ConnectFourPosition) -> int | None:
    """The fewest discs with which the mover wins if each but the last threatens to win at once.

    None where that takes more than `DEEPEST`, or cannot be done. The other side then always has
    one reply, so that a few hundred positions tell.
    """
    own, other = position.boards[position.to_move], position.boards[1 - position.to_move]
    return next((count for count in range(1, DEEPEST + 1) if _wins(own, other, count)), None)


def _wins(own: int, other: int, count: int) -> bool:
    taken = own | other
    landing = (taken + _BOTTOM) & _BOARD
    if _completing(own, taken) & landing:
        return True
    if count == 1:
        return False
    blocks = _completing(other, taken) & landing
    if blocks & (blocks - 1):
        return False
    left = blocks or landing
    while left:
        disc = left & -left
        left ^= disc
        mine, filled = own | disc, taken | disc
        following = (filled + _BOTTOM) & _BOARD
        threats = _completing(mine, filled) & following
        if not threats or _completing(other, filled) & following:
            continue
        if threats & (threats - 1) or _wins(mine, other | threats, count - 1):
            return True
    return False


def _completing(own: int, taken: int) -> int:
    """The empty squares on which a disc of `own` completes four in a row."""
    found = own << 1 & own << 2 & own << 3
    for step in (6, 7, 8):
        right, left = own << step & own << 2 * step, own >> step & own >> 2 * step
        found |= right & (own << 3 * step | own >> step)
        found |= left & (own >> 3 * step | own << step)
    return found & _BOARD & ~taken
