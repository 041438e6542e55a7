"""What can be shown over a board of Connect Four."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.threats import describe_threats, last_word, threats
from engine.parts.overlay import Overlay, Region

if TYPE_CHECKING:
    from engine.games.connectfour.position import ConnectFourPosition


def overlays(position: ConnectFourPosition) -> tuple[Overlay, ...]:
    """Everything that can be shown, in the order in which it is offered."""
    over = position.outcome() is not None
    players = range(0 if over else position.game.players)
    marks = tuple((square, player) for player in players for square in threats(position, player))
    sentences = () if over else describe_threats(position)
    threatened = Overlay(
        "threats", "Threats", " ".join(sentences) or "Nobody threatens anything.", (), marks
    )
    if position.game.players != 2:
        return (threatened,)
    return (threatened, _parity(position, marks))


def _parity(position: ConnectFourPosition, marks: tuple[tuple[int, int], ...]) -> Overlay:
    """Threats by the row they are in: who fills it when columns are filled from below."""
    columns = position.game.columns
    shown = tuple(
        Region((square,), "even" if square // columns % 2 else "odd")
        for square in dict.fromkeys(square for square, _ in marks)
    )
    foretold = None if position.outcome() else last_word(position)
    if foretold is None:
        sentence = "No threat decides the game if the columns just fill up."
    else:
        row, column = divmod(foretold.square, columns)
        name = position.game.player_names[foretold.player]
        sentence = (
            f"If the columns just fill up, {name} wins on column {column + 1}, row {row + 1}."
        )
    return Overlay("parity", "Odd and even rows", sentence, shown, marks)
