"""Othello: its rules, its bitboards and its search."""

KERNELS: tuple[str, ...] = tuple(
    f"engine.games.othello.{module}"
    for module in (
        "bitboard",
        "context",
        "table",
        "ordering",
        "stability",
        "endgame",
        "endgame_deep",
        "evaluation",
        "midgame",
        "mailbox",
    )
)
"""The modules that hold compiled kernels, in the order of their imports."""
