"""Connect Four: rules, notation, search."""

KERNELS: tuple[str, ...] = (
    "engine.games.connectfour.evaluation",
    "engine.games.connectfour.kernels",
    "engine.games.connectfour.maxn",
)
"""The modules with compiled kernels, callees first."""
