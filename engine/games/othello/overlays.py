"""What can be shown over a board of Othello."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.othello.features import corners_for, regions, stable
from engine.games.othello.position import squares_of
from engine.parts.overlay import Overlay, Region

if TYPE_CHECKING:
    from engine.games.othello.features import Bits
    from engine.games.othello.position import OthelloPosition


def overlays(position: OthelloPosition) -> tuple[Overlay, ...]:
    """Everything that can be shown, in the order in which it is offered."""
    return (_stable(position), _corners(position), _regions(position), _mobility(position))


def _stable(position: OthelloPosition) -> Overlay:
    found = [stable(position, player) for player in (0, 1)]
    squares = ", ".join(
        f"{name} {bits.bit_count()}"
        for name, bits in zip(position.game.player_names, found, strict=True)
    )
    marks = tuple((square, player) for player in (0, 1) for square in squares_of(found[player]))
    sentence = (
        f"Stable: {squares}. They cannot turn any more." if marks else "No disc is stable yet."
    )
    shown = (Region(squares_of(found[0] | found[1])),) if marks else ()
    return Overlay("stable", "Stable discs", sentence, shown, marks)


def _corners(position: OthelloPosition) -> Overlay:
    name = position.game.format_move
    open_to = [sorted(corners_for(position, player)) for player in (0, 1)]
    corners = [
        f"{colour} can take {' and '.join(map(name, squares))}."
        for colour, squares in zip(position.game.player_names, open_to, strict=True)
        if squares
    ]
    marks = tuple((square, player) for player in (0, 1) for square in open_to[player])
    return Overlay(
        "corners", "Open corners", " ".join(corners) or "Nobody can take a corner.", (), marks
    )


def _regions(position: OthelloPosition) -> Overlay:
    found = regions(position)
    shown = tuple(Region(squares_of(bits), _parity(bits)) for bits in found)
    odd = sum(bits.bit_count() % 2 for bits in found)
    if not found:
        sentence = "The board is full."
    else:
        parted = "One region" if len(found) == 1 else f"{len(found)} regions"
        sentence = (
            f"{parted} of empty squares, {odd} of them odd."
            if len(found) > 1
            else (f"One region of empty squares, {'an odd' if odd else 'an even'} number.")
        )
    return Overlay("parity", "Regions", sentence, shown)


def _parity(bits: Bits) -> str:
    count = bits.bit_count()
    return f"{count} {'odd' if count % 2 else 'even'}"


def _mobility(position: OthelloPosition) -> Overlay:
    moves = [squares_of(position.moves_of(player)) for player in (0, 1)]
    counts = ", ".join(
        f"{name} {len(squares)}"
        for name, squares in zip(position.game.player_names, moves, strict=True)
    )
    marks = tuple((square, player) for player in (0, 1) for square in moves[player])
    return Overlay("mobility", "Mobility", f"Squares to play on: {counts}.", (), marks)
