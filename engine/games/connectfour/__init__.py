"""Connect Four: rules, notation, search."""

KERNELS: tuple[str, ...] = (
    "engine.games.connectfour.evaluation",
    "engine.games.connectfour.kernels",
    "engine.games.connectfour.maxn",
    "engine.games.connectfour.bitboard",
    "engine.games.connectfour.solving",
)
"""The modules with compiled kernels, callees first."""
