"""Whether taking turns can pile up the discs of a legal board as they lie.

A disc lies on those that came before it, so the columns fill from below. Which of them comes next
is free, whose disc comes next is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine.games.connectfour.arrangement import last_discs
from engine.violation import Rule, Violation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.arrangement import Arrangement
    from engine.game import Player
    from engine.violation import Place


class TurnsRule(Rule):
    """What legal boards may break that no game comes to."""

    ORDER_OF_TURNS = "order of turns"


Columns: TypeAlias = "Sequence[Sequence[Player]]"
"""Whose discs lie in each column, from the bottom."""

Heights: TypeAlias = "tuple[int, ...]"
"""How many of them are there already."""

MOST = 20_000
"""Boards on the way that are looked at, a tenth of a second."""


def unreachable(arrangement: Arrangement) -> tuple[Violation, ...]:
    """Why no game comes to a legal arrangement; empty where one does, or none was soon excluded.

    A line was completed by the last disc, so no board before it has one, and nothing but the order
    of turns is in question.
    """
    players = arrangement.game.players
    whole = _columns(arrangement)
    reached: list[tuple[Heights, Columns]] = []
    for columns in [_without(whole, place) for place in last_discs(arrangement)] or [whole]:
        heights = furthest(columns, players)
        if heights is None or heights == tuple(map(len, columns)):
            return ()
        reached.append((heights, columns))
    return (_violation(arrangement, *max(reached, key=lambda found: sum(found[0]))),)


def furthest(columns: Columns, players: int, most: int = MOST) -> Heights | None:
    """The columns where taking turns has laid the most discs: all where there is an order.

    None where `most` boards on the way do not tell.
    """
    full = tuple(map(len, columns))
    best = (0,) * len(columns)
    seen, waiting = {best}, [best]
    while waiting:
        here = waiting.pop()
        if here == full:
            return here
        best = max(best, here, key=sum)
        mover = sum(here) % players
        next_to = [
            column
            for column, height in enumerate(here)
            if height < full[column] and columns[column][height] == mover
        ]
        # The last one is tried first: that with the most discs to come, which others wait for.
        for column in sorted(next_to, key=lambda column: full[column] - here[column]):
            after = (*here[:column], here[column] + 1, *here[column + 1 :])
            if after not in seen:
                if len(seen) == most:
                    return None
                seen.add(after)
                waiting.append(after)
    return best


def _columns(arrangement: Arrangement) -> list[Sequence[Player]]:
    game, discs = arrangement.game, arrangement.discs
    return [
        [discs[column, row] for row in range(game.rows) if (column, row) in discs]
        for column in range(game.columns)
    ]


def _without(columns: Columns, place: Place) -> list[Sequence[Player]]:
    """The columns without the top disc, which lies at `place`."""
    column, row = place
    return [discs[:row] if at == column else discs for at, discs in enumerate(columns)]


def _violation(arrangement: Arrangement, heights: Heights, columns: Columns) -> Violation:
    names, laid = arrangement.game.player_names, sum(heights)
    waiting = [
        (column, height) for column, height in enumerate(heights) if height < len(columns[column])
    ]
    owners = {names[columns[column][height]] for column, height in waiting}
    after = f"after {laid} disc{'' if laid == 1 else 's'}" if laid else "at the start"
    sentence = (
        f"No order of turns piles the discs up so: {after} it is {names[laid % len(names)]}'s turn,"
        f" but what lies next in every column that goes on is {' or '.join(sorted(owners))}'s."
    )
    return Violation(TurnsRule.ORDER_OF_TURNS, tuple(waiting), sentence)
