"""The games there are. A third game is one folder and one line here."""

from __future__ import annotations

from engine.games.connectfour.family import CONNECT_FOUR
from engine.games.othello.family import OTHELLO
from engine.registry import register

register(
    CONNECT_FOUR,
    OTHELLO,
)
