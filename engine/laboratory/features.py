"""Codes by which the exhaustive kernels know the catalogue's predicates.

A kernel reads one as ``feature(code, a, b, c)`` on the line of play it stands at; an
argument that was not given is -1.
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
# Connect Four
RUN = 20
LINE = 21
THROUGH = 22
FIRST_FULL = 23
HEIGHT = 24
THREATS = 25
DOUBLE_THREAT = 26
# Othello
WIPED_OUT = 40
PASSES = 41
PASSES_RUNNING = 42
CORNERS = 43
CORNER_FLIPS = 44
FLIPS = 45
MUST_PASS = 46
