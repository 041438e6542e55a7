"""Codes by which the exhaustive kernels know the predicates of every game.

A kernel reads one as ``feature(code, a, b, c)`` on the line of play it stands at; an
argument that was not given is -1. A family's own codes begin at 20, in its folder.
"""

PLIES = 0
ENDED = 1
WON = 2
DRAW = 3
FULL = 4
LAST = 5
TO_MOVE = 6
DISCS = 7
EMPTIES = 8
LEAD = 9
DISC = 10
LAST_SQUARE = 11
RELATED = 12
"""How much is in a set or relation: `a` and `b` say where its code stands."""
