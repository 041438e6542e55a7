"""Noughts and crosses as one object."""

from engine.games.noughts import arrangement, sentences
from engine.games.noughts.game import Noughts
from engine.games.noughts.position import completed

from engine.family import Family, Parameter

NOUGHTS = Family(
    key="noughts",
    name="Noughts and crosses",
    parameters=(Parameter("side", "Side", 3, 3, 15, side=True),),
    parse=Noughts.from_tail,
    make=Noughts,
    sentences=sentences,
    arrangements=arrangement,
    lines=completed,
)
