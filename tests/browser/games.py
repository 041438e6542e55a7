"""Games whose every move is known, for tests that need a certain course."""

from __future__ import annotations

DIAGONAL = [0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3]
"""Connect Four 7 × 6: Red completes a diagonal with the eleventh disc."""

QUICK = [0, 1, 0, 1, 0, 1, 0]
"""Connect Four: Red fills four squares of column 1."""

THREE = [0, 1, 2, 0, 1, 3, 0]
"""``connectfour:5x4:3:3p``: Red has three in column 1 with the third round's first disc."""

OTHELLO_WITH_PASSES = [1, 2, 11, 14, 15, 4, 3, 0, 7, 12, 8, 13]
"""``othello:4``, what people choose; White must pass after d1, a1, d2, a4 and a3."""

LONG_THOUGHT = {"game": "connectfour:9x6", "seat0": "me", "seat1": "ai:10"}
"""A match whose second player always takes seconds, so that what happens meanwhile is seen."""
